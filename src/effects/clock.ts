/** Time as a parameter. `now` is epoch ms and may jump; `monotonicMs` never runs backwards and has no meaning of its own. */
export interface Clock {
  now(): number;
  monotonicMs(): number;
  /** Runs `fn` once after `waitMs`. Calling the answer cancels it; twice is harmless. */
  after(waitMs: number, fn: () => void): () => void;
}

const TIMEOUT_MS_MAX = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(waitMs, fn) {
    const timer = setTimeout(fn, Math.min(Math.max(0, waitMs), TIMEOUT_MS_MAX));
    return () => clearTimeout(timer);
  },
};

/** A promise over {@link Clock.after}. */
export const pause = (clock: Clock, waitMs: number): Promise<void> =>
  new Promise((resolve) => void clock.after(waitMs, resolve));
