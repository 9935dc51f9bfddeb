import { expect, it } from 'vitest';
import { readTrade } from '../../../src/contract/service/read-trade';
import { takenTradeOf } from '../../../src/gateway/actions/taken-columns';

it('says of a trade the unit of its price, where all its legs have one', () => {
  const leg = { action: 'buy', commodity: 'power', price: 31, 'price-unit': 'EUR/MWh' };
  const told = (...legs: object[]): unknown => {
    const read = readTrade({ 'trade-id': 'TR-1', 'traded-at': '2026-11-20T10:00:00Z', legs });
    if (!read.ok) throw new Error(read.failure.message);
    return takenTradeOf({ id: read.value.id, trade: read.value }, legs.length).priceUnit;
  };
  expect(told(leg, { ...leg, action: 'sell' })).toBe('EUR/MWh');
  expect(told(leg, { ...leg, 'price-unit': null })).toBeUndefined();
});

it('says of a trade of all legs the price of each, in the order of the request, and the net by it', () => {
  const leg = (market: string, price: number | null, action: string) => ({
    ...{ action, commodity: 'power', market, price },
    ...{ 'delivery-start': '2027-01-01', 'delivery-end': '2027-12-31', 'load-profile': 'base' },
  });
  const told = (...legs: object[]) => {
    const read = readTrade({ 'trade-id': 'TR-1', 'traded-at': '2026-11-20T10:00:00Z', legs });
    if (!read.ok) throw new Error(read.failure.message);
    return takenTradeOf({ id: read.value.id, trade: read.value }, 2, [{ market: 'DE' }, { market: 'FR' }]);
  };
  const [de, fr] = [leg('DE', 80.9, 'buy'), leg('FR', 82.2, 'sell')];
  expect(told(de, fr)).toMatchObject({ legPrices: ['80.9', '82.2'], price: '-1.3' });
  expect(told(fr, de)).toMatchObject({ legPrices: ['80.9', '82.2'], price: '-1.3' });
  // Of one leg alone it says which, and its price is that of the trade.
  expect(told(fr).legPrices).toBeUndefined();
  expect(told(de, leg('FR', null, 'sell')).legPrices).toBeUndefined();
});
