import type { Clock } from '../../effects/clock';

/** How often a leader shows that it is there, at least. */
export const BEAT_MS = 400;
/** Without a confirmed beat for so long a leader sends nothing. */
export const GUARD_MS = 1_500;
/** After so long a silence another gateway takes the lead. Longer than the guard: who leads stops before anybody may take over. */
export const TAKE_MS = 2_000;
/** How often the others look at who leads. */
export const LOOK_MS = 150;
/** Tokens that may be spent of a plan between two beats; one more waits for a beat. A change of leader loses as many at most. */
export const SPENT_MAX = 10;
/** After so many the next beat is asked for, so that a burst seldom waits for one. */
export const SPENT_SOON = SPENT_MAX / 2;

/** A moment by both clocks: one may stand still while the machine sleeps, the other may be set. */
export interface Moment {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

export const momentOf = (clock: Clock): Moment => ({ wallMs: clock.now(), monotonicMs: clock.monotonicMs() });

/** Whether calls may leave at `now` on the strength of a beat that was confirmed. `asked`: when it was asked for, not answered. */
export const mayLeave = (asked: Moment, now: Moment): boolean =>
  now.monotonicMs - asked.monotonicMs < GUARD_MS && Math.abs(now.wallMs - asked.wallMs) < GUARD_MS;

/** Who holds the lead as the store says it at one look. */
export interface Look {
  readonly epoch: number;
  /** Grows with each beat of all leaders. */
  readonly beats: number;
  /** Where the leader takes presses; absent while it takes up what the last one left. */
  readonly address?: string | undefined;
  /** The number of the session that holds the lock; absent where none does. */
  readonly holder?: number | undefined;
  /** The numbers of all sessions that hold the lock or wait for it. */
  readonly standing: readonly number[];
}

/** What was seen since when, by the watcher's own monotonic clock. */
export interface Watched {
  readonly look: Look;
  /** When the answer of the first look that showed this was here. */
  readonly sinceMs: number;
}

/**
 * What a watcher knows after a look that was asked for at `askedMs` and answered at `answeredMs`. How long the holder was silent is
 * counted from the first answer that showed its last beat to the last question that showed the same: no other machine's clock counts,
 * and a watcher that stood still itself finds newer beats when it wakes.
 */
export function watched(
  before: Watched | undefined,
  look: Look,
  { askedMs, answeredMs }: { readonly askedMs: number; readonly answeredMs: number },
): { readonly watched: Watched; readonly isSilent: boolean } {
  const isSame =
    before !== undefined &&
    before.look.epoch === look.epoch &&
    before.look.beats === look.beats &&
    before.look.holder === look.holder;
  if (!isSame) return { watched: { look, sinceMs: answeredMs }, isSilent: false };
  const silentMs = askedMs - before.sinceMs;
  return {
    watched: { look, sinceMs: before.sinceMs },
    isSilent: look.holder !== undefined && silentMs >= TAKE_MS,
  };
}

/** The least level that a leader leaves until its next beat: what it has, without what may be spent by then. */
export const floorOf = (freeTokens: number): number => Math.max(0, freeTokens - SPENT_MAX);
