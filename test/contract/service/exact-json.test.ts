import Big from 'big.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exactJson } from '../../../src/contract/service/exact-json';
import { readQuote } from '../../../src/contract/service/read-offers';

it.each<[string, unknown]>([
  ['{"price":85.123456789012345678}', { price: '85.123456789012345678' }],
  ['[12345678901234567890]', ['12345678901234567890']],
  ['[ -0.100000000000000000001, 1e400, 1E-400 ]', ['-0.100000000000000000001', '1e400', '1E-400']],
  ['{"a":{"b":[1,2.5,-0.00000001,1e3,2E-7]}}', { a: { b: [1, 2.5, -1e-8, 1000, 2e-7] } }],
  // What writes doubles with seventeen digits means their shortest form.
  ['[30.100000000000001,0.10000000000000001]', [30.1, 0.1]],
  ['[30.10000000000000000000]', [30.1]],
  // Figures in texts, names and escapes are no numbers.
  ['{"12345678901234567890":"12345678901234567890"}', { '12345678901234567890': '12345678901234567890' }],
  [
    '["a\\\\",12345678901234567890,"\\":12345678901234567891,"]',
    ['a\\', '12345678901234567890', '":12345678901234567891,'],
  ],
  ['12345678901234567890', '12345678901234567890'],
  // A double of seventeen digits whose shortest form is another whole number.
  ['[500000000000070020]', ['500000000000070020']],
  ['["3e5","x 3e5"]', ['3e5', 'x 3e5']],
])('reads %s to the last digit', (text, value) => {
  expect(exactJson(text)).toEqual(value);
});

it.each(['{12345678901234567890:1}', '[12345678901234567890', '[1.]', '[012345678901234567890]', ''])(
  'takes %s for no JSON, as it is',
  (text) => {
    expect(() => exactJson(text)).toThrow(SyntaxError);
  },
);

it('reads everything that JSON can hold as JSON.parse does, but for numbers that a double does not carry', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      expect(exactJson(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 2_000 },
  );
});

it('keeps the value of any decimal of more than seventeen digits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^-?[1-9]\d{0,8}\.\d{18,28}$/), (digits) => {
      const [read] = exactJson(`[${digits}]`) as [number | string];
      expect(new Big(read).eq(new Big(digits))).toBe(true);
    }),
  );
});

it('reads a text of many megabytes', () => {
  const words = 'x"\\ 12345678901234567890 '.repeat(400_000);
  expect(exactJson(JSON.stringify([words, 1]).replace(',1]', ',12345678901234567890]'))).toEqual([
    words,
    '12345678901234567890',
  ]);
});

const QUOTE = '"quotation-id":"QT-1","request-id":"RQ-1","price-direction":"ask","state":"active"';
const priceIn = (fields: string) => {
  const read = readQuote(exactJson(`{${QUOTE},${fields}}`));
  return read.ok ? read.value.price : read.failure.message;
};

it.each<[string, object]>([
  ['"legs":[{"price":69.333333333333}]', { shape: 'single', price: '69.333333333333' }],
  ['"legs":[{"price":85.123456789012345678}]', { shape: 'single', price: '85.123456789012345678' }],
  ['"legs":[{"price":"85.10"}]', { shape: 'single', price: '85.1' }],
  ['"legs":[{"price":"-4.25"}]', { shape: 'single', price: '-4.25' }],
  [
    '"type":"standard-spread","spread-price":0.9000000000000021',
    { shape: 'standard-spread', spreadPrice: '0.9000000000000021' },
  ],
  ['"legs":[{"price":1.5e-7}]', { shape: 'single', price: '0.00000015' }],
])('reads the price of a quote with %s', (fields, price) => {
  expect(priceIn(fields)).toEqual(price);
});

it.each(['"85,10"', '"EUR 85"', '""', '1e9', '"1e999"', '1e-31', 'true'])(
  'takes %s for no price',
  (written) => {
    expect(priceIn(`"legs":[{"price":${written}}]`)).toEqual(expect.stringContaining('legs[0].price'));
  },
);

it.each<[string, string | undefined]>([
  ['0.9', '0.9'],
  // 30.1 − 29.2 and 30.1 + 29.2, as they come out in binary.
  ['0.9000000000000021', '0.9'],
  ['59.300000000000004', '59.3'],
  // The former rule, with another sign; and what no rule gives.
  ['-0.9', undefined],
  ['1', undefined],
  ['0.900001', undefined],
  ['null', undefined],
])(
  'reads two legs beside a net price of %s with the net price that the legs make: %s',
  (net, spreadPrice) => {
    const legPrices = ['30.1', '29.2'];
    expect(priceIn(`"spread-price":${net},"legs":[{"price":30.1},{"price":29.2}]`)).toEqual({
      shape: 'per-leg',
      legPrices,
      ...(spreadPrice !== undefined && { spreadPrice }),
    });
  },
);
