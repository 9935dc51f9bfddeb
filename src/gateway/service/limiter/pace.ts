const WINDOW_MS = 900_000;

/** How fast calls were made lately: the last quarter of an hour weighs most, and what is older fades. */
export interface Pace {
  readonly callsPerMs: number;
  /** Monotonic ms. */
  readonly at: number;
}

export const noPace = (now: number): Pace => ({ callsPerMs: 0, at: now });

const faded = ({ callsPerMs, at }: Pace, now: number): number =>
  callsPerMs * Math.exp(-Math.max(0, now - at) / WINDOW_MS);

export const withCall = (pace: Pace, now: number): Pace => ({
  callsPerMs: faded(pace, now) + 1 / WINDOW_MS,
  at: now,
});

/** How long `calls` last at this pace; `Infinity` when none are being made. */
export function lastsMs(pace: Pace, calls: number, now: number): number {
  const callsPerMs = faded(pace, now);
  return callsPerMs > 0 ? calls / callsPerMs : Infinity;
}
