import type { Clock } from '../../src/effects/clock';

const HASTE = 5;
const WAIT_MS_MAX = 800;
/** Waits longer than this are for hours and days, such as that for the end of a token: those keep their time. */
const HASTY_UP_TO_MS = 60_000;

/**
 * The same time, with waits that are over sooner: deadlines of the service's answers after 0.8 s instead of 5 s, and looks
 * at most 0.8 s apart. Nothing may be decided by how long a wait was, so nothing may come out differently.
 * Waits of exactly one of `keptMs` keep their time: where nothing asks again, a busy machine must not make a deadline pass.
 */
export const hastyClock = (clock: Clock, ...keptMs: readonly number[]): Clock => ({
  now: () => clock.now(),
  monotonicMs: () => clock.monotonicMs(),
  after: (waitMs, fn) =>
    clock.after(
      waitMs > HASTY_UP_TO_MS || keptMs.includes(waitMs) ? waitMs : Math.min(waitMs / HASTE, WAIT_MS_MAX),
      fn,
    ),
});
