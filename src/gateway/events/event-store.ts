import type { PlatformEvent } from '../../domain/event';

/** What was heard, before it has a number. `body` is the delivery as it came, byte for byte; empty for what was found by looking. */
export type HeardEvent = Omit<PlatformEvent, 'sequence' | 'times'> & { readonly body: string };

/** A delivery that is equal to one heard this shortly before is counted with it. Both may be real: each is a reason to look. */
export const REPEAT_WITHIN_MS = 600_000;

/** Where the events of one environment are kept. */
export interface EventStore {
  /**
   * Keeps all of them, or throws and keeps none; they are on disk when it returns. The answer has one event for each, in
   * their order; repeats of one event share its number.
   */
  keep(heard: readonly HeardEvent[]): readonly PlatformEvent[];
  /** Newest first. */
  newest(count: number): readonly PlatformEvent[];
  /** Those whose consequences were not drawn yet, oldest first. */
  undigested(): readonly PlatformEvent[];
  /** The consequences of these were drawn. A repeat that is kept later makes its event undigested again. */
  digested(sequences: readonly number[]): void;
  /** Forgets the digested ones that were heard before this moment (epoch ms). */
  forget(before: number): void;
}
