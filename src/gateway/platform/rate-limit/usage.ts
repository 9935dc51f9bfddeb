import type { Lane } from '../../../domain/lane';

/** Calls of one lane and one operation within a day. */
export interface Count {
  readonly lane: Lane;
  readonly operation: string;
  readonly calls: number;
}

/**
 * Usage of a day. `leased` counts the calls that the whole desk has taken in blocks and not given back: after a crash
 * it may exceed the sum of `counts` by the rest of a block.
 */
export interface DayUsage {
  readonly leased: number;
  readonly counts: readonly Count[];
}

/** The bucket as it was left by a clean stop; `at` is epoch ms. */
export interface SavedLevel {
  readonly tokens: number;
  readonly at: number;
}

/** Keeps a limiter from spending more than is known elsewhere, so that another process may go on from there at any moment. */
export interface LevelWatch {
  /** Whether a call may take a token now. */
  readonly mayGrant: boolean;
  /** A call has taken one. */
  took(): void;
  /** Resolves when calls may take tokens again, or when it is worth a look. */
  whenMore(): Promise<void>;
}

/**
 * Where the usage of one plan (one API key at one service) is kept across restarts. A day is "2026-11-20" in the
 * service's zone. A returned promise means that it survives a power cut.
 */
export interface UsageStore {
  day(day: string): Promise<DayUsage>;
  /** Takes up to `calls` of a day that has `limit`, and writes down what was counted since the last time. */
  lease(
    day: string,
    block: { calls: number; limit: number; counted: readonly Count[] },
  ): Promise<{ granted: number; leased: number }>;
  /**
   * Gives back what was leased and not used, and writes down what was counted since the last time. Fewer than no calls
   * are those that were made beyond what was leased.
   */
  giveBack(day: string, rest: { calls: number; counted: readonly Count[] }): Promise<void>;
  saveLevel(saved: SavedLevel): Promise<void>;
  /** Takes the saved level; it can be taken once, so a crash afterwards finds none. */
  takeLevel(): Promise<SavedLevel | undefined>;
  /** From now on the level is read whenever it is to be stored; absent where a clean stop alone stores it. */
  watchLevel?(freeTokens: () => number): LevelWatch;
}
