import type { Clock } from '../effects/clock';

/** Disagreement of the page's two clocks from which one of them must have been set or have slept. */
const DRIFT_MS_MAX = 5_000;

/**
 * The gateway's time as far as the page knows it, so that the times in answers can be compared with it whatever
 * the computer's own clock says. Until the first welcome it is the page's time.
 */
export class GatewayClock implements Clock {
  private aheadMs = 0;
  private anchor: { now: number; atMs: number } | undefined;

  constructor(private readonly page: Clock) {}

  /** The gateway says what time it is. */
  set(now: number): void {
    this.aheadMs = now - this.page.now();
    this.anchor = { now, atMs: this.page.monotonicMs() };
  }

  /**
   * The later of what the wall clock and what the elapsed time say: a wall clock set back makes nothing younger, and a
   * sleep that stopped the monotonic clock does not either. An old value may look too old, never new.
   */
  now(): number {
    return Math.max(this.byWall(), this.byElapsed() ?? -Infinity);
  }

  /** True when the two disagree, so that only the gateway can say what time it is. */
  drifted(): boolean {
    const byElapsed = this.byElapsed();
    return byElapsed !== undefined && Math.abs(this.byWall() - byElapsed) > DRIFT_MS_MAX;
  }

  monotonicMs(): number {
    return this.page.monotonicMs();
  }

  after(waitMs: number, fn: () => void): () => void {
    return this.page.after(waitMs, fn);
  }

  private byWall(): number {
    return this.page.now() + this.aheadMs;
  }

  private byElapsed(): number | undefined {
    return this.anchor && this.anchor.now + this.page.monotonicMs() - this.anchor.atMs;
  }
}
