import type { Environment } from '../../domain/desk-status';
import type { PlatformEvent } from '../../domain/event';
import type { Clock } from '../../effects/clock';
import type { LocalSource } from '../cache/fetch';
import type { Dialect } from '../platform/dialect/dialect';
import type { EventStore, HeardEvent } from '../storage/events';

/** So many are shown at most, newest first. */
const SHOWN_MAX = 500;
const TELL_EVERY_MS = 100;
const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 30 * DAY_MS;

/** What one environment's desk has heard of, for whoever looks at it and for whoever draws the consequences. */
export class EventLog implements LocalSource {
  private shown: readonly PlatformEvent[];
  private readonly keeping = new Set<(events: readonly PlatformEvent[]) => void>();
  private readonly listeners = new Set<() => void>();
  private tellingSoon = false;
  private forgotAtMs = -Infinity;

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {
    this.forgetOld();
    this.shown = store.newest(SHOWN_MAX);
  }

  read(): readonly PlatformEvent[] {
    return this.shown;
  }

  /** Throws when they cannot be kept; otherwise they are on disk before anybody hears of them. */
  keep(heard: readonly HeardEvent[]): readonly PlatformEvent[] {
    if (this.clock.monotonicMs() - this.forgotAtMs >= DAY_MS) this.forgetOld();
    const kept = this.store.keep(heard);
    const anew = new Map(kept.map((event) => [event.sequence, event]));
    const others = this.shown.filter(({ sequence }) => !anew.has(sequence));
    this.shown = [...anew.values(), ...others].sort((a, b) => b.sequence - a.sequence).slice(0, SHOWN_MAX);
    for (const listener of [...this.keeping]) listener(kept);
    this.tell();
    return kept;
  }

  undigested(): readonly PlatformEvent[] {
    return this.store.undigested();
  }

  digested(sequences: readonly number[]): void {
    this.store.digested(sequences);
  }

  /** Calls `listener` with what was just kept. Calling the answer ends it; twice is harmless. */
  onKept(listener: (events: readonly PlatformEvent[]) => void): () => void {
    this.keeping.add(listener);
    return () => void this.keeping.delete(listener);
  }

  onChange(listener: () => void): () => void {
    const mine = (): void => listener();
    this.listeners.add(mine);
    return () => void this.listeners.delete(mine);
  }

  /** A full disk takes no removal either: what is old then waits for the next day, and nobody for it. */
  private forgetOld(): void {
    this.forgotAtMs = this.clock.monotonicMs();
    try {
      this.store.forget(this.clock.now() - KEPT_MS);
    } catch {
      return;
    }
  }

  /** The first of a burst is told at once, the rest together. */
  private tell(): void {
    if (this.tellingSoon) return;
    this.tellingSoon = true;
    const told = this.shown;
    for (const listener of [...this.listeners]) listener();
    this.clock.after(TELL_EVERY_MS, () => {
      this.tellingSoon = false;
      if (this.shown !== told) this.tell();
    });
  }
}

/** Where events of one environment are delivered. */
export interface Inbox {
  readonly environment: Environment;
  /** A secret: who knows it can knock. */
  readonly token: string;
  readonly events: Pick<EventLog, 'keep'>;
  /** How the platform writes events there; without it as the interface document does. */
  readonly dialect?: Dialect;
}
