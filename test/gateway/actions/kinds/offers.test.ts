import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActionBody, type Action } from '../../../../src/domain/action';
import type { Counteroffer, Proposal } from '../../../../src/domain/offers';
import { ActionId, CounterofferId, ProposalId, QuoteId, RequestId } from '../../../../src/domain/identifiers';
import { Price } from '../../../../src/domain/price';
import { Quantity } from '../../../../src/domain/quantity';
import { verdict } from '../../../../src/gateway/actions/kinds/kinds';
import { inState } from '../../../domain/sample-action';

const requestId = RequestId.parse('RQ-1');
const terms = {
  requestId,
  direction: 'bid',
  price: { shape: 'single', price: '30.1' },
  quantity: '10',
  allOrNone: true,
};
const PROPOSAL = ActionBody.parse({ kind: 'send-proposal', proposalKind: 'firm', ...terms });
const COUNTER = ActionBody.parse({ kind: 'send-counteroffer', quoteId: 'Q-1', ...terms });
const DELETION = ActionBody.parse({ kind: 'delete-proposals', requestId });
const before = {
  tradeIds: [],
  quoteIds: [QuoteId.parse('Q-1')],
  proposalIds: [ProposalId.parse('P-old')],
  counterofferIds: [CounterofferId.parse('C-old')],
};

const offer = {
  requestId,
  direction: 'bid',
  price: { shape: 'single', price: Price.parse('30.1') },
  quantity: Quantity.parse('10'),
  allOrNone: true,
  raw: {},
} as const;
const proposal = (id: string, over: Partial<Proposal> = {}): Proposal => ({
  ...offer,
  id: ProposalId.parse(id),
  kind: 'firm',
  ...over,
});
const counter = (id: string, over: Partial<Counteroffer> = {}): Counteroffer => ({
  ...offer,
  id: CounterofferId.parse(id),
  quoteId: QuoteId.parse('Q-1'),
  ...over,
});
const proposed = (records: Proposal[], others: Action[] = [], body = PROPOSAL) =>
  verdict({ body, before }, { proposals: { records, complete: true } }, others);
const countered = (records: Counteroffer[]) =>
  verdict({ body: COUNTER, before }, { counteroffers: { records, complete: true } });

describe('a price proposal', () => {
  it('is done when one is there that was not before and says what was sent', () => {
    expect(proposed([proposal('P-1')])).toMatchObject({ verdict: 'done', proposalId: 'P-1' });
  });

  it.each<[string, Proposal]>([
    ['was there before', proposal('P-old')],
    ['is indicative', proposal('P-1', { kind: 'indicative' })],
    ['has another price', proposal('P-1', { price: { shape: 'single', price: Price.parse('30.2') } })],
    ['stands on the other side', proposal('P-1', { direction: 'ask' })],
    ['is for another quantity', proposal('P-1', { quantity: Quantity.parse('5') })],
    ['may be taken in parts', proposal('P-1', { allOrNone: false })],
  ])('is not one that %s', (_, stranger) => {
    expect(proposed([stranger]).verdict).toBe('unknown');
  });

  it('stays unknown when it is nowhere, whatever has become of the request: another may have taken its place', () => {
    for (const state of ['open', 'closed', 'traded']) {
      const evidence = { request: { state }, proposals: { records: [], complete: true } };
      expect(verdict({ body: PROPOSAL, before }, evidence)).toEqual({ verdict: 'unknown' });
    }
  });

  it('is for a person to judge when two are equal, or when only the terms differ', () => {
    expect(proposed([proposal('P-1'), proposal('P-2')])).toEqual({
      verdict: 'unknown',
      evidence: 'Several new price proposals say what was sent: P-1, P-2.',
      mayBe: ['P-1', 'P-2'],
    });
    expect(proposed([proposal('P-1', { quantity: Quantity.parse('5') })])).toEqual({
      verdict: 'unknown',
      evidence: 'A new price proposal has the price that was sent, but other terms: P-1.',
    });
  });

  it('is not what another action of the desk made, nor what one may have made that is not settled', () => {
    const made = inState('done', { body: PROPOSAL, sentAt: 1, proposalId: ProposalId.parse('P-1') });
    expect(proposed([proposal('P-1')], [made]).verdict).toBe('unknown');
    expect(proposed([proposal('P-1'), proposal('P-2')], [made])).toMatchObject({ proposalId: 'P-2' });
    const open = inState('unknown', { body: PROPOSAL, sentAt: 1 });
    expect(proposed([proposal('P-1')], [open])).toMatchObject({
      verdict: 'unknown',
      evidence: expect.stringContaining('another action of this desk may have made it') as string,
    });
    const neverSent = inState('cancelled', { body: PROPOSAL });
    expect(proposed([proposal('P-1')], [neverSent]).verdict).toBe('done');
  });

  it('stays unknown without what was there before', () => {
    const evidence = { proposals: { records: [proposal('P-1')], complete: true } };
    const { proposalIds: _, ...less } = before;
    expect(verdict({ body: PROPOSAL, before: less }, evidence).verdict).toBe('unknown');
    expect(verdict({ body: PROPOSAL }, evidence).verdict).toBe('unknown');
  });
});

describe('a counteroffer', () => {
  it('is done when a new one answers the same quote with the same terms', () => {
    expect(countered([counter('C-old'), counter('C-1')])).toMatchObject({ counterofferId: 'C-1' });
    expect(countered([counter('C-1', { quoteId: QuoteId.parse('Q-2') })]).verdict).toBe('unknown');
    expect(countered([counter('C-1'), counter('C-2')]).verdict).toBe('unknown');
    expect(countered([]).verdict).toBe('unknown');
  });
});

describe('a deletion of price proposals', () => {
  it('is done when none is left where there were some', () => {
    expect(proposed([], [], DELETION)).toEqual({ verdict: 'done' });
    expect(proposed([proposal('P-old', { state: 'withdrawn' })], [], DELETION)).toEqual({ verdict: 'done' });
    expect(proposed([proposal('P-new')], [], DELETION).verdict).toBe('unknown');
  });

  it('stays unknown while one was accepted, perhaps in part', () => {
    const taken = (over: Partial<Proposal>) =>
      proposed([proposal('P-old', { state: 'accepted', ...over })], [], DELETION);
    expect(taken({ allOrNone: false }).verdict).toBe('unknown');
    expect(taken({ allOrNone: false, raw: { 'remaining-quantity': 0 } })).toEqual({ verdict: 'done' });
    expect(taken({ allOrNone: true })).toEqual({ verdict: 'done' });
  });

  it('stays unknown while the desk’s own one has not been listed yet', () => {
    const own = inState('done', { body: PROPOSAL, sentAt: 1, proposalId: ProposalId.parse('P-own') });
    expect(proposed([], [own], DELETION).verdict).toBe('unknown');
    expect(proposed([proposal('P-own', { state: 'withdrawn' })], [own], DELETION)).toEqual({
      verdict: 'done',
    });
    const older = inState('done', { body: PROPOSAL, sentAt: 1, proposalId: ProposalId.parse('P-old') });
    expect(proposed([], [older], DELETION)).toEqual({ verdict: 'done' });
  });

  it('stays unknown while one is left under a word that is not known', () => {
    expect(proposed([proposal('P-old', { state: 'open' })], [], DELETION).verdict).toBe('unknown');
  });

  it('is done where another’s, listed since, took the place of the desk’s own, which was there long before it', () => {
    const own = inState('done', {
      body: PROPOSAL,
      sentAt: 1,
      endedAt: 1,
      proposalId: ProposalId.parse('P-old'),
    });
    const deleted = (
      records: readonly Proposal[],
      { sentAt = 100_000, others = [own] }: { sentAt?: number; others?: readonly Action[] } = {},
    ) =>
      verdict(
        { body: DELETION, before, sentAt },
        { proposals: { records, complete: true }, ownName: 'Us' },
        others,
      ).verdict;
    const theirs = proposal('P-theirs', { counterparty: 'North' });
    expect(deleted([theirs])).toBe('done');
    expect(deleted([theirs], { sentAt: 50_000 })).toBe('unknown');
    expect(deleted([theirs, proposal('P-old')])).toBe('unknown');
    expect(deleted([proposal('P-theirs', { counterparty: 'us' })])).toBe('unknown');
    const lost = inState('unknown', {
      id: ActionId.parse('00000000-0000-4000-8000-000000000077'),
      body: PROPOSAL,
      sentAt: 1,
    });
    expect(deleted([theirs], { others: [own, lost] })).toBe('unknown');
  });

  it('stays unknown when some cannot be read, or none is known to have been there', () => {
    const empty = { proposals: { records: [], complete: false } };
    expect(verdict({ body: DELETION, before }, empty).verdict).toBe('unknown');
    const none = { ...before, proposalIds: [] };
    expect(
      verdict({ body: DELETION, before: none }, { proposals: { records: [], complete: true } }).verdict,
    ).toBe('unknown');
  });
});

it('never calls a proposal done by what was there before, by two, or by one that differs, and never rejects it', () => {
  const drawn = fc.record({
    id: fc.constantFrom('P-old', 'P-1', 'P-2'),
    price: fc.constantFrom('30.1', '30.2'),
    kind: fc.constantFrom('firm' as const, 'indicative' as const),
    quantity: fc.constantFrom('10', '5'),
  });
  fc.assert(
    fc.property(fc.uniqueArray(drawn, { selector: ({ id }) => id }), (list) => {
      const seen = proposed(
        list.map(({ id, price, kind, quantity }) =>
          proposal(id, {
            kind,
            quantity: Quantity.parse(quantity),
            price: { shape: 'single', price: Price.parse(price) },
          }),
        ),
      );
      const equal = list.filter(
        ({ id, price, kind, quantity }) =>
          id !== 'P-old' && price === '30.1' && kind === 'firm' && quantity === '10',
      );
      expect(seen.verdict).toBe(equal.length === 1 ? 'done' : 'unknown');
      if (seen.verdict === 'done') expect(seen.proposalId).toBe(equal[0]?.id);
    }),
  );
});
