import type { ResourceKey } from '../../domain/resource';
import type { Clock } from '../../effects/clock';
import { viewOf, type Entry } from './entry';

/** Two clocks of one machine drift apart by less than this between two looks. */
const DRIFT_MS_MAX = 5_000;

/**
 * What was read before the wall clock was set back would look younger by as much, and be shown for that much longer. So its
 * times are set back with the clock. When the clock is ahead, the machine may have slept: then ages have really grown.
 */
export class ClockSetBack {
  private aheadMs: number;

  constructor(private readonly clock: Clock) {
    this.aheadMs = clock.now() - clock.monotonicMs();
  }

  heed(entries: ReadonlyMap<ResourceKey, Entry>): void {
    const aheadMs = this.clock.now() - this.clock.monotonicMs();
    const byMs = this.aheadMs - aheadMs;
    this.aheadMs = aheadMs;
    if (byMs <= DRIFT_MS_MAX) return;
    const now = this.clock.now();
    for (const entry of entries.values()) {
      // What was read after the clock was set, and before this look, has a time of its own.
      if (!entry.known || entry.known.fetchedAt <= now) continue;
      const { fetchedAt, staleAt, ...known } = entry.known;
      const stale = staleAt !== undefined && { staleAt: staleAt - byMs };
      entry.known = { ...known, fetchedAt: fetchedAt - byMs, ...stale };
      for (const { hear } of entry.listeners) hear(viewOf(entry, now));
    }
  }
}
