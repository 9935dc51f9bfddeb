import { systemClock, type Clock } from './clock';

/** A clock that begins at `startsAt` (epoch ms) and goes `times` as fast as the machine's: a pace is kept, and nobody waits long. For tests and campaigns. */
export function fastClock(startsAt: number, times: number): Clock {
  const startedMs = systemClock.monotonicMs();
  const passedMs = (): number => (systemClock.monotonicMs() - startedMs) * times;
  return {
    now: () => startsAt + passedMs(),
    monotonicMs: passedMs,
    after: (waitMs, run) => systemClock.after(waitMs / times, run),
  };
}
