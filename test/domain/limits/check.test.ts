import { priceText } from '../../../src/domain/limits/amount-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AcceptedWarning, ActionBody } from '../../../src/domain/action';
import { acceptanceOf, findingsFailure } from '../../../src/domain/limits/accepted-warnings';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { Quantity, quantityOf } from '../../../src/domain/quantity';
import { anyPrice, price } from '../written-price';
import {
  acceptance,
  bestAsk,
  codes,
  found,
  messages,
  NOW,
  quote,
  request,
  sent,
  SPREAD,
  spreadQuote,
} from './situation';

const YEAR = {
  commodity: 'power',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  loadProfile: 'base',
};
const BEST = { bestPrice: { warnPercent: '10', blockPercent: '50', spreadWarn: '5', ignoreUpTo: '0.1' } };

describe('the price against the best one', () => {
  it('is warned of in a sentence with both prices and the level', () => {
    expect(messages(found(quote('12.5'), bestAsk('10.15'), BEST))).toEqual([
      '12.50 is 2.35 (23.16 %) above the best ask 10.15 EUR/MWh; the warn level is 10 %.',
    ]);
  });

  it.each([
    ['11', []],
    ['11.00000001', ['warn best-price']],
    ['9', []],
    ['8.99999999', ['warn best-price']],
    ['15', ['warn best-price']],
    ['15.00000001', ['block best-price']],
    ['-10', ['block best-price']],
  ])('%s beside 10, with levels of 10 and 50 per cent: %j', (written, expected) => {
    expect(codes(found(quote(written), bestAsk('10'), BEST))).toEqual(expected);
  });

  it('leaves a distance alone that is too small to matter, also from nothing and from below nothing', () => {
    expect(codes(found(quote('0.1'), bestAsk('0.02'), BEST))).toEqual([]);
    expect(codes(found(quote('0.1'), bestAsk('0'), BEST))).toEqual([]);
    expect(codes(found(quote('-0.05'), bestAsk('0.05'), BEST))).toEqual([]);
    expect(codes(found(quote('-10.5'), bestAsk('-10'), BEST))).toEqual([]);
    // One more step of the price, and it matters.
    expect(codes(found(quote('0.1200001'), bestAsk('0.02'), BEST))).toEqual(['warn best-price']);
    expect(codes(found(quote('-0.0500001'), bestAsk('0.05'), BEST))).toEqual(['warn best-price']);
    expect(codes(found(quote('-8.99999999'), bestAsk('-10'), BEST))).toEqual(['warn best-price']);
  });

  it.each<[string, string, string[], string]>([
    [
      '0.5',
      '2.5',
      ['warn best-price'],
      '2.50 is 2.00 EUR/MWh above the best ask 0.50 EUR/MWh; beside a price near zero it blocks only beyond 5.00 EUR/MWh.',
    ],
    [
      '-3.56',
      '60',
      ['block best-price'],
      '60.00 is 63.56 EUR/MWh above the best ask −3.56 EUR/MWh; beside a price near zero it blocks only beyond 5.00 EUR/MWh.',
    ],
    [
      '0.5',
      '0.65',
      ['warn best-price'],
      '0.65 is 0.15 (30 %) above the best ask 0.50 EUR/MWh; the warn level is 10 %.',
    ],
    ['0.5', '5.5', ['warn best-price'], 'blocks only beyond 5.00 EUR/MWh.'],
    [
      '-20',
      '-9',
      ['block best-price'],
      '(55 %) above the best ask −20.00 EUR/MWh; beside a price below zero it blocks only beyond 50 % and 5.00 EUR/MWh.',
    ],
    ['0.5', '5.51', ['block best-price'], 'beside a price near zero it blocks only beyond 5.00 EUR/MWh.'],
    ['5', '10', ['warn best-price'], 'blocks only beyond 5.00 EUR/MWh.'],
    ['5.01', '10', ['block best-price'], 'the block level is 50 %.'],
  ])('beside %s, where per cent say little, tells the distance of %s: %j', (best, own, expected, words) => {
    const findings = found(quote(own), bestAsk(best), BEST);
    expect(codes(findings)).toEqual(expected);
    expect(messages(findings)[0]).toContain(words);
  });

  it.each<[what: string, best: string, own: string, expected: string[]]>([
    ['a weekend of power', '-3.35', '8', ['warn best-price']],
    ['a windy night', '-25', '-1', ['warn best-price']],
    ['a solar noon', '2', '25', ['warn best-price']],
    ['the last price that is a tick', '-3.35', '21.65', ['warn best-price']],
    ['one that is not', '-3.35', '21.66', ['block best-price']],
    ['a noon of sun', '6', '12', ['warn best-price']],
    ['the last price beside a low one that is a tick', '10', '25', ['warn best-price']],
    ['one beside it that is not', '10', '25.01', ['block best-price']],
    ['the price from which on per cent decide', '30', '45', ['warn best-price']],
    ['a hundredth more than half of it', '30', '45.01', ['block best-price']],
    ['half as much again beside an ordinary price', '80', '120', ['warn best-price']],
    ['a hundredth more than that', '80', '120.01', ['block best-price']],
    ['and less than half of it', '80', '39.99', ['block best-price']],
    ['a slip of ten beside little', '7', '70', ['block best-price']],
    ['a slip of a hundred beside nearly nothing', '0.6', '60', ['block best-price']],
    ['far below 0, where per cent are wider', '-80', '-40', ['warn best-price']],
    ['and beyond them', '-80', '-39.99', ['block best-price']],
    ['an ordinary price', '60', '66', []],
    ['a tenth away from one', '60', '66.01', ['warn best-price']],
    ['half of one', '60', '30', ['warn best-price']],
    ['less than half of one', '60', '29.99', ['block best-price']],
    ['half as much again', '60', '90', ['warn best-price']],
    ['more than that', '60', '90.01', ['block best-price']],
  ])('%s: beside %s a price of %s: %j, as built in', (_, best, own, expected) => {
    expect(codes(found(quote(own), bestAsk(best), { bestPrice: BUILT_IN_LIMITS.bestPrice }))).toEqual(
      expected,
    );
  });

  it.each([['5'], ['20']])(
    'never warns less for being near 0 or below it, and lets a block go only up to %s',
    (block) => {
      const levels = block === '5' ? BEST : { bestPrice: { ...BEST.bestPrice, spreadBlock: block } };
      fc.assert(
        fc.property(anyPrice, fc.integer({ min: -3_000, max: 3_000 }), (own, hundredths) => {
          fc.pre(hundredths !== 0);
          const best = BigInt(hundredths) * 1_000_000n;
          const size = (units: bigint) => (units < 0n ? -units : units);
          const [away, base] = [size(own.units - best), size(best)];
          const isOver = (percent: bigint) => away > 10_000_000n && away * 100n > base * percent;
          const isNear = best <= 500_000_000n && away <= BigInt(block) * 100_000_000n;
          const expected =
            isOver(50n) && !isNear ? ['block best-price'] : isOver(10n) ? ['warn best-price'] : [];
          expect(codes(found(quote(own.price), bestAsk((hundredths / 100).toFixed(2)), levels))).toEqual(
            expected,
          );
        }),
      );
    },
  );

  it('is blocked only beyond both the per cent and the amount, and says both', () => {
    const levels = { bestPrice: { ...BEST.bestPrice, blockAmount: '15' } };
    expect(messages(found(quote('22'), bestAsk('10'), levels))).toEqual([
      '22.00 is 12.00 (120 %) above the best ask 10.00 EUR/MWh; it blocks only beyond 50 % and 15.00 EUR/MWh.',
    ]);
    const far = found(quote('26'), bestAsk('10'), levels);
    expect(codes(far)).toEqual(['block best-price']);
    expect(messages(far)).toEqual([
      '26.00 is 16.00 (160 %) above the best ask 10.00 EUR/MWh; the block level is 50 % and 15.00 EUR/MWh.',
    ]);
  });

  it('leaves no price more than its amount, the per cent, or near 0 the spread level allow, and never holds one back below them', () => {
    const hundredths = fc.integer({ min: -20_000, max: 20_000 });
    fc.assert(
      fc.property(hundredths, hundredths, (own, best) => {
        fc.pre(best !== 0);
        const [away, base] = [Math.abs(own - best), Math.abs(best)];
        const allowed = Math.max(base / 2, best <= 500 ? 2_500 : 1_500);
        const isBlocked = codes(
          found(quote(String(own / 100)), bestAsk(String(best / 100)), {
            bestPrice: BUILT_IN_LIMITS.bestPrice,
          }),
        ).includes('block best-price');
        expect(isBlocked).toBe(away > allowed);
      }),
    );
  });

  it('goes by per cent alone in other units than per MWh, where the amount would be too wide', () => {
    const inTherms = { request: request({ priceUnit: 'p/therm' }), ...bestAsk('10') };
    const levels = { bestPrice: { ...BEST.bestPrice, blockAmount: '15' } };
    expect(codes(found(quote('22'), inTherms, levels))).toEqual(['block best-price']);
  });

  it('blocks by per cent alone where no distance is set', () => {
    const alone = { bestPrice: { warnPercent: '10', blockPercent: '50', ignoreUpTo: '0.1' } };
    expect(codes(found(quote('2.5'), bestAsk('0.5'), alone))).toEqual(['block best-price']);
  });

  it('says that it was not checked where nothing is known, or where a percentage means nothing', () => {
    const unknown = found(quote('12.5'), {}, BEST);
    expect(codes(unknown)).toEqual([]);
    expect(messages(unknown)).toEqual([
      'No reference to check the price against: 12.50 EUR/MWh for 10 MW comes to 125 EUR per hour.',
    ]);
    const near = [
      { price: price('30.95'), name: 'TTF Cal-27, traded on 19 Nov 2026', leg: 0, isOtherMarket: false },
    ];
    expect(messages(found(quote('314'), { near }, BEST))).toEqual([
      'No reference to check the price against: 314.00 EUR/MWh for 10 MW comes to 3,140 EUR per hour. The nearest known trade is TTF Cal-27, traded on 19 Nov 2026, at 30.95: yours is 914.6 % above it.',
    ]);
    expect(messages(found(quote('-31.4'), { near }, BEST))[0]).toMatch(/yours is 201\.5 % below it\.$/);
    const inPercent = { bestPrice: { warnPercent: '10', ignoreUpTo: '0' } };
    expect(messages(found(quote('5'), bestAsk('0'), inPercent))).toEqual([
      'Price not checked: the best ask 0.00 EUR/MWh is 0, so there is no percentage.',
    ]);
  });

  it.each<[string, string[]]>([
    ['5', []],
    ['5.01', ['warn best-price']],
    ['-50.01', ['block best-price']],
    ['500', ['block best-price']],
  ])('measures %s beside 0 in the unit of the price, as a spread is: %j', (written, expected) => {
    expect(codes(found(quote(written), bestAsk('0')))).toEqual(expected);
  });

  it('warns or blocks instead, when the desk wants that of what cannot be checked', () => {
    expect(codes(found(quote('12.5'), {}, { ...BEST, unchecked: 'warn' }))).toEqual(['warn no-reference']);
    expect(codes(found(quote('12.5'), {}, { ...BEST, unchecked: 'block' }))).toEqual(['block no-reference']);
    expect(codes(found(acceptance('12.5'), {}, { ...BEST, unchecked: 'warn' }))).toEqual(['warn best-price']);
  });

  it('is held against the exact level, whatever the prices are', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, fc.integer({ min: 0, max: 400 }), (own, best, level) => {
        fc.pre(best.units !== 0n);
        const limits = { bestPrice: { warnPercent: String(level), ignoreUpTo: '0' } };
        const away = own.units - best.units;
        const size = (units: bigint) => (units < 0n ? -units : units);
        const isAbove = size(away) * 100n > size(best.units) * BigInt(level);
        expect(codes(found(quote(own.price), bestAsk(best.price), limits))).toEqual(
          isAbove ? ['warn best-price'] : [],
        );
      }),
    );
  });

  it('measures the net price of a spread in its own unit, for it is often near nothing', () => {
    const levels = { bestPrice: { warnPercent: '10', spreadWarn: '5', spreadBlock: '50', ignoreUpTo: '0' } };
    const seen = { request: SPREAD, ...bestAsk('0.25') };
    expect(codes(found(spreadQuote('85', '80'), seen, levels))).toEqual([]);
    expect(messages(found(spreadQuote('86', '80'), seen, levels))).toEqual([
      '6.00 is 5.75 EUR/MWh above the best ask 0.25 EUR/MWh; the warn level is 5.00 EUR/MWh.',
    ]);
    expect(codes(found(spreadQuote('80', '131'), seen, levels))).toEqual(['block best-price']);
  });

  it('is checked for acceptances too', () => {
    expect(codes(found(acceptance('12.5'), bestAsk('10'), BEST))).toEqual(['warn best-price']);
  });
});

describe('a price without any reference', () => {
  it('wants a tick unless a desk says otherwise, for an offer of whatever kind', () => {
    const wanted = ['warn no-reference'];
    expect(codes(found(quote('12.5')))).toEqual(wanted);
    expect(codes(found(spreadQuote('75', '74'), { request: SPREAD }))).toEqual(wanted);
    expect(codes(found(spreadQuote('1', '80', '80'), { request: request({}, {}, {}) }))).toEqual(wanted);
    const firm = { kind: 'send-proposal', proposalKind: 'firm' };
    expect(codes(found(quote('12.5', firm)))).toEqual(wanted);
    // The price of an acceptance was not typed here.
    expect(codes(found(acceptance('12.5')))).toEqual([]);
    expect(codes(found(quote('12.5'), bestAsk('12.5')))).toEqual([]);
    expect(codes(found(quote('12.5'), { last: { price: price('12.5') } }))).toEqual([]);
  });

  it.each([
    ['off', 'tell', []],
    ['tell', 'tell', ['told']],
    ['warn', 'tell', ['warn no-reference']],
    ['block', 'tell', ['block no-reference']],
    ['off', 'warn', ['warn no-reference']],
    ['block', 'warn', ['block no-reference']],
    ['warn', 'block', ['block no-reference']],
  ])(
    'as noReference %s and unchecked %s have it, the stricter one: %j',
    (noReference, unchecked, expected) => {
      const findings = found(quote('12.5'), {}, { ...BEST, noReference, unchecked });
      expect([...codes(findings), ...findings.notChecked.map(() => 'told')]).toEqual(expected);
    },
  );

  it('is ticked at this price and quantity alone, with all of its money', () => {
    const seen = { request: request({ ...YEAR, market: 'DE' }) };
    const [finding] = found(quote('31.4'), seen, { ...BEST, noReference: 'warn' }).warnings;
    expect(finding?.message).toContain(': 31.40 EUR/MWh for 10 MW comes to 2,750,640 EUR.');
    if (!finding) return;
    const tick = [acceptanceOf(finding)];
    const ticked = (body: ActionBody) =>
      findingsFailure(found(body, seen, { ...BEST, noReference: 'warn' }), tick) === undefined;
    expect(ticked(quote('31.4'))).toBe(true);
    expect(ticked(quote('314'))).toBe(false);
    expect(ticked(quote('31.4', { quantity: '100' }))).toBe(false);
    expect(AcceptedWarning.safeParse(tick[0]).success).toBe(true);
  });

  it('names the money that would be blocked, by the levels that its units can reach', () => {
    const seen = { request: request({ ...YEAR, market: 'DE' }) };
    const told = (notional: readonly object[]) =>
      found(quote('31.4'), seen, { ...BEST, noReference: 'warn', notional }).warnings.map(
        ({ message }) => message,
      );
    const [both] = told([
      { unit: 'EUR/h', warn: '400', block: '50000' },
      { unit: 'EUR', block: '500000000' },
      { unit: 'GBP', block: '7' },
    ]);
    expect(both).toMatch(
      /comes to 2,750,640 EUR\. Money is blocked above 50,000 EUR\/h and 500,000,000 EUR\.$/,
    );
    expect(told([{ unit: 'EUR', warn: '500000000' }])[0]).toMatch(/comes to 2,750,640 EUR\.$/);
  });

  it('has the money of a swap’s certificates in it', () => {
    const power = { ...YEAR, market: 'DE' };
    const certificates = {
      priceUnit: 'EUR/certificate',
      quantityUnit: 'certificates',
      quantity: Quantity.parse('175200'),
    };
    const swap = request(
      certificates,
      { ...power, quantity: Quantity.parse('20') },
      { ...power, quantity: Quantity.parse('20') },
    );
    const [finding] = found(
      quote('0', { quantity: '175200', price: { shape: 'per-leg', legPrices: ['0.5', '80', '80'] } }),
      { request: swap },
    ).warnings;
    expect(finding?.message).toBe(
      'No reference to check the price against: 0.50 EUR/certificate for 175,200 certificates comes to 87,600 EUR, with power bought and sold at 80.00 EUR/MWh for 20 MW. Money is blocked above 50,000 EUR/h and 500,000,000 EUR.',
    );
  });

  it('keeps the sign of its price in the money', () => {
    const seen = { request: request({ ...YEAR, market: 'DE' }) };
    expect(found(quote('-31.4'), seen).warnings[0]?.message).toContain(
      ': −31.40 EUR/MWh for 10 MW comes to −2,750,640 EUR.',
    );
    const levels = { notional: [{ unit: 'EUR', warn: '1000' }] };
    expect(found(quote('-31.4'), seen, levels).warnings.map(({ message }) => message)).toEqual([
      'At −31.40 it comes to −2,750,640 EUR over 8,760 hours, in size above the warn level of 1,000 EUR.',
    ]);
  });

  it('is silent where a desk compares no prices at all', () => {
    expect(codes(found(quote('12.5'), {}, { noReference: 'block' }))).toEqual([]);
  });
});

it('holds the price against the last one of this desk, and never holds back the first', () => {
  const limits = { lastPrice: { warnPercent: '10', ignoreUpTo: '0' }, unchecked: 'block' };
  const last = { last: { price: price('10') } };
  expect(messages(found(quote('12'), last, limits))).toEqual([
    '12.00 is 2.00 (20 %) above the price this desk sent last, 10.00 EUR/MWh; the warn level is 10 %.',
  ]);
  expect(codes(found(quote('12'), {}, limits))).toEqual([]);
  expect(messages(found(quote('12'), {}, limits))).toEqual([]);
});

it.each([
  ['10', '-10', true],
  ['-0.00000001', '10', true],
  ['0', '10', false],
  ['10', '0', false],
  ['-3', '-4', false],
])('the sign of %s beside %s is turned: %j', (own, best, isTurned) => {
  const findings = found(quote(own), bestAsk(best), { signFlip: 'block' });
  expect(codes(findings)).toEqual(isTurned ? ['block sign-flip'] : []);
  if (isTurned)
    expect(messages(findings)[0]).toBe(
      `${priceText(own)} has the opposite sign to the best ask ${priceText(best)} EUR/MWh.`,
    );
});

it.each([
  ['101.5', '10.2', '10 times'],
  ['1.015', '10.2', 'a tenth of'],
  ['-1020', '-10.2', '100 times'],
  ['0.1', '10.2', 'a hundredth of'],
  ['10200', '10.2', '1000 times'],
  ['0.01', '10.2', 'a thousandth of'],
])('%s beside %s looks like a decimal point in the wrong place', (own, best, words) => {
  expect(messages(found(quote(own), bestAsk(best), { factorOfTen: 'warn' }))).toEqual([
    `${priceText(own)} is about ${words} the best ask ${priceText(best)} EUR/MWh: check its decimal point.`,
  ]);
});

it('finds every slipped decimal point of a price that is not far from the best one, and no honest price', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 9_999_999 }),
      fc.integer({ min: -15, max: 15 }),
      fc.constantFrom('1', '10', '100', '0.1', '0.01'),
      (hundredths, offPercent, slip) => {
        const best = price(hundredths / 100);
        const meant = Math.round((hundredths * (100 + offPercent)) / 100) / 100;
        const own = price(Number((meant * Number(slip)).toFixed(6)));
        const expected = slip === '1' ? [] : ['warn factor-of-ten'];
        const found10 = codes(found(quote(own), bestAsk(best), { factorOfTen: 'warn' }));
        expect(found10.filter((code) => code !== 'warn fine-price')).toEqual(expected);
      },
    ),
  );
});

it('finds a slipped decimal point of the quantity, but lets a part be offered', () => {
  const limits = { factorOfTen: 'warn' };
  expect(messages(found(quote('10', { quantity: '100' }), bestAsk('10'), limits))).toEqual([
    'The quantity 100 is about 10 times the 10 of the request: check its decimal point.',
  ]);
  expect(codes(found(quote('10', { quantity: '1' }), bestAsk('10'), limits))).toEqual([]);
  expect(codes(found(quote('10', { quantity: '12' }), bestAsk('10'), limits))).toEqual([]);
});

describe('volume', () => {
  const limits = { volume: [{ unit: 'mw', warn: '50', block: '100' }] };
  it.each([
    ['50', []],
    ['50.00000001', ['warn volume']],
    ['100', ['warn volume']],
    ['101', ['block volume']],
  ])('%s MW with levels of 50 and 100: %j', (quantity, expected) => {
    expect(codes(found(quote('10', { quantity }), {}, limits))).toEqual(expected);
  });

  it('is told with its unit, or why it could not be checked', () => {
    expect(messages(found(quote('10', { quantity: '60' }), {}, limits))).toEqual([
      'The quantity of 60 MW is above the warn level of 50 MW.',
    ]);
    const lots = { request: request({ quantityUnit: 'lots' }) };
    expect(messages(found(quote('10'), lots, limits))).toEqual([
      'Volume not checked: this desk has no level in lots.',
    ]);
    const mixed = { request: request({ quantityUnit: 'MWh' }, { quantityUnit: 'MW' }) };
    expect(codes(found(spreadQuote('1', '2', '2'), { request: mixed.request }, limits))).toEqual([]);
    const whole = ActionBody.parse({
      kind: 'accept-quote',
      requestId: 'RQ-1',
      quoteId: 'Q-1',
      lastSeen: { type: 'per-leg', legPrices: ['10'] },
    });
    const unsized = { request: { ...request(), legs: request().legs.map(({ quantity: _, ...leg }) => leg) } };
    expect(messages(found(whole, unsized, limits))).toEqual([
      'Volume and notional not checked: the quantity is not known.',
    ]);
    const quantity = quantityOf(120);
    const offer = { direction: 'ask', ...(quantity && { quantity }) } as const;
    expect(codes(found(whole, { offer }, limits))).toEqual(['block volume']);
  });

  it('takes the quantity of the request for that of an accepted offer which does not say its own', () => {
    const whole = ActionBody.parse({
      kind: 'accept-quote',
      requestId: 'RQ-1',
      quoteId: 'Q-1',
      lastSeen: { type: 'per-leg', legPrices: ['10'] },
    });
    const large = request({ quantity: Quantity.parse('1000') });
    const offer = { direction: 'ask' } as const;
    const limits = {
      volume: [{ unit: 'MW', block: '500' }],
      notional: [{ unit: 'EUR/h', block: '5000' }],
    };
    expect(codes(found(whole, { request: large, offer }, limits))).toEqual([
      'block volume',
      'block notional',
    ]);
    expect(codes(found(whole, { request: request(), offer }, limits))).toEqual([]);
  });

  const DAY = { deliveryStart: '2027-01-04', deliveryEnd: '2027-01-04' };
  const MONTH = { deliveryStart: '2027-01-01', deliveryEnd: '2027-01-31' };
  it.each([
    ['500', 'GWh', YEAR, 'The quantity of 500,000 MWh is above the block level of 100,000 MWh.'],
    ['500000000', 'kWh', YEAR, 'The quantity of 500,000 MWh is above the block level of 100,000 MWh.'],
    ['30000000', 'therms', YEAR, 'The quantity of 879,213 MWh is above the block level of 100,000 MWh.'],
    ['60000', 'kW', DAY, 'The quantity of 60 MW is above the block level of 25 MW.'],
    ['60', 'MWh/h', DAY, 'The quantity of 60 MW is above the block level of 25 MW.'],
    ['1440', 'MWh/d', DAY, 'The quantity of 60 MW is above the block level of 25 MW.'],
    [
      '1000000',
      'th/d',
      MONTH,
      'The quantity of 908,520.1 MWh over the whole delivery is above the block level of 100,000 MWh.',
    ],
  ])('%s %s is held against levels in MW and MWh', (quantity, quantityUnit, delivery, told) => {
    const levels = {
      volume: [
        { unit: 'MW', block: '25' },
        { unit: 'MWh', block: '100000' },
      ],
    };
    const asked = { request: request({ quantityUnit, ...delivery }) };
    expect(messages(found(quote('10', { quantity }), asked, levels))).toContain(told);
  });

  it('in a unit of its own with a level is held against that level', () => {
    const asked = { request: request({ quantityUnit: 'kW', ...DAY }) };
    const levels = { volume: [{ unit: 'kW', block: '50000' }] };
    expect(messages(found(quote('10', { quantity: '60000' }), asked, levels))).toEqual([
      'The quantity of 60,000 kW is above the block level of 50,000 kW.',
    ]);
  });
});

describe('notional', () => {
  it.each([
    ['EUR/MWh', 'MWh', 'EUR', '840'],
    ['EUR/MWh', 'MW', 'EUR', '7358400'],
    ['EUR/MWh', 'MW', 'EUR/h', '840'],
    ['EUR/MWh', 'GWh', 'EUR', '840000'],
    ['GBP / kWh', 'kw', 'GBP', '7358400'],
    ['EUR/MWh', 'MWh/d', 'EUR', '306600'],
    ['p/therm', 'therm', 'GBP', '8.4'],
    ['p/therm', 'therm', 'p', '840'],
    ['GBp/therm', 'therm/d', 'GBP', '3066'],
    ['EUR/MWh', 'lots', 'EUR/MWh × lots', '840'],
    ['ct', 'MW', 'ct × MW', '840'],
    ['EUR/t/h', 't', 'EUR/t/h × t', '840'],
    ['/MWh', 'MWh', '/MWh × MWh', '840'],
  ])('of %s times %s over the year 2027 is measured in %s: %s', (priceUnit, quantityUnit, unit, amount) => {
    const levels = { notional: [{ unit, warn: '0' }] };
    const [finding] = found(
      quote('84'),
      { request: request({ ...YEAR, priceUnit, quantityUnit }) },
      levels,
    ).warnings;
    expect(finding).toMatchObject({ code: 'notional', about: unit, size: amount });
  });

  it('warns of 6.3 million over a year where the level is 1 million, although the quantity is in MW', () => {
    const levels = { notional: [{ unit: 'EUR', warn: '1000000' }] };
    const asked = { request: request(YEAR) };
    expect(messages(found(quote('72'), asked, levels))).toEqual([
      'At 72.00 it comes to 6,307,200 EUR over 8,760 hours, above the warn level of 1,000,000 EUR.',
    ]);
    const peak = { request: request({ ...YEAR, loadProfile: 'peak' }) };
    expect(found(quote('72'), peak, levels).warnings[0]?.size).toBe('2255040');
    const unknown = { request: request({ ...YEAR, loadProfile: 'shaped' }) };
    expect(messages(found(quote('72'), unknown, levels))[0]).toContain(
      'at most 8,760 hours (every hour, as the load profile is not known)',
    );
  });

  it('holds a quantity in MW to a level in MWh, over the whole delivery', () => {
    const levels = { volume: [{ unit: 'MWh', block: '87599' }] };
    expect(messages(found(quote('1'), { request: request(YEAR) }, levels))).toEqual([
      'The quantity of 87,600 MWh over the whole delivery is above the block level of 87,599 MWh.',
    ]);
  });

  it('sums each currency of its own', () => {
    const mixed = request({ ...YEAR }, { ...YEAR, action: 'sell', priceUnit: 'GBP/MWh' });
    const levels = {
      notional: [
        { unit: 'EUR', warn: '1' },
        { unit: 'GBP', warn: '1' },
      ],
    };
    const sizes = found(spreadQuote('10', '20'), { request: mixed }, levels).warnings.flatMap((one) =>
      one.code === 'notional' ? [[one.about, one.size]] : [],
    );
    expect(sizes).toEqual([
      ['EUR', '876000'],
      ['GBP', '1752000'],
    ]);
  });

  const limits = { notional: [{ unit: 'EUR/h', warn: '5000', block: '50000' }] };
  it('is price times quantity, exactly, and a negative price is money too', () => {
    expect(codes(found(quote('500'), {}, limits))).toEqual([]);
    expect(messages(found(quote('500.00000001'), {}, limits))).toEqual([
      'At 500.00000001 it comes to 5,000.01 EUR/h, above the warn level of 5,000 EUR/h.',
    ]);
    expect(codes(found(quote('-500.00000001'), {}, limits))).toEqual(['warn notional']);
    expect(codes(found(quote('5000.1'), {}, limits))).toEqual(['block notional']);
  });

  it('adds up the legs of a spread, however little its net price is', () => {
    const findings = found(spreadQuote('300', '-299'), { request: SPREAD }, limits);
    expect(messages(findings)).toEqual([
      'At 300.00 and −299.00 it comes to 5,990 EUR/h, gross of all legs, above the warn level of 5,000 EUR/h.',
    ]);
  });

  it('names the hours of both legs of a spread in time', () => {
    const power = { commodity: 'power', market: 'DE', loadProfile: 'base', quantity: Quantity.parse('20') };
    const inTime = request(
      { ...power, deliveryStart: '2027-01-01', deliveryEnd: '2027-03-31' },
      { ...power, action: 'sell', deliveryStart: '2027-10-01', deliveryEnd: '2027-12-31' },
    );
    const two = quote('0', { price: { shape: 'per-leg', legPrices: ['80.5', '82.1'] }, quantity: '20' });
    const levels = { notional: [{ unit: 'EUR', warn: '5000000' }] };
    expect(messages(found(two, { request: inTime }, levels))).toContain(
      'At 80.50 and 82.10 it comes to 7,103,168 EUR over 2,159 hours and 2,209 hours, gross of all legs, above the warn level of 5,000,000 EUR.',
    );
  });

  it('is not guessed where a unit is missing or has no level', () => {
    const { priceUnit: _, ...leg } = request().legs[0] ?? { action: 'buy' };
    expect(messages(found(quote('500'), { request: { ...request(), legs: [leg] } }, limits))).toEqual([
      'Notional not checked: the platform gives no unit of price or of quantity.',
    ]);
    const gas = { request: request({ priceUnit: 'GBP/ton' }) };
    expect(messages(found(quote('500'), gas, limits))).toEqual([
      'Notional not checked: this desk has no level in GBP/ton × MW.',
    ]);
  });
});

describe('the pace', () => {
  const limits = { countPerMinute: { warn: 3, block: 5 } };
  const many = (count: number, over = {}) => Array.from({ length: count }, () => sent(quote('10'), over));

  it.each([
    [2, []],
    [3, ['warn count-per-minute']],
    [4, ['warn count-per-minute']],
    [5, ['block count-per-minute']],
  ])('after %d actions within a minute: %j', (count, expected) => {
    expect(codes(found(quote('11'), { recent: many(count) }, limits))).toEqual(expected);
  });

  it('counts what was sent within the minute, and no withdrawals', () => {
    expect(messages(found(quote('11'), { recent: many(3) }, limits))).toEqual([
      'This is action 4 of this desk within one minute; the warn level is 3.',
    ]);
    const withdrawal = ActionBody.parse({ kind: 'withdraw-quote', requestId: 'RQ-1', quoteId: 'Q-1' });
    for (const recent of [
      many(9, { createdAt: NOW - 60_000 }),
      many(9, { state: 'cancelled' }),
      many(9, { state: 'rejected', sentAt: undefined }),
      Array.from({ length: 9 }, () => sent(withdrawal)),
    ]) {
      expect(codes(found(quote('11'), { recent }, limits))).toEqual([]);
    }
    expect(codes(found(quote('11'), { recent: many(3, { state: 'rejected' }) }, limits))).toHaveLength(1);
  });

  const once = { duplicate: { step: 'warn', withinMs: 60_000 } };
  it('finds the same thing done twice, within the time that was set', () => {
    expect(messages(found(quote('10'), { recent: [sent(quote('10'))] }, once))).toEqual([
      'This desk did exactly the same 5 seconds ago.',
    ]);
    const others = [
      sent(quote('10.1')),
      sent(quote('10', { quantity: '11' })),
      sent(quote('10', { direction: 'bid' })),
      sent(quote('10', { requestId: 'RQ-2' })),
      sent(quote('10'), { createdAt: NOW - 60_000 }),
      sent(quote('10'), { state: 'rejected' }),
      sent(quote('10'), { state: 'cancelled' }),
    ];
    expect(codes(found(quote('10'), { recent: others }, once))).toEqual([]);
  });
});

it('limits nothing that takes risk away', () => {
  const withdrawal = ActionBody.parse({ kind: 'withdraw-quote', requestId: 'RQ-1', quoteId: 'Q-1' });
  const limits = {
    countPerMinute: { block: 1 },
    duplicate: { step: 'block', withinMs: 60_000 },
    unchecked: 'block',
  };
  const recent = [sent(withdrawal), sent(quote('1')), sent(quote('2'))];
  expect(found(withdrawal, { recent }, limits)).toEqual({ warnings: [], blocks: [], notChecked: [] });
});
