import { expect, it } from 'vitest';
import { readTrade } from '../../../src/contract/service/read-trade';
import { fillOf } from '../../../src/domain/delivery/fill';
import { inLegOrder } from '../../../src/domain/delivery/leg-order';

const leg = (market: string, price: number, over: Record<string, unknown> = {}) => ({
  commodity: 'power',
  market,
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-12-31',
  'load-profile': 'base',
  action: market === 'DE' ? 'buy' : 'sell',
  quantity: 10,
  price,
  ...over,
});
const trade = (...legs: readonly Record<string, unknown>[]) => {
  const read = readTrade({
    'trade-id': 'TR-1',
    'traded-at': '2026-11-20T10:00:00Z',
    contract: 'spread',
    legs,
  });
  if (!read.ok) throw new Error(read.failure.message);
  return read.value;
};
const wanted = (market: string, over: Record<string, unknown> = {}) => ({
  commodity: 'Power',
  market,
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  loadProfile: 'base',
  ...over,
});
const ORDER = [wanted('DE'), wanted('FR')];

it('legs come in the order of the request, with their prices and the net of that order', () => {
  const turned = trade(
    leg('FR', 80),
    leg('de', 85, { action: 'buy', 'delivery-start': '2027-01-01T00:00:00+01:00' }),
  );
  const ordered = inLegOrder(turned, ORDER);
  expect(ordered.legPrices).toEqual(['85', '80']);
  expect(fillOf(ordered)).toMatchObject({ price: '5', legs: [{ market: 'de' }, { market: 'FR' }] });
  expect(fillOf(turned).price).toBe('-5');
});

it('a swap too', () => {
  const goo = leg('EU', 0.5, { commodity: 'goo', quantity: 7 });
  const swap = trade(leg('FR', 80), leg('DE', 80, { quantity: 3 }), goo);
  expect(swap.quantity).toBe('10');
  const ordered = inLegOrder(swap, [wanted('EU', { commodity: 'goo' }), wanted('DE'), wanted('FR')]);
  expect(ordered.legPrices).toEqual(['0.5', '80', '80']);
  expect(ordered.quantity).toBe('7');
  expect(fillOf(ordered).legs.map(({ market }) => market)).toEqual(['EU', 'DE', 'FR']);
});

it.each([
  ['in that order', trade(leg('DE', 85), leg('FR', 80)), ORDER],
  ['whose legs state no product', trade({ price: 80 }, { price: 85 }), ORDER],
  ['of two legs of one product', trade(leg('FR', 80), leg('DE', 85)), [wanted('DE'), wanted('DE')]],
  ['of another product', trade(leg('FR', 80), leg('NL', 85)), ORDER],
  ['of fewer legs', trade(leg('FR', 80)), ORDER],
  ['of a request that is not known', trade(leg('FR', 80), leg('DE', 85)), undefined],
])('stays as it is: a trade %s', (_, one, of) => expect(inLegOrder(one, of)).toBe(one));
