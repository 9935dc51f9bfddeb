import { describe, expect, it } from 'vitest';
import { FailureKind, type Failure } from '../../../src/domain/failure';
import { CounterofferId, ProposalId, QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { STATE_WORDS, stateSentence, TONES, type PressState } from '../../../src/taskpane/words/action-words';
import { failureInWords } from '../../../src/taskpane/words/failure-words';
import { price } from '../examples';

const STATES: PressState[] = [
  'staged',
  'sending',
  'acknowledged',
  'done',
  'rejected',
  'cancelled',
  'unknown',
  'unanswered',
  'refused',
];
const requestId = RequestId.parse('RQ-1');
const quoteId = QuoteId.parse('QT-1');
const withdrawal = { kind: 'withdraw-quote', requestId, quoteId } as const;
const failure: Failure = { kind: 'price-moved', message: 'It is 84.20 now.', next: 'Look again.' };

describe('the sentence for what has become of a press', () => {
  it('is another one for each state', () => {
    const sentences = STATES.map((state) => stateSentence(state, { body: withdrawal }));
    expect(new Set(sentences).size).toBe(STATES.length - 1);
    expect(stateSentence('cancelled', { body: withdrawal })).toBe(
      stateSentence('refused', { body: withdrawal }),
    );
  });

  it('says of an unknown one that it is never sent again, unless it takes risk away', () => {
    expect(stateSentence('unknown', { body: withdrawal })).toBe(
      'It may not have been executed. It is being looked up, and sent again by itself.',
    );
    expect(stateSentence('unknown', { body: { kind: 'set-risk', commodity: 'power', settings: {} } })).toBe(
      'It may have been executed. It is being looked up, and it is never sent again.',
    );
    expect(TONES.unknown).toBe('alarm');
    expect(TONES.unanswered).toBe('alarm');
    expect(STATE_WORDS.unanswered).toBe('Unknown');
  });

  it('names what came of it', () => {
    expect(stateSentence('done', { body: withdrawal })).toBe('The quote QT-1 is withdrawn.');
    const accept = {
      kind: 'accept-quote',
      requestId,
      quoteId,
      lastSeen: { type: 'per-leg', legPrices: [] as never[] },
    } as const;
    const body = { ...accept, lastSeen: { type: 'per-leg' as const, legPrices: [] } };
    expect(stateSentence('done', { body, tradeId: TradeId.parse('TR-9') })).toBe(
      'Accepted as trade TR-9. Reading what was traded…',
    );
    expect(stateSentence('done', { body })).toContain('The trade appears when the platform has entered it');
  });

  it('names what came of each kind of offer, with and without the service’s number', () => {
    const offer = {
      requestId,
      direction: 'ask',
      price: { shape: 'single', price: price('1') },
      quantity: Quantity.parse('1'),
      allOrNone: true,
    } as const;
    const proposal = { kind: 'send-proposal', proposalKind: 'firm', ...offer } as const;
    const proposalId = ProposalId.parse('PP-1');
    expect(stateSentence('done', { body: proposal, proposalId })).toBe(
      'The firm price proposal went live as PP-1, in place of every other one on the request.',
    );
    const counter = { kind: 'send-counteroffer', quoteId, ...offer } as const;
    expect(stateSentence('done', { body: counter, counterofferId: CounterofferId.parse('CO-1') })).toBe(
      'The counteroffer to QT-1 went live as CO-1.',
    );
    expect(stateSentence('done', { body: counter })).toBe('The counteroffer to QT-1 went live.');
    expect(stateSentence('done', { body: { kind: 'send-quote', ...offer }, quoteId })).toBe(
      'The quote went live as QT-1.',
    );
    expect(stateSentence('done', { body: { kind: 'delete-proposals', requestId } })).toBe(
      'No price proposal is left on the request.',
    );
  });

  it('says of an acceptance that was taken that the trade is still to come', () => {
    const body = {
      kind: 'accept-proposal',
      requestId,
      proposalId: ProposalId.parse('PP-1'),
      lastSeen: { type: 'standard-spread', spreadPrice: price('1') },
    } as const;
    const single = { ...body, lastSeen: { type: 'per-leg' as const, legPrices: [price('1')] } };
    expect(stateSentence('acknowledged', { body: single })).toContain('the trade is still to come');
    expect(stateSentence('acknowledged', { body })).toContain('waits for the operator');
    expect(stateSentence('done', { body, tradeId: TradeId.parse('TR-9') })).toBe(
      'Accepted as trade TR-9. Reading what was traded…',
    );
    expect(stateSentence('acknowledged', { body: withdrawal })).toContain('the result is still to come');
  });

  it('says why it was rejected, and what to do next', () => {
    expect(stateSentence('rejected', { body: withdrawal, failure })).toBe(
      'Nothing was executed. The price moved. It is 84.20 now. Look again.',
    );
  });

  it('names the fields that the service named', () => {
    const fields = [{ path: 'legs[0].price', message: 'missing' }];
    expect(failureInWords({ ...failure, fields })).toContain('(legs[0].price: missing)');
  });

  it('has a title for every kind of failure', () => {
    const titles = FailureKind.def.entries;
    for (const kind of Object.values(titles)) {
      expect(failureInWords({ kind, message: '', next: '' })).toMatch(/^[A-Z].*\.$/);
    }
  });
});
