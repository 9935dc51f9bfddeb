import type { Profile } from '../../../contract/service/profile';
import type { BucketLimits } from './bucket';

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
}

/** Everything that can be set about pacing. */
export interface PacingLimits {
  readonly bucket: BucketLimits;
  readonly day: DayLimits;
  /** Calls that may wait in one lane; one more is refused. */
  readonly queuedMax: number;
  /** The wait after a refusal that names none. */
  readonly refusedWaitMs: number;
  /** A refusal that asks for a longer wait than this means the day's quota, not the bucket. */
  readonly throttleWaitMsMax: number;
}

/** The limits of a profile, with the desk's own settings beside them. */
export function pacingLimits({ limits, auth }: Pick<Profile, 'limits' | 'auth'>): PacingLimits {
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
      zone: auth.zone,
      perDay: limits.perDay,
      reserveShare: 0.05,
      bulkShare: 0.8,
      blockCalls: 20,
      skewMs: 120_000,
    },
    queuedMax: 5_000,
    refusedWaitMs: 1_000,
    throttleWaitMsMax: 900_000,
  };
}
