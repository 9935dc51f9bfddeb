import { describe, expect, it } from 'vitest';
import { ActionBody, type Action, type Before } from '../../../../src/domain/action';
import { CounterofferId, ProposalId, QuoteId, RequestId, TradeId } from '../../../../src/domain/identifiers';
import { Price } from '../../../../src/domain/price';
import { Quantity } from '../../../../src/domain/quantity';
import type { Offer, Quote } from '../../../../src/domain/offers';
import type { Request } from '../../../../src/domain/request';
import type { Trade } from '../../../../src/domain/trade';
import type { Evidence, Seen, Verdict } from '../../../../src/domain/verdict/evidence';
import { verdict } from '../../../../src/gateway/actions/kinds/kinds';

/** What platforms with other habits than the simulator's show, and what may be said of an action then. */
const requestId = RequestId.parse('RQ-1');
const SENT_AT = Date.parse('2026-11-20T08:00:00Z');
const ACCEPT = ActionBody.parse({
  kind: 'accept-quote',
  requestId,
  quoteId: 'Q-1',
  lastSeen: { type: 'per-leg', legPrices: ['30.1'] },
});
const STANDARD: ActionBody = ActionBody.parse({
  ...ACCEPT,
  lastSeen: { type: 'standard-spread', spreadPrice: '1' },
});
const PART: ActionBody = ActionBody.parse({ ...ACCEPT, quantity: '4' });
const TERMS = {
  requestId,
  direction: 'ask',
  price: { shape: 'single', price: '31' },
  quantity: '10',
  allOrNone: false,
};
const QUOTE = ActionBody.parse({ kind: 'send-quote', ...TERMS });
const PROPOSE = ActionBody.parse({ kind: 'send-proposal', proposalKind: 'firm', ...TERMS });
const COUNTER = ActionBody.parse({ kind: 'send-counteroffer', quoteId: 'Q-1', ...TERMS });

const BEFORE: Before = {
  tradeIds: [],
  quoteIds: [QuoteId.parse('Q-1')],
  proposalIds: [],
  counterofferIds: [],
  offered: { quantity: Quantity.parse('10'), counterparty: 'North' },
};
const { tradeIds: _, ...BLIND } = BEFORE;

const taken = (state: string): Quote => ({
  id: QuoteId.parse('Q-1'),
  requestId,
  direction: 'ask',
  state,
  price: { shape: 'single', price: Price.parse('30.1') },
  counterparty: 'North',
  quantity: Quantity.parse('10'),
  raw: {},
});
const trade = (id: string, over: Partial<Trade> = {}): Trade => ({
  id: TradeId.parse(id),
  requestId,
  tradedAt: SENT_AT + 1_000,
  price: Price.parse('30.1'),
  quantity: Quantity.parse('10'),
  counterparty: 'North',
  raw: {},
  ...over,
});
const without = (of: Trade, field: 'price' | 'requestId' | 'quantity'): Trade => {
  const { [field]: __, ...rest } = of;
  return rest;
};
const offer = (over: Partial<Offer> = {}): Offer => ({
  requestId,
  direction: 'ask',
  price: { shape: 'single', price: Price.parse('31') },
  quantity: Quantity.parse('10'),
  allOrNone: false,
  counterparty: 'Us',
  raw: {},
  ...over,
});
const own = (id: string, over: Partial<Quote> = {}): Quote => ({
  ...offer(over),
  id: QuoteId.parse(id),
  state: 'active',
  ...over,
});
const whole = <T>(...records: T[]): Seen<T> => ({ records, complete: true });
const holding = <T>(count: number, ids: readonly string[], ...records: T[]): Seen<T> => ({
  records,
  complete: count === 0,
  unreadable: { count, ids: [...ids] },
});

const judged = (
  body: ActionBody,
  evidence: Evidence,
  { before = BEFORE, state = 'unknown' }: { before?: Before; state?: Action['state'] } = {},
): Verdict => verdict({ body, before, sentAt: SENT_AT, state }, evidence);
const closed = { state: 'closed' } as const;

describe('an acceptance whose answer is lost', () => {
  const open = { state: 'open' } as const;
  const traded = { state: 'traded' } as const;

  it.each<[string, ActionBody, Evidence]>([
    [
      'closed the request first, and lists its trade later',
      ACCEPT,
      { request: closed, quotes: whole(), trades: whole() },
    ],
    ['closed the request first, and lists no quotes of it', ACCEPT, { request: closed, trades: whole() }],
    [
      'has a word for the request that is new',
      ACCEPT,
      { request: { state: 'dealt' }, quotes: whole(), trades: whole() },
    ],
    [
      'shows the quote as accepted',
      ACCEPT,
      { request: closed, quotes: whole(taken('accepted')), trades: whole() },
    ],
    [
      'shows the quote as on offer',
      ACCEPT,
      { request: open, quotes: whole(taken('active')), trades: whole() },
    ],
    [
      'has a word for the quote that is new',
      ACCEPT,
      { request: closed, quotes: whole(taken('expired')), trades: whole() },
    ],
    [
      'traded the request without listing a trade',
      ACCEPT,
      { request: traded, quotes: whole(), trades: whole() },
    ],
    [
      'lists a standard spread after its leg prices',
      STANDARD,
      { request: closed, quotes: whole(), trades: whole() },
    ],
  ])('says nothing by what is missing when the platform %s', (__, body, evidence) => {
    expect(judged(body, evidence)).toEqual({ verdict: 'unknown' });
  });

  it.each(['withdrawn', 'rejected'])(
    'is rejected when its quote is stated as %s, and says by what',
    (state) => {
      for (const request of [open, closed]) {
        expect(judged(ACCEPT, { request, quotes: whole(taken(state)), trades: whole() })).toEqual({
          verdict: 'rejected',
          says: `Quote Q-1 is ${state}, and nothing of it was traded.`,
        });
      }
    },
  );

  const speaks = { quotes: whole(taken('withdrawn')), trades: whole<Trade>() };
  it.each<[string, ActionBody, Evidence]>([
    ['the request was traded, and no trade accounts for that yet', ACCEPT, { ...speaks, request: traded }],
    ['the state of the request is not understood', ACCEPT, { ...speaks, request: { state: 'dealt' } }],
    ['the request could not be read', ACCEPT, speaks],
    ['it is a standard spread whose request is over', STANDARD, { ...speaks, request: closed }],
    [
      'not every trade is known',
      ACCEPT,
      { ...speaks, request: open, trades: { records: [], complete: false } },
    ],
    ['the trades could not be read', ACCEPT, { request: open, quotes: speaks.quotes }],
  ])('is not rejected by a withdrawn quote while %s', (__, body, evidence) => {
    expect(judged(body, evidence)).toEqual({
      verdict: 'unknown',
      evidence: 'Quote Q-1 is withdrawn, so it was probably not executed, but a trade may still be listed.',
    });
  });

  it('is not rejected by a withdrawn quote beside a trade that agrees in every number', () => {
    for (const [trades, says] of [
      [whole(trade('T-1')), 'Trade T-1 is new on this request and may be this one; nothing proves it.'],
      [
        whole(trade('T-1', { counterparty: 'North AG' })),
        'Trade T-1 says what was accepted, but names North AG and not North.',
      ],
      [
        whole(without(trade('T-1'), 'requestId')),
        'Trade T-1 is new and says what was accepted, but names no request.',
      ],
    ] as const) {
      expect(judged(ACCEPT, { ...speaks, request: open, trades })).toMatchObject({
        verdict: 'unknown',
        evidence: says,
      });
    }
    const stranger = whole(trade('T-1', { price: Price.parse('29'), counterparty: 'Other' }));
    expect(judged(ACCEPT, { ...speaks, request: traded, trades: stranger }).verdict).toBe('rejected');
  });

  it.each([
    ['a part of it', { quantity: Quantity.parse('6') }],
    ['another price', { price: Price.parse('29') }],
  ])('is not rejected by a withdrawn quote beside a trade with its counterparty for %s', (_, over) => {
    const trades = whole(trade('T-1', over));
    expect(judged(ACCEPT, { ...speaks, request: traded, trades })).toEqual({
      verdict: 'unknown',
      evidence:
        'Trade T-1 is new on this request, with North and other numbers; it may be a part of what was accepted.',
    });
  });

  it('is never rejected once the platform took it', () => {
    const evidence = { ...speaks, request: open };
    expect(judged(ACCEPT, evidence, { state: 'acknowledged' })).toEqual({
      verdict: 'unknown',
      evidence:
        'Quote Q-1 is withdrawn, and nothing of it was traded. But the platform took it and has not said what came of it.',
    });
    expect(judged(ACCEPT, evidence).verdict).toBe('rejected');
  });

  it('is never rejected for a part: it may have been taken before the rest was withdrawn', () => {
    expect(judged(PART, { ...speaks, request: open })).toEqual({ verdict: 'unknown' });
  });

  it.each(['closed', 'traded', 'dealt', 'open'])(
    'is found when its trade is listed, whatever the request is: %s',
    (state) => {
      const evidence = { request: { state }, quotes: whole<Quote>(), trades: whole(trade('T-1')) };
      expect(judged(ACCEPT, evidence)).toEqual({ verdict: 'done', tradeId: 'T-1' });
      expect(judged(ACCEPT, evidence, { state: 'acknowledged' })).toEqual({
        verdict: 'done',
        tradeId: 'T-1',
      });
      expect(judged(ACCEPT, { trades: evidence.trades })).toEqual({ verdict: 'done', tradeId: 'T-1' });
    },
  );

  it('is found by a name that is spelt in another way only in its capitals', () => {
    const trades = whole(trade('T-1', { counterparty: 'NORTH ' }));
    expect(judged(ACCEPT, { trades })).toEqual({ verdict: 'done', tradeId: 'T-1' });
  });

  it('is not done while a new trade cannot be read, or is still to be', () => {
    expect(judged(ACCEPT, { trades: holding<Trade>(1, ['T-2'], trade('T-1')) })).toEqual({
      verdict: 'unknown',
      evidence: 'Trade T-1 is new on this request and may be this one; nothing proves it.',
      mayBe: ['T-1'],
    });
    expect(
      judged(ACCEPT, { trades: { ...whole(trade('T-1')), complete: false, pending: true } }).verdict,
    ).toBe('unknown');
    expect(judged(ACCEPT, { trades: holding<Trade>(2, ['T-2', 'T-3']) })).toEqual({
      verdict: 'unknown',
      evidence: '2 new trades cannot be read, and one of them may be this one.',
    });
    const before = { ...BEFORE, unreadable: { count: 1, ids: ['T-2'] } };
    expect(judged(ACCEPT, { trades: holding<Trade>(1, ['T-2'], trade('T-1')) }, { before }).verdict).toBe(
      'done',
    );
  });

  it('does not take a trade for new that could not be read before it was sent', () => {
    const before = { ...BEFORE, unreadable: { count: 1, ids: ['T-1'] } };
    expect(judged(ACCEPT, { trades: whole(trade('T-1')) }, { before })).toEqual({ verdict: 'unknown' });
    expect(judged(ACCEPT, { trades: whole(trade('T-2')) }, { before }).verdict).toBe('done');
  });

  describe('and that was sent without the list of trades', () => {
    it('is done by a trade that was made after it left, and that says all that was accepted', () => {
      for (const before of [BLIND, { ...BEFORE, unreadable: { count: 1, ids: [] } }]) {
        const seen = (body: ActionBody, tradedAt: number) =>
          judged(
            body,
            {
              trades: whole(
                trade('T-1', { tradedAt, ...(body === PART && { quantity: Quantity.parse('4') }) }),
              ),
            },
            { before },
          );
        expect(seen(ACCEPT, SENT_AT)).toEqual({ verdict: 'done', tradeId: 'T-1' });
        expect(seen(ACCEPT, SENT_AT - 2_000).verdict).toBe('done');
        expect(seen(ACCEPT, SENT_AT - 2_001)).toEqual({
          verdict: 'unknown',
          evidence: 'Trade T-1 is new on this request and may be this one; nothing proves it.',
          mayBe: ['T-1'],
        });
        expect(seen(PART, SENT_AT).verdict).toBe('unknown');
        const bare = whole(without(trade('T-1'), 'price'));
        const quotes = whole(taken('accepted'));
        expect(judged(ACCEPT, { quotes, trades: bare }, { before }).verdict).toBe('unknown');
        expect(judged(ACCEPT, { quotes, trades: bare }).verdict).toBe('done');
      }
    });
  });
});

describe.each([
  ['quote', QUOTE, 'quotes', (id: string) => ({ quoteId: id })],
  ['price proposal', PROPOSE, 'proposals', (id: string) => ({ proposalId: id })],
  ['counteroffer', COUNTER, 'counteroffers', (id: string) => ({ counterofferId: id })],
] as const)('a %s whose answer is lost', (noun, body, part, made) => {
  const Noun = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const one = (id: string, over: Partial<Offer> = {}) => ({
    ...offer(over),
    id:
      part === 'quotes'
        ? QuoteId.parse(id)
        : part === 'proposals'
          ? ProposalId.parse(id)
          : CounterofferId.parse(id),
    state: 'active',
    kind: 'firm',
    quoteId: QuoteId.parse('Q-1'),
  });
  const of = (
    list: Seen<ReturnType<typeof one>>,
    {
      ownName = 'Us',
      request = closed,
      before = BEFORE,
    }: { ownName?: string | null; request?: { state: string }; before?: Before } = {},
  ) => judged(body, { [part]: list, request, ...(ownName !== null && { ownName }) }, { before });

  it('is not rejected because it is nowhere, whatever has become of its request', () => {
    for (const state of ['open', 'closed', 'traded', 'dealt']) {
      expect(of(whole(), { request: { state } })).toEqual({ verdict: 'unknown' });
      const beside = whole(one('X-1', { price: { shape: 'single', price: Price.parse('40') } }));
      expect(of(beside, { request: { state } })).toEqual({ verdict: 'unknown' });
    }
    expect(of(whole(one('X-1')))).toEqual({ verdict: 'done', ...made('X-1') });
  });

  it('is the one that the platform let this desk withdraw, whatever its name', () => {
    const withdrawn = new Set(['X-1']);
    const list = { [part]: whole(one('X-1', { counterparty: 'Nordkraft' })), request: closed };
    expect(judged(body, { ...list, withdrawn }, { before: BEFORE })).toEqual({
      verdict: 'done',
      ...made('X-1'),
    });
    expect(judged(body, list, { before: BEFORE }).verdict).toBe('unknown');
  });

  it('is never the equal one of a rival', () => {
    expect(of(whole(one('X-1', { counterparty: 'Nordkraft' })))).toEqual({
      verdict: 'unknown',
      evidence: `${Noun} X-1 says what was sent, but is from Nordkraft, not from you.`,
    });
    const both = whole(one('X-1', { counterparty: 'Nordkraft' }), one('X-2', { counterparty: ' us' }));
    expect(of(both)).toEqual({ verdict: 'done', ...made('X-2') });
  });

  it('asks a person whose an equal one is while the desk does not know its own name', () => {
    expect(of(whole(one('X-1', { counterparty: 'Nordkraft' })), { ownName: null })).toEqual({
      verdict: 'unknown',
      evidence: `${Noun} X-1 from Nordkraft says what was sent. If Nordkraft is you, resolve it as live.`,
      mayBe: ['X-1'],
    });
    const { counterparty: __, ...bare } = one('X-1');
    expect(of(whole(bare as ReturnType<typeof one>), { ownName: null })).toEqual({
      verdict: 'done',
      ...made('X-1'),
    });
  });

  it('stays unknown while records that may be it cannot be read, and says how many', () => {
    expect(of(holding(2, ['X-8']))).toEqual({
      verdict: 'unknown',
      evidence: `2 ${noun}s on this request cannot be read, and one of them may be this ${noun}.`,
    });
    expect(of(holding(1, ['X-8'], one('X-1')))).toEqual({
      verdict: 'unknown',
      evidence: `${Noun} X-1 says what was sent, but 1 ${noun} on this request cannot be read, and it may be this ${noun}.`,
      mayBe: ['X-1'],
    });
    const before = { ...BEFORE, unreadable: { count: 1, ids: ['X-8'] } };
    expect(of(holding(1, ['X-8'], one('X-1')), { before })).toEqual({ verdict: 'done', ...made('X-1') });
  });

  it('is not one that was there before and can be read only now', () => {
    const named = { ...BEFORE, unreadable: { count: 1, ids: ['X-1'] } };
    expect(of(whole(one('X-1')), { before: named })).toEqual({ verdict: 'unknown' });
    const nameless = { ...BEFORE, unreadable: { count: 1, ids: [] } };
    expect(of(whole(one('X-1')), { before: nameless })).toEqual({
      verdict: 'unknown',
      evidence: `${Noun} X-1 says what was sent, but a ${noun} that could not be read was there before, and it may be that one.`,
      mayBe: ['X-1'],
    });
  });
});

it('does not take a new request of its own for made while one that is new cannot be read, or was there before', () => {
  const leg = {
    action: 'buy',
    commodity: 'power',
    market: 'DE',
    deliveryStart: '2027-01-01',
    deliveryEnd: '2027-12-31',
    quantity: Quantity.parse('10'),
  } as const;
  const body = ActionBody.parse({
    kind: 'create-request',
    draft: { contract: 'single', legs: [leg], allOrNone: false, recipients: [] },
  });
  const made: Request = {
    id: RequestId.parse('RQ-2'),
    state: 'open',
    role: 'initiator',
    contract: 'single',
    allOrNone: false,
    legs: [leg],
    raw: {},
  };
  const before = { ...BEFORE, requestIds: [] };
  expect(judged(body, { requests: whole(made) }, { before })).toEqual({
    verdict: 'done',
    newRequestId: 'RQ-2',
  });
  expect(judged(body, { requests: holding(1, ['RQ-3'], made) }, { before })).toEqual({
    verdict: 'unknown',
    evidence: '1 open request cannot be read, and it may be this one.',
  });
  const known = { ...before, unreadable: { count: 1, ids: ['RQ-2'] } };
  expect(judged(body, { requests: whole(made) }, { before: known })).toEqual({ verdict: 'unknown' });
  const nameless = { ...before, unreadable: { count: 1, ids: [] } };
  expect(judged(body, { requests: whole(made) }, { before: nameless }).verdict).toBe('unknown');
});

it('says of a withdrawal that its quote cannot be read', () => {
  const body = ActionBody.parse({ kind: 'withdraw-quote', requestId, quoteId: 'Q-9' });
  expect(judged(body, { quotes: holding<Quote>(1, ['Q-9']) })).toEqual({
    verdict: 'unknown',
    evidence: 'Quote Q-9 is listed, and its record cannot be read.',
  });
  expect(judged(body, { quotes: whole(own('Q-9', { state: 'withdrawn' })) }).verdict).toBe('done');
});
