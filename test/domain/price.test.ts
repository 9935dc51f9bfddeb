import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compared,
  minus,
  negated,
  plus,
  Price,
  priceOf,
  statedPrice,
  toNumber,
} from '../../src/domain/price';
import { quantityOf, statedQuantity } from '../../src/domain/quantity';
import { anyPrice, price, unitsOf } from './written-price';

describe('a price', () => {
  it.each([
    [30.1, '30.1'],
    ['30.10', '30.1'],
    [' 30.10 ', '30.1'],
    ['+5', '5'],
    ['007.50', '7.5'],
    [-4.25, '-4.25'],
    [0, '0'],
    [-0, '0'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['0.5', '0.5'],
    ['-0.5', '-0.5'],
    [1e-8, '0.00000001'],
    [1e8, '100000000'],
    ['999999999.99999999', '999999999.99999999'],
    ['-999999999.99999999', '-999999999.99999999'],
  ])('%j is %s', (written, exact) => {
    expect(priceOf(written)).toBe(exact);
  });

  it.each([
    NaN,
    Infinity,
    -Infinity,
    1e9,
    1e300,
    1e-9,
    0.1 + 0.2,
    '1000000000',
    '0.123456789',
    '',
    ' ',
    '-',
    '.5',
    '5.',
    '1e3',
    '0x10',
    '30,10',
    '1 000',
    '--1',
    'NaN',
    '1'.repeat(400),
  ])('%j is none', (written) => {
    expect(priceOf(written)).toBeUndefined();
  });

  it('is written one way only: what reads the same is the same text', () => {
    fc.assert(
      fc.property(anyPrice, fc.nat(4), ({ price: exact }, zeros) => {
        const longer = exact.includes('.') ? exact + '0'.repeat(zeros) : `${exact}.${'0'.repeat(zeros + 1)}`;
        expect(priceOf(longer)).toBe(exact);
        expect(priceOf(exact)).toBe(exact);
        expect(Price.parse(exact)).toBe(exact);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never rounded: it is exactly what was written', () => {
    fc.assert(
      fc.property(anyPrice, ({ units, price: exact }) => {
        expect(unitsOf(exact)).toBe(units);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of any number at all is none or has that very number', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.float(), fc.integer()), (number) => {
        const exact = priceOf(number);
        if (exact !== undefined) expect(toNumber(exact)).toBe(number + 0);
      }),
      { numRuns: 5_000 },
    );
  });

  it('of any text at all is none or a canonical price', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+]?\d{0,12}\.?\d{0,10}$/)), (text) => {
        const exact = priceOf(text);
        expect(exact === undefined || Price.safeParse(exact).success).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    '30.10',
    '-0',
    '00',
    '01',
    '1.',
    '.1',
    '+1',
    '1e3',
    '',
    '12345678901',
    `0.${'0'.repeat(30)}1`,
    '1\n',
  ])('is not accepted over a wire as %j', (text) => {
    expect(Price.safeParse(text).success).toBe(false);
  });
});

describe('arithmetic on prices', () => {
  it('is exact where binary numbers are not', () => {
    expect(minus(price(30.1), price(29.2))).toBe('0.9');
    expect(plus(price(0.1), price(0.2))).toBe('0.3');
    expect(minus(price(1), price(1))).toBe('0');
    expect(minus(price(-4.25), price(-4.25))).toBe('0');
  });

  it('agrees with whole numbers of hundred-millionths for any two written prices', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, (a, b) => {
        expect(unitsOf(plus(a.price, b.price))).toBe(a.units + b.units);
        expect(unitsOf(minus(a.price, b.price))).toBe(a.units - b.units);
        expect(unitsOf(negated(a.price))).toBe(-a.units);
        expect(Math.sign(compared(a.price, b.price))).toBe(
          a.units < b.units ? -1 : a.units > b.units ? 1 : 0,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps zero without a sign', () => {
    expect(negated(price(0))).toBe('0');
    expect(plus(price(-1), price(1))).toBe('0');
  });

  it('orders by size and not by text', () => {
    expect(compared(price(9), price(10))).toBeLessThan(0);
    expect(compared(price(-9), price(-10))).toBeGreaterThan(0);
    expect(compared(price('1.5'), price(1.5))).toBe(0);
  });
});

describe('a price that the platform states', () => {
  it.each<[number | string, string]>([
    ['69.333333333333', '69.333333333333'],
    ['85.123456789012345678', '85.123456789012345678'],
    ['-0.000000000000000000000000000001', '-0.000000000000000000000000000001'],
    ['1.5e-7', '0.00000015'],
    [0.1 + 0.2, '0.30000000000000004'],
    ['30.10', '30.1'],
    ['-0.0', '0'],
  ])('is read as it is written: %s', (written, exact) => {
    expect(statedPrice(written)).toBe(exact);
  });

  it.each<number | string>(['1e9', '1e-31', '', ' 1', '+1', '1,5', '0x1', 'Infinity', NaN, '1e9999'])(
    'is none as %s',
    (written) => {
      expect(statedPrice(written)).toBeUndefined();
    },
  );

  it('may be finer than what a person types and what is sent', () => {
    expect(priceOf('0.123456789')).toBeUndefined();
    expect(priceOf('0.12345678')).toBe('0.12345678');
    expect(quantityOf('0.123456789')).toBeUndefined();
    expect(statedQuantity('0.123456789')).toBe('0.123456789');
    expect(statedQuantity('0')).toBeUndefined();
  });

  it('adds up exactly with another one', () => {
    const [a, b] = ['0.000000000000000000000000000001', '999999999.9'].map((text) => Price.parse(text));
    if (a === undefined || b === undefined) throw new Error('No price.');
    expect(plus(a, b)).toBe('999999999.900000000000000000000000000001');
  });
});
