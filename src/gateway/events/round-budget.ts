import type { Quota } from '../../domain/desk-status';
import type { TradingDay } from '../planner/trading-day';
import { timeOfDay } from '../zone-time';

/** Of the day's calls, so many at most find what no event told. */
export const ROUNDS_SHARE = 0.03;
/** Of these, kept for rounds that cannot wait, as after a sleep. */
const KEPT_SHARE = 0.2;
/** Outside the trading day rounds are this much rarer. */
const OFF_HOURS_FACTOR = 4;
export const ROUND_MS_MIN = 60_000;

export interface RoundPlan {
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
export const affords = ({ quota, used, calls }: Pick<RoundPlan, 'quota' | 'used' | 'calls'>): boolean =>
  used + Math.max(1, calls) <= quota.perDay * ROUNDS_SHARE;

/** How long to wait for the next round, so that the day's share for rounds lasts until its end. */
export function roundIntervalMs(plan: RoundPlan): number {
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
