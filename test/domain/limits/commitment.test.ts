import { expect, it } from 'vitest';
import { committedLegs, differenceInMoney } from '../../../src/domain/limits/commitment';
import { Quantity } from '../../../src/domain/quantity';
import { RequestId } from '../../../src/domain/identifiers';
import { Price } from '../../../src/domain/price';
import { request } from './situation';

const YEAR = { deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31', market: 'DE', loadProfile: 'base' };
const QUARTER = { ...YEAR, deliveryStart: '2027-01-01', deliveryEnd: '2027-03-31' };
const TEN_EUR = Price.parse('10');
const TEN = Quantity.parse('10');

it('a difference of a net price is money where all legs deliver as much, and none where they do not', () => {
  const between = request(YEAR, { ...YEAR, market: 'NL', action: 'sell' });
  expect(differenceInMoney(between.legs, '0.1', TEN)).toMatchObject({ currency: 'EUR', total: '8760' });
  const times = request(QUARTER, { ...YEAR, action: 'sell' });
  expect(differenceInMoney(times.legs, '0.1', TEN)).toBeUndefined();
  const sizes = request(YEAR, { ...YEAR, market: 'NL', action: 'sell', quantity: Quantity.parse('5') });
  expect(differenceInMoney(sizes.legs, '0.1', TEN)).toBeUndefined();
});

it.each([
  ['10', [undefined, undefined, true]],
  ['6', [undefined, undefined, undefined]],
])('of the whole of leg 1 is the whole of a leg of another amount: %s', (quantity, isWhole) => {
  const sizes = request(YEAR, { ...YEAR, market: 'NL' }, { ...YEAR, quantity: Quantity.parse('5') });
  const offer = { kind: 'offer', direction: 'ask', quantity: Quantity.parse(quantity) } as const;
  const price = { shape: 'per-leg', legPrices: [TEN_EUR, TEN_EUR, TEN_EUR] } as const;
  const legs = committedLegs({ requestId: RequestId.parse('RQ-1'), ...offer, price }, sizes);
  expect(legs.map((leg) => leg.isWhole)).toEqual(isWhole);
});

it('is counted for the day in MW and MWh, whatever the unit of the platform', () => {
  const { legs } = request({ ...QUARTER, quantityUnit: 'kW' });
  const price = { shape: 'single', price: TEN_EUR } as const;
  const offer = { kind: 'offer', direction: 'ask', price, quantity: Quantity.parse('60000') } as const;
  const [leg] = committedLegs({ requestId: RequestId.parse('RQ-1'), ...offer }, { legs });
  expect(leg?.volumes).toEqual([
    { unit: 'kW', amount: '60000' },
    { unit: 'MWh', amount: '129540' },
    { unit: 'MW', amount: '60' },
  ]);
});
