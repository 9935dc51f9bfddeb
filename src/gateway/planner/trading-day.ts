import type { Quota } from '../../domain/desk-status';
import { timeOfDay } from '../zone-time';
import type { Budget } from './allowance';

/** When the desk is at work, in minutes after midnight of the service's zone. */
export interface TradingDay {
  readonly fromMinutes: number;
  readonly toMinutes: number;
}

const HEAD_START_SHARE = 0.05;
/** Calls kept for opening a sheet before or after the trading day. */
const OFF_HOURS_SHARE = 0.05;

export type Plan = Pick<Quota, 'perDay' | 'left' | 'reserve' | 'resetsAt'>;

export interface DayBudget extends Budget {
  /** What a sheet that somebody opens may draw on, and what an even day would have left of that now. */
  readonly atHand: number;
  readonly evenLeft: number;
}

/**
 * What polling may spend and until when. Before the trading day a small share, until that begins: a book that is left open
 * overnight must not eat the day. Within it what is left, but for the share of the evening; then that, until the day's
 * count starts again.
 */
export function budgetOf(
  plan: Plan,
  day: TradingDay,
  { now, zone }: { now: number; zone: string },
): DayBudget {
  const startsAt = timeOfDay(now, day.fromMinutes, zone);
  const endsAt = timeOfDay(now, day.toMinutes, zone);
  const off = plan.perDay * OFF_HOURS_SHARE;
  const free = plan.left - plan.reserve;
  const forDay = Math.max(0, plan.perDay - plan.reserve - 2 * off);
  const budget = (until: number, kept: number, even: { atHand: number; evenLeft: number }): DayBudget => ({
    spendable: Math.max(0, free - kept),
    leftMs: Math.max(1, until - now),
    headStart: plan.perDay * HEAD_START_SHARE,
    ...even,
  });
  if (now < startsAt) return budget(startsAt, forDay + off, { atHand: free, evenLeft: forDay });
  if (now < endsAt) {
    const share = (endsAt - now) / (endsAt - startsAt);
    return budget(endsAt, off, { atHand: free - off, evenLeft: forDay * share });
  }
  const share = (plan.resetsAt - now) / Math.max(1, plan.resetsAt - endsAt);
  return budget(plan.resetsAt, 0, { atHand: free, evenLeft: off * share });
}
