import { beforeEach, describe, expect, it } from 'vitest';
import { readQuote } from '../../../src/contract/service/read-offers';
import { listing } from '../../../src/contract/service/reading';
import { readTrade } from '../../../src/contract/service/read-trade';
import { Action, type ActionBody } from '../../../src/domain/action';
import { PlatformEvent } from '../../../src/domain/event';
import { failed, success } from '../../../src/domain/failure';
import { ProposalId, QuoteId, TradeId } from '../../../src/domain/identifiers';
import { keyOfProposal, OwnTrade } from '../../../src/domain/own-trade';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import type { Trade, TradeReference } from '../../../src/domain/trade';
import { OwnTrades, type OwnTradesOptions } from '../../../src/gateway/actions/own-trades';
import { keptTrade } from '../../../src/gateway/storage/trade-store';
import { ACCEPT, actionId, PROPOSE, QUOTE } from '../twins/actions';
import { MORNING } from '../twins/cache';
import { failure, singleQuote } from '../twins/fake-platform';
import { MemoryOwnTrades } from '../twins/memory-stores';
import { MemoryTrades } from '../twins/memory-trades';

let made = 0;
const action = (body: ActionBody, over: object = {}): Action =>
  Action.parse({ id: actionId((made += 1)), body, shown: '', state: 'done', createdAt: MORNING, ...over });
const quoted = action(QUOTE, { quoteId: 'Q-2' });

const TR1 = TradeId.parse('TR-1');
function record(over: object = {}) {
  const read = readTrade({
    'trade-id': TR1,
    'traded-at': new Date(MORNING).toISOString(),
    'request-id': 'RQ-2',
    action: 'sell',
    price: 31,
    quantity: 10,
    'pre-trade': { 'quotation-id': 'Q-2' },
    ...over,
  });
  if (!read.ok) throw new Error(read.failure.message);
  return read.value;
}
const traded = (over: object = {}): PlatformEvent =>
  PlatformEvent.parse({
    sequence: 1,
    heardAt: MORNING + 5,
    origin: 'pushed',
    type: 'request-traded',
    requestId: 'RQ-2',
    tradeId: TR1,
    times: 1,
    ...over,
  });

const told: string[] = [];
const onTaken: OwnTradesOptions['onTaken'] = (id, { id: trade, trade: read }) =>
  void told.push(`${id} ${trade} ${read?.quantity ?? 'not read'}`);
beforeEach(() => void told.splice(0));

async function opened(
  over: Partial<Omit<OwnTradesOptions, 'trades'>> & {
    trades?: Partial<OwnTradesOptions['trades']>;
    past?: readonly Action[];
    standing?: readonly Action[];
  } = {},
) {
  const { past = [quoted], standing = [], trades, ...options } = over;
  const clock = new ManualClock(MORNING);
  const calls: string[] = [];
  const store = new MemoryOwnTrades();
  const stored = new MemoryTrades();
  const own = new OwnTrades({
    store,
    stored,
    unlisted: { read: () => new Set(), onChange: () => undefined },
    journal: { newest: async () => [...past].reverse(), read: () => [] },
    market: { request: () => undefined },
    trades: {
      trade: async (id) => (calls.push(`trade ${id}`), success(record())),
      kept: async () => undefined,
      ...trades,
    },
    zone: 'Europe/Berlin',
    listTrades: async () => (calls.push('trades'), success([])),
    readQuotes: async (id) => (calls.push(`quotes ${id}`), failed(failure('unavailable'))),
    clock,
    log: silentLog,
    onTaken,
    ...options,
  });
  await own.start(standing);
  return { own, store, stored, clock, calls };
}
const OWN = { tradeId: 'TR-1', requestId: 'RQ-2', state: 'own', quoteId: 'Q-2', since: MORNING + 5 };

it('an event on a request that the desk quoted reports a trade; its record, read once, proves whose it is', async () => {
  const { own, calls } = await opened();
  expect(own.hear(traded())).toBe('TR-1');
  expect(own.read()).toMatchObject([{ tradeId: 'TR-1', state: 'reported' }]);
  expect(own.took(QuoteId.parse('Q-2'))).toBe(false);
  await own.readRecord(TR1);
  expect(own.read()).toEqual([OWN]);
  expect(own.took(QuoteId.parse('Q-2'))).toBe(true);
  expect(calls).toEqual(['trade TR-1']);
  expect(own.hear(traded())).toBeUndefined();
});

it('tells of an own trade that the platform does not list any more, whenever that changes, and keeps it own', async () => {
  const unlisted = new Set<TradeId>();
  const heard: (() => void)[] = [];
  const { own, store } = await opened({
    unlisted: { read: () => unlisted, onChange: (listener) => void heard.push(listener) },
  });
  own.stored([keptTrade(record(), MORNING)]);
  const seen: unknown[] = [];
  own.onChange(() => seen.push(own.read()[0]?.unlisted));
  const changed = () => heard.forEach((listener) => listener());
  unlisted.add(TR1);
  changed();
  unlisted.add(TradeId.parse('TR-5'));
  changed();
  expect(own.read()).toEqual([{ ...OWN, since: MORNING, unlisted: true }]);
  expect(await store.newest(1)).toEqual([{ ...OWN, since: MORNING }]);
  unlisted.delete(TR1);
  changed();
  expect(seen).toEqual([true, undefined]);
});

it('tells the action that sent a quote which trade took it once that is proven, and once', async () => {
  const { own } = await opened();
  own.hear(traded());
  expect(told).toEqual([]);
  await own.readRecord(TR1);
  own.stored([keptTrade(record(), MORNING)]);
  expect(told).toEqual([`${quoted.id} TR-1 10`]);
});

it('knows again which price proposal an own trade took where the gateway ended before the journal said it', async () => {
  const proposed = action(PROPOSE, { proposalId: 'P-2' });
  const key = keyOfProposal(ProposalId.parse('P-2'));
  const store = new MemoryOwnTrades();
  const { quoteId: _, ...kept } = OWN;
  await store.put(OwnTrade.parse(kept));
  const { own } = await opened({ past: [proposed], store });
  expect(own.took(key)).toBe(false);
  const trade = keptTrade(record({ quantity: 4, 'pre-trade': { 'price-proposal-id': 'P-2' } }), MORNING);
  own.stored([trade]);
  own.stored([trade]);
  expect(own.read()).toEqual([{ ...kept, proposalId: 'P-2' }]);
  expect([own.took(key), own.filled(key), told]).toEqual([true, '4', [`${proposed.id} TR-1 4`]]);
});

it('tells the action that sent a price proposal which trade took it, and how much; a run later the journal says it', async () => {
  const proposed = action(PROPOSE, { proposalId: 'P-2' });
  const key = keyOfProposal(ProposalId.parse('P-2'));
  const { own } = await opened({ past: [proposed] });
  own.stored([keptTrade(record({ quantity: 4, 'pre-trade': { 'price-proposal-id': 'P-2' } }), MORNING)]);
  expect(told).toEqual([`${proposed.id} TR-1 4`]);
  expect(own.read()).toMatchObject([{ tradeId: 'TR-1', state: 'own', proposalId: 'P-2' }]);
  expect([own.took(key), own.filled(key), own.took(QuoteId.parse('P-2'))]).toEqual([true, '4', false]);
  const later = await opened({
    past: [{ ...proposed, taken: [{ tradeId: TR1 }] }],
    trades: { kept: async () => record({ quantity: 4 }) },
  });
  expect(later.own.filled(key)).toBeUndefined();
  await later.clock.advance(0);
  expect(later.own.filled(key)).toBe('4');
});

it('tells nothing of a trade that may be of another quote', async () => {
  const { own } = await opened();
  own.stored([keptTrade(record({ 'pre-trade': { 'quotation-id': 'Q-9' } }), MORNING)]);
  own.stored([keptTrade(record({ 'trade-id': 'TR-2', 'pre-trade': undefined }), MORNING)]);
  expect(told).toEqual([]);
});

it('tells at the start what an earlier run knew and the journal does not say', async () => {
  const first = await opened({ onTaken: () => undefined });
  first.own.stored([keptTrade(record(), MORNING)]);
  const next = await opened({ store: first.store });
  next.own.begin();
  await next.clock.advance(1_000);
  expect(told).toEqual([`${quoted.id} TR-1 not read`]);
  told.splice(0);
  const past = [{ ...quoted, taken: [{ tradeId: TR1 }] }];
  const later = await opened({ store: first.store, past });
  later.own.begin();
  await later.clock.advance(1_000);
  expect(told).toEqual([]);
});

it('tells a fill again that is cancelled, once, and that stands again', async () => {
  const { own } = await opened();
  const store = (state: string) => own.stored([keptTrade(record({ state }), MORNING)]);
  store('executed');
  expect(own.isFill(TR1)).toBe(true);
  const times = told.length;
  expect(times).toBeGreaterThan(0);
  for (const [state, more] of [
    ['executed', 0],
    ['cancelled', 1],
    ['cancelled', 1],
    ['executed', 2],
  ] as const) {
    store(state);
    expect(told).toHaveLength(times + more);
  }
});

describe('the leg prices of a spread that was taken', () => {
  const spread = { shape: 'per-leg', legPrices: ['80.9', '82.2'] };
  const quote = action({ ...QUOTE, price: spread } as ActionBody, { quoteId: 'Q-2' });
  const legs = (...prices: (number | null)[]) => ({
    ...{ action: null, price: null },
    legs: prices.map((price) => ({ action: 'sell', price })),
  });
  const priced = record(legs(80.9, 82.2));

  it('are told once they are there, from whatever stored the trade, and once', async () => {
    const { own } = await opened({ past: [quote] });
    own.stored([keptTrade(record(legs(80.9, null)), MORNING)]);
    expect(told).toHaveLength(1);
    own.stored([keptTrade(priced, MORNING)]);
    expect(told).toHaveLength(2);
    own.stored([keptTrade(priced, MORNING)]);
    expect(told).toHaveLength(2);
  });

  it('are told of a line of before that has none, at the start and without a call; of one that has them nothing is', async () => {
    const before = { tradeId: TR1, at: MORNING };
    const first = await opened({ past: [quote] });
    first.own.stored([keptTrade(priced, MORNING)]);
    for (const [line, times] of [
      [before, 1],
      [{ ...before, legPrices: ['80.9', '82.2'] }, 0],
    ] as const) {
      told.splice(0);
      const next = await opened({
        ...{ store: first.store, past: [Action.parse({ ...quote, taken: [line] })] },
        trades: { kept: async () => priced },
      });
      next.own.begin();
      await next.clock.advance(1_000);
      expect(told).toHaveLength(times);
      expect(next.calls).toEqual([]);
    }
  });
});

it('an event on a request that the desk has nothing to do with, or without a trade, is none of its business', async () => {
  const { own } = await opened();
  expect(own.hear(traded({ requestId: 'RQ-7' }))).toBeUndefined();
  expect(own.hear(traded({ tradeId: undefined }))).toBeUndefined();
  expect(own.hear(traded({ type: 'quotation-created' }))).toBeUndefined();
  expect(own.read()).toEqual([]);
});

it('the next run knows it from the disk, however little of the past it reads', async () => {
  const first = await opened();
  first.own.hear(traded());
  await first.own.readRecord(TR1);
  const next = await opened({ store: first.store, past: [] });
  expect(next.own.read()).toEqual([OWN]);
  expect(next.own.took(QuoteId.parse('Q-2'))).toBe(true);
});

it('a trade that was stored before, or by somebody who reads it, is judged without a call and without an event', async () => {
  const { own, stored, clock, calls } = await opened();
  await stored.keep([keptTrade(record(), MORNING)]);
  own.begin();
  await clock.advance(1_000);
  expect(own.read()).toMatchObject([{ tradeId: 'TR-1', state: 'own', quoteId: 'Q-2' }]);
  own.stored([
    keptTrade(record({ 'trade-id': 'TR-2', 'pre-trade': { 'quotation-id': 'Q-9' } }), MORNING),
    keptTrade(record({ 'trade-id': 'TR-3', 'request-id': 'RQ-7' }), MORNING),
  ]);
  expect(own.read().map(({ tradeId, state }) => `${tradeId} ${state}`)).toEqual(['TR-1 own', 'TR-2 other']);
  expect(calls).toEqual([]);
});

const ACCEPTED = singleQuote('RQ-2', 'Q-2', { state: 'accepted', legs: [{ price: 31 }] });

it('a record that names no offer is held against the quotes of the request, read then', async () => {
  const nameless = record({ 'pre-trade': undefined });
  const { own } = await opened({
    trades: { trade: async () => success(nameless) },
    readQuotes: async () => success(listing([ACCEPTED], readQuote)),
  });
  own.hear(traded());
  own.stored([keptTrade(nameless, MORNING)]);
  expect(own.read()).toMatchObject([{ state: 'reported' }]);
  await own.readRecord(TR1);
  expect(own.read()).toEqual([OWN]);
});

it('a trade whose record cannot be read stays reported: that it is missing proves nothing', async () => {
  const { own } = await opened({ trades: { trade: async () => failed(failure('not-found')) } });
  own.hear(traded());
  await own.readRecord(TR1);
  expect(own.read()).toMatchObject([{ state: 'reported' }]);
});

it('an acceptance brings its trade, and what was once proven is never unsaid', async () => {
  const { own } = await opened();
  own.take(action(ACCEPT, { tradeId: 'TR-5' }));
  expect(own.read()).toMatchObject([{ tradeId: 'TR-5', requestId: 'RQ-1', state: 'own' }]);
  own.stored([
    keptTrade(
      record({ 'trade-id': 'TR-5', 'request-id': 'RQ-2', 'pre-trade': { 'quotation-id': 'Q-9' } }),
      0,
    ),
  ]);
  expect(own.read()).toMatchObject([{ tradeId: 'TR-5', state: 'own' }]);
});

it('a trade of a quote whose number was not known is looked at again once it is', async () => {
  const unknown = action(QUOTE, { state: 'unknown' });
  const { own, clock } = await opened({
    past: [],
    journal: { newest: async () => [], read: () => [unknown] },
  });
  own.hear(traded());
  await own.readRecord(TR1);
  expect(own.read()).toMatchObject([{ state: 'reported' }]);
  own.take({ ...unknown, state: 'done', quoteId: QuoteId.parse('Q-2') });
  await clock.advance(0);
  expect(own.read()).toEqual([OWN]);
});

it('what the disk refuses is told all the same, and written later', async () => {
  const store = new MemoryOwnTrades();
  store.full = true;
  const { own, clock } = await opened({ store });
  own.hear(traded());
  await own.readRecord(TR1);
  expect(own.read()).toEqual([OWN]);
  expect(await store.newest(5)).toEqual([]);
  store.full = false;
  await clock.advance(5_000);
  expect(await store.newest(5)).toEqual([OWN]);
});

it('a quote that cannot be read may be the one that was taken', async () => {
  const listed = [ACCEPTED, { ...ACCEPTED, 'quotation-id': 'Q-8', legs: [{ price: 'none' }] }];
  const { own } = await opened({
    trades: { trade: async () => success(record({ 'pre-trade': undefined })) },
    readQuotes: async () => success(listing(listed, readQuote)),
  });
  own.hear(traded());
  await own.readRecord(TR1);
  expect(own.read()).toMatchObject([{ state: 'reported' }]);
  listed.pop();
  await own.readRecord(TR1);
  expect(own.read()).toEqual([OWN]);
});

it('one accepted quote explains one trade: of the next without a name nothing is proven', async () => {
  const { own } = await opened({
    trades: { trade: async (id) => success(record({ 'trade-id': id, 'pre-trade': undefined, quantity: 4 })) },
    readQuotes: async () => success(listing([ACCEPTED], readQuote)),
  });
  for (const id of ['TR-1', 'TR-2']) {
    own.hear(traded({ tradeId: id }));
    await own.readRecord(TradeId.parse(id));
  }
  expect(own.read().map(({ tradeId, state }) => `${tradeId} ${state}`)).toEqual([
    'TR-1 own',
    'TR-2 reported',
  ]);
});

it('an event in words that nobody told us reports the trade that it names; one of an offer does not', async () => {
  const { own } = await opened();
  for (const type of ['deal-done', 'RequestTraded']) expect(own.hear(traded({ type }))).toBe('TR-1');
  expect(own.hear(traded({ type: 'quotation-created', tradeId: 'TR-2' }))).toBeUndefined();
  expect(own.read()).toMatchObject([{ tradeId: 'TR-1', state: 'reported' }]);
});

it('the record of a trade names its request where the event does not', async () => {
  const { own } = await opened();
  expect(own.hear(traded({ requestId: undefined }))).toBe('TR-1');
  expect(own.read()).toEqual([]);
  await own.readRecord(TR1);
  expect(own.read()).toMatchObject([{ tradeId: 'TR-1', state: 'own', quoteId: 'Q-2' }]);
});

it('a reported trade stays so where nothing of its request is at hand: what was sent there may be older', async () => {
  const first = await opened({ trades: { trade: async () => failed(failure('unavailable')) } });
  first.own.hear(traded());
  await first.own.readRecord(TR1);
  const next = await opened({ store: first.store, past: [] });
  next.own.stored([keptTrade(record(), MORNING)]);
  expect(next.own.read()).toMatchObject([{ tradeId: 'TR-1', state: 'reported' }]);
});

it('an offer that still stands proves its trade, however many actions came after it', async () => {
  const { own } = await opened({ past: [action(QUOTE, { quoteId: 'Q-9' })], standing: [quoted] });
  own.stored([keptTrade(record(), MORNING)]);
  expect(own.read()).toMatchObject([{ tradeId: 'TR-1', state: 'own', quoteId: 'Q-2' }]);
});

it('what the last run could not read is read at the start of the next', async () => {
  const first = await opened({ trades: { trade: async () => failed(failure('unavailable')) } });
  first.own.hear(traded());
  await first.own.readRecord(TR1);
  const next = await opened({ store: first.store });
  expect(next.own.read()).toMatchObject([{ state: 'reported' }]);
  next.own.begin();
  await next.clock.advance(1_000);
  expect(next.own.read()).toEqual([OWN]);
  expect(next.calls).toEqual(['trade TR-1']);
});

it('what a person called refused, and the records prove to be live, has its trade', async () => {
  const refused = action(QUOTE, { state: 'rejected', settledBy: 'person' });
  const { own, clock } = await opened({ past: [refused] });
  expect(own.hear(traded())).toBe('TR-1');
  await own.readRecord(TR1);
  expect(own.read()).toMatchObject([{ state: 'reported' }]);
  own.take({ ...refused, state: 'done', quoteId: QuoteId.parse('Q-2'), corrected: 'It went live.' });
  await clock.advance(0);
  expect(own.read()).toEqual([OWN]);
});

describe('how much of a quote trades took', () => {
  const Q2 = QuoteId.parse('Q-2');

  it('is the sum of their quantities, once each', async () => {
    const { own } = await opened();
    expect(own.filled(Q2)).toBeUndefined();
    own.stored([keptTrade(record({ quantity: 4 }), MORNING)]);
    expect(own.filled(Q2)).toBe('4');
    own.stored([
      keptTrade(record({ quantity: 4 }), MORNING),
      keptTrade(record({ 'trade-id': 'TR-2', quantity: 2.5 }), MORNING),
    ]);
    expect(own.filled(Q2)).toBe('6.5');
  });

  it('is not known while one of them does not say its own', async () => {
    const { own } = await opened();
    own.stored([
      keptTrade(record({ quantity: 4 }), MORNING),
      keptTrade(record({ 'trade-id': 'TR-2', quantity: null }), MORNING),
    ]);
    expect(own.took(Q2)).toBe(true);
    expect(own.filled(Q2)).toBeUndefined();
    expect(own.isUnclear(Q2)).toBe(true);
  });

  describe.each([
    ['a spread', { shape: 'per-leg', legPrices: ['80', '75'] }],
    ['a standard spread', { shape: 'standard-spread', spreadPrice: '5' }],
  ])('of %s', (_, price) => {
    const spread = action({ ...QUOTE, price } as ActionBody, {
      quoteId: 'Q-2',
      legs: [{ quantityUnit: 'MW' }],
    });
    const leg = (id: string, market: string, over: object = {}) =>
      keptTrade(record({ 'trade-id': id, market, quantity: 5, 'quantity-unit': 'MW', ...over }), MORNING);

    it('is one quantity where its legs are trades of their own, and not known until all of them are told alike', async () => {
      const { own } = await opened({ past: [spread] });
      own.stored([leg('TR-1', 'DE')]);
      expect([own.filled(Q2), own.isUnclear(Q2)]).toEqual([undefined, true]);
      own.stored([leg('TR-2', 'FR')]);
      expect([own.filled(Q2), own.isUnclear(Q2)]).toEqual(['5', false]);
      own.stored([leg('TR-3', 'DE')]);
      expect(own.isUnclear(Q2)).toBe(true);
      own.stored([leg('TR-4', 'FR')]);
      expect(own.filled(Q2)).toBe('10');
      const legs = ['DE', 'FR'].map((market) => ({ market, action: 'sell', price: 80, quantity: 2 }));
      own.stored([leg('TR-5', 'DE', { quantity: 2, legs })]);
      expect(own.filled(Q2)).toBe('12');
    });

    it('is not known while the halves of two deals are there, though they are told alike', async () => {
      const { own } = await opened({ past: [spread] });
      const later = { 'traded-at': new Date(MORNING + 60_000).toISOString() };
      own.stored([leg('TR-1', 'DE', { quantity: 4 })]);
      own.stored([leg('TR-4', 'FR', { quantity: 4, ...later })]);
      expect([own.filled(Q2), own.isUnclear(Q2)]).toEqual([undefined, true]);
      own.stored([leg('TR-2', 'FR', { quantity: 4 }), leg('TR-3', 'DE', { quantity: 4, ...later })]);
      expect([own.filled(Q2), own.isUnclear(Q2)]).toEqual(['8', false]);
    });

    it('is all of it once each leg comes to the whole, whenever they were traded', async () => {
      const { own } = await opened({ past: [spread] });
      const later = { 'traded-at': new Date(MORNING + 60_000).toISOString() };
      own.stored([leg('TR-1', 'DE', { quantity: 10 }), leg('TR-2', 'FR', { quantity: 10, ...later })]);
      expect(own.filled(Q2)).toBe('10');
    });
  });

  it.each([
    ['MWh over the delivery', { quantity: 35_040, 'quantity-unit': 'MWh' }, '4'],
    ['kW', { quantity: 2_500, 'quantity-unit': 'kW' }, '2.5'],
    ['its own unit in other letters', { quantity: 4, 'quantity-unit': 'mw' }, '4'],
    [
      'MWh of a delivery that nobody can count',
      { quantity: 35_040, 'quantity-unit': 'MWh', 'delivery-end': null },
      undefined,
    ],
    [
      'MWh of a load that nobody knows',
      { quantity: 35_040, 'quantity-unit': 'MWh', 'load-profile': 'sunny' },
      undefined,
    ],
    [
      'MWh that are no exact power',
      { quantity: 1, 'quantity-unit': 'MWh', 'delivery-end': '2027-01-07' },
      undefined,
    ],
    ['certificates', { quantity: 4, 'quantity-unit': 'certificates' }, undefined],
    ['no unit at all', { quantity: 4 }, undefined],
  ])('is told in the unit of the quote where a trade is in %s', async (_, over, filled) => {
    const sent = action(QUOTE, { quoteId: 'Q-2', legs: [{ quantityUnit: 'MW' }] });
    const delivery = { commodity: 'power', market: 'DE', 'load-profile': 'base' };
    const dates = { 'delivery-start': '2027-01-01', 'delivery-end': '2027-12-31' };
    const { own } = await opened({ past: [sent] });
    own.stored([keptTrade(record({ ...delivery, ...dates, ...over }), MORNING)]);
    expect([own.filled(Q2), own.isUnclear(Q2)]).toEqual([filled, filled === undefined]);
  });

  it('is looked up in what is kept after a restart, and told once it is found', async () => {
    const first = await opened();
    first.own.stored([keptTrade(record({ quantity: 4 }), MORNING)]);
    const next = await opened({ store: first.store, trades: { kept: async () => record({ quantity: 4 }) } });
    let told = 0;
    next.own.onChange(() => (told += 1));
    expect(next.own.filled(Q2)).toBeUndefined();
    expect(next.own.isUnclear(Q2)).toBe(false);
    await next.clock.advance(0);
    expect(told).toBe(1);
    expect(next.own.filled(Q2)).toBe('4');
    expect(next.calls).toEqual([]);
  });
});

it('names the trades that took a quote, with what is kept of each and without a call', async () => {
  const TR2 = TradeId.parse('TR-2');
  const kept = record();
  const { own, calls } = await opened({
    trades: { kept: async (id) => (id === TR1 ? kept : undefined) },
  });
  own.stored([keptTrade(kept, MORNING), keptTrade(record({ 'trade-id': TR2 }), MORNING)]);
  expect(await own.tradesOf(QuoteId.parse('Q-2'))).toEqual([
    { id: TR1, trade: kept },
    { id: TR2, trade: undefined },
  ]);
  expect(await own.tradesOf(QuoteId.parse('Q-9'))).toEqual([]);
  expect(calls).toEqual([]);
});

describe('the trades of a quote that is called accepted', () => {
  const quote = { quoteId: QuoteId.parse('Q-2'), since: MORNING };
  const listed = (id: string, at = MORNING + 10): TradeReference => ({
    id: TradeId.parse(id),
    tradedAt: at,
    raw: {},
  });

  it('are looked for until one is found, each read once, and those from before it not at all', async () => {
    const lists = [[listed('TR-0', MORNING - 60_000)], [listed('TR-0', MORNING - 60_000), listed('TR-1')]];
    const { own, clock, calls } = await opened({
      listTrades: async () => (calls.push('list'), success(lists.shift() ?? [])),
    });
    const looking = own.seek(quote.quoteId, quote.since);
    void own.seek(quote.quoteId, quote.since);
    await clock.advance(0);
    expect([...calls]).toEqual(['list']);
    await clock.advance(5_000);
    await looking;
    expect(calls).toEqual(['list', 'list', 'trade TR-1']);
    expect(own.filled(quote.quoteId)).toBe(String(record().quantity));
    await clock.advance(600_000);
    expect(calls).toHaveLength(3);
  });

  it('are given up after a while, and looked for again when that is asked', async () => {
    const { own, clock, calls } = await opened();
    void own.seek(quote.quoteId, quote.since);
    await clock.advance(600_000);
    expect(calls).toEqual(['trades', 'trades', 'trades', 'trades']);
    void own.seek(quote.quoteId, quote.since);
    await clock.advance(0);
    expect(calls).toHaveLength(5);
  });
});

it('a trade of the twin of a quote may be the desk’s own', async () => {
  const contradictions = [{ about: 'twin', says: '', quoteId: 'Q-twin' }];
  const found = action(QUOTE, { quoteId: 'Q-2', contradictions });
  const { own } = await opened({ past: [found] });
  const ofTwin = record({ 'pre-trade': { 'quotation-id': 'Q-twin' } });
  own.stored([keptTrade(ofTwin, MORNING)]);
  expect(own.read()).toMatchObject([{ state: 'reported' }]);
  const ofOther = record({ 'trade-id': 'TR-2', 'pre-trade': { 'quotation-id': 'Q-9' } });
  own.stored([keptTrade(ofOther, MORNING)]);
  expect(own.read()).toContainEqual(expect.objectContaining({ tradeId: 'TR-2', state: 'other' }));
});

describe('a trade on a request where the platform refused what the desk sent', () => {
  const refused = (body: ActionBody): Action =>
    action(body, {
      state: 'rejected',
      sentAt: MORNING,
      failure: { ...failure('wrong-state'), service: { status: 409 } },
    });
  const stateOf = async (body: ActionBody, over: object): Promise<string | undefined> => {
    const { requestId } = body as { requestId: string };
    const trade = record({ 'request-id': requestId, ...over });
    const { own } = await opened({ past: [refused(body)], trades: { trade: async () => success(trade) } });
    expect(own.hear(traded({ requestId }))).toBe('TR-1');
    await own.readRecord(TR1);
    return own.read()[0]?.state;
  };

  it('is told as one that may be its own where it says what was sent, and as another’s where it does not', async () => {
    const taken = { action: 'buy', price: 30.1, 'pre-trade': { 'quotation-id': 'Q-1' } };
    expect(await stateOf(ACCEPT, taken)).toBe('reported');
    expect(await stateOf(ACCEPT, { ...taken, 'pre-trade': { 'quotation-id': 'Q-9' } })).toBe('other');
    expect(await stateOf(QUOTE, { 'pre-trade': { 'quotation-id': 'Q-9' } })).toBe('reported');
    expect(await stateOf(QUOTE, { price: 32, 'pre-trade': { 'quotation-id': 'Q-9' } })).toBe('other');
  });
});

describe('the trades of the legs of a spread that name no offer', () => {
  const Q2 = QuoteId.parse('Q-2');
  const product = { commodity: 'power', deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31' };
  const spread = action(
    {
      ...QUOTE,
      allOrNone: false,
      price: { shape: 'per-leg', legPrices: ['80', '75'] },
    } as ActionBody,
    {
      quoteId: 'Q-2',
      sentAt: MORNING - 1,
      legs: [
        { action: 'sell', market: 'DE', quantityUnit: 'MW', ...product },
        { action: 'buy', market: 'FR', quantityUnit: 'MW', ...product },
      ],
    },
  );
  const leg = (id: string, market: 'DE' | 'FR', over: object = {}) =>
    record({
      'trade-id': id,
      'pre-trade': undefined,
      contract: 'single',
      commodity: 'power',
      market,
      'delivery-start': '2027-01-01',
      'delivery-end': '2027-12-31',
      action: market === 'DE' ? 'sell' : 'buy',
      price: market === 'DE' ? 80 : 75,
      quantity: 5,
      'quantity-unit': 'MW',
      ...over,
    });
  const listedQuote = (over: object = {}) => {
    const read = readQuote(
      singleQuote('RQ-2', 'Q-2', { state: 'accepted', legs: [{ price: 80 }, { price: 75 }], ...over }),
    );
    if (!read.ok) throw new Error(read.failure.message);
    return read.value;
  };
  const desk = async (trades: readonly Trade[], quotes = [listedQuote()]) => {
    const at = await opened({
      past: [spread],
      trades: { trade: async (id) => success(trades.find((one) => one.id === id) ?? record()) },
      readQuotes: async () => success({ records: quotes, unreadable: [] }),
    });
    for (const { id } of trades) await at.own.readRecord(id);
    return at.own;
  };
  const statesOf = (own: OwnTrades) =>
    own.read().map(({ tradeId, state, quoteId }) => [tradeId, state, quoteId]);

  it('prove together which quote they took, and how much of it', async () => {
    const own = await desk([leg('TR-1', 'DE'), leg('TR-2', 'FR')]);
    expect(statesOf(own).sort()).toEqual([
      ['TR-1', 'own', 'Q-2'],
      ['TR-2', 'own', 'Q-2'],
    ]);
    expect(own.filled(Q2)).toBe('5');
    expect(told).toHaveLength(2);
  });

  it.each([
    ['one leg is there alone', [leg('TR-1', 'DE')]],
    ['a leg is of another day', [leg('TR-1', 'DE'), leg('TR-2', 'FR', { 'delivery-start': '2028-01-01' })]],
    ['a leg is on the other side', [leg('TR-1', 'DE'), leg('TR-2', 'FR', { action: 'sell' })]],
    ['a leg is at another price', [leg('TR-1', 'DE'), leg('TR-2', 'FR', { price: 74 })]],
    ['their quantities differ', [leg('TR-1', 'DE'), leg('TR-2', 'FR', { quantity: 4 })]],
    [
      'they are more than was quoted',
      ['DE', 'FR'].map((of, at) => leg(`TR-${at}`, of as 'DE', { quantity: 11 })),
    ],
    [
      'they are the halves of two deals',
      [leg('TR-1', 'DE'), leg('TR-4', 'FR', { 'traded-at': new Date(MORNING + 60_000).toISOString() })],
    ],
    ['two deals cannot be told apart', [leg('TR-1', 'DE'), leg('TR-3', 'DE'), leg('TR-2', 'FR')]],
  ])('prove nothing where %s', async (_, trades) => {
    const own = await desk(trades);
    expect(statesOf(own).filter(([, state]) => state === 'own')).toEqual([]);
  });

  it('prove nothing while the quote is not called accepted', async () => {
    const own = await desk([leg('TR-1', 'DE'), leg('TR-2', 'FR')], [listedQuote({ state: 'active' })]);
    expect(statesOf(own).map(([, state]) => state)).toEqual(['reported', 'reported']);
  });
});

it('gives the kept records of own trades on a request that took no offer of the desk', async () => {
  const bare = record({ 'pre-trade': undefined });
  const unlisted = new Set<TradeId>();
  const { own } = await opened({
    past: [action(ACCEPT, { tradeId: 'TR-1' }), quoted],
    trades: { kept: async () => bare },
    unlisted: { read: () => unlisted, onChange: () => undefined },
  });
  expect(await own.tradedOn(ACCEPT.requestId)).toEqual([bare]);
  expect(await own.tradedOn(QUOTE.requestId)).toEqual([]);
  unlisted.add(TR1);
  expect(await own.tradedOn(ACCEPT.requestId)).toEqual([]);
});
