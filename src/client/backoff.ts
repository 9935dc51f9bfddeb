import type { Chance } from '../effects/chance';

const FIRST_MS = 500;
const LAST_MS = 20_000;

/**
 * How long to wait before attempt `attempt` (0 is the first again): doubling up to 20 s, of which the second half
 * is left to chance, so that pages which lost the same gateway do not come back in step.
 */
export function backoffMs(attempt: number, chance: Chance): number {
  const fullMs = Math.min(LAST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return fullMs / 2 + chance() * (fullMs / 2);
}
