import type { Quota, QuotaPlan } from '../../domain/desk-status';
import { present } from '../../domain/present';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Reading } from '../platform/circuit';
import { demandOf, wishesIn, type Demand, type Pollable } from './demand';
import { isOf, isWanted, type Entry } from './entry';
import type { RemoteResource } from './fetch';
import { costPerMs, paceFor, slowdownIn, stretchedMs, type Pace, type Wishes } from './pace';
import { timeOfDay } from '../platform/zone-time';
import { budgetOf, type Plan, type TradingDay } from './poll-budget';
import type { PollIntervals } from './poll-intervals';
import type { ListedRequests } from './request-state';
import type { ResourceCache } from './resource-cache';

const FRESH_MS = 1_000;
/**
 * What is called beside polling goes on, for the forecast, as it went for so long, but for its busiest minute: a sheet was opened then. A
 * desk that has just begun did nothing before: its first minutes of much work are not the pace of a day.
 */
const RECENT_MS = 60 * 60_000;
const BUSIEST_MS = 60_000;
/** Where calls would end soon at the pace of so long, that counts: the mean of an hour is calm for too long about ten busy minutes. */
const LATELY_MS = 10 * 60_000;
const SOON_MS = 2 * 60 * 60_000;
/** What was told to end soon is told on while it ends no later than this. */
const STILL_SOON_MS = 3 * 60 * 60_000;
const SAMPLE_EVERY_MS = 10_000;

interface Seen {
  /** Monotonic ms. */
  readonly atMs: number;
  readonly plan: Omit<QuotaPlan, 'callsPerHour'>;
  readonly pace: Pace;
  readonly wishes: Wishes;
  /** How fast calls other than polling came lately. */
  readonly othersPerMs: number;
  /** The same by the last ten minutes; absent before there were any. */
  readonly latelyPerMs: number | undefined;
  /** Less than an hour of work is known. */
  readonly isYoung: boolean;
  readonly spareCalls: number;
}

/** The rest of the day as it looks now. What is older than a second is worked out anew when somebody asks. */
export class Forecast {
  private last: Seen | undefined;
  private looks = 0;
  private readonly told = new ToldInterval();
  private readonly toldEnd = new ToldEnd();
  private readonly recent = new RecentCalls();

  constructor(private readonly options: Omit<PlannerOptions, 'log' | 'signedIn' | 'reading'>) {}

  /** How far intervals are stretched over the day, after the initial allowance. */
  get pace(): Pace {
    return this.seen().pace;
  }

  /** The quota with what is planned, how fast the calls go by it, and when they end. */
  quota(quota: Quota): Quota {
    const { plan, wishes, othersPerMs, latelyPerMs = 0, isYoung } = this.seen();
    const { day, clock, zone } = this.options;
    const when = { now: clock.now(), zone };
    const wishedPerMs = costPerMs(wishes);
    const outlookAt = (perMs: number): Outlook =>
      outlookOf(quota, { wishedPerMs, othersPerMs: perMs }, { day, when });
    const lately = latelyPerMs > othersPerMs ? outlookAt(latelyPerMs) : undefined;
    const soonMs = this.toldEnd.isTelling ? STILL_SOON_MS : SOON_MS;
    const isSoon = lately?.endsAt !== undefined && lately.endsAt - when.now <= soonMs;
    const outlook = lately && isSoon ? lately : outlookAt(othersPerMs);
    const endsAt = this.toldEnd.of(outlook.endsAt, {
      now: when.now,
      resetsAt: quota.resetsAt,
      isYoung,
    });
    const callsPerHour = perHourTold(quota, { outlook, endsAt, now: when.now });
    return { ...quota, ...present({ endsAt }), plan: { ...plan, callsPerHour } };
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
    this.last = this.look(atMs);
    return this.last;
  }

  private look(atMs: number): Seen {
    const { cache, clock, zone, day } = this.options;
    const quota = this.options.quota();
    const when = { now: clock.now(), zone };
    const demand = demandOf(cache.entries, this.options);
    const wishes = wishesIn(demand.pollables);
    const { spendable, leftMs, callsPerMsMax = Infinity } = budgetOf(quota, day, when);
    const pace = paceFor(wishes, Math.min(callsPerMsMax, spendable / leftMs));
    const savesCalls = costPerMs(wishes) > spendable / leftMs;
    const pricesAt = oldestPrice(cache.entries.values());
    const recent = this.recent.of(quota, atMs);
    const asking = [...cache.entries.values()].filter(({ inFlight }) => inFlight !== undefined).length;
    return {
      atMs,
      plan: {
        ...planAhead(demand, { atMs, pace, wishes, told: this.told, savesCalls, isSpent: spendable < 1 }),
        ...(pricesAt !== undefined && { pricesAt }),
        recent: recent.calls,
      },
      pace,
      wishes,
      othersPerMs: recent.othersPerMs,
      latelyPerMs: recent.latelyPerMs,
      isYoung: recent.isYoung,
      spareCalls: spareCalls(quota, day, when) - asking,
    };
  }
}

interface Sample {
  readonly atMs: number;
  readonly used: number;
  /** Beside polling. */
  readonly others: number;
}

/** Calls of the last hour, of all pages together. */
class RecentCalls {
  private samples: Sample[] = [];

  of(
    { used, byLane }: Pick<Quota, 'used' | 'byLane'>,
    atMs: number,
  ): {
    readonly calls: number;
    readonly othersPerMs: number;
    readonly latelyPerMs?: number;
    readonly isYoung: boolean;
  } {
    const others = used - (byLane['polling'] ?? 0);
    // A new day of the platform.
    if (used < (this.samples.at(-1)?.used ?? 0)) this.samples = [];
    if (atMs - (this.samples.at(-1)?.atMs ?? -Infinity) >= SAMPLE_EVERY_MS)
      this.samples.push({ atMs, used, others });
    while ((this.samples[1]?.atMs ?? Infinity) <= atMs - RECENT_MS) this.samples.shift();
    const [first] = this.samples;
    if (!first) return { calls: 0, othersPerMs: 0, isYoung: true };
    // Of a longer time only the share of an hour.
    const share = Math.min(1, RECENT_MS / (atMs - first.atMs));
    const all = [...this.samples, { atMs, used, others }];
    const steady = others - first.others - busiestIn(all);
    return {
      calls: Math.round((used - first.used) * share),
      othersPerMs: (Math.max(0, steady) * share) / (RECENT_MS - BUSIEST_MS),
      ...present({ latelyPerMs: paceLately(all, { atMs, used, others }) }),
      isYoung: atMs - first.atMs < RECENT_MS,
    };
  }
}

/** How fast calls beside polling came in the calmest third of the last ten minutes: a sheet is opened within one of them. Absent before there were so many. */
function paceLately(samples: readonly Sample[], now: Sample): number | undefined {
  const bounds = [LATELY_MS, (LATELY_MS * 2) / 3, LATELY_MS / 3, 0].map((agoMs) =>
    samples.findLast(({ atMs }) => atMs <= now.atMs - agoMs),
  );
  const paces = bounds.slice(1).flatMap((to, at) => {
    const from = bounds[at];
    return from && to && to.atMs > from.atMs ? [(to.others - from.others) / (to.atMs - from.atMs)] : [];
  });
  return bounds[0] && paces.length > 0 ? Math.max(0, Math.min(...paces)) : undefined;
}

/** Calls beside polling in the busiest minute. */
function busiestIn(samples: readonly Sample[]): number {
  let from = 0;
  return Math.max(
    0,
    ...samples.map(({ atMs, others }) => {
      while ((samples[from]?.atMs ?? atMs) < atMs - BUSIEST_MS) from += 1;
      return others - (samples[from]?.others ?? others);
    }),
  );
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
  /** Monotonic ms. */
  readonly atMs: number;
  /** Over the day, without the initial allowance: it is never slower than that. */
  readonly pace: Pace;
  readonly wishes: Wishes;
  readonly told: ToldInterval;
  /** It is the day's calls that are short, and not those of a second. */
  readonly savesCalls: boolean;
  readonly isSpent: boolean;
}

/** Plan for the rest of the day, without the initial allowance. */
function planAhead(
  { pollables, watched }: Pick<Demand, 'pollables' | 'watched'>,
  pacing: Pacing,
): Omit<Seen['plan'], 'recent'> {
  const { pace, wishes } = pacing;
  return {
    resources: watched,
    stretch: Math.round(100 * slowdownIn(wishes, pace)) / 100,
    ...slowWords(pollables, pacing),
  };
}

/** When the oldest price in sight was read; absent while none is. */
function oldestPrice(entries: Iterable<Entry>): number | undefined {
  let oldest: number | undefined;
  for (const entry of entries) {
    const { resource, active, known } = entry;
    if (resource.kind !== 'quotes' || active === 0 || !isWanted(entry) || !known || known.final) continue;
    oldest = Math.min(oldest ?? Infinity, isOf(known));
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
  'concluded-requests': 'Closed requests',
  risks: 'Risk switches',
  'risk-settings': 'Risk settings',
  'trade-load-shapes': 'Load shapes',
  'request-load-shapes': 'Load shapes',
  recipients: 'Recipients',
};

/** A plan that another one follows sooner than that was of a moment, such as while a list is opened. */
const PASSING_MS = 30_000;

/**
 * The interval of the plan as a person is told it: it stays while the plan is no slower and not half as slow, and while another plan has
 * not lasted, so that the sentence is calm.
 */
class ToldInterval {
  private told: { readonly kind: Pollable['kind']; readonly ms: number } | undefined;
  /** Monotonic ms since when the plan is another one. */
  private otherSinceMs: number | undefined;

  of(kind: Pollable['kind'], plannedMs: number, atMs: number): number {
    const { told } = this;
    // A little slower than planned, so that one request more is no other sentence.
    const ms = told?.kind === kind ? plannedMs * 1.25 : plannedMs;
    if (told?.kind === kind) {
      if (plannedMs <= told.ms && plannedMs > told.ms / 2) {
        this.otherSinceMs = undefined;
        return told.ms;
      }
      this.otherSinceMs ??= atMs;
      if (atMs - this.otherSinceMs < PASSING_MS) return told.ms;
    }
    this.otherSinceMs = undefined;
    this.told = { kind, ms };
    return ms;
  }
}

const QUARTER_MS = 15 * 60_000;
const SHORT_MS = 5 * 60_000;
/** What an end may move by while another one is told, as a part of the time until it. */
const LITTLE_SHARE = 1 / 6;
/** An end that is farther away than that part of the time until the reset is no news yet. */
const NEWS_SHARE = 0.8;
/** Before an hour of work is known, an end farther away than this is a guess. */
const YOUNG_MS_MAX = 5 * HOUR_MS;

/** The end of the calls as a person is told it: by quarters of an hour, and the same one while the forecast moves by little. */
class ToldEnd {
  private told: number | undefined;

  get isTelling(): boolean {
    return this.told !== undefined;
  }

  of(
    endsAt: number | undefined,
    {
      now,
      resetsAt,
      isYoung,
    }: { readonly now: number; readonly resetsAt: number; readonly isYoung: boolean },
  ): number | undefined {
    const { told } = this;
    this.told = undefined;
    if (endsAt === undefined || endsAt <= now) return endsAt;
    const newsMs = Math.min((resetsAt - now) * NEWS_SHARE, isYoung ? YOUNG_MS_MAX : Infinity);
    if (told === undefined && endsAt > now + newsMs) return undefined;
    const stepMs = endsAt - now > HOUR_MS ? QUARTER_MS : SHORT_MS;
    const littleMs = Math.max(2 * stepMs, (endsAt - now) * LITTLE_SHARE);
    const isNear = told !== undefined && told > now && Math.abs(endsAt - told) <= littleMs;
    this.told = isNear ? told : Math.ceil(endsAt / stepMs) * stepMs;
    return this.told;
  }
}

/** The one rate that is told: that of the forecast, and where an end is told, or one is not news yet, of what is left until then or the reset. */
function perHourTold(
  { left, reserve, resetsAt }: Pick<Plan, 'left' | 'reserve' | 'resetsAt'>,
  { outlook, endsAt, now }: { readonly outlook: Outlook; readonly endsAt: number | undefined; now: number },
): number {
  const free = Math.max(0, left - reserve);
  if (outlook.endsAt === undefined || free < 1) return outlook.callsPerHour;
  const perHour = (free * HOUR_MS) / Math.max(1, (endsAt ?? resetsAt) - now);
  return endsAt === undefined ? Math.floor(perHour) : Math.ceil(perHour);
}

/** One sentence, only where intervals are noticeably longer than wished. */
function slowWords(
  pollables: readonly Pollable[],
  { atMs, pace, told, savesCalls, isSpent }: Pacing,
): Pick<QuotaPlan, 'says'> {
  const most = commonest(pollables.filter(({ attended }) => !attended));
  if (!most) return {};
  if (isSpent) return { says: "Updates are paused: today's calls for reading are used up." };
  const wished = span(most.pollIntervalMs);
  const plannedMs = stretchedMs(most.pollIntervalMs, pace);
  if (span(plannedMs) === wished) return {};
  const interval = span(told.of(most.kind, plannedMs, atMs));
  const why = savesCalls ? 'to save calls' : 'at one call in ten';
  return {
    // The pane shows it up to the semicolon.
    says: `${KIND_WORDS[most.kind]} about every ${ONE[interval] ?? interval}; ${why}, at once where you work.`,
  };
}

const ONE: Readonly<Record<string, string>> = { '1 s': 'second', '1 min': 'minute', '1 h': 'hour' };

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

/** How fast all calls go on average, and, where they do not last until the reset, when they end (epoch ms). */
interface Outlook {
  /** Whole calls. Until the reset they come to no more than is left to read with; where calls end before, to more. */
  readonly callsPerHour: number;
  readonly endsAt?: number;
}

/** What becomes of the calls that are left to read with: polling keeps to its plan, and everything else goes on at its pace. */
export function outlookOf(
  quota: Plan,
  { wishedPerMs: wished, othersPerMs }: { wishedPerMs: number; othersPerMs: number },
  { day, when }: { day: TradingDay; when: When },
): Outlook {
  const { now } = when;
  const { resetsAt } = quota;
  const free = Math.max(0, quota.left - quota.reserve);
  if (free < 1) return { callsPerHour: 0, endsAt: now };
  const hoursUntil = (at: number): number => Math.max(1, at - now) / HOUR_MS;
  const notable = now + (resetsAt - now) * END_SHARE;
  const workEndsAt = timeOfDay(now, day.toMinutes, when.zone);
  let left = free;
  for (let at = now; at < resetsAt; at += STEP_MS) {
    const stepMs = Math.min(STEP_MS, resetsAt - at);
    const { leftMs, callsPerMsMax = Infinity } = budgetOf(quota, day, { ...when, now: at });
    const polls = Math.min(wished, callsPerMsMax, left / leftMs) * stepMs;
    // Nobody opens sheets after work.
    const isOver = now < workEndsAt && at >= workEndsAt;
    const used = polls + (isOver ? 0 : othersPerMs * stepMs);
    if (used > left) {
      const endsAt = at + (left / used) * stepMs;
      return endsAt < notable
        ? { callsPerHour: Math.ceil(free / hoursUntil(endsAt)), endsAt }
        : { callsPerHour: Math.floor(free / hoursUntil(resetsAt)) };
    }
    left -= used;
  }
  return { callsPerHour: Math.floor((free - left) / hoursUntil(resetsAt)) };
}

/** How far ahead of an even day calls may be spent on opening sheets; what comes after waits for its turn. */
const AHEAD_SHARE = 0.5;

/** Calls that opening a sheet may take at once, without what is watched all day suffering for it. */
function spareCalls(quota: Plan, day: TradingDay, when: When): number {
  const { atHand, evenLeft } = budgetOf(quota, day, when);
  return atHand - evenLeft * AHEAD_SHARE;
}
