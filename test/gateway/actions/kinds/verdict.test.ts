import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ActionBody } from '../../../../src/domain/action';
import { QuoteId, RequestId, TradeId } from '../../../../src/domain/identifiers';
import { Price } from '../../../../src/domain/price';
import { Quantity } from '../../../../src/domain/quantity';
import type { Quote } from '../../../../src/domain/offers';
import type { Trade } from '../../../../src/domain/trade';
import type { Evidence } from '../../../../src/domain/verdict/evidence';
import { verdict } from '../../../../src/gateway/actions/kinds/kinds';

const requestId = RequestId.parse('RQ-1');
const quoteId = QuoteId.parse('Q-1');
const price = (text: string) => Price.parse(text);
const before = { tradeIds: [TradeId.parse('T-old')], quoteIds: [quoteId] };
const acceptance: ActionBody = {
  kind: 'accept-quote',
  requestId,
  quoteId,
  lastSeen: { type: 'per-leg', legPrices: [price('30.1')] },
};
const part: ActionBody = { ...acceptance, quantity: Quantity.parse('2') };
const sent: ActionBody = {
  kind: 'send-quote',
  requestId,
  direction: 'ask',
  price: { shape: 'single', price: price('30.1') },
  quantity: Quantity.parse('10'),
  allOrNone: false,
};

const quote = (state: string, over: Partial<Quote> = {}): Quote => ({
  id: quoteId,
  requestId,
  direction: 'ask',
  state,
  price: { shape: 'single', price: price('30.1') },
  counterparty: 'North',
  quantity: Quantity.parse('10'),
  raw: {},
  ...over,
});
const trade = (id: string, over: Partial<Trade> = {}): Trade => ({
  id: TradeId.parse(id),
  requestId,
  tradedAt: 0,
  price: price('30.1'),
  quantity: Quantity.parse('10'),
  counterparty: 'North',
  raw: {},
  ...over,
});
interface Shown {
  readonly request: Evidence['request'];
  readonly quotes: readonly Quote[];
  readonly quotesComplete: boolean;
  readonly trades: readonly Trade[];
  readonly tradesComplete: boolean;
}
const evidence = (over: Partial<Shown>): Evidence => ({
  request: over.request ?? { state: 'open' },
  quotes: { records: over.quotes ?? [quote('active')], complete: over.quotesComplete ?? true },
  trades: { records: over.trades ?? [], complete: over.tradesComplete ?? true },
});
const of = (body: ActionBody, over: Partial<Shown>) => verdict({ body, before }, evidence(over));

it('calls an acceptance done when one new trade says what was accepted', () => {
  const seen = of(acceptance, {
    request: { state: 'traded' },
    quotes: [quote('accepted')],
    trades: [trade('T-1')],
  });
  expect(seen).toEqual({ verdict: 'done', tradeId: 'T-1' });
});

it('takes no trade that was known before for its own', () => {
  expect(of(acceptance, { quotes: [quote('accepted')], trades: [trade('T-old')] }).verdict).toBe('unknown');
});

it('takes no trade at another price, with another firm or of another quantity for its own', () => {
  const strangers = [
    trade('T-1', { price: price('30.2') }),
    trade('T-1', { counterparty: 'South' }),
    trade('T-1', { quantity: Quantity.parse('3') }),
  ];
  for (const stranger of strangers) {
    expect(of(acceptance, { quotes: [quote('accepted')], trades: [stranger] }).verdict).toBe('unknown');
  }
});

it('finds its own trade among several by what they say', () => {
  const trades = [trade('T-1', { counterparty: 'South', price: price('29') }), trade('T-2')];
  expect(of(acceptance, { quotes: [quote('accepted')], trades })).toEqual({
    verdict: 'done',
    tradeId: 'T-2',
  });
});

it('leaves it open when two new trades could both be its own', () => {
  const trades = [trade('T-1'), trade('T-2')];
  expect(of(acceptance, { quotes: [quote('accepted')], trades }).verdict).toBe('unknown');
});

it('calls an acceptance rejected when its quote was withdrawn or rejected, whatever else was traded', () => {
  const trades = [trade('T-1', { counterparty: 'South', price: price('29') })];
  for (const state of ['withdrawn', 'rejected']) {
    expect(of(acceptance, { request: { state: 'traded' }, quotes: [quote(state)], trades }).verdict).toBe(
      'rejected',
    );
  }
});

it('does not decide against a withdrawn quote while a trade looks like its own or trades are missing', () => {
  expect(of(acceptance, { quotes: [quote('withdrawn')], trades: [trade('T-1')] }).verdict).toBe('unknown');
  expect(of(acceptance, { quotes: [quote('withdrawn')], tradesComplete: false }).verdict).toBe('unknown');
});

it('does not take a trade for the whole of a quote that is still on offer', () => {
  expect(of(acceptance, { trades: [trade('T-1')] }).verdict).toBe('unknown');
});

it('knows a part by its quantity while the rest of the quote stays on offer', () => {
  const taken = trade('T-1', { quantity: Quantity.parse('2') });
  expect(of(part, { trades: [taken] })).toEqual({ verdict: 'done', tradeId: 'T-1' });
});

it('knows a standard spread by the difference of the leg prices, or by its accepted quote before they are entered', () => {
  const standard: ActionBody = {
    kind: 'accept-quote',
    requestId,
    quoteId,
    lastSeen: { type: 'standard-spread', spreadPrice: price('1') },
  };
  const entered = { legPrices: [price('30'), price('29')] };
  const { price: _, ...bare } = trade('T-1');
  const quotes = [quote('accepted')];
  expect(of(standard, { quotes, trades: [{ ...bare, ...entered }] }).verdict).toBe('done');
  expect(of(standard, { quotes, trades: [bare] }).verdict).toBe('done');
  // A net price is no price of one leg.
  const single = { ...bare, price: price('1'), raw: { contract: 'single', market: 'DE' } };
  expect(of(standard, { quotes, trades: [single] }).verdict).toBe('unknown');
  expect(of(standard, { quotes, trades: [{ ...bare, legPrices: [price('30'), price('28')] }] }).verdict).toBe(
    'unknown',
  );
});

it('calls a sent quote done when one new quote says what was sent', () => {
  const mine = quote('active', { id: QuoteId.parse('Q-2'), counterparty: 'Us' });
  const shown = (quotes: readonly Quote[]) =>
    verdict({ body: sent, before }, { ...evidence({ quotes }), ownName: 'Us' });
  expect(shown([quote('active'), mine])).toEqual({ verdict: 'done', quoteId: 'Q-2' });
  expect(shown([mine, { ...mine, id: QuoteId.parse('Q-3') }]).verdict).toBe('unknown');
});

it('decides a withdrawal by the state of its quote alone', () => {
  const body: ActionBody = { kind: 'withdraw-quote', requestId, quoteId };
  const states = {
    withdrawn: 'done',
    accepted: 'rejected',
    rejected: 'rejected',
    active: 'unknown',
    cancelled: 'unknown',
  } as const;
  for (const [state, expected] of Object.entries(states)) {
    expect(of(body, { quotes: [quote(state, { allOrNone: true })] }).verdict).toBe(expected);
  }
  expect(of(body, { quotes: [] }).verdict).toBe('unknown');
});

it('does not take a quote of which a part was taken for one that is over', () => {
  const body: ActionBody = { kind: 'withdraw-quote', requestId, quoteId };
  const taken = (raw: Record<string, unknown>) => of(body, { quotes: [quote('accepted', { raw })] });
  expect(taken({})).toEqual({
    verdict: 'unknown',
    evidence: `Quote ${quoteId} is accepted, and it is not known whether the rest can still be taken.`,
  });
  expect(taken({ 'remaining-quantity': 4 })).toEqual({ verdict: 'unknown' });
  expect(taken({ 'remaining-quantity': 0 }).verdict).toBe('rejected');
});

it('decides nothing about an acceptance or a quote whose evidence from before is missing', () => {
  const seen = evidence({
    request: { state: 'closed' },
    quotes: [quote('accepted')],
    trades: [trade('T-1')],
  });
  for (const body of [acceptance, sent]) expect(verdict({ body }, seen).verdict).toBe('unknown');
});

it('never says done without a new trade that agrees, nor rejected beside one', () => {
  const state = fc.constantFrom('active', 'accepted', 'withdrawn', 'rejected', 'new-state');
  const trades = fc.array(
    fc.record({
      id: fc.constantFrom('T-old', 'T-1', 'T-2', 'T-3'),
      price: fc.constantFrom('30.1', '30.2'),
      counterparty: fc.constantFrom('North', 'South'),
    }),
    { maxLength: 4 },
  );
  const request = fc.constantFrom('open', 'closed', 'traded', 'new-state');
  fc.assert(
    fc.property(state, trades, request, fc.boolean(), (quoteState, drawn, requestState, tradesComplete) => {
      const seen = of(acceptance, {
        request: { state: requestState },
        quotes: [quote(quoteState)],
        trades: drawn.map((one) =>
          trade(one.id, { ...one, id: TradeId.parse(one.id), price: price(one.price) }),
        ),
        tradesComplete,
      });
      const agreeing = drawn.filter(
        (one) => one.id !== 'T-old' && one.price === '30.1' && one.counterparty === 'North',
      );
      if (seen.verdict === 'done') expect(agreeing.map(({ id }) => id)).toEqual([seen.tradeId]);
      if (seen.verdict === 'rejected') expect([agreeing.length, tradesComplete]).toEqual([0, true]);
    }),
  );
});

it('a withdrawn quote is over by its trades where it is called accepted or not listed, and never where it is active', () => {
  const withdrawn: ActionBody = { kind: 'withdraw-quote', requestId, quoteId };
  const judged = (records: readonly Quote[], isTaken: boolean, complete = true) =>
    verdict({ body: withdrawn, before }, { quotes: { records, complete }, isTaken: () => isTaken }).verdict;
  const doubtful = quote('accepted', { allOrNone: false });
  expect([judged([doubtful], true), judged([doubtful], false)]).toEqual(['rejected', 'unknown']);
  expect([judged([], true), judged([], false), judged([], true, false)]).toEqual([
    'rejected',
    'unknown',
    'unknown',
  ]);
  expect(judged([quote('active')], true)).toBe('unknown');
});
