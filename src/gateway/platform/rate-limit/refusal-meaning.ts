import type { Refusal } from './turn';

/** Known facts when the platform refuses a call with 429. All times in ms. */
interface RefusedAt {
  readonly refusal: Refusal;
  /** Calls today by our own count, of `perDay`. */
  readonly used: number;
  readonly perDay: number;
  /** Until the day of the service ends. */
  readonly dayLeftMs: number;
  /** For how long it has refused in the words of a spent quota, with no call served in between. */
  readonly quotaWordsMs: number;
}

export interface RefusalRules {
  /** The wait after a refusal that names none. */
  readonly refusedWaitMs: number;
  /** A requested wait up to this means a momentary limit, regardless of the words. */
  readonly shortWaitMsMax: number;
  /** Maximum wait after a momentary limit. */
  readonly throttleWaitMsMax: number;
  /** A wait that ends this close to the day's end, or later, means the day. */
  readonly skewMs: number;
  /** Words of a spent quota are believed from this share of our own count on. */
  readonly nearSpentShare: number;
  /** Without a wait and against our own count they are believed when they have been repeated for so long. */
  readonly repeatedMs: number;
}

export type Meaning =
  { readonly meaning: 'throttled'; readonly waitMs: number } | { readonly meaning: 'quota-spent' };

/**
 * Which of the two meanings a 429 has: one call too many for the moment, or a spent day. A day is given up only on
 * evidence of its own, for the mistake costs all reading until midnight: words alone, such as "limit exceeded", are used
 * for both. Source: interface document, section 8, gaps.
 */
export function meaningOf(at: RefusedAt, rules: RefusalRules): Meaning {
  return isSpent(at, rules)
    ? { meaning: 'quota-spent' }
    : {
        meaning: 'throttled',
        waitMs: Math.min(at.refusal.retryAfterMs ?? rules.refusedWaitMs, rules.throttleWaitMsMax),
      };
}

function isSpent(
  { refusal, used, perDay, dayLeftMs, quotaWordsMs }: RefusedAt,
  rules: RefusalRules,
): boolean {
  const { hint, isStated = false, retryAfterMs: waitMs } = refusal;
  if (hint === 'throttled') return false;
  if (isStated) return true;
  const isLong = waitMs !== undefined && waitMs > rules.throttleWaitMsMax;
  if (hint === undefined) return isLong || (waitMs === undefined && used >= perDay);
  const isRepeated = quotaWordsMs >= rules.repeatedMs;
  if (waitMs === undefined) return isRepeated || used >= perDay * rules.nearSpentShare;
  if (waitMs >= dayLeftMs - rules.skewMs) return true;
  return isLong || (waitMs > rules.shortWaitMsMax && used >= perDay * rules.nearSpentShare) || isRepeated;
}
