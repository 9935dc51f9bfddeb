import type { Clock } from '../../src/effects/clock';
import { seededChance } from '../../src/effects/chance';
import { ManualClock } from '../../src/effects/manual-clock';
import { RequestId } from '../../src/domain/identifiers';
import type { ResourceCache } from '../../src/gateway/cache/resource-cache';
import { resourceKey } from '../../src/domain/resources/resource';
import { DayMeter } from './day-meter';
import { PriceService } from './price-service';
import { ageQuantileMs, shownMs } from './shown-prices';
import { pricedCell, simulatedDesk, ZONE } from './simulated-desk';
import { dayPeriod } from '../../src/gateway/platform/zone-time';

/** A desk at work as people use it: a sheet of prices in sight, and a person who opens one request after the other. */
export interface UsedDay {
  readonly startsAt: number;
  readonly hours: number;
  /** Requests whose price stands in a cell. */
  readonly requests: number;
  readonly perDay: number;
  /** A person opens another request this often, acts on it for a while, and then leaves it open. */
  readonly opensEveryMs?: number;
}

export interface UsedDayFigures {
  readonly calls: number;
  readonly callsPerHour: number;
  readonly refused: number;
  /** Of prices at the moment of a key or press on them. */
  readonly actedMedianMs: number;
  readonly actedMaxMs: number;
  /** Of prices in cells. */
  readonly ageMedianMs: number;
  readonly ageMaxMs: number;
  /** What calls spread evenly until the reset could reach at best, beside those of the person. */
  readonly bestMedianMs: number;
  readonly bestMaxMs: number;
  readonly staleShare: number;
}

const HOUR_MS = 3_600_000;
const OPENS_EVERY_MS = 4 * 60_000;
const ACTS_FOR_MS = 2 * 60_000;
const KEY_EVERY_MS = 7_000;
/** Nothing is asked for more often than this. */
const WISH_MS = 4_000;
const DAY = { fromMinutes: 7 * 60, toMinutes: 19 * 60 };

type Person = Pick<ResourceCache, 'refresh'> & Partial<Pick<ResourceCache, 'attend'>>;

/** The real cache and the real planner in fake time, over a service in memory; the day's count begins anew at midnight. */
export async function usedDay(day: UsedDay): Promise<UsedDayFigures> {
  const { startsAt, hours, requests, perDay, opensEveryMs = OPENS_EVERY_MS } = day;
  const clock = new ManualClock(startsAt);
  const ids = Array.from({ length: requests }, (_, index) => RequestId.parse(`RQ-${index + 1}`));
  const reads = new Map(ids.map((id) => [id, [] as number[]]));
  const meters = new Meters(perDay, clock);
  const service = new PriceService({
    moves: new Map(ids.map((id) => [id, []])),
    elapsedMs: () => clock.monotonicMs(),
    take: (ask) => meters.now.take(ask),
    onRead: (id, atMs) => void reads.get(id)?.push(atMs),
  });
  const quota = { quota: () => meters.now.quota() };
  const { book, planner } = simulatedDesk(service, quota, { day: DAY, clock, chance: seededChance(1) });
  const cells = ids.map((id) => pricedCell(book, clock, id));
  book.watch({ kind: 'open-requests' }, () => undefined);
  const acted = await work(book, { clock, ids, reads, hours, opensEveryMs });
  planner.stop();
  const endMs = hours * HOUR_MS;
  const shown = ids.flatMap((id) => shownMs({ reads: reads.get(id) ?? [], moves: [] }, endMs));
  const best = bestGaps(day, meters.reserve);
  const staleMs = cells.reduce((sum, cell) => sum + cell.staleMs(), 0);
  return {
    calls: meters.used,
    callsPerHour: meters.used / hours,
    refused: meters.refused,
    actedMedianMs: quantile(acted, 0.5),
    actedMaxMs: Math.max(...acted),
    ageMedianMs: ageQuantileMs(shown, 0.5),
    ageMaxMs: Math.max(...shown),
    bestMedianMs: ageQuantileMs(best, 0.5),
    bestMaxMs: Math.max(...best),
    staleShare: staleMs / (requests * endMs),
  };
}

interface Work {
  readonly clock: ManualClock;
  readonly ids: readonly RequestId[];
  readonly reads: ReadonlyMap<RequestId, readonly number[]>;
  readonly hours: number;
  readonly opensEveryMs: number;
}

/** Ages of the prices that the person saw with each key or press, but for the one that opens. */
async function work(book: Person, { clock, ids, reads, hours, opensEveryMs }: Work): Promise<number[]> {
  const acted: number[] = [];
  for (let opened = 0; opened * opensEveryMs < hours * HOUR_MS; opened++) {
    const id = ids[(opened * 7) % ids.length];
    if (id === undefined) break;
    const key = resourceKey({ kind: 'quotes', id });
    book.refresh([key]);
    for (let atMs = 0; atMs < opensEveryMs; atMs += KEY_EVERY_MS) {
      if (atMs < ACTS_FOR_MS) book.attend?.([key], book);
      await clock.advance(Math.min(KEY_EVERY_MS, opensEveryMs - atMs));
      if (atMs < ACTS_FOR_MS) acted.push(clock.monotonicMs() - (reads.get(id)?.at(-1) ?? -Infinity));
    }
  }
  return acted;
}

/** One count of calls for each day of the service. */
class Meters {
  private readonly all: DayMeter[] = [];
  private endsAt = -Infinity;

  constructor(
    private readonly perDay: number,
    private readonly clock: ManualClock,
  ) {}

  get now(): DayMeter {
    if (this.clock.now() >= this.endsAt) {
      this.endsAt = endOfDay(this.clock);
      this.all.push(new DayMeter({ perDay: this.perDay, resetsAt: this.endsAt }, this.clock));
    }
    const last = this.all.at(-1);
    if (!last) throw new Error('There is no day.');
    return last;
  }

  get used(): number {
    return this.all.reduce((sum, { used }) => sum + used, 0);
  }

  get refused(): number {
    return this.all.reduce((sum, { refused }) => sum + refused, 0);
  }

  get reserve(): number {
    return this.now.reserve;
  }
}

const endOfDay = (clock: Pick<Clock, 'now'>): number => dayPeriod(clock.now(), ZONE).to;

/** The gaps between two reads of a price, hour by hour, if what is left is spread evenly until each reset. */
function bestGaps({ startsAt, hours, requests, perDay }: UsedDay, reserve: number): number[] {
  const gaps: number[] = [];
  let left = perDay - reserve;
  let resetsAt = dayPeriod(startsAt, ZONE).to;
  for (let hour = 0; hour < hours; hour++) {
    const at = startsAt + hour * HOUR_MS;
    if (at >= resetsAt) {
      left = perDay - reserve;
      resetsAt = dayPeriod(at, ZONE).to;
    }
    const hoursLeft = Math.max(1, (resetsAt - at) / HOUR_MS);
    const calls = left / hoursLeft;
    left -= calls;
    gaps.push(Math.max(WISH_MS, (requests * HOUR_MS) / calls));
  }
  return gaps;
}

function quantile(values: readonly number[], share: number): number {
  const ascending = [...values].sort((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? Infinity;
}
