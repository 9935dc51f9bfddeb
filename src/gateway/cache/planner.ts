import type { ResourceKey } from '../../domain/resources/resource';
import type { Clock } from '../../effects/clock';
import { demandOf, overdue, paced, wishesIn, type Paced, type Pollable } from './demand';
import { viewOf, type Entry } from './entry';
import { Forecast, type PlannerOptions } from './forecast';
import { AS_WISHED, paceFor, slowdownIn, type Pace } from './pace';
import { budgetOf, callsPerMsNow, refilled, refillPerMs, spent, type PollBudget } from './poll-budget';

const POLLS_AT_ONCE_MAX = 10;
const TICK_MS_MIN = 100;
const TICK_MS_MAX = 5_000;
/** Wait at least so long before looking again when nothing can be afforded. */
const BROKE_MS_MIN = 1_000;
const REST_TICK_MS = 1_000;

/** Schedules polling of watched resources within the day's budget. Idle without subscribers. */
export class Planner {
  /** By how much fewer polling calls are made now than wished; 1 when all are affordable. */
  slowdown = 1;
  pace: Pace = AS_WISHED;
  readonly forecast: Forecast;
  private allowance: PollBudget | undefined;
  private readonly clockSetBack: ClockSetBack;
  private refillPerMs = 0;
  /** The day has calls to poll with. */
  private hasCalls = false;
  private asking = 0;
  private polls = 0;
  private pollingUsed: number | undefined;
  private cancel: (() => void) | undefined;
  private tickAtMs = Infinity;
  private releaseList: (() => void) | undefined;
  private isStopped = false;

  constructor(private readonly options: PlannerOptions) {
    this.forecast = new Forecast(options);
    this.clockSetBack = new ClockSetBack(options.clock);
  }

  /** Something became of interest; it is looked at soon. */
  wake(): void {
    if (this.tickAtMs > this.options.clock.monotonicMs() + TICK_MS_MIN) this.schedule(TICK_MS_MIN);
  }

  stop(): void {
    this.isStopped = true;
    this.cancel?.();
    this.releaseList?.();
  }

  private schedule(waitMs: number): void {
    if (this.isStopped) return;
    this.cancel?.();
    this.tickAtMs = this.options.clock.monotonicMs() + waitMs;
    this.cancel = this.options.clock.after(waitMs, () => {
      this.tickAtMs = Infinity;
      this.tick();
    });
  }

  private tick(): void {
    const { cache, clock } = this.options;
    const nowMs = clock.monotonicMs();
    this.clockSetBack.heed(cache.entries);
    const { pollables, listHelps } = demandOf(cache.entries, this.options);
    this.heedList(listHelps);
    if (pollables.length === 0 || !this.options.signedIn()) return;
    const reading = this.options.reading();
    if (reading === 'rests') return this.schedule(REST_TICK_MS);
    this.plan(pollables, nowMs);
    const all = pollables.map((pollable) => paced(pollable, this.pace));
    // Where a service has to be tried, its own rest counts, not what each resource would have waited for.
    const due = all
      .filter(({ isAsking, dueAtMs }) => !isAsking && (dueAtMs <= nowMs || reading === 'tries'))
      .sort((a, b) => overdue(b, nowMs) - overdue(a, nowMs));
    if (reading === 'tries') {
      for (const { key } of due.slice(0, Math.max(0, 1 - this.asking))) this.poll(key);
      return this.schedule(this.nextTickMs(all, nowMs));
    }
    if (this.hasCalls) cache.prolong();
    // These are a person's calls, not polling's.
    const persons = due.filter(({ attended, owed }) => attended || (owed && this.forecast.mayLook()));
    for (const { key, attended } of persons) void cache.poll(key, attended ? 'asked' : 'visible');
    const affordable = Math.min(Math.floor(this.allowance?.calls ?? 0), POLLS_AT_ONCE_MAX - this.asking);
    const others = due.filter((one) => !persons.includes(one));
    for (const { key } of others.slice(0, Math.max(0, affordable))) this.poll(key);
    const waitMs = affordable < 1 ? this.brokeMs() : TICK_MS_MAX;
    const kept = affordable < 1 ? all.filter(({ attended, owed }) => attended || owed) : all;
    this.schedule(Math.min(waitMs, this.nextTickMs(kept, nowMs)));
  }

  /** Brings allowance and stretch up to date with what was really used: a list may have cost several calls. */
  private plan(pollables: readonly Pollable[], nowMs: number): void {
    const { quota, clock, day, zone } = this.options;
    const plan = quota();
    const resources = pollables.length;
    const budget = { ...budgetOf(plan, day, { now: clock.now(), zone }), resources };
    const used = plan.byLane['polling'] ?? 0;
    const more = Math.max(0, used - (this.pollingUsed ?? used) - this.polls);
    this.pollingUsed = used;
    this.polls = 0;
    this.allowance = spent(refilled(this.allowance, budget, nowMs), more);
    const wishes = wishesIn(pollables);
    this.pace = paceFor(wishes, callsPerMsNow(this.allowance, budget));
    this.slowdown = slowdownIn(wishes, this.pace);
    this.refillPerMs = refillPerMs(this.allowance, budget);
    this.hasCalls = budget.spendable >= 1;
  }

  private poll(key: Pollable['key']): void {
    this.asking += 1;
    if (this.allowance) this.allowance = spent(this.allowance, 1);
    void this.options.cache.poll(key).finally(() => {
      this.asking -= 1;
      this.polls += 1;
    });
  }

  /** Until the next call has come back, or an answer is there. */
  private brokeMs(): number {
    const { calls } = this.allowance ?? { calls: 0 };
    return Math.min(TICK_MS_MAX, Math.max(BROKE_MS_MIN, (1 - calls) / this.refillPerMs));
  }

  private nextTickMs(pollables: readonly Paced[], nowMs: number): number {
    const next = pollables
      .filter(({ isAsking }) => !isAsking)
      .reduce((first, { dueAtMs }) => Math.min(first, dueAtMs), Infinity);
    return Math.min(TICK_MS_MAX, Math.max(TICK_MS_MIN, next - nowMs));
  }

  /** Asks for the list of open requests while it saves asking for several requests one by one. */
  private heedList(listHelps: boolean): void {
    if (listHelps && !this.releaseList) {
      this.releaseList = this.options.cache.hold({ kind: 'open-requests' });
    } else if (!listHelps && this.releaseList) {
      this.releaseList();
      this.releaseList = undefined;
    }
  }
}

/** Two clocks of one machine drift apart by less than this between two looks. */
const DRIFT_MS_MAX = 5_000;

/**
 * Values read before the wall clock was set back would look younger, and be shown longer. So their times are set back
 * with the clock. When the clock is ahead, the machine may have slept: then ages have really grown.
 */
class ClockSetBack {
  private aheadMs: number;

  constructor(private readonly clock: Clock) {
    this.aheadMs = clock.now() - clock.monotonicMs();
  }

  heed(entries: ReadonlyMap<ResourceKey, Entry>): void {
    const aheadMs = this.clock.now() - this.clock.monotonicMs();
    const byMs = this.aheadMs - aheadMs;
    this.aheadMs = aheadMs;
    if (byMs <= DRIFT_MS_MAX) return;
    const now = this.clock.now();
    for (const entry of entries.values()) {
      // Values read after the clock was set, and before this check, keep their time.
      if (!entry.known || entry.known.fetchedAt <= now) continue;
      const { fetchedAt, staleAt, ...known } = entry.known;
      const stale = staleAt !== undefined && { staleAt: staleAt - byMs };
      entry.known = { ...known, fetchedAt: fetchedAt - byMs, ...stale };
      for (const { hear } of entry.listeners) hear(viewOf(entry, now));
    }
  }
}
