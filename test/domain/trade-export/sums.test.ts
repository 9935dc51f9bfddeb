import { expect, it } from 'vitest';
import { TradeSums } from '../../../src/domain/trade-export/sums';
import { captured, leg, SINGLE, SPREAD } from './sample-trades';

const sumsOf = (...trades: readonly Parameters<typeof captured>[0][]): string[][] => {
  const sums = new TradeSums();
  for (const raw of trades) sums.add(captured(raw));
  return sums.rows();
};

it('adds up what was bought and sold, each leg by its own side, unit and currency', () => {
  expect(sumsOf(SINGLE, SPREAD)).toEqual([
    ['power bought: energy, MWh', '175200'],
    ['power bought: money, EUR', '5264760'],
    ['power bought: quantity, MW', '20'],
    ['power sold: energy, MWh', '43430'],
    ['power sold: money, EUR', '1268156'],
    ['power sold: quantity, MW', '10'],
    ['legs without a side, and in none of these sums', '0'],
    ['legs whose money is not known', '0'],
  ]);
});

it('adds no amounts of two units or currencies, and loses no digit', () => {
  const small = { ...SINGLE, 'trade-id': 'T-8', quantity: 0.1, 'quantity-unit': 'MWh', price: 0.2 };
  const pounds = { ...SINGLE, 'trade-id': 'T-9', 'price-unit': 'GBP/MWh', currency: 'GBP', quantity: 0.2 };
  const rows = sumsOf(small, { ...small, 'trade-id': 'T-7' }, pounds);
  expect(rows.filter(([name]) => name?.includes('quantity'))).toEqual([
    ['power bought: quantity, MW', '0.2'],
    ['power bought: quantity, MWh', '0.2'],
  ]);
  expect(rows.filter(([name]) => name?.includes('money'))).toContainEqual([
    'power bought: money, EUR',
    '0.04',
  ]);
  expect(rows.map(([name]) => name)).toContain('power bought: money, GBP');
});

it('adds no power to gas, and says the same to a program by name', () => {
  const sums = new TradeSums();
  for (const raw of [SINGLE, { ...SINGLE, 'trade-id': 'T-5', commodity: 'gas' }]) sums.add(captured(raw));
  expect(sums.facts()).toMatchObject({
    'gas bought: quantity, MW': '10',
    'power bought: quantity, MW': '10',
    'legs whose money is not known': '0',
  });
});

it('says how many legs are in no sum, and of how many the money is not known', () => {
  const provisional = { ...SPREAD, legs: [leg({ price: null }), leg({ action: null })] };
  const rows = sumsOf(provisional);
  expect(rows).toContainEqual(['legs without a side, and in none of these sums', '1']);
  expect(rows).toContainEqual(['legs whose money is not known', '1']);
  expect(rows).toContainEqual(['power bought: quantity, MW', '10']);
});

it('adds nothing of a cancelled trade, nor of one whose state is not known, and says how many those are', () => {
  const states = [undefined, 'confirmed', 'cancelled', 'disputed', 'disputed'];
  const rows = sumsOf(...states.map((state, at) => ({ ...SINGLE, 'trade-id': `T-${at}`, state })));
  expect(rows).toContainEqual(['power bought: quantity, MW', '20']);
  expect(rows.filter(([name]) => name?.startsWith('trades in none'))).toEqual([
    ['trades in none of these sums: each has a state that is not known, "disputed"', '2'],
    ['trades in none of these sums: each is cancelled by its record', '1'],
  ]);
});
