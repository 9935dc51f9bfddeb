/**
 * The calls that polling may make right now, and how fast they come back. They are part of what is left of the day, so
 * that however long they are spent to the last one, the day is never dry before it ends.
 */
export interface Allowance {
  readonly calls: number;
  /** Monotonic ms at which `calls` was true. */
  readonly atMs: number;
}

export interface Budget {
  /** Calls of the day that polling may spend, from now on until `leftMs` has passed. */
  readonly spendable: number;
  readonly leftMs: number;
  /** What a quiet desk saves up at most, so that a newly opened sheet is lively for its first minutes. */
  readonly headStart: number;
}

/** Calls per ms that come back so that exactly what is spendable is spent when the time is over. */
export const refillPerMs = ({ calls }: Pick<Allowance, 'calls'>, { spendable, leftMs }: Budget): number =>
  Math.max(0, spendable - calls) / Math.max(1, leftMs);

export function refilled(allowance: Allowance | undefined, budget: Budget, atMs: number): Allowance {
  const most = Math.max(0, Math.min(budget.headStart, budget.spendable));
  if (allowance === undefined) return { calls: most, atMs };
  const earned = Math.max(0, atMs - allowance.atMs) * refillPerMs(allowance, budget);
  return { calls: Math.min(allowance.calls + earned, most), atMs };
}

export const spent = (allowance: Allowance, calls: number): Allowance => ({
  ...allowance,
  calls: allowance.calls - calls,
});

/** How long the head start lasts about: a sheet slows down over these minutes, not at once. */
const LIVELY_MS = 10 * 60_000;
const STRETCH_MAX = 10_000;

/**
 * By how much every wished interval is multiplied. `wishedPerMs` is what all wishes together would cost; 1
 * when that can be afforded.
 */
export function stretchOf(wishedPerMs: number, allowance: Allowance, budget: Budget): number {
  const affordedPerMs = refillPerMs(allowance, budget) + Math.max(0, allowance.calls) / LIVELY_MS;
  if (wishedPerMs <= affordedPerMs) return 1;
  return Math.min(STRETCH_MAX, wishedPerMs / Math.max(affordedPerMs, Number.MIN_VALUE));
}
