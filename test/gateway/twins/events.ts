import type { PlatformEvent } from '../../../src/domain/event';
import type { ActionId, TradeId } from '../../../src/domain/identifiers';
import type { Log } from '../../../src/effects/log';
import { KnownMarketView } from '../../../src/gateway/cache/known-market';
import { EventInvalidation } from '../../../src/gateway/events/event-invalidation';
import { EventLog } from '../../../src/gateway/events/event-log';
import type { HeardEvent } from '../../../src/gateway/storage/events';
import { Reconciler } from '../../../src/gateway/events/reconciler';
import { testCache, ZONE, type CacheOptions } from './cache';
import { MemoryEvents, MemoryCheckpoint } from './memory-stores';

export const TRADING_DAY = { fromMinutes: 7 * 60, toMinutes: 19 * 60 };

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
  /** Trades of this desk by request, and those that were to be read again. */
  const traded = new Map<string, TradeId[]>();
  const corrected: TradeId[] = [];
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
      hint: (ids) => void looks.push({ ids, atMs: clock.monotonicMs() }),
      tradesOn: (id) => traded.get(id) ?? [],
      tradeCorrected: (id) => void corrected.push(id),
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
    traded,
    corrected,
  };
}
