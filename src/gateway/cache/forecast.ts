import type { Quota, QuotaPlan } from '../../domain/desk-status';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Reading } from '../platform/breaker';
import { clockText } from '../platform/rate-limit/service-day';
import { demandOf, wishedPerMs, type Demand, type Pollable } from './demand';
import type { RemoteResource } from './fetch';
import { budgetOf, slowdownFor, type Plan, type TradingDay } from './poll-budget';
import type { PollIntervals } from './poll-intervals';
import type { ResourceCache } from './resource-cache';

const FRESH_MS = 1_000;
/** Sheets are opened now and then: their calls are no pace until they go on for this long. */
const OTHERS_WINDOW_MS = 2 * 3_600_000;

interface Seen {
  /** Monotonic ms. */
  readonly atMs: number;
  readonly plan: QuotaPlan;
  readonly wishedPerMs: number;
  /** Calls of the day other than polling, and how fast they came lately. */
  readonly others: number;
  readonly othersPerMs: number;
  readonly spareCalls: number;
}

/** The rest of the day as it looks now. What is older than a second is worked out anew when somebody asks. */
export class Forecast {
  private last: Seen | undefined;
  private looks = 0;

  constructor(private readonly options: Omit<PlannerOptions, 'log' | 'signedIn' | 'reading'>) {}

  /** Factor on the normal intervals over the day, after the initial allowance. */
  get slowdown(): number {
    return this.seen().plan.stretch;
  }

  /** The quota with what is planned, and when the calls end by it. */
  quota(quota: Quota): Quota {
    const { plan, wishedPerMs, othersPerMs } = this.seen();
    const { day, clock, zone } = this.options;
    const when = { now: clock.now(), zone };
    return withOutlook(quota, plan, readsEndAt(quota, { wishedPerMs, othersPerMs }, { day, when }));
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
    const { cache, clock, pollIntervals, zone, day } = this.options;
    const quota = this.options.quota();
    const when = { now: clock.now(), zone };
    const demand = demandOf(cache.entries, { pollIntervals, ...when });
    const asking = [...cache.entries.values()].filter(({ inFlight }) => inFlight !== undefined).length;
    return {
      atMs,
      plan: planAhead(demand, { quota, day, when }),
      wishedPerMs: wishedPerMs(demand.pollables),
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
  readonly cache: Pick<ResourceCache, 'entries' | 'poll' | 'hold'>;
  /** Remaining calls of the day, and calls used per lane. */
  readonly quota: () => Pick<Quota, 'perDay' | 'used' | 'left' | 'reserve' | 'resetsAt' | 'byLane'>;
  readonly signedIn: () => boolean;
  /** While the service does not work, one resource after the other finds out whether it does again. */
  readonly reading: () => Reading;
  readonly clock: Clock;
  readonly log: Log;
  readonly pollIntervals: PollIntervals;
  readonly day: TradingDay;
  readonly zone: string;
}

const HOUR_MS = 3_600_000;

interface When {
  readonly now: number;
  readonly zone: string;
}

/** Plan for the rest of the day, without the initial allowance. */
function planAhead(
  { pollables, watched }: Pick<Demand, 'pollables' | 'watched'>,
  { quota, day, when }: { quota: Plan; day: TradingDay; when: When },
): QuotaPlan {
  const { spendable, leftMs } = budgetOf(quota, day, when);
  const wished = wishedPerMs(pollables);
  const slowdown = Math.round(100 * slowdownFor(wished, spendable / leftMs)) / 100;
  const until = `${clockText(when.now + leftMs, when.now, when.zone)} (${when.zone})`;
  const slow = slowWords(pollables, { watched, slowdown, until, isSpent: spendable < 1 });
  return {
    resources: watched,
    stretch: slowdown,
    callsPerHour: Math.round(Math.min(wished * HOUR_MS, (spendable / leftMs) * HOUR_MS)),
    ...(slowdown > 1 && slow !== undefined && { says: slow }),
  };
}

const KIND_WORDS: Readonly<Record<RemoteResource['kind'], string>> = {
  'open-requests': 'open requests',
  request: 'requests',
  quotes: 'prices',
  proposals: 'price proposals',
  counteroffers: 'counteroffers',
  analytics: 'analytics',
  trades: 'trades',
  trade: 'trades',
  'concluded-requests': 'concluded requests',
  risks: 'risk switches',
  'risk-settings': 'risk settings',
  'trade-load-shapes': 'load shapes',
  'request-load-shapes': 'load shapes',
  recipients: 'recipients',
};

function slowWords(
  pollables: readonly Pollable[],
  {
    watched,
    slowdown,
    until,
    isSpent,
  }: { watched: number; slowdown: number; until: string; isSpent: boolean },
): string | undefined {
  const most = commonest(pollables);
  if (!most) return undefined;
  const things = `${watched} watched`;
  if (isSpent) {
    return `${things}: updates are paused until ${until}, because today's calls for them are used up.`;
  }
  const paces = `every ${span(most.pollIntervalMs * slowdown)} (not ${span(most.pollIntervalMs)})`;
  return `${things}: ${KIND_WORDS[most.kind]} update about ${paces} to save calls, which last until ${until}.`;
}

/** One of the kind that there is most of. */
function commonest(pollables: readonly Pollable[]): Pollable | undefined {
  const counts = new Map<RemoteResource['kind'], number>();
  for (const { kind } of pollables) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return pollables.find(({ kind }) => kind === first?.[0]);
}

/** "4 s", "29 min" or "3 h". */
function span(ms: number): string {
  if (ms < 99_500) return `${Math.round(ms / 1_000)} s`;
  return ms < 99.5 * 60_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / HOUR_MS)} h`;
}

const STEP_MS = 5 * 60_000;

/**
 * Epoch ms at which there would be no call left to read with: polling keeps to its plan, and everything else goes on at
 * its pace. `undefined` when they last until the reset.
 */
export function readsEndAt(
  quota: Plan,
  { wishedPerMs: wished, othersPerMs }: { wishedPerMs: number; othersPerMs: number },
  { day, when }: { day: TradingDay; when: When },
): number | undefined {
  const first = budgetOf(quota, day, when);
  const free = Math.max(0, quota.left - quota.reserve);
  let until = when.now + first.leftMs;
  let kept = free - first.spendable;
  let left = free;
  let others = othersPerMs;
  for (let at = when.now; at < quota.resetsAt; at += STEP_MS) {
    // Nobody opens sheets after work.
    if (at >= until) [until, kept, others] = [quota.resetsAt, 0, 0];
    const stepMs = Math.min(STEP_MS, quota.resetsAt - at);
    const share = Math.min(1, stepMs / Math.max(1, until - at));
    const polls = Math.min(wished * stepMs, Math.max(0, left - kept) * share);
    const used = polls + others * stepMs;
    // That polling has spent the last call by the reset is its plan, not an end.
    if (used > left && until - at > stepMs) return at + (left / used) * stepMs;
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
