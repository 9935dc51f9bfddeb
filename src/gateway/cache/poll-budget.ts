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
  /** Calls today that polling may spend, from now on until `leftMs` has passed. */
  readonly spendable: number;
  readonly leftMs: number;
  /** Maximum saved allowance of an idle desk, so that a newly opened sheet updates fast at first. */
  readonly headStart: number;
  /** Resources that share it: the more there are, the slower the head start is spent. */
  readonly resources?: number;
  /** However many calls are left, no more than so many go in a ms. */
  readonly callsPerMsMax?: number;
}

/** Calls per ms that come back so that exactly what is spendable is spent when the time is over. */
export const refillPerMs = (
  { calls }: Pick<PollBudget, 'calls'>,
  { spendable, leftMs, callsPerMsMax = Infinity }: DayShare,
): number => Math.min(callsPerMsMax, Math.max(0, spendable - calls) / Math.max(1, leftMs));

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
  return Math.max(1, Math.min(budget.leftMs, Math.max(LIVELY_MS_MIN, LIVELY_ROUNDS * roundMs)));
}

/** Calls per ms that polling may make now: what comes back, and a part of what was saved. */
export const callsPerMsNow = (allowance: PollBudget, budget: DayShare): number =>
  Math.min(
    budget.callsPerMsMax ?? Infinity,
    refillPerMs(allowance, budget) + Math.max(0, allowance.calls) / livelyMs(allowance, budget),
  );

/** When the desk is at work, in minutes after midnight of the service's zone. */
export interface TradingDay {
  readonly fromMinutes: number;
  readonly toMinutes: number;
}

const HEAD_START_SHARE = 0.05;
/** While the desk is at work, an hour after work counts this much: then polling is half as fast. */
const AFTER_WORK_WEIGHT = 0.5;
/**
 * Of the platform's calls per second, polling takes this share at most. Before the reset a desk with many calls left would
 * spend thousands in minutes, which a download or a new sheet may still want.
 */
const RATE_SHARE_MAX = 0.1;

export type Plan = Pick<Quota, 'perDay' | 'left' | 'reserve' | 'resetsAt' | 'ratePerSecond'>;

interface DayBudget extends DayShare {
  /** Calls for opening sheets, and what of them an evenly spent day would have left now. */
  readonly atHand: number;
  readonly evenLeft: number;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Budget of polling: what is left of the day, until the day's count starts again. At no hour is it spent more slowly than
 * evenly; while the desk is at work it is spent faster, because fewer prices are looked at afterwards.
 */
export function budgetOf(
  plan: Plan,
  day: TradingDay,
  { now, zone }: { now: number; zone: string },
): DayBudget {
  const free = Math.max(0, plan.left - plan.reserve);
  const untilResetMs = Math.max(1, plan.resetsAt - now);
  return {
    spendable: free,
    leftMs: untilResetMs - lighterMs({ now, resetsAt: plan.resetsAt }, day, zone),
    headStart: plan.perDay * HEAD_START_SHARE,
    callsPerMsMax: (plan.ratePerSecond * RATE_SHARE_MAX) / 1_000,
    atHand: free,
    evenLeft: (plan.perDay - plan.reserve) * Math.min(1, untilResetMs / DAY_MS),
  };
}

/** By how much the time until the reset counts less than it is long. */
function lighterMs(when: { now: number; resetsAt: number }, day: TradingDay, zone: string): number {
  const { now, resetsAt } = when;
  if (!isAtWork(when, day, { now, zone })) return 0;
  return (resetsAt - timeOfDay(now, day.toMinutes, zone)) * (1 - AFTER_WORK_WEIGHT);
}

function isAtWork(
  { resetsAt }: { resetsAt: number },
  day: TradingDay,
  { now, zone }: { now: number; zone: string },
): boolean {
  const endsAt = timeOfDay(now, day.toMinutes, zone);
  return now >= timeOfDay(now, day.fromMinutes, zone) && now < endsAt && endsAt < resetsAt;
}
