import type { Clock } from '../../../effects/clock';
import type { Log } from '../../../effects/log';
import type { BucketLimits } from './bucket';
import type { UsageStore } from './usage';

interface Outside {
  readonly clock: Clock;
  readonly store: UsageStore;
  readonly log: Log;
}

/**
 * The tokens to begin with: those that a clean stop saved and what has flowed in since. After any other end nothing is
 * known about the calls before, nor when the store cannot be written: then the bucket begins empty.
 */
export async function tokensLeft({ ratePerSecond }: BucketLimits, outside: Outside): Promise<number> {
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

/** What a full disk does not keep costs the next start a few seconds, no more. */
export async function saveTokens(tokens: number, { clock, store, log }: Outside): Promise<void> {
  try {
    await store.saveLevel({ tokens: Math.max(0, tokens), at: clock.now() });
  } catch (error) {
    log.error('The level of pacing cannot be saved.', { reason: String(error) });
  }
}
