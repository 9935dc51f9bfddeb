import { eventKindOf } from '../../domain/actions/event-kind';
import type { Environment } from '../../domain/desk-status';
import type { PlatformEvent } from '../../domain/event';
import type { Clock } from '../../effects/clock';
import type { LocalSource } from '../cache/fetch';
import type { DeliveryRules } from './signature';
import type { Dialect } from '../platform/dialect/dialect';
import type { DiskState } from '../storage/disk';
import type { EventStore, HeardEvent } from '../storage/events';

/** So many are shown, newest first. */
const SHOWN_MAX = 500;
/** Further ones of the last day that tell of trades: others' quotes push them out within minutes, and they are what a desk looks for. */
const TRADES_SHOWN_MAX = 100;
/** Among so many they are looked for at the start. */
const LOOKED_THROUGH_MAX = 5_000;
const TELL_EVERY_MS = 100;
const DAY_MS = 24 * 3_600_000;

/**
 * The events of one environment, as they are shown and as they are kept. Everything that changes them has its turn, one after the
 * other in the order in which it was asked for: so numbers ascend in the order of receipt however the store works, and
 * an event that is repeated while its mark is written stays undigested.
 */
export class EventLog implements LocalSource {
  private shown: readonly PlatformEvent[] = [];
  /** What was kept since the start, by how it was heard. */
  readonly counts: Record<PlatformEvent['origin'], number> = { pushed: 0, found: 0, test: 0 };
  private lastTurn: Promise<unknown> = Promise.resolve();
  private readonly keeping = new Set<(events: readonly PlatformEvent[]) => void>();
  private readonly listeners = new Set<() => void>();
  /** As which repeat each event was told that is not digested yet. */
  private readonly toldTimes = new Map<number, number>();
  private isCatchingUp = false;
  private tellingSoon = false;
  private forgotAtMs = -Infinity;

  private constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly keptDays: number,
  ) {}

  /** `keptDays`: so long an event is kept whose consequences were drawn. */
  static async open(store: EventStore, clock: Clock, keptDays = 30): Promise<EventLog> {
    const log = new EventLog(store, clock, keptDays);
    await log.forgetOld();
    log.shown = log.shownOf(await store.newest(LOOKED_THROUGH_MAX));
    return log;
  }

  read(): readonly PlatformEvent[] {
    return this.shown;
  }

  /** Rejects when they cannot be kept; otherwise they are on disk before anybody hears of them. */
  keep(heard: readonly HeardEvent[]): Promise<readonly PlatformEvent[]> {
    return this.keepDecided(() => heard);
  }

  /** Keeps what `decide` says once everything that was to be kept before has been told. */
  keepDecided(decide: () => readonly HeardEvent[]): Promise<readonly PlatformEvent[]> {
    return this.inTurn(async () => {
      const heard = decide();
      if (heard.length === 0) return [];
      if (this.clock.monotonicMs() - this.forgotAtMs >= DAY_MS) await this.forgetOld();
      const kept = await this.store.keep(heard);
      for (const { origin } of kept) this.counts[origin] += 1;
      this.take(kept);
      return kept;
    });
  }

  /**
   * Calls `listener` with the events whose consequences were not drawn yet, and from then on with what is kept, none missed and
   * none twice. Calling the answer ends it; twice is harmless.
   */
  follow(listener: (events: readonly PlatformEvent[]) => void): Promise<() => void> {
    return this.inTurn(async () => {
      const undigested = await this.store.undigested();
      for (const { sequence, times } of undigested) this.toldTimes.set(sequence, times);
      listener(undigested);
      return this.onKept(listener);
    });
  }

  /** The consequences of these were drawn. Rejects when that cannot be written down. */
  digested(sequences: readonly number[]): Promise<void> {
    return this.inTurn(async () => {
      const times = sequences.map((sequence) => this.toldTimes.get(sequence) ?? Number.MAX_SAFE_INTEGER);
      await this.store.digested(sequences, times);
      for (const sequence of sequences) this.toldTimes.delete(sequence);
    });
  }

  /**
   * Takes what other machines of the desk have kept since: each event, and each repeat of one, is told once here, whoever kept it. Told of
   * in bursts, it reads once.
   */
  async catchUp(): Promise<void> {
    if (this.isCatchingUp) return;
    this.isCatchingUp = true;
    await this.inTurn(async () => {
      this.isCatchingUp = false;
      const undigested = await this.store.undigested();
      const fresh = undigested.filter(({ sequence, times }) => this.toldTimes.get(sequence) !== times);
      if (fresh.length > 0) this.take(fresh);
    });
  }

  /** Resolves once everything that was asked for so far is done, or has failed. */
  async settled(): Promise<void> {
    await this.lastTurn;
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

  private take(kept: readonly PlatformEvent[]): void {
    const anew = new Map(kept.map((event) => [event.sequence, event]));
    for (const { sequence, times } of anew.values()) this.toldTimes.set(sequence, times);
    const others = this.shown.filter(({ sequence }) => !anew.has(sequence));
    this.shown = this.shownOf([...anew.values(), ...others].sort((a, b) => b.sequence - a.sequence));
    for (const listener of [...this.keeping]) listener(kept);
    this.tell();
  }

  private shownOf(newestFirst: readonly PlatformEvent[]): readonly PlatformEvent[] {
    const since = this.clock.now() - DAY_MS;
    const trades = newestFirst
      .slice(SHOWN_MAX)
      .filter((event) => tellsOfTrade(event) && event.heardAt >= since);
    return [...newestFirst.slice(0, SHOWN_MAX), ...trades.slice(0, TRADES_SHOWN_MAX)];
  }

  /** A full disk takes no removal either: what is old then waits for the next day, and nobody for it. */
  private async forgetOld(): Promise<void> {
    this.forgotAtMs = this.clock.monotonicMs();
    try {
      await this.store.forget(this.clock.now() - this.keptDays * DAY_MS);
    } catch {
      return;
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.lastTurn.then(work);
    this.lastTurn = done.catch(() => undefined);
    return done;
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

const tellsOfTrade = ({ type, tradeId }: PlatformEvent): boolean =>
  tradeId !== undefined || eventKindOf(type) === 'traded';

/** Where events of one environment are delivered. */
export interface Inbox {
  readonly environment: Environment;
  /** A secret: who knows it can knock. */
  readonly token: string;
  readonly events: Pick<EventLog, 'keep'>;
  /** Of what they are kept on, where its state is known. */
  readonly disk?: DiskState;
  /** How the platform writes events there; without it as the interface document does. */
  readonly dialect?: Dialect;
  /** Who may deliver there, where that is other than for the others. */
  readonly rules?: DeliveryRules;
}
