import { dayAt, type Day } from '../world/zone';

export interface PlanLimits {
  readonly ratePerSecond: number;
  readonly burst: number;
  readonly perDay: number;
}

/** What one API key has used. `refilledAtMs` is monotonic time, the day is wall time. */
export interface Usage {
  readonly tokens: number;
  readonly refilledAtMs: number;
  readonly day: Day;
  readonly usedToday: number;
}

export interface Moment {
  readonly now: number;
  readonly monotonicMs: number;
  readonly zone: string;
}

export type Verdict =
  | { readonly kind: 'granted' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }
  | { readonly kind: 'quota-exceeded'; readonly retryAfterSeconds: number };

// A bucket refilled in many small steps must not miss its whole token by a rounding error.
const ROUNDING = 1e-9;

export const unused = (limits: PlanLimits, moment: Moment): Usage => ({
  tokens: limits.burst,
  refilledAtMs: moment.monotonicMs,
  day: dayAt(moment.now, moment.zone),
  usedToday: 0,
});

/**
 * Counts one call: every call counts for the day, refused ones included; a token is taken only where there is one.
 * A spent quota is said before an empty bucket, since waiting a second would not help.
 */
export function counted(
  usage: Usage,
  limits: PlanLimits,
  moment: Moment,
): { usage: Usage; verdict: Verdict } {
  const current = refilled(usage, limits, moment);
  const quotaLeft = current.usedToday < limits.perDay;
  const hasToken = current.tokens >= 1 - ROUNDING;
  const after: Usage = {
    ...current,
    usedToday: current.usedToday + 1,
    tokens: hasToken ? Math.max(0, current.tokens - 1) : current.tokens,
  };
  if (!quotaLeft) {
    const retryAfterSeconds = Math.max(1, Math.ceil((current.day.endsAt - moment.now) / 1000));
    return { usage: after, verdict: { kind: 'quota-exceeded', retryAfterSeconds } };
  }
  if (hasToken) return { usage: after, verdict: { kind: 'granted' } };
  const retryAfterSeconds = Math.max(1, Math.ceil((1 - current.tokens) / limits.ratePerSecond));
  return { usage: after, verdict: { kind: 'throttled', retryAfterSeconds } };
}

/** Somebody else used the same key `count` times: tokens and day are gone, whoever asked. */
export function stolen(usage: Usage, limits: PlanLimits, theft: Moment & { count: number }): Usage {
  const current = refilled(usage, limits, theft);
  return {
    ...current,
    tokens: Math.max(0, current.tokens - theft.count),
    usedToday: current.usedToday + theft.count,
  };
}

/** The usage as it stands at a moment: tokens grown back, and a new day begun where one has. */
export function refilled(usage: Usage, limits: PlanLimits, moment: Moment): Usage {
  const elapsedMs = Math.max(0, moment.monotonicMs - usage.refilledAtMs);
  const tokens = Math.min(limits.burst, usage.tokens + (elapsedMs * limits.ratePerSecond) / 1000);
  const sameDay = moment.now >= usage.day.startsAt && moment.now < usage.day.endsAt;
  return {
    tokens,
    refilledAtMs: moment.monotonicMs,
    day: sameDay ? usage.day : dayAt(moment.now, moment.zone),
    usedToday: sameDay ? usage.usedToday : 0,
  };
}
