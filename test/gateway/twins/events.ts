import { expect } from 'vitest';
import type { PlatformEvent } from '../../../src/domain/event';
import { RequestId, type ActionId, type TradeId } from '../../../src/domain/identifiers';
import { isConcluded } from '../../../src/domain/request';
import type { Log } from '../../../src/effects/log';
import { KnownMarketView } from '../../../src/gateway/cache/known-market';
import { EventInvalidation } from '../../../src/gateway/events/event-invalidation';
import { EventLog } from '../../../src/gateway/events/event-log';
import type { HeardEvent } from '../../../src/gateway/storage/events';
import { Reconciler } from '../../../src/gateway/events/reconciler';
import { testCache, watched, ZONE, type CacheOptions } from './cache';
import { singleQuote, singleRequest } from './fake-platform';
import { MemoryEvents, MemoryCheckpoint } from './memory-stores';

const TRADING_DAY = { fromMinutes: 7 * 60, toMinutes: 19 * 60 };

/** An event as the receiver hands it over. */
export const pushed = (
  type: string,
  ids: Pick<PlatformEvent, 'requestId' | 'tradeId' | 'quoteId' | 'proposalId' | 'counterofferId'>,
  heardAt: number,
): HeardEvent => ({ type, ...ids, heardAt, origin: 'pushed', body: JSON.stringify([type, ids]) });

/** Answers, planner, events and what follows from them, over a fake platform. */
export async function testEvents({
  store = new MemoryEvents(),
  checkpoint = new MemoryCheckpoint(),
  ...options
}: CacheOptions & { store?: MemoryEvents; checkpoint?: MemoryCheckpoint } = {}) {
  const desk = testCache(options);
  const { book, clock, platform, session } = desk;
  const events = await EventLog.open(store, clock);
  const market = new KnownMarketView(() => book.entries);
  const logged: string[] = [];
  const log: Log = {
    info: () => undefined,
    warn: (line) => void logged.push(line),
    error: (line) => void logged.push(line),
  };
  /** Actions without a known end by request, and when each was looked at. */
  const unsettled = new Map<string, ActionId[]>();
  const looks: { ids: readonly ActionId[]; atMs: number }[] = [];
  /** Events that actions were told of. */
  const heard: (string | undefined)[][] = [];
  /** Trades of this desk by request, and those that were to be read again. */
  const traded = new Map<string, TradeId[]>();
  const corrected: TradeId[] = [];
  /** Of them, by request, standard spreads that had leg prices. */
  const priced = new Map<string, TradeId[]>();
  /** Requests on which something of this desk stands. */
  const standing = new Set<RequestId>();
  const outside = {
    events,
    cache: book,
    quota: desk.quota,
    signedIn: () => session.signedIn,
    day: TRADING_DAY,
    zone: ZONE,
    otherVenues: ['market', 'green'],
    clock,
    log,
  };
  const consequences = new EventInvalidation({
    ...outside,
    actions: {
      unsettledOn: (id) => unsettled.get(id) ?? [],
      heard: ({ type, requestId }) => void heard.push([type, requestId]),
      hint: (ids) => void looks.push({ ids, atMs: clock.monotonicMs() }),
      tradesOn: (id) => traded.get(id) ?? [],
      pricedBefore: ({ requestId }) => priced.get(requestId ?? '') ?? [],
      tradeCorrected: (id) => void corrected.push(id),
    },
    ownTrades: { hear: () => undefined, readRecord: async () => true, isFill: () => false },
    newTrades: {
      isSought: ({ type, tradeId }) =>
        type === 'request-traded' && tradeId === undefined && standing.size > 0,
      readList: async () => {
        const listed = await platform.trades({ from: 0, to: Infinity }, { lane: 'polling' });
        return listed.ok && listed.value.records.length > 0;
      },
    },
    ended: {
      standsOn: (id) => standing.has(id),
      readNow: async (id) => {
        const read = await platform.request(id, { lane: 'polling' });
        if (read.ok && isConcluded(read.value)) standing.delete(id);
      },
    },
    isListed: (id) => market.openRequests()?.ids.has(id) === true,
  });
  const reconciler = new Reconciler({
    ...outside,
    checkpoint,
    service: platform,
    trade: (id) => platform.trade(id, { lane: 'polling' }),
  });
  const push = (
    type: string,
    ids: Parameters<typeof pushed>[1],
    { times = 1 }: { times?: number } = {},
  ): void => {
    for (let time = 0; time < times; time++) void events.keep([pushed(type, ids, clock.now())]);
  };
  return {
    ...desk,
    events,
    store,
    checkpoint,
    consequences,
    reconciler,
    push,
    logged,
    unsettled,
    looks,
    heard,
    traded,
    priced,
    corrected,
    standing,
  };
}

/** Twenty calls and more are worth it, a tenth of what is left for the day is the most; it is said once. */
export async function expectShareOfDay({
  requests,
  events,
}: {
  /** So many are watched, and the events come on them in turn. */
  requests: number;
  events: number;
}): Promise<void> {
  const at = await testEvents({ perDay: 5_000 });
  const { book, platform, clock, push, consequences, logged, quota } = at;
  await consequences.start();
  for (let n = 0; n < requests; n++) {
    platform.addRequest(singleRequest(`RQ-${n}`), [singleQuote(`RQ-${n}`, `Q-${n}`)]);
    watched(book, { kind: 'quotes', id: RequestId.parse(`RQ-${n}`) });
  }
  await clock.advance(60_000);
  const { left, reserve } = quota();
  const visible = (): number => platform.calls.filter(({ lane }) => lane === 'visible').length;
  const before = visible();
  const atOnce = events / 100;
  for (let n = 0; n < events; n++) {
    push('quotation-created', { requestId: `RQ-${n % requests}`, quoteId: `Q-${n}` });
    if (n % atOnce === 0) await clock.advance(6_000);
  }
  const spent = visible() - before;
  expect(spent).toBeGreaterThan(20);
  expect(spent).toBeLessThanOrEqual((left - reserve) * 0.1);
  expect(logged.filter((line) => line.includes('share of the calls'))).toHaveLength(1);
}
