import { expect, it } from 'vitest';
import { readTrade } from '../../../src/contract/service/read-trade';
import { TradeId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { takenElsewhere } from '../../../src/domain/delivery/taken-elsewhere';
import { ACCEPT } from '../../gateway/twins/actions';

const trade = (id: string, over: object = {}) => {
  const read = readTrade({
    'trade-id': id,
    'traded-at': '2026-11-20T08:00:00Z',
    'request-id': 'RQ-1',
    action: 'buy',
    price: 30,
    quantity: 10,
    'quantity-unit': 'MW',
    ...over,
  });
  if (!read.ok) throw new Error(read.failure.message);
  return read.value;
};
const leg = { action: 'buy', quantity: Quantity.parse('20'), quantityUnit: 'MW' } as const;
const body = { ...ACCEPT, shownQuantity: Quantity.parse('4') };

it('is what its trades say, but for those that the desk itself made or may have made', () => {
  const taken = (
    ...[trades, sent]: [Parameters<typeof takenElsewhere>[1], Parameters<typeof takenElsewhere>[2]]
  ) => takenElsewhere({ legs: [leg] }, trades, sent);
  expect(taken([trade('T-1'), trade('T-2')], [])).toEqual(['10', '10']);
  expect(taken([trade('T-1'), trade('T-2')], [{ body, tradeId: TradeId.parse('T-2') }])).toEqual(['10']);
  const named = trade('T-2', { 'pre-trade': { 'quotation-id': ACCEPT.quoteId } });
  expect(taken([named], [{ body, tradeId: TradeId.parse('T-1') }])).toEqual([]);
  expect(taken([trade('T-1')], [{ body }])).toEqual(['6']);
  expect(taken([trade('T-1', { quantity: 4 })], [{ body }])).toEqual([]);
  expect(taken([trade('T-1')], [{ body: ACCEPT }])).toEqual([]);
});

it('is nothing of trades that are undone, in another unit, or of one leg of several', () => {
  expect(takenElsewhere({ legs: [leg] }, [trade('T-1', { state: 'cancelled' })], [])).toEqual([]);
  expect(takenElsewhere({ legs: [leg] }, [trade('T-1', { 'quantity-unit': 'MWh' })], [])).toEqual([]);
  expect(takenElsewhere({ legs: [leg, leg] }, [trade('T-1')], [])).toEqual([]);
});
