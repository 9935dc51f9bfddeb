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
  /** Resources that share it: the more there are, the slower the head start is spent. */
  readonly resources?: number;
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
const LIVELY_MS_MIN = 10 * 60_000;
/** With many resources it cannot make a sheet lively: spent over so many rounds, it makes the later ones hardly slower. */
const LIVELY_ROUNDS = 20;

function livelyMs(allowance: Allowance, budget: Budget): number {
  const roundMs = (budget.resources ?? 0) / Math.max(refillPerMs(allowance, budget), Number.MIN_VALUE);
  return Math.max(LIVELY_MS_MIN, LIVELY_ROUNDS * roundMs);
}
const STRETCH_MAX = 10_000;

/**
 * By how much every wished interval is multiplied. `wishedPerMs` is what all wishes together would cost; 1
 * when that can be afforded.
 */
export function stretchOf(wishedPerMs: number, allowance: Allowance, budget: Budget): number {
  const saved = Math.max(0, allowance.calls) / livelyMs(allowance, budget);
  return stretchFor(wishedPerMs, refillPerMs(allowance, budget) + saved);
}

export function stretchFor(wishedPerMs: number, callsPerMs: number): number {
  if (wishedPerMs <= callsPerMs) return 1;
  return Math.min(STRETCH_MAX, wishedPerMs / Math.max(callsPerMs, Number.MIN_VALUE));
}
