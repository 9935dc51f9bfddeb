import type { Clock } from '../effects/clock';

const TICK_MS = 5_000;
/** A tick this late, by either clock, was slept over: the machine stood still, or its wall clock was set. */
const LATE_MS_MAX = 20_000;

/** Notices within seconds that the machine slept: then timers did not run, and answers are older than they seem. */
export class Wakefulness {
  private cancel: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly woken: () => void,
  ) {}

  start(): void {
    const at = this.clock.now();
    const atMs = this.clock.monotonicMs();
    this.cancel = this.clock.after(TICK_MS, () => {
      // Both: on some machines the monotonic clock stands still while they sleep, on others it goes on.
      const lateMs = Math.max(this.clock.now() - at, this.clock.monotonicMs() - atMs) - TICK_MS;
      this.start();
      if (lateMs > LATE_MS_MAX) this.woken();
    });
  }

  stop(): void {
    this.cancel();
  }
}
