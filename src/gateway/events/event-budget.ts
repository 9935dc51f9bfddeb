import type { Quota } from '../../domain/desk-status';
import type { Clock } from '../../effects/clock';
import { refilled, spent, type Allowance } from '../planner/allowance';
import { budgetOf, type TradingDay } from '../planner/trading-day';

/** Of what is left of the day for reading, events may spend so much, evenly over the day but for a head start. */
const DAY_SHARE = 0.1;
/** Share of the day that may be spent at once. */
const HEAD_START_SHARE = 0.01;
/** Of the calls that the service takes in a second, and of those that it takes at once. */
const RATE_SHARE = 0.2;
/** Whatever would have to wait longer is left to polling. */
const WAIT_MS_MAX = 15_000;

export interface EventBudgetParts {
  readonly quota: () => Pick<Quota, 'perDay' | 'left' | 'reserve' | 'resetsAt' | 'ratePerSecond' | 'burst'>;
  readonly day: TradingDay;
  readonly zone: string;
  readonly clock: Clock;
}

/** What events may cost: whoever sends them, real or forged, can spend this and no more. */
export class EventBudget {
  private allowance: Allowance | undefined;
  private usedToday = 0;
  private resetsAt = -Infinity;
  /** Monotonic ms at which everything that was granted has had its turn at the share of the rate. */
  private paidUntilMs = -Infinity;

  constructor(private readonly parts: EventBudgetParts) {}

  /** How long to wait before making so many calls, in ms; `undefined` when they may not be made. */
  take(calls: number): number | undefined {
    const { clock, day, zone } = this.parts;
    const quota = this.parts.quota();
    if (quota.resetsAt !== this.resetsAt) {
      this.resetsAt = quota.resetsAt;
      this.usedToday = 0;
      this.allowance = undefined;
    }
    const { spendable, leftMs } = budgetOf(quota, day, { now: clock.now(), zone });
    const mine = DAY_SHARE * (spendable + this.usedToday) - this.usedToday;
    const budget = { spendable: Math.max(0, mine), leftMs, headStart: quota.perDay * HEAD_START_SHARE };
    const nowMs = clock.monotonicMs();
    const allowance = refilled(this.allowance, budget, nowMs);
    this.allowance = allowance;
    const perCallMs = 1_000 / Math.max(quota.ratePerSecond * RATE_SHARE, Number.MIN_VALUE);
    const paidUntilMs = Math.max(this.paidUntilMs, nowMs);
    const waitMs = Math.max(0, paidUntilMs - nowMs - quota.burst * RATE_SHARE * perCallMs);
    if (allowance.calls < calls || waitMs > WAIT_MS_MAX) return undefined;
    this.allowance = spent(allowance, calls);
    this.usedToday += calls;
    this.paidUntilMs = paidUntilMs + calls * perCallMs;
    return waitMs;
  }
}
