import type { Chance } from '../effects/chance';

const FIRST_MS = 500;
/** So many attempts are made in quick succession, for about half a minute: a gateway that restarts is back by then. */
const QUICK_ATTEMPTS = 16;
const QUICK_MS = 2_000;
const LAST_MS = 20_000;

/**
 * How long to wait before attempt `attempt` (0 is the first again): doubling up to 2 s while the gateway may just be
 * restarting, then up to 20 s. The second half is left to chance, so that pages which lost the same gateway do not come
 * back in step.
 */
export function backoffMs(attempt: number, chance: Chance): number {
  const fullMs =
    attempt < QUICK_ATTEMPTS
      ? Math.min(QUICK_MS, FIRST_MS * 2 ** attempt)
      : Math.min(LAST_MS, QUICK_MS * 2 ** Math.min(attempt - QUICK_ATTEMPTS + 1, 10));
  return fullMs / 2 + chance() * (fullMs / 2);
}
