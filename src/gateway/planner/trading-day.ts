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
  /** What an even day would have left to spend now. */
  readonly evenLeft: number;
}

/**
 * What polling may spend and until when: within the trading day up to its end, with a share kept for afterwards; outside
 * of it until the day's count starts again.
 */
export function budgetOf(
  plan: Plan,
  day: TradingDay,
  { now, zone }: { now: number; zone: string },
): DayBudget {
  const startsAt = timeOfDay(now, day.fromMinutes, zone);
  const endsAt = timeOfDay(now, day.toMinutes, zone);
  const working = now >= startsAt && now < endsAt;
  const off = plan.perDay * OFF_HOURS_SHARE;
  const leftMs = Math.max(1, (working ? endsAt : plan.resetsAt) - now);
  const forDay = Math.max(0, plan.perDay - plan.reserve - off);
  return {
    spendable: Math.max(0, plan.left - plan.reserve - (working ? off : 0)),
    leftMs,
    headStart: plan.perDay * HEAD_START_SHARE,
    evenLeft:
      now < startsAt
        ? forDay
        : working
          ? (forDay * leftMs) / (endsAt - startsAt)
          : (off * leftMs) / Math.max(1, plan.resetsAt - endsAt),
  };
}
