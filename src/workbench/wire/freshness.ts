import type { Calculation } from '../grid/port';
import { pause, type Time } from '../grid/time';

/**
 * A calculation starts within this time after a write, or there is none. Counted in looks, not by the clock: a big
 * write can keep the page busy for longer than that before the grid gets its turn.
 */
const START_MS = 150;
const CALCULATION_MAX_MS = 5000;
const LOOK_MS = 4;

/** In Excel what is read after a write has been calculated, in the same request too; the grid calculates later. */
export interface Freshness {
  wrote(): void;
  /** Resolves when what was written has been calculated, at once when nothing was. */
  calculated(): Promise<void>;
}

export function createFreshness(calculation: Calculation, time: Time): Freshness {
  let writtenAt: number | null = null;
  let calculatedAt = -Infinity;
  calculation.onCalculated((_, complete) => {
    if (complete) calculatedAt = time.now();
  });
  return {
    wrote() {
      writtenAt = time.now();
    },
    async calculated() {
      if (writtenAt === null) return;
      const since = writtenAt;
      const started = (looks: number): boolean => calculatedAt > since || looks * LOOK_MS > START_MS;
      const late = (): boolean => time.now() > since + CALCULATION_MAX_MS;
      for (let looks = 0; (calculation.running() || !started(looks)) && !late(); looks++)
        await pause(time, LOOK_MS);
      writtenAt = null;
    },
  };
}
