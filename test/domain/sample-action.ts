import { ActionBody, type Action, type ActionState } from '../../src/domain/action';
import type { ActionEvent } from '../../src/domain/actions/action-event';
import type { Failure } from '../../src/domain/failure';
import { ActionId, QuoteId, TradeId } from '../../src/domain/identifiers';
import { Quantity } from '../../src/domain/quantity';

export const FAILURE: Failure = {
  kind: 'wrong-state',
  message: 'The request is closed.',
  next: 'Nothing was sent.',
};
export const AT = 1_000;

export const WITHDRAWAL: ActionBody = ActionBody.parse({
  kind: 'withdraw-quote',
  requestId: 'RQ-1',
  quoteId: 'Q-1',
});
export const ACCEPTANCE: ActionBody = ActionBody.parse({
  kind: 'accept-quote',
  requestId: 'RQ-1',
  quoteId: 'Q-1',
  lastSeen: { type: 'per-leg', legPrices: ['30', '29'] },
});
export const QUOTE: ActionBody & { kind: 'send-quote' } = {
  ...ActionBody.parse({
    kind: 'send-quote',
    requestId: 'RQ-1',
    direction: 'bid',
    price: { shape: 'single', price: '41.5' },
    quantity: '10',
    allOrNone: false,
  }),
} as ActionBody & { kind: 'send-quote' };

export const inState = (state: ActionState, over: Partial<Action> = {}): Action => ({
  id: ActionId.parse('00000000-0000-4000-8000-000000000001'),
  body: WITHDRAWAL,
  shown: 'Withdraw bid 41.50',
  state,
  createdAt: 1,
  ...over,
});

export const EVENTS: Record<ActionEvent['type'], ActionEvent> = {
  asked: { type: 'asked', at: AT, until: AT + 600_000, approval: { reasons: [], hash: 'h' } },
  approved: { type: 'approved', at: AT, by: { name: 'Ben', session: 'b0b0b0b0' } },
  refused: { type: 'refused', at: AT, by: { name: 'Ben', session: 'b0b0b0b0' }, failure: FAILURE },
  reminded: { type: 'reminded', at: AT, by: { name: 'Ann', session: 'a0a0a0a0' } },
  sending: { type: 'sending', at: AT, before: { tradeIds: [TradeId.parse('T-0')], quoteIds: [] } },
  acknowledged: { type: 'acknowledged', at: AT },
  done: { type: 'done', at: AT, tradeId: TradeId.parse('T-1'), quoteId: QuoteId.parse('Q-1') },
  rejected: { type: 'rejected', at: AT, failure: FAILURE },
  lost: { type: 'lost', at: AT, failure: FAILURE },
  cancelled: { type: 'cancelled', at: AT, failure: FAILURE },
  deferred: { type: 'deferred', at: AT, failure: FAILURE },
  found: { type: 'found', at: AT, evidence: 'Trade T-1 may be this one.' },
  'read-back': { type: 'read-back', at: AT, executed: { quantity: Quantity.parse('6'), side: 'buy' } },
  over: { type: 'over', at: AT, how: 'request-closed' },
  stands: { type: 'stands' },
  taken: { type: 'taken', trade: { tradeId: TradeId.parse('T-1'), quantity: Quantity.parse('4') } },
  contradicted: { type: 'contradicted', about: 'terms', says: 'The platform lists Q-1 as bid.' },
  settled: {
    type: 'settled',
    at: AT,
    verdict: 'executed',
    note: 'The web client shows it.',
    tradeId: TradeId.parse('T-1'),
  },
  doubted: { type: 'doubted', evidence: 'Trade T-1 may be this one.' },
  corrected: {
    type: 'corrected',
    at: AT + 1,
    verdict: 'not-executed',
    proof: 'Quote Q-1 is withdrawn, and nothing of it was traded.',
  },
};
