import { expect, it } from 'vitest';
import type { TakenTrade } from '../../../src/domain/action';
import { TradeId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { quantityTaken } from '../../../src/domain/taken';
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

it('says how much was taken once the legs of each deal say it alike, and nothing of one leg alone', () => {
  const trade = (id: string, quantity: string, over: Partial<TakenTrade> = {}): TakenTrade => ({
    tradeId: TradeId.parse(id),
    quantity: Quantity.parse(quantity),
    at: 0,
    ...over,
  });
  const [de, fr, later] = [{ leg: 'DE' }, { leg: 'FR' }, { at: 60_000 }];
  expect(quantityTaken([trade('T-1', '4'), trade('T-2', '6', later)])).toBe('10');
  expect(quantityTaken([trade('T-1', '4', de)])).toBeUndefined();
  expect(quantityTaken([trade('T-1', '4', de), trade('T-2', '4', fr)])).toBe('4');
  expect(quantityTaken([trade('T-1', '4', de), trade('T-2', '6', fr)])).toBeUndefined();
  // The halves of two deals.
  const halves = [trade('T-1', '4', de), trade('T-4', '4', { ...fr, ...later })];
  expect(quantityTaken(halves)).toBeUndefined();
  const others = [trade('T-2', '4', fr), trade('T-3', '4', { ...de, ...later })];
  expect(quantityTaken([...halves, ...others])).toBe('8');
});
