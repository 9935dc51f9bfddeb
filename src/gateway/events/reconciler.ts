import type { Quota } from '../../domain/desk-status';
import type { Outcome } from '../../domain/failure';
import { RequestId, TradeId } from '../../domain/identifiers';
import type { Trade } from '../../domain/trade';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { TradingDay } from '../cache/poll-budget';
import type { ResourceCache } from '../cache/resource-cache';
import type { Reads } from '../platform/operations';
import { dayPeriod, timeOfDay } from '../platform/zone-time';
import type { Checkpoint, CheckpointStore } from '../storage/checkpoint';
import { LATE_MS_MAX } from './affected-resources';
import { compared, joined, type Comparison, type Found } from './comparison';
import type { EventLog } from './event-log';
import { readLists } from './listing-reader';

/** After a sign-in or a sleep the lists that are watched are read for their own sake: by then they need not be asked for. */
const SETTLE_MS = 10_000;
/** A line that comes and goes begins rounds this much more often than a quiet one, so that it never spends the day's share. */
const HASTE = 4;
const DAY_MS = 24 * 3_600_000;
/** What polling read this lately is as good as asked for. */
const REUSED_MS_MAX = 60_000;
/** Details of new trades that one round reads; of the rest the event names the trade alone. */
const DETAILS_MAX = 10;
const FIRST_ROUND_CALLS = 3;

/**
 * Finds what no event told: an event is delivered once, and one that is lost is not repeated. Lists are compared
 * with what they said before; what differs is an event that was found.
 */
export class Reconciler {
  private readonly deduplication = new Deduplication();
  private known: Checkpoint | undefined;
  private cancel: () => void = () => undefined;
  private stopListening: () => void = () => undefined;
  private isRunning = false;
  private isStopped = false;
  private storing: Promise<unknown> = Promise.resolve();
  private failures = 0;
  private spent: Pick<Checkpoint, 'calls' | 'dayEndsAt'> = { calls: 0, dayEndsAt: -Infinity };
  private lastCalls = FIRST_ROUND_CALLS;
  /** When the last round began: monotonic ms, and epoch ms. */
  private lastAtMs = -Infinity;
  private lastAt = -Infinity;
  /** Epoch ms: since then something may have been missed, so nothing older is good enough. */
  private missedSince = -Infinity;
  /** That was after the last round began. */
  private isMissing = false;

  constructor(
    private readonly options: {
      readonly service: Pick<Reads, 'openRequests' | 'concludedRequests' | 'trades'>;
      /** The details of a trade, which say to which request it belongs. */
      readonly trade: (id: TradeId) => Promise<Outcome<Trade>>;
      readonly cache: Pick<ResourceCache, 'entries' | 'outdate'>;
      readonly events: Pick<EventLog, 'keepDecided' | 'onKept' | 'read'>;
      readonly checkpoint: CheckpointStore;
      readonly quota: () => Pick<Quota, 'perDay' | 'resetsAt'>;
      readonly signedIn: () => boolean;
      /** Venue words of trades that come from no request. */
      readonly otherVenues: readonly string[];
      readonly day: TradingDay;
      readonly zone: string;
      readonly clock: Clock;
      readonly log: Log;
    },
  ) {}

  async start(): Promise<void> {
    const { events, checkpoint } = this.options;
    this.known = await checkpoint.read();
    if (this.known) this.spent = spentOf(this.known);
    // Both at one moment, so that no event is heard of in neither way.
    this.deduplication.hear(events.read());
    this.stopListening = events.onKept((kept) => this.deduplication.hear(kept));
    this.soon();
  }

  /** Something may have been missed: the desk has just signed in, was cut off, or slept. */
  soon(): void {
    const { clock } = this.options;
    this.isMissing = true;
    this.missedSince = clock.now();
    // The later by either clock: one of them stood still while the machine slept.
    const sinceMs = Math.max(clock.monotonicMs() - this.lastAtMs, clock.now() - this.lastAt);
    this.after(Math.max(SETTLE_MS, this.spacingMs() - sinceMs));
  }

  /** A round that is under way takes nothing in any more; what it is writing down is waited for. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.cancel();
    this.stopListening();
    await this.storing;
  }

  private after(waitMs: number): void {
    this.cancel();
    if (this.isStopped) return;
    this.cancel = this.options.clock.after(waitMs, () => void this.round());
  }

  private async round(): Promise<void> {
    const { signedIn, quota } = this.options;
    // Signing in begins the next one.
    if (!signedIn()) return;
    if (this.isRunning) return this.after(SETTLE_MS);
    this.isRunning = true;
    this.isMissing = false;
    if (affords({ quota: quota(), used: this.used, calls: this.lastCalls })) await this.compare();
    this.isRunning = false;
    // A line that came back in time for this round has been heeded by it.
    if (this.isMissing && this.failures > 0) return this.after(this.spacingMs());
    const backOff = this.failures === 0 ? Infinity : ROUND_MS_MIN * 2 ** Math.min(this.failures, 8);
    this.after(Math.min(this.intervalMs(), backOff));
  }

  private intervalMs(): number {
    const { clock, day, zone, quota } = this.options;
    const calls = this.lastCalls;
    return roundIntervalMs({ quota: quota(), used: this.used, calls, day, zone, now: clock.now() });
  }

  private spacingMs(): number {
    return Math.max(ROUND_MS_MIN / 2, this.intervalMs() / HASTE);
  }

  /** Calls that rounds have taken on this day of the service. */
  private get used(): number {
    return this.spent.dayEndsAt === this.options.quota().resetsAt ? this.spent.calls : 0;
  }

  private async compare(): Promise<void> {
    const { clock, cache, zone, service, log, otherVenues } = this.options;
    const at = clock.now();
    this.lastAtMs = clock.monotonicMs();
    this.lastAt = at;
    let calls = 0;
    try {
      const lists = await readLists({
        service,
        entries: cache.entries,
        zone,
        freshSince: Math.max(this.missedSince, at - REUSED_MS_MAX),
        period: { from: this.reachesBackTo(at), to: at + DAY_MS },
        called: () => void calls++,
      });
      // Whoever is signed out meanwhile, or stands elsewhere, takes nothing in.
      if (this.isStopped) return;
      if (lists.ok) calls += await this.take(compared(this.known, { ...lists.value, at, otherVenues }));
      this.failures = lists.ok ? 0 : this.failures + 1;
    } catch (error) {
      this.failures += 1;
      log.error('What was missed could not be looked for.', { error: String(error) });
    }
    this.lastCalls = calls;
    await this.count(calls);
  }

  /** Everything since the last known moment, and before it what may be listed late, such as a spread whose leg prices came later. */
  private reachesBackTo(at: number): number {
    const since = Math.min(this.known?.at ?? at, at) - LATE_MS_MAX;
    return dayPeriod(since, this.options.zone).from;
  }

  /** Keeps what was found, then the moment. A crash between the two finds the same again, which harms nobody. */
  private async take({ found, unsettled, known }: Comparison): Promise<number> {
    const { cache, clock, events, log } = this.options;
    cache.outdate(
      unsettled.flatMap((one) => {
        const id = RequestId.safeParse(one);
        return id.success ? [{ kind: 'request' as const, id: id.data }] : [];
      }),
    );
    const news = this.deduplication.news(found);
    const { requestOf, calls } = await this.requestsOf(news);
    const heardAt = clock.now();
    // Decided when its turn comes: what was pushed while this was waiting is not found once more.
    const keeping = events.keepDecided(() =>
      (this.isStopped ? [] : this.deduplication.news(joined(news, requestOf))).map((one) => ({
        ...one,
        heardAt,
        origin: 'found' as const,
        body: '',
      })),
    );
    this.storing = keeping.catch(() => undefined);
    const { length: count } = await keeping;
    if (count > 0) log.info('Found by looking what no event had told.', { count });
    this.deduplication.turn(heardAt);
    this.known = { ...known, ...this.spent };
    return calls;
  }

  private async requestsOf(
    news: readonly Found[],
  ): Promise<{ requestOf: Map<string, string>; calls: number }> {
    const requestOf = new Map<string, string>();
    const ids = news.flatMap(({ type, tradeId }) => {
      const id = TradeId.safeParse(type === 'request-traded' ? tradeId : undefined);
      return id.success ? [id.data] : [];
    });
    for (const id of ids.slice(0, DETAILS_MAX)) {
      const trade = await this.options.trade(id);
      if (trade.ok && trade.value.requestId !== undefined) requestOf.set(id, trade.value.requestId);
    }
    return { requestOf, calls: Math.min(ids.length, DETAILS_MAX) };
  }

  private async count(calls: number): Promise<void> {
    const { checkpoint, quota, log } = this.options;
    this.spent = { calls: this.used + calls, dayEndsAt: quota().resetsAt };
    if (!this.known || this.isStopped) return;
    this.known = { ...this.known, ...this.spent };
    const writing = checkpoint.write(this.known).catch((error: unknown) => {
      log.warn('The last known moment cannot be written down.', { error: String(error) });
    });
    this.storing = writing;
    await writing;
  }
}

const spentOf = ({ calls, dayEndsAt }: Checkpoint): Pick<Checkpoint, 'calls' | 'dayEndsAt'> => ({
  calls,
  dayEndsAt,
});

const SAID_MAX = 50_000;
/** A list may show a thing so much later than its event came. */
const LATE_MS = 3_600_000;

/** What events have said in the last hour at least: what was pushed is not found once more. */
class Deduplication {
  private before = new Set<string>();
  private now = new Set<string>();
  private turnedAt = -Infinity;

  hear(events: readonly Found[]): void {
    for (const { tradeId, ...event } of events) {
      if (this.now.size >= SAID_MAX) return;
      this.now.add(keyOf(event));
      if (tradeId !== undefined) this.now.add(keyOf({ ...event, tradeId }));
    }
  }

  /** What of this no event has said. */
  news(found: readonly Found[]): Found[] {
    return found.filter((one) => !this.before.has(keyOf(one)) && !this.now.has(keyOf(one)));
  }

  /** Lists were compared: what was said long before that will not be found any more. `now` is epoch ms. */
  turn(now: number): void {
    if (now - this.turnedAt < LATE_MS) return;
    this.turnedAt = now;
    this.before = this.now;
    this.now = new Set();
  }
}

/** A deal is one, whatever is said of it; a request is said to be different things in turn. */
const keyOf = ({ type, requestId, tradeId }: Found): string =>
  JSON.stringify(tradeId === undefined ? [type, requestId] : [tradeId]);

/** Of the day's calls, so many at most find what no event told. */
const ROUNDS_SHARE = 0.03;
/** Of these, kept for rounds that cannot wait, as after a sleep. */
const KEPT_SHARE = 0.2;
/** Outside the trading day rounds are this much rarer. */
const OFF_HOURS_FACTOR = 4;
export const ROUND_MS_MIN = 60_000;

interface RoundPlan {
  readonly quota: Pick<Quota, 'perDay' | 'resetsAt'>;
  /** Calls that rounds have taken today. */
  readonly used: number;
  /** Calls that a round takes about. */
  readonly calls: number;
  readonly day: TradingDay;
  readonly zone: string;
  /** Epoch ms. */
  readonly now: number;
}

/** Whether another round may be made today. */
const affords = ({ quota, used, calls }: Pick<RoundPlan, 'quota' | 'used' | 'calls'>): boolean =>
  used + Math.max(1, calls) <= quota.perDay * ROUNDS_SHARE;

/** How long to wait for the next round, so that the day's share for rounds lasts until its end. */
function roundIntervalMs(plan: RoundPlan): number {
  const { quota, used, calls, day, zone, now } = plan;
  const untilResetMs = Math.max(ROUND_MS_MIN, quota.resetsAt - now);
  if (!affords(plan)) return untilResetMs;
  const share = quota.perDay * ROUNDS_SHARE;
  const left = share - used;
  const spendable = left - Math.min(left / 2, share * KEPT_SHARE);
  const opensAt = timeOfDay(now, day.fromMinutes, zone);
  const closesAt = timeOfDay(now, day.toMinutes, zone);
  const openMs = Math.max(0, closesAt - Math.max(now, opensAt));
  const offMs = Math.max(0, untilResetMs - openMs);
  const factor = now >= opensAt && now < closesAt ? 1 : OFF_HOURS_FACTOR;
  const everyMs = (Math.max(1, calls) * (openMs + offMs / OFF_HOURS_FACTOR)) / spendable;
  const waitMs = Math.max(ROUND_MS_MIN, everyMs * factor);
  // A long wait of the night must not reach into the day.
  return now < opensAt ? Math.min(waitMs, opensAt - now + ROUND_MS_MIN) : Math.min(waitMs, untilResetMs);
}
