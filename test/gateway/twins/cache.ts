import type { Quota } from '../../../src/domain/desk-status';
import { resourceKey, type Resource } from '../../../src/domain/resources/resource';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { ResourceCache } from '../../../src/gateway/cache/resource-cache';
import type { AnswerView } from '../../../src/gateway/cache/entry';
import type { LocalSource } from '../../../src/gateway/cache/fetch';
import { History } from '../../../src/gateway/cache/history';
import { KnownMarketView } from '../../../src/gateway/cache/known-market';
import { RecordWriter } from '../../../src/gateway/cache/record-writer';
import { Planner } from '../../../src/gateway/cache/planner';
import { DEFAULT_POLL_INTERVALS } from '../../../src/gateway/cache/poll-intervals';
import type { ListedRequests } from '../../../src/gateway/cache/request-state';
import type { Reading } from '../../../src/gateway/platform/circuit';
import { dayPeriod } from '../../../src/gateway/platform/zone-time';
import { FakePlatform } from './fake-platform';
import { MemoryHistory, MemoryRecords } from './memory-stores';

export const ZONE = 'Europe/Berlin';
/** 09:00 in Berlin. */
export const MORNING = Date.parse('2026-11-20T08:00:00Z');

/** A local source that a test changes. */
export class TestSource implements LocalSource {
  private readonly listeners = new Set<() => void>();
  constructor(private value: unknown) {}

  read(): unknown {
    return this.value;
  }

  set(value: unknown): void {
    this.value = value;
    for (const listener of this.listeners) listener();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

export interface CacheOptions {
  readonly records?: MemoryRecords;
  readonly clock?: ManualClock;
  readonly perDay?: number;
  readonly platform?: FakePlatform;
  readonly historyStore?: MemoryHistory;
  readonly listedRequests?: ListedRequests;
}

/** Answers and planner over a fake platform, with a day's count that every call of the platform uses. */
export function testCache({
  records = new MemoryRecords(),
  clock = new ManualClock(MORNING),
  perDay = 5_000,
  platform = new FakePlatform(() => clock.now()),
  historyStore = new MemoryHistory(),
  listedRequests = 'whole',
}: CacheOptions = {}) {
  const keptMs = 90 * 86_400_000;
  let countedFrom = 0;
  let day = dayPeriod(clock.now(), ZONE);
  const quota = (): Quota => {
    if (clock.now() >= day.to) {
      day = dayPeriod(clock.now(), ZONE);
      countedFrom = platform.calls.length;
    }
    const calls = platform.calls.slice(countedFrom);
    const polling = calls.filter(({ lane }) => lane === 'polling').length;
    return {
      perDay,
      used: calls.length,
      left: perDay - calls.length,
      reserve: Math.ceil(perDay / 10),
      tokens: 100,
      burst: 100,
      ratePerSecond: 10,
      queued: 0,
      resetsAt: day.to,
      byLane: { polling },
    };
  };
  const sources = {
    status: new TestSource({ signedIn: true }),
    quota: new TestSource({ left: 1 }),
    journal: new TestSource([]),
    'desk-entries': new TestSource([]),
    limits: new TestSource({}),
    captures: new TestSource([]),
    'own-quotes': new TestSource([]),
    'own-offers': new TestSource([]),
    'own-trades': new TestSource([]),
    programs: new TestSource([]),
    events: new TestSource([]),
  };
  const session: { signedIn: boolean; reading: Reading } = { signedIn: true, reading: 'flows' };
  const writer = new RecordWriter(records, clock, silentLog);
  const base = { listedRequests, clock, log: silentLog, pollIntervals: DEFAULT_POLL_INTERVALS, zone: ZONE };
  const market = new KnownMarketView(() => cache.entries);
  const history = new History({ store: historyStore, market: () => market, keptMs, clock, log: silentLog });
  const cache: ResourceCache = new ResourceCache({
    ...base,
    service: platform,
    records: writer,
    locals: sources,
    history,
    chance: () => 0,
    pace: () => planner.forecast.pace,
    mayLook: () => planner.forecast.mayLook(),
    onInterest: () => planner.wake(),
  });
  const planner: Planner = new Planner({
    ...base,
    cache,
    quota,
    signedIn: () => session.signedIn,
    reading: () => session.reading,
    day: { fromMinutes: 7 * 60, toMinutes: 19 * 60 },
  });
  return { book: cache, history, planner, platform, clock, records, writer, sources, session, quota };
}

/** Everything one watcher was told. */
export function watched(book: ResourceCache, resource: Resource) {
  const views: AnswerView[] = [];
  const stop = book.watch(resource, (view) => void views.push(view));
  return {
    views,
    stop,
    key: resourceKey(resource),
    get last(): AnswerView {
      const view = views.at(-1);
      if (!view) throw new Error('nothing was told');
      return view;
    },
    get value(): unknown {
      const json = views.at(-1)?.json;
      return json === undefined ? undefined : (JSON.parse(json) as unknown);
    },
  };
}
