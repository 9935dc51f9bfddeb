import type { Profile } from '../../../contract/service/profile';
import type { BucketLimits } from './bucket';
import type { RefusalRules } from './refusal-meaning';

/** The service's day, and how the desk divides it. */
export interface DayLimits {
  /** IANA zone in which a day begins. */
  readonly zone: string;
  readonly perDay: number;
  /** Share of the day that only withdrawing, accepting and submitting may use. */
  readonly reserveShare: number;
  /** Share of the day at which bulk reading stops. */
  readonly bulkShare: number;
  /** Calls that are written down at once, before they are made: what a crash may count too much. */
  readonly blockCalls: number;
  /** A day that the service calls spent this soon after it began is still the day before on the service's clock. */
  readonly skewMs: number;
  /** While the day is believed to be spent, one read in this time finds out whether it is. */
  readonly spentTryMs: number;
}

/** Everything that can be set about pacing. */
export interface RateLimits {
  readonly bucket: BucketLimits;
  readonly day: DayLimits;
  /** Calls that may wait in one lane; one more is refused. */
  readonly queuedMax: number;
  readonly refusals: Omit<RefusalRules, 'skewMs'>;
}

/** The limits of a profile, with the desk's own settings beside them. */
export function rateLimits({ limits, auth }: Pick<Profile, 'limits' | 'auth'>): RateLimits {
  return {
    bucket: {
      ratePerSecond: limits.ratePerSecond,
      burstTokens: limits.burst,
      heldBackTokens: 5,
      trimFactor: 0.985,
      trimPauseMs: 1_000,
      rateShareMin: 0.5,
      restorePerMinute: 0.01,
      urgentPauseMsMax: 3_000,
      lateMs: 5_000,
    },
    day: {
      zone: limits.zone ?? auth.zone,
      perDay: limits.perDay,
      reserveShare: 0.05,
      bulkShare: 0.8,
      blockCalls: 20,
      skewMs: 120_000,
      spentTryMs: 600_000,
    },
    queuedMax: 5_000,
    refusals: {
      refusedWaitMs: 1_000,
      shortWaitMsMax: 300_000,
      throttleWaitMsMax: 900_000,
      nearSpentShare: 0.9,
      repeatedMs: 30_000,
    },
  };
}
