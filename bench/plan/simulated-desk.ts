import type { Chance } from '../../src/effects/chance';
import { silentLog } from '../../src/effects/log';
import type { ManualClock } from '../../src/effects/manual-clock';
import { ResourceCache } from '../../src/gateway/cache/resource-cache';
import type { AnswerView } from '../../src/gateway/cache/entry';
import { RecordWriter } from '../../src/gateway/cache/record-writer';
import { Planner } from '../../src/gateway/cache/planner';
import type { TradingDay } from '../../src/gateway/cache/poll-budget';
import { DEFAULT_POLL_INTERVALS } from '../../src/gateway/cache/poll-intervals';
import type { RequestId } from '../../src/domain/identifiers';
import type { DayMeter } from './day-meter';
import type { PriceService } from './price-service';

export const ZONE = 'Europe/Berlin';

const NOTHING = { read: () => null, onChange: () => () => undefined };

/** The real book of answers and the real planner, as the gateway puts them together. */
export function simulatedDesk(
  service: PriceService,
  meter: Pick<DayMeter, 'quota'>,
  { day, clock, chance }: { day: TradingDay; clock: ManualClock; chance: Chance },
) {
  const base = {
    listedRequests: 'whole' as const,
    clock,
    log: silentLog,
    pollIntervals: DEFAULT_POLL_INTERVALS,
    zone: ZONE,
  };
  const kept = {
    find: async () => undefined,
    save: async () => undefined,
    piece: async () => [],
    forget: async () => undefined,
  };
  const cache: ResourceCache = new ResourceCache({
    ...base,
    service,
    records: new RecordWriter(kept, clock, silentLog),
    locals: {
      status: NOTHING,
      quota: NOTHING,
      journal: NOTHING,
      'desk-entries': NOTHING,
      limits: NOTHING,
      captures: NOTHING,
      'own-quotes': NOTHING,
      'own-offers': NOTHING,
      'own-trades': NOTHING,
      programs: NOTHING,
      events: NOTHING,
    },
    chance,
    pace: () => planner.forecast.pace,
    mayLook: () => planner.forecast.mayLook(),
    onInterest: () => planner.wake(),
  });
  const planner: Planner = new Planner({
    ...base,
    cache,
    quota: () => meter.quota(),
    signedIn: () => true,
    reading: () => 'flows',
    day,
  });
  return { book: cache, planner };
}

/** One cell, and for how long it had nothing to show because its price was too old. */
export function pricedCell(book: ResourceCache, clock: ManualClock, id: RequestId) {
  let staleAt = Infinity;
  let stale = 0;
  const past = (): number => Math.max(0, clock.now() - staleAt);
  book.watch({ kind: 'quotes', id }, (view: AnswerView) => {
    if (view.staleAt === staleAt) return;
    stale += past();
    staleAt = view.staleAt ?? Infinity;
  });
  return { staleMs: () => stale + past() };
}
