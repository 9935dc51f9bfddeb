import type { Quota } from '../../domain/desk-status';
import { timeOfDay } from '../platform/zone-time';

/**
 * The calls that polling may make right now, and how fast they come back. They are part of what is left of the day, so
 * that however long they are spent to the last one, the day is never dry before it ends.
 */
export interface PollBudget {
  readonly calls: number;
  /** Monotonic ms at which `calls` was true. */
  readonly atMs: number;
}

interface DayShare {
  /** Calls of the day that polling may spend, from now on until `leftMs` has passed. */
  readonly spendable: number;
  readonly leftMs: number;
  /** Maximum saved allowance of an idle desk, so that a newly opened sheet updates fast at first. */
  readonly headStart: number;
  /** Resources that share it: the more there are, the slower the head start is spent. */
  readonly resources?: number;
}

/** Calls per ms that come back so that exactly what is spendable is spent when the time is over. */
export const refillPerMs = ({ calls }: Pick<PollBudget, 'calls'>, { spendable, leftMs }: DayShare): number =>
  Math.max(0, spendable - calls) / Math.max(1, leftMs);

export function refilled(pollBudget: PollBudget | undefined, budget: DayShare, atMs: number): PollBudget {
  const most = Math.max(0, Math.min(budget.headStart, budget.spendable));
  if (pollBudget === undefined) return { calls: most, atMs };
  const earned = Math.max(0, atMs - pollBudget.atMs) * refillPerMs(pollBudget, budget);
  return { calls: Math.min(pollBudget.calls + earned, most), atMs };
}

export const spent = (allowance: PollBudget, calls: number): PollBudget => ({
  ...allowance,
  calls: allowance.calls - calls,
});

/** How long the head start lasts about: a sheet slows down over these minutes, not at once. */
const LIVELY_MS_MIN = 10 * 60_000;
/** With many resources it cannot make a sheet lively: spent over so many rounds, it makes the later ones hardly slower. */
const LIVELY_ROUNDS = 20;

function livelyMs(allowance: PollBudget, budget: DayShare): number {
  const roundMs = (budget.resources ?? 0) / Math.max(refillPerMs(allowance, budget), Number.MIN_VALUE);
  return Math.max(LIVELY_MS_MIN, LIVELY_ROUNDS * roundMs);
}
const STRETCH_MAX = 10_000;

/**
 * By how much every wished interval is multiplied. `wishedPerMs` is what all wishes together would cost; 1
 * when that can be afforded.
 */
export function slowdownOf(wishedPerMs: number, allowance: PollBudget, budget: DayShare): number {
  const saved = Math.max(0, allowance.calls) / livelyMs(allowance, budget);
  return slowdownFor(wishedPerMs, refillPerMs(allowance, budget) + saved);
}

export function slowdownFor(wishedPerMs: number, callsPerMs: number): number {
  if (wishedPerMs <= callsPerMs) return 1;
  return Math.min(STRETCH_MAX, wishedPerMs / Math.max(callsPerMs, Number.MIN_VALUE));
}

/** When the desk is at work, in minutes after midnight of the service's zone. */
export interface TradingDay {
  readonly fromMinutes: number;
  readonly toMinutes: number;
}

const HEAD_START_SHARE = 0.05;
/** Calls kept for opening a sheet before or after the trading day. */
const OFF_HOURS_SHARE = 0.05;

export type Plan = Pick<Quota, 'perDay' | 'left' | 'reserve' | 'resetsAt'>;

interface DayBudget extends DayShare {
  /** Allowance for opening sheets, and its remainder on an evenly spent day. */
  readonly atHand: number;
  readonly evenLeft: number;
}

/**
 * Budget of polling, and its end. Before the trading day a small share, until that begins: a book that is left open
 * overnight must not eat the day. Within it what is left, but for the share of the evening; then that, until the
 * day's count starts again.
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
