import type { Failure } from '../../domain/failure';
import type { Chance } from '../../effects/chance';
import type { Clock } from '../../effects/clock';
import { backOffMs } from './poll-intervals';
import { failsForGood, isOwed, isWanted, type Entry, type Need } from './entry';
import { isLocal } from './fetch';

/** A resource that keeps failing while others succeed has its own problem, and keeps its own wait. */
const RECOVERED_FAILURES_MAX = 2;
/** Who waits for a first value does not wait for the turn that it will have later. */
const OWED_EVERY_MS = 2_000;

export interface Recovery {
  readonly entries: Iterable<Entry>;
  /** Whether the day can pay for asking at once; if not, it waits for its turn. */
  readonly mayLook: () => boolean;
  readonly ask: (entry: Entry, need: Need) => void;
  readonly outdate: (entry: Entry) => unknown;
  readonly notify: (entry: Entry) => void;
}

/** Everything that is not final fails with this until it is asked for again. */
export function failAll({ entries, notify }: Recovery, failure: Failure): void {
  for (const entry of entries) {
    if (isLocal(entry.resource) || entry.known?.final) continue;
    entry.failure = failure;
    notify(entry);
  }
}

/** Retries at once the fetches that failed without a session or connection. */
export function recover({ entries, mayLook, ask, notify }: Recovery, wasDown: boolean): void {
  for (const entry of entries) {
    if (!mayRecover(entry, wasDown)) continue;
    if (entry.active > 0) {
      if (mayLook()) ask(entry, {});
    } else if (!isWanted(entry)) {
      entry.failure = undefined;
      notify(entry);
    }
  }
}

/**
 * Whether what failed is to be asked for at once when something works again; it is due then. `wasDown`: nothing was
 * answered before, so that no failure says anything about the resource itself.
 */
function mayRecover(entry: Entry, wasDown: boolean): boolean {
  if (!entry.failure || failsForGood(entry)) return false;
  if (!wasDown && entry.failures > RECOVERED_FAILURES_MAX) return false;
  if (wasDown) entry.failures = 0;
  entry.retryAtMs = undefined;
  // A fetch in progress finds out itself.
  if (!entry.inFlight) entry.askedAtMs = undefined;
  return true;
}

/**
 * Everything that can still change may have changed while nobody was awake to see it: what has not been asked since `awakeSince`
 * (epoch ms) is asked once more. `since` is the number of this moment.
 */
export function overslept(
  { entries, mayLook, ask, outdate }: Recovery,
  { awakeSince, since }: { awakeSince: number; since: number },
): void {
  for (const entry of entries) {
    if (isLocal(entry.resource) || entry.known?.final || failsForGood(entry)) continue;
    const { inFlight } = entry;
    if (inFlight && inFlight.asked.at >= awakeSince) continue;
    outdate(entry);
    entry.retryAtMs = undefined;
    if (entry.active > 0 && mayLook()) ask(entry, { since });
  }
}

/** A question failed: the next one waits the longer the more of them did. */
export function fail(
  entry: Entry,
  failure: Failure,
  { clock, chance, intervalMs }: { clock: Clock; chance: Chance; intervalMs: number },
): void {
  const ms = clock.monotonicMs();
  entry.failure = failure;
  entry.failures += 1;
  entry.failedAtMs = ms;
  const backOff = backOffMs(
    isOwed(entry) ? Math.min(intervalMs, OWED_EVERY_MS) : intervalMs,
    entry.failures,
    chance(),
  );
  entry.retryAtMs = ms + Math.max(backOff, (failure.until ?? 0) - clock.now());
}
