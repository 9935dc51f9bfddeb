import { expect, it } from 'vitest';
import { notionalOf } from '../../../src/domain/delivery/notional';

const JANUARY = {
  commodity: 'gas',
  market: 'NBP',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-01-31',
};

// 10 MW for 744 hours are 7,440 MWh, and 253,863.3983 therms.
it.each([
  ['MW', 'GBP/th', '253863.398289151775'],
  ['MW', 'p/th', '2538.63398289151775'],
  ['MW', 'GBP/MMBtu', '25386.3398289151775'],
  ['th/d', 'GBP/MWh', '9.085201'],
  ['therms/d', 'GBP/th', '310'],
  ['MW', 'EUR/MWh', '7440'],
  ['GWh', 'EUR/kWh', '10000000'],
  ['MW', 'GBP/ton', undefined],
])('of 10 %s at 1 %s is %s', (quantityUnit, priceUnit, total) => {
  const notional = notionalOf({ ...JANUARY, quantityUnit, priceUnit }, '1', '10');
  expect(notional?.total?.slice(0, 12)).toBe(total?.slice(0, 12));
});

it('is exact where a price for therms comes out even', () => {
  const leg = { ...JANUARY, quantityUnit: 'MW', priceUnit: 'p/th' };
  expect(notionalOf(leg, '29.3071', '10')?.total).toBe('74400');
});

it('loses no digit of a long price', () => {
  const leg = { ...JANUARY, quantityUnit: 'MWh', priceUnit: 'EUR/kWh' };
  const price = `0.${'1'.repeat(60)}`;
  expect(notionalOf(leg, price, '1')?.total).toBe(`${'1'.repeat(3)}.${'1'.repeat(57)}`);
});
