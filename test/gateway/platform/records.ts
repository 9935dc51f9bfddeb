import { QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';

export const RQ = RequestId.parse('RQ-1');
export const QT = QuoteId.parse('QT-7');
export const TR = TradeId.parse('T-9');

export const wireRequest = (id = 'RQ-1', over: object = {}) => ({
  'request-id': id,
  state: 'open',
  contract: 'single',
  legs: [{ action: 'buy', commodity: 'power', quantity: 10, price: -4.25 }],
  ...over,
});

export const wireQuote = (id = 'QT-7', over: object = {}) => ({
  'quotation-id': id,
  'request-id': 'RQ-1',
  'price-direction': 'bid',
  state: 'active',
  quantity: 10,
  legs: [{ price: 30.1 }],
  ...over,
});

export const wireTrade = (id = 'T-9', over: object = {}) => ({
  'trade-id': id,
  'traded-at': '2026-11-20T09:00:00Z',
  action: 'sell',
  price: 30.25,
  ...over,
});
