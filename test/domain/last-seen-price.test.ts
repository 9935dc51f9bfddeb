import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LastSeenPrice, sameLastSeen } from '../../src/domain/price';
import { lastSeenOf } from '../../src/domain/offers';
import { anyPrice, price } from './written-price';

const anyShape: fc.Arbitrary<LastSeenPrice> = fc.oneof(
  anyPrice.map(({ price: spreadPrice }) => ({ type: 'standard-spread' as const, spreadPrice })),
  fc
    .array(
      anyPrice.map(({ price: legPrice }) => legPrice),
      { minLength: 1, maxLength: 3 },
    )
    .map((legPrices) => ({ type: 'per-leg' as const, legPrices })),
);

it('has two shapes: the one net price of a standard spread, or one price per leg', () => {
  expect(lastSeenOf({ shape: 'standard-spread', spreadPrice: price('-1.25') })).toEqual({
    type: 'standard-spread',
    spreadPrice: '-1.25',
  });
  expect(lastSeenOf({ shape: 'single', price: price(0) })).toEqual({ type: 'per-leg', legPrices: ['0'] });
  expect(lastSeenOf({ shape: 'per-leg', legPrices: [price(30), price(29)], spreadPrice: price(1) })).toEqual({
    type: 'per-leg',
    legPrices: ['30', '29'],
  });
});

it('survives being written down and read', () => {
  fc.assert(
    fc.property(anyShape, (lastSeen) => {
      expect(LastSeenPrice.parse(JSON.parse(JSON.stringify(lastSeen)))).toEqual(lastSeen);
    }),
  );
});

it('is the same only in the same shape with the same figures in the same order', () => {
  fc.assert(
    fc.property(anyShape, anyShape, (one, other) => {
      expect(sameLastSeen(one, structuredClone(one))).toBe(true);
      expect(sameLastSeen(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
  const legs = (...written: number[]): LastSeenPrice => ({
    type: 'per-leg',
    legPrices: written.map((one) => price(one)),
  });
  expect(sameLastSeen(legs(30, 29), legs(29, 30))).toBe(false);
  expect(sameLastSeen(legs(30), legs(30, 30))).toBe(false);
  expect(sameLastSeen(legs(1), { type: 'standard-spread', spreadPrice: price(1) })).toBe(false);
});

it.each([
  { type: 'per-leg', legPrices: [] },
  { type: 'per-leg', legPrices: ['1', '2', '3', '4'] },
  { type: 'per-leg', legPrices: ['30.10'] },
  { type: 'per-leg', legPrices: [30] },
  { type: 'standard-spread' },
  { type: 'net', spreadPrice: '1' },
])('is not %j', (written) => {
  expect(LastSeenPrice.safeParse(written).success).toBe(false);
});

it.each([
  { type: 'per-leg', legPrices: ['1'] },
  { type: 'per-leg', legPrices: ['1', '2', '3'] },
  { type: 'per-leg', legPrices: ['30.1'] },
  { type: 'standard-spread', spreadPrice: '1' },
])('is %j', (written) => {
  expect(LastSeenPrice.safeParse(written)).toEqual({ success: true, data: written });
});
