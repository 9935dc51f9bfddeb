import type { Clock } from '../../../effects/clock';
import type { Log } from '../../../effects/log';
import type { UsageStore } from './usage';

/** How the bucket fills, and what it does after a refusal. */
export interface BucketLimits {
  readonly ratePerSecond: number;
  readonly burstTokens: number;
  /** Tokens that only urgent calls may take, unless everything that waits fits into what is there. */
  readonly heldBackTokens: number;
  /** After a refusal the rate is multiplied by this, at most once per `trimPauseMs`, never below `rateShareMin`. */
  readonly trimFactor: number;
  readonly trimPauseMs: number;
  readonly rateShareMin: number;
  /** Share of the full rate that a trimmed one wins back per minute without a refusal. */
  readonly restorePerMinute: number;
  /** After a refusal urgent calls wait no longer than this, whatever the service asks for. */
  readonly urgentPauseMsMax: number;
  /** How long a call without an answer may still be counted by the service. */
  readonly lateMs: number;
}

/**
 * A mirror of the service's token bucket that is never ahead of it. The service counts a call somewhere between its
 * sending and its answer, so a token is held while the call is in flight and charged when the answer is there: only
 * then does the mirror begin to refill. All times are monotonic ms.
 */
export interface Bucket {
  /** Tokens, the held ones included. */
  readonly level: number;
  /** Calls in flight. */
  readonly held: number;
  readonly ratePerSecond: number;
  readonly at: number;
  /** Nothing but urgent calls is granted before this moment: the service asked to wait. */
  readonly pausedUntil: number;
  /** Nothing at all is granted before this moment. */
  readonly urgentPausedUntil: number;
  /**
   * After a refusal urgent calls try the service one at a time, until a call is served: `due` while none of them is on its
   * way, `out` while one is.
   */
  readonly trial: 'none' | 'due' | 'out';
  readonly trimmedAt: number;
  /** Until when each call that got no answer may still be counted. */
  readonly late: readonly number[];
}

/** How a call ended for the bucket. `unsent`: it never left, and costs nothing. */
type BucketEnding = 'answered' | 'unanswered' | 'unsent';

interface GrantAsked {
  /** Urgent calls may take the tokens that are held back. */
  readonly urgent: boolean;
  /** How many calls wait, this one included; a backlog that fits the tokens at hand may take the held-back ones. */
  readonly backlog: number;
  readonly now: number;
}

const EPSILON = 1e-9;

export const filledBucket = (limits: BucketLimits, level: number, now: number): Bucket => ({
  level: Math.max(0, Math.min(level, limits.burstTokens)),
  held: 0,
  ratePerSecond: limits.ratePerSecond,
  at: now,
  pausedUntil: -Infinity,
  urgentPausedUntil: -Infinity,
  trial: 'none',
  trimmedAt: -Infinity,
  late: [],
});

/** Tokens that a call could take right now. */
export const freeTokens = ({ level, held }: Bucket): number => level - held;

/** The bucket at a later moment; an earlier one changes nothing. */
export function refilled(bucket: Bucket, limits: BucketLimits, now: number): Bucket {
  const elapsedMs = now - bucket.at;
  if (elapsedMs <= 0) return bucket;
  const late = bucket.late.length > 0 ? bucket.late.filter((until) => until > now) : bucket.late;
  const restored = (limits.ratePerSecond * limits.restorePerMinute * elapsedMs) / 60_000;
  return {
    ...bucket,
    late,
    at: now,
    level: Math.min(
      Math.max(bucket.level, capacity(limits, bucket.late.length)),
      bucket.level + (elapsedMs / 1000) * bucket.ratePerSecond,
    ),
    ratePerSecond: Math.min(limits.ratePerSecond, bucket.ratePerSecond + restored),
  };
}

/**
 * A call without an answer was charged when it was given up, but the service may count it later, and by then a full
 * mirror would have refilled what the service has not. So the mirror stays that much below full for a while, though
 * never below half: a service that is silent must not hold up a withdrawal.
 */
const capacity = (limits: BucketLimits, late: number): number =>
  limits.burstTokens - Math.min(late, Math.floor(limits.burstTokens / 2));

/** Takes a token when it may be had now (`waitMs` 0); else says after which wait to ask again. */
export function grant(
  bucket: Bucket,
  limits: BucketLimits,
  wanted: GrantAsked,
): { bucket: Bucket; waitMs: number } {
  const now = refilled(bucket, limits, wanted.now);
  const pausedUntil = wanted.urgent ? now.urgentPausedUntil : now.pausedUntil;
  if (pausedUntil > wanted.now) return { bucket: now, waitMs: Math.ceil(pausedUntil - wanted.now) };
  const isPaused = now.pausedUntil > wanted.now;
  // The end of the call that is on its way brings the next look.
  if (isPaused && now.trial === 'out') {
    return { bucket: now, waitMs: Math.ceil(now.pausedUntil - wanted.now) };
  }
  const free = freeTokens(now);
  const fits = wanted.backlog <= Math.floor(free + EPSILON);
  const needed = wanted.urgent || fits ? 1 : 1 + heldBack(limits);
  if (free + EPSILON >= needed) {
    const trial = isPaused && now.trial === 'due' ? 'out' : now.trial;
    return { bucket: { ...now, held: now.held + 1, trial }, waitMs: 0 };
  }
  return { bucket: now, waitMs: Math.max(1, Math.ceil(((needed - free) / now.ratePerSecond) * 1000)) };
}

/** At most half of the bucket is held back, so that a small one still serves reads. */
const heldBack = (limits: BucketLimits): number =>
  Math.min(limits.heldBackTokens, Math.floor(limits.burstTokens / 2));

/** The bucket after a call has ended. */
export function charged(
  bucket: Bucket,
  limits: BucketLimits,
  ended: { how: BucketEnding; now: number },
): Bucket {
  const now = refilled(bucket, limits, ended.now);
  const trial = ended.how === 'answered' ? 'none' : now.trial === 'out' ? 'due' : now.trial;
  const free: Bucket = { ...now, held: now.held - 1, trial };
  if (ended.how === 'unsent') return free;
  const late = ended.how === 'unanswered' ? [...now.late, ended.now + limits.lateMs] : now.late;
  return { ...free, level: now.level - 1, late };
}

/**
 * The bucket after the service refused a call as too many: whatever the mirror held was not there. The rate is
 * trimmed a little, since the service's clock, or its plan, may be slower than was thought.
 */
export function throttled(
  bucket: Bucket,
  limits: BucketLimits,
  refusal: { retryAfterMs: number; now: number },
): Bucket {
  const now = charged(bucket, limits, { how: 'answered', now: refusal.now });
  const trims = refusal.now - now.trimmedAt >= limits.trimPauseMs;
  return {
    ...now,
    level: Math.min(now.level, now.held),
    pausedUntil: Math.max(now.pausedUntil, refusal.now + refusal.retryAfterMs),
    urgentPausedUntil: Math.max(
      now.urgentPausedUntil,
      refusal.now + Math.min(refusal.retryAfterMs, limits.urgentPauseMsMax),
    ),
    trial: 'due',
    trimmedAt: trims ? refusal.now : now.trimmedAt,
    ratePerSecond: trims
      ? Math.max(limits.ratePerSecond * limits.rateShareMin, now.ratePerSecond * limits.trimFactor)
      : now.ratePerSecond,
  };
}

interface SavedLevelPorts {
  readonly clock: Clock;
  readonly store: UsageStore;
  readonly log: Log;
}

/**
 * The tokens to begin with: those that a clean stop saved and what has flowed in since. After any other end nothing is
 * known about the calls before, nor when the store cannot be written: then the bucket begins empty.
 */
export async function tokensLeft({ ratePerSecond }: BucketLimits, outside: SavedLevelPorts): Promise<number> {
  const { clock, store, log } = outside;
  try {
    const saved = await store.takeLevel();
    if (!saved) return 0;
    return saved.tokens + (Math.max(0, clock.now() - saved.at) / 1000) * ratePerSecond;
  } catch (error) {
    log.error('The level of the last stop cannot be taken over; pacing begins with nothing.', {
      reason: String(error),
    });
    return 0;
  }
}

/** With a full disk the next start loses a few seconds, no more. */
export async function saveTokens(tokens: number, { clock, store, log }: SavedLevelPorts): Promise<void> {
  try {
    await store.saveLevel({ tokens: Math.max(0, tokens), at: clock.now() });
  } catch (error) {
    log.error('The level of pacing cannot be saved.', { reason: String(error) });
  }
}
