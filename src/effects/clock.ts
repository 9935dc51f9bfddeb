/** Time as a parameter. `now` is epoch ms and may jump; `monotonicMs` never runs backwards and has no meaning of its own. */
export interface Clock {
  now(): number;
  monotonicMs(): number;
  /** Runs `fn` once after `waitMs`, and without a wait when this turn is over. Calling the answer cancels it; twice is harmless. */
  after(waitMs: number, fn: () => void): () => void;
}

const TIMEOUT_MS_MAX = 2 ** 31 - 1;
/** Node's shortest timer takes a millisecond or two. A browser has timers alone. */
const HAS_IMMEDIATE = typeof setImmediate === 'function';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(waitMs, fn) {
    if (waitMs <= 0 && HAS_IMMEDIATE) {
      const turn = setImmediate(fn);
      return () => clearImmediate(turn);
    }
    const timer = setTimeout(fn, Math.min(Math.max(0, waitMs), TIMEOUT_MS_MAX));
    return () => clearTimeout(timer);
  },
};

/** A promise over {@link Clock.after}. */
export const pause = (clock: Clock, waitMs: number): Promise<void> =>
  new Promise((resolve) => void clock.after(waitMs, resolve));
