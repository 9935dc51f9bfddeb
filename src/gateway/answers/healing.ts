import { failsForGood, type Entry } from './entry';

/** What failed again and again while others were answered has a trouble of its own, and waits as long as that makes it. */
const HEALED_FAILURES_MAX = 2;

/**
 * Whether what failed is to be asked for at once when something works again; it is due then. `wasDown`: nothing was
 * answered before, so that no failure says anything about the resource itself.
 */
export function healed(entry: Entry, wasDown: boolean): boolean {
  if (!entry.failure || failsForGood(entry)) return false;
  if (!wasDown && entry.failures > HEALED_FAILURES_MAX) return false;
  if (wasDown) entry.failures = 0;
  entry.retryAtMs = entry.askedAtMs = undefined;
  return true;
}
