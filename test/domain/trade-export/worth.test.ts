import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mwhOf } from '../../../src/domain/delivery/convert';
import { legsOfFill } from '../../../src/domain/delivery/fill-legs';
import { notionalOf, volumesOf } from '../../../src/domain/delivery/notional';
import { addedDecimals, shifted } from '../../../src/domain/decimal';
import { worthOf, worthOnLeg } from '../../../src/domain/trade-export/worth';
import { captured, SINGLE } from './sample-trades';

const cents = (min: number, max: number) =>
  fc.integer({ min, max }).map((whole) => Number(shifted(String(whole), -2)));
const someLeg = fc.record({
  commodity: fc.constantFrom('power', 'gas'),
  market: fc.constantFrom('DE', 'TTF'),
  action: fc.constant('buy'),
  'delivery-start': fc.constantFrom('2027-01-01', '2027-03-27'),
  'delivery-end': fc.constantFrom('2027-03-28', '2027-12-31', '2026-01-01'),
  'load-profile': fc.constantFrom('base', 'peak', 'of their own'),
  'quantity-unit': fc.constantFrom('MW', 'kW', 'MWh', 'th/d', 'MWh/d', 'lots'),
  'price-unit': fc.constantFrom('EUR/MWh', 'p/th', 'EUR/kWh', 'no unit'),
  quantity: cents(1, 10_000_000),
  price: cents(-500_000, 500_000),
});

it('is what each leg is worth by itself, however many legs of its delivery were reckoned before', () => {
  fc.assert(
    fc.property(someLeg, someLeg, (one, two) => {
      const legs = [one, two, { ...one, quantity: 7, price: -3.5 }];
      const trade = captured({ ...SINGLE, contract: 'swap', commodity: null, legs });
      for (const [index, leg] of legsOfFill(trade.trade).entries()) {
        const { mwh, notional, currency } = worthOnLeg(trade, index);
        const money = notionalOf(leg, leg.price ?? '', leg.quantity ?? '');
        if (notional !== undefined) {
          expect({ total: notional, currency }).toEqual({ total: money?.total, currency: money?.currency });
        } else expect(money?.total === undefined || money.hours?.isAtMost).toBe(true);
        const volume = volumesOf(leg, leg.quantity ?? '').at(-1);
        const each = mwhOf(volume?.unit ?? '');
        if (mwh !== undefined && each === '1') expect(mwh).toBe(addedDecimals(volume?.amount ?? '', '0'));
      }
    }),
  );
});

it('is not taken from another delivery, load, market or unit with the same quantity', () => {
  const worth = (over: object) => worthOf(captured({ ...SINGLE, ...over })).mwh;
  expect([
    worth({}),
    worth({ 'delivery-start': '2027-12-31' }),
    worth({ 'load-profile': 'peak' }),
    worth({ 'load-profile': 'of their own' }),
    worth({ 'quantity-unit': 'MWh' }),
    worth({}),
  ]).toEqual(['87600', '240', '31320', undefined, '10', '87600']);
});
