import fc from 'fast-check';
import { priceOf, type Price } from '../../src/domain/price';

/** The price that a test writes; one that is none is a mistake of the test. */
export function price(written: string | number): Price {
  const parsed = priceOf(written);
  if (parsed === undefined) throw new Error(`${written} is not a price.`);
  return parsed;
}

/** A whole number of hundred-millionths, and the price that it is. */
export const anyPrice = fc
  .record({
    whole: fc.oneof(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 200 })),
    fraction: fc.oneof(
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.integer({ min: 0, max: 99 }).map((n) => n * 1e6),
    ),
    negative: fc.boolean(),
  })
  .map(({ whole, fraction, negative }) => {
    const units = (BigInt(whole) * 100_000_000n + BigInt(fraction)) * (negative ? -1n : 1n);
    return {
      units,
      price: price(`${negative ? '-' : ''}${whole}.${String(fraction).padStart(8, '0')}`),
    };
  });

/** Exact arithmetic of another kind, to hold the product's against. */
export function unitsOf(written: Price): bigint {
  const negative = written.startsWith('-');
  const [whole = '0', fraction = ''] = written.replace('-', '').split('.');
  const units = BigInt(whole) * 100_000_000n + BigInt(fraction.padEnd(8, '0'));
  return negative ? -units : units;
}
