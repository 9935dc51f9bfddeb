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
