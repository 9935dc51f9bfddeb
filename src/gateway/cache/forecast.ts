import type { Quota, QuotaPlan } from '../../domain/desk-status';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Reading } from '../platform/breaker';
import { demandOf, wishesIn, type Demand, type Pollable } from './demand';
import { isWanted, type Entry } from './entry';
import type { RemoteResource } from './fetch';
import { costPerMs, paceFor, slowdownIn, stretchedMs, type Pace, type Wishes } from './pace';
import { budgetOf, isAtWork, type Plan, type TradingDay } from './poll-budget';
import type { PollIntervals } from './poll-intervals';
import type { ListedRequests } from './request-state';
import type { ResourceCache } from './resource-cache';

const FRESH_MS = 1_000;
/** Sheets are opened now and then: their calls are no pace until they go on for this long. */
const OTHERS_WINDOW_MS = 2 * 3_600_000;

interface Seen {
  /** Monotonic ms. */
  readonly atMs: number;
  readonly plan: QuotaPlan;
  readonly pace: Pace;
  readonly wishes: Wishes;
  /** Calls today other than polling, and how fast they came lately. */
  readonly others: number;
  readonly othersPerMs: number;
  readonly spareCalls: number;
}

/** The rest of the day as it looks now. What is older than a second is worked out anew when somebody asks. */
export class Forecast {
  private last: Seen | undefined;
  private looks = 0;

  constructor(
    private readonly options: Omit<PlannerOptions, 'log' | 'signedIn' | 'reading'>,
    /** How far intervals are stretched just now, with the initial allowance. */
    private readonly presentPace: () => Pace,
  ) {}

  /** How far intervals are stretched over the day, after the initial allowance. */
  get pace(): Pace {
    return this.seen().pace;
  }

  /** The quota with what is planned, and when the calls end by it. */
  quota(quota: Quota): Quota {
    const { plan, wishes, othersPerMs } = this.seen();
    const { day, clock, zone } = this.options;
    const when = { now: clock.now(), zone };
    return withOutlook(
      quota,
      plan,
      readsEndAt(quota, { wishedPerMs: costPerMs(wishes), othersPerMs }, { day, when }),
    );
  }

  /**
   * Whether a cell that has just come into sight may be asked for at once. A sheet with more of them than half the day
   * could pay for waits for the rest in turn, so that there are calls all day.
   */
  mayLook(): boolean {
    const { spareCalls } = this.seen();
    if (spareCalls - this.looks < 1) return false;
    this.looks += 1;
    return true;
  }

  private seen(): Seen {
    const atMs = this.options.clock.monotonicMs();
    if (this.last && atMs - this.last.atMs < FRESH_MS) return this.last;
    this.looks = 0;
    this.last = this.look(atMs, this.last);
    return this.last;
  }

  private look(atMs: number, before: Seen | undefined): Seen {
    const { cache, clock, zone, day } = this.options;
    const quota = this.options.quota();
    const when = { now: clock.now(), zone };
    const demand = demandOf(cache.entries, this.options);
    const wishes = wishesIn(demand.pollables);
    const { spendable, leftMs, callsPerMsMax = Infinity } = budgetOf(quota, day, when);
    const pace = paceFor(wishes, Math.min(callsPerMsMax, spendable / leftMs));
    const savesCalls = costPerMs(wishes) > spendable / leftMs;
    const pricesAt = oldestPrice(cache.entries.values());
    const asking = [...cache.entries.values()].filter(({ inFlight }) => inFlight !== undefined).length;
    return {
      atMs,
      plan: {
        ...planAhead(demand, { pace, now: this.presentPace(), wishes, savesCalls, isSpent: spendable < 1 }),
        ...(pricesAt !== undefined && { pricesAt }),
      },
      pace,
      wishes,
      ...othersOf(quota, atMs, before),
      spareCalls: spareCalls(quota, day, when) - asking,
    };
  }
}

function othersOf(
  { used, byLane }: Pick<Quota, 'used' | 'byLane'>,
  atMs: number,
  before: Seen | undefined,
): Pick<Seen, 'others' | 'othersPerMs'> {
  const others = used - (byLane['polling'] ?? 0);
  if (!before) return { others, othersPerMs: 0 };
  const faded = before.othersPerMs * Math.exp((before.atMs - atMs) / OTHERS_WINDOW_MS);
  return { others, othersPerMs: faded + Math.max(0, others - before.others) / OTHERS_WINDOW_MS };
}

/** Dependencies of the planner. */
export interface PlannerOptions {
  readonly cache: Pick<ResourceCache, 'entries' | 'poll' | 'hold' | 'prolong'>;
  /** Remaining calls of the day, and calls used per lane. */
  readonly quota: () => Pick<
    Quota,
    'perDay' | 'used' | 'left' | 'reserve' | 'resetsAt' | 'byLane' | 'ratePerSecond'
  >;
  readonly signedIn: () => boolean;
  /** While the service does not work, one resource after the other finds out whether it does again. */
  readonly reading: () => Reading;
  readonly clock: Clock;
  readonly log: Log;
  readonly pollIntervals: PollIntervals;
  readonly day: TradingDay;
  readonly zone: string;
  readonly listedRequests: ListedRequests;
}

const HOUR_MS = 3_600_000;

interface When {
  readonly now: number;
  readonly zone: string;
}

interface Pacing {
  /** Over the day, and just now. */
  readonly pace: Pace;
  readonly now: Pace;
  readonly wishes: Wishes;
  /** It is the day's calls that are short, and not those of a second. */
  readonly savesCalls: boolean;
  readonly isSpent: boolean;
}

/** Plan for the rest of the day, without the initial allowance. */
function planAhead({ pollables, watched }: Pick<Demand, 'pollables' | 'watched'>, pacing: Pacing): QuotaPlan {
  const { pace, wishes } = pacing;
  const says = slowWords(pollables, pacing);
  return {
    resources: watched,
    stretch: Math.round(100 * slowdownIn(wishes, pace)) / 100,
    callsPerHour: Math.round(costPerMs(wishes, pace) * HOUR_MS),
    ...(says !== undefined && { says }),
  };
}

/** When the oldest price in sight was read; absent while none is. */
function oldestPrice(entries: Iterable<Entry>): number | undefined {
  let oldest: number | undefined;
  for (const entry of entries) {
    const { resource, active, known } = entry;
    if (resource.kind !== 'quotes' || active === 0 || !isWanted(entry) || !known || known.final) continue;
    oldest = Math.min(oldest ?? Infinity, known.fetchedAt);
  }
  return oldest;
}

const KIND_WORDS: Readonly<Record<RemoteResource['kind'], string>> = {
  'open-requests': 'Open requests',
  request: 'Requests',
  quotes: 'Prices',
  proposals: 'Price proposals',
  counteroffers: 'Counteroffers',
  analytics: 'Analytics',
  trades: 'Trades',
  trade: 'Trades',
  'concluded-requests': 'Concluded requests',
  risks: 'Risk switches',
  'risk-settings': 'Risk settings',
  'trade-load-shapes': 'Load shapes',
  'request-load-shapes': 'Load shapes',
  recipients: 'Recipients',
};

/** One sentence, only where intervals are noticeably longer than wished. */
function slowWords(pollables: readonly Pollable[], { now, savesCalls, isSpent }: Pacing): string | undefined {
  const most = commonest(pollables.filter(({ attended }) => !attended));
  if (!most) return undefined;
  if (isSpent) return "Updates are paused: today's calls for reading are used up.";
  const wished = span(most.pollIntervalMs);
  const planned = span(stretchedMs(most.pollIntervalMs, now));
  if (planned === wished) return undefined;
  const why = savesCalls ? 'to save calls' : 'at one call in ten';
  // The number stays in sight where the line is cut.
  return `${KIND_WORDS[most.kind]} update every ${planned} ${why}, and at once where you work.`;
}

/** Prices where there are any, otherwise one of the kind that there is most of. */
function commonest(pollables: readonly Pollable[]): Pollable | undefined {
  const counts = new Map<RemoteResource['kind'], number>();
  for (const { kind } of pollables) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  const kind = counts.has('quotes') ? 'quotes' : first?.[0];
  return pollables.find((pollable) => pollable.kind === kind);
}

const STEPS = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45];

/** "4 s", "30 min" or "3 h", rounded up to a few steps: what is said stays while a little more or less is watched. */
function span(ms: number): string {
  const stepOf = (count: number): number | undefined => STEPS.find((step) => count <= step + 0.05);
  const [seconds, minutes] = [stepOf(ms / 1_000), stepOf(ms / 60_000)];
  if (seconds !== undefined) return `${seconds} s`;
  return minutes === undefined ? `${Math.ceil(ms / HOUR_MS)} h` : `${minutes} min`;
}

const STEP_MS = 5 * 60_000;
/** Polling means to have spent the last call by the reset: an end in the last part of the time until then is none. */
const END_SHARE = 0.9;

/**
 * Epoch ms at which there would be no call left to read with: polling keeps to its plan, and everything else goes on at
 * its pace. `undefined` when they last until the reset.
 */
export function readsEndAt(
  quota: Plan,
  { wishedPerMs: wished, othersPerMs }: { wishedPerMs: number; othersPerMs: number },
  { day, when }: { day: TradingDay; when: When },
): number | undefined {
  let left = Math.max(0, quota.left - quota.reserve);
  const until = when.now + (quota.resetsAt - when.now) * END_SHARE;
  const beginsAtWork = isAtWork(quota, day, when);
  for (let at = when.now; at < until; at += STEP_MS) {
    const then = { ...when, now: at };
    const { leftMs, callsPerMsMax = Infinity } = budgetOf(quota, day, then);
    const polls = Math.min(wished, callsPerMsMax, left / leftMs) * STEP_MS;
    // Nobody opens sheets after work.
    const isOver = beginsAtWork && !isAtWork(quota, day, then);
    const used = polls + (isOver ? 0 : othersPerMs * STEP_MS);
    if (used > left) return Math.min(at + (left / used) * STEP_MS, quota.resetsAt);
    left -= used;
  }
  return undefined;
}

/** How far ahead of an even day calls may be spent on opening sheets; what comes after waits for its turn. */
const AHEAD_SHARE = 0.5;

/** Calls that opening a sheet may take at once, without what is watched all day suffering for it. */
function spareCalls(quota: Plan, day: TradingDay, when: When): number {
  const { atHand, evenLeft } = budgetOf(quota, day, when);
  return atHand - evenLeft * AHEAD_SHARE;
}

const withOutlook = (quota: Quota, plan: QuotaPlan, endsAt: number | undefined): Quota => {
  const { endsAt: _, ...rest } = quota;
  return { ...rest, ...(endsAt !== undefined && { endsAt }), plan };
};
