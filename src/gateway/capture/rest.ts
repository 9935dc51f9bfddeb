import type { Clock } from '../../effects/clock';

/** A machine that sleeps stops its timers, so a long wait looks at the clock on the wall now and then. */
const LOOK_MS = 60_000;

/** A wait for a moment that can be ended early. */
export class Rest {
  private over: () => void = () => undefined;

  constructor(private readonly clock: Clock) {}

  /** Until that moment (epoch ms), or until {@link end}. */
  take(until: number): Promise<void> {
    return new Promise((resolve) => {
      let cancel = (): void => undefined;
      const look = (): void => {
        const leftMs = until - this.clock.now();
        if (leftMs <= 0) this.end();
        else cancel = this.clock.after(Math.min(leftMs, LOOK_MS), look);
      };
      this.over = () => {
        cancel();
        resolve();
      };
      look();
    });
  }

  /** Harmless where nobody waits. */
  end(): void {
    this.over();
  }
}
