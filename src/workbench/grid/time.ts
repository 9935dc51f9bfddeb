/** The browser's clock and timers. Everything in this room that waits is handed one, so that tests can turn the hands. */
export interface Time {
  /** Monotonic, in milliseconds; only differences mean something. */
  now(): number;
  /** Acts once after `delayMs`; the returned function calls it off. */
  after(delayMs: number, act: () => void): () => void;
}

export const browserTime: Time = {
  now: () => performance.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
};

export function pause(time: Time, delayMs: number): Promise<void> {
  return new Promise((resolve) => time.after(delayMs, resolve));
}
