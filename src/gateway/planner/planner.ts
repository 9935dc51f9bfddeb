import type { Quota } from '../../domain/desk-status';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { AnswerBook } from '../answers/answer-book';
import { refilled, spent, stretchOf, type Allowance } from './allowance';
import { demandOf, dueAtMs, wishedPerMs, type Pollable } from './demand';
import { budgetOf, type TradingDay } from './trading-day';
import type { Wishes } from './wishes';

export interface PlannerParts {
  readonly book: Pick<AnswerBook, 'entries' | 'poll' | 'hold'>;
  /** What is left of the day's calls, and how many each lane has used. */
  readonly quota: () => Pick<Quota, 'perDay' | 'left' | 'reserve' | 'resetsAt' | 'byLane'>;
  readonly signedIn: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly wishes: Wishes;
  readonly day: TradingDay;
  readonly zone: string;
}

const POLLS_AT_ONCE_MAX = 10;
const TICK_MS_MIN = 100;
const TICK_MS_MAX = 5_000;
/** Wait before looking again when nothing can be afforded. */
const BROKE_MS = 1_000;

/** Decides when a watched resource is worth a call, within what polling may spend of the day. Idle when nobody watches. */
export class Planner {
  /** By how much wished intervals are stretched just now; 1 when the wish is held. */
  stretch = 1;
  private allowance: Allowance | undefined;
  private asking = 0;
  private polls = 0;
  private pollingUsed: number | undefined;
  private cancel: (() => void) | undefined;
  private tickAtMs = Infinity;
  private releaseList: (() => void) | undefined;
  private isStopped = false;

  constructor(private readonly parts: PlannerParts) {}

  /** Something became of interest; it is looked at soon. */
  wake(): void {
    if (this.tickAtMs > this.parts.clock.monotonicMs() + TICK_MS_MIN) this.schedule(TICK_MS_MIN);
  }

  stop(): void {
    this.isStopped = true;
    this.cancel?.();
    this.releaseList?.();
  }

  private schedule(waitMs: number): void {
    if (this.isStopped) return;
    this.cancel?.();
    this.tickAtMs = this.parts.clock.monotonicMs() + waitMs;
    this.cancel = this.parts.clock.after(waitMs, () => {
      this.tickAtMs = Infinity;
      this.tick();
    });
  }

  private tick(): void {
    const { book, clock, wishes, zone } = this.parts;
    const nowMs = clock.monotonicMs();
    const { pollables, listHelps } = demandOf(book.entries, { wishes, now: clock.now(), zone });
    this.heedList(listHelps);
    if (pollables.length === 0 || !this.parts.signedIn()) return;
    this.plan(pollables, nowMs);
    const due = pollables
      .filter((pollable) => !pollable.isAsking && dueAtMs(pollable, this.stretch) <= nowMs)
      .sort((a, b) => overdue(b, nowMs) - overdue(a, nowMs));
    const affordable = Math.min(Math.floor(this.allowance?.calls ?? 0), POLLS_AT_ONCE_MAX - this.asking);
    for (const { key } of due.slice(0, Math.max(0, affordable))) this.poll(key);
    this.schedule(affordable < 1 ? BROKE_MS : this.nextTickMs(pollables, nowMs));
  }

  /** Brings allowance and stretch up to date with what was really used: a list may have cost several calls. */
  private plan(pollables: readonly Pollable[], nowMs: number): void {
    const { quota, clock, day, zone } = this.parts;
    const plan = quota();
    const budget = budgetOf(plan, day, { now: clock.now(), zone });
    const used = plan.byLane['polling'] ?? 0;
    const more = Math.max(0, used - (this.pollingUsed ?? used) - this.polls);
    this.pollingUsed = used;
    this.polls = 0;
    this.allowance = spent(refilled(this.allowance, budget, nowMs), more);
    this.stretch = stretchOf(wishedPerMs(pollables), this.allowance, budget);
  }

  private poll(key: Pollable['key']): void {
    this.asking += 1;
    if (this.allowance) this.allowance = spent(this.allowance, 1);
    void this.parts.book.poll(key).finally(() => {
      this.asking -= 1;
      this.polls += 1;
    });
  }

  private nextTickMs(pollables: readonly Pollable[], nowMs: number): number {
    const next = pollables
      .filter(({ isAsking }) => !isAsking)
      .reduce((first, pollable) => Math.min(first, dueAtMs(pollable, this.stretch)), Infinity);
    return Math.min(TICK_MS_MAX, Math.max(TICK_MS_MIN, next - nowMs));
  }

  /** Asks for the list of open requests while it saves asking for several requests one by one. */
  private heedList(listHelps: boolean): void {
    if (listHelps && !this.releaseList) {
      this.releaseList = this.parts.book.hold({ kind: 'open-requests' });
    } else if (!listHelps && this.releaseList) {
      this.releaseList();
      this.releaseList = undefined;
    }
  }
}

/** How late a resource is, measured in its own interval, so that none starves. */
const overdue = ({ askedAtMs, wishMs }: Pollable, nowMs: number): number =>
  askedAtMs === undefined ? Number.MAX_VALUE : (nowMs - askedAtMs) / wishMs;
