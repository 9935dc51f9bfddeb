import { RequestId, TradeId } from '../../domain/identifiers';
import type { Quota } from '../../domain/desk-status';
import type { Outcome } from '../../domain/failure';
import type { Trade } from '../../domain/trade';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { AnswerBook } from '../answers/answer-book';
import type { TradingDay } from '../planner/trading-day';
import type { Reads } from '../service/service';
import { dayPeriod } from '../zone-time';
import { compared, joined, type Comparison, type Found } from './comparison';
import type { EventLog } from './event-log';
import { Hearsay } from './hearsay';
import { readLists } from './listing-reader';
import type { Mark, MarkStore } from './mark-store';
import { affords, ROUND_MS_MIN, roundIntervalMs } from './round-budget';
import { LATE_MS_MAX } from './touched-resources';

export interface ReconcilerParts {
  readonly service: Pick<Reads, 'openRequests' | 'concludedRequests' | 'trades'>;
  /** The details of a trade, which say to which request it belongs. */
  readonly trade: (id: TradeId) => Promise<Outcome<Trade>>;
  readonly book: Pick<AnswerBook, 'entries' | 'outdate'>;
  readonly events: Pick<EventLog, 'keep' | 'onKept' | 'read'>;
  readonly marks: MarkStore;
  readonly quota: () => Pick<Quota, 'perDay' | 'resetsAt'>;
  readonly signedIn: () => boolean;
  /** Venue words of trades that come from no request. */
  readonly otherVenues: readonly string[];
  readonly day: TradingDay;
  readonly zone: string;
  readonly clock: Clock;
  readonly log: Log;
}

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
  private readonly hearsay = new Hearsay();
  private mark: Mark | undefined;
  private cancel: () => void = () => undefined;
  private stopListening: () => void = () => undefined;
  private isRunning = false;
  private isStopped = false;
  private failures = 0;
  private spent: Pick<Mark, 'calls' | 'dayEndsAt'> = { calls: 0, dayEndsAt: -Infinity };
  private lastCalls = FIRST_ROUND_CALLS;
  /** When the last round began: monotonic ms, and epoch ms. */
  private lastAtMs = -Infinity;
  private lastAt = -Infinity;
  /** Epoch ms: since then something may have been missed, so nothing older is good enough. */
  private missedSince = -Infinity;
  /** That was after the last round began. */
  private isMissing = false;

  constructor(private readonly parts: ReconcilerParts) {}

  start(): void {
    const { events, marks } = this.parts;
    this.mark = marks.read();
    if (this.mark) this.spent = spentOf(this.mark);
    this.hearsay.hear(events.read());
    this.stopListening = events.onKept((kept) => this.hearsay.hear(kept));
    this.soon();
  }

  /** Something may have been missed: the desk has just signed in, was cut off, or slept. */
  soon(): void {
    const { clock } = this.parts;
    this.isMissing = true;
    this.missedSince = clock.now();
    // The later by either clock: one of them stood still while the machine slept.
    const sinceMs = Math.max(clock.monotonicMs() - this.lastAtMs, clock.now() - this.lastAt);
    this.after(Math.max(SETTLE_MS, this.spacingMs() - sinceMs));
  }

  /** A round that is under way takes nothing in any more. */
  stop(): void {
    this.isStopped = true;
    this.cancel();
    this.stopListening();
  }

  private after(waitMs: number): void {
    this.cancel();
    if (this.isStopped) return;
    this.cancel = this.parts.clock.after(waitMs, () => void this.round());
  }

  private async round(): Promise<void> {
    const { signedIn, quota } = this.parts;
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
    const { clock, day, zone, quota } = this.parts;
    const calls = this.lastCalls;
    return roundIntervalMs({ quota: quota(), used: this.used, calls, day, zone, now: clock.now() });
  }

  private spacingMs(): number {
    return Math.max(ROUND_MS_MIN / 2, this.intervalMs() / HASTE);
  }

  /** Calls that rounds have taken on this day of the service. */
  private get used(): number {
    return this.spent.dayEndsAt === this.parts.quota().resetsAt ? this.spent.calls : 0;
  }

  private async compare(): Promise<void> {
    const { clock, book, zone, service, log, otherVenues } = this.parts;
    const at = clock.now();
    this.lastAtMs = clock.monotonicMs();
    this.lastAt = at;
    let calls = 0;
    try {
      const lists = await readLists({
        service,
        entries: book.entries,
        zone,
        freshSince: Math.max(this.missedSince, at - REUSED_MS_MAX),
        period: { from: this.reachesBackTo(at), to: at + DAY_MS },
        called: () => void calls++,
      });
      // Whoever is signed out meanwhile, or stands elsewhere, takes nothing in.
      if (this.isStopped) return;
      if (lists.ok) calls += await this.take(compared(this.mark, { ...lists.value, at, otherVenues }));
      this.failures = lists.ok ? 0 : this.failures + 1;
    } catch (error) {
      this.failures += 1;
      log.error('What was missed could not be looked for.', { error: String(error) });
    }
    this.lastCalls = calls;
    this.count(calls);
  }

  /** Everything since the last known moment, and before it what may be listed late, such as a spread whose leg prices came later. */
  private reachesBackTo(at: number): number {
    const since = Math.min(this.mark?.at ?? at, at) - LATE_MS_MAX;
    return dayPeriod(since, this.parts.zone).from;
  }

  /** Keeps what was found, then the moment. A crash between the two finds the same again, which harms nobody. */
  private async take({ found, unsettled, known }: Comparison): Promise<number> {
    const { book, clock, events, log } = this.parts;
    book.outdate(
      unsettled.flatMap((one) => {
        const id = RequestId.safeParse(one);
        return id.success ? [{ kind: 'request' as const, id: id.data }] : [];
      }),
    );
    const news = this.hearsay.news(found);
    const { requestOf, calls } = await this.requestsOf(news);
    const heardAt = clock.now();
    const told = this.hearsay.news(joined(news, requestOf));
    if (told.length > 0) {
      events.keep(told.map((one) => ({ ...one, heardAt, origin: 'found' as const, body: '' })));
      log.info('Found by looking what no event had told.', { count: told.length });
    }
    this.hearsay.turn(heardAt);
    this.mark = { ...known, ...this.spent };
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
      const trade = await this.parts.trade(id);
      if (trade.ok && trade.value.requestId !== undefined) requestOf.set(id, trade.value.requestId);
    }
    return { requestOf, calls: Math.min(ids.length, DETAILS_MAX) };
  }

  private count(calls: number): void {
    const { marks, quota, log } = this.parts;
    this.spent = { calls: this.used + calls, dayEndsAt: quota().resetsAt };
    if (!this.mark || this.isStopped) return;
    this.mark = { ...this.mark, ...this.spent };
    try {
      marks.write(this.mark);
    } catch (error) {
      log.warn('The last known moment cannot be written down.', { error: String(error) });
    }
  }
}

const spentOf = ({ calls, dayEndsAt }: Mark): Pick<Mark, 'calls' | 'dayEndsAt'> => ({ calls, dayEndsAt });
