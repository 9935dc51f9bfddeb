import type { Clock } from '../../effects/clock';

/**
 * The deadlines of one exchange: until there is a connection, from then until the first word of the answer, between any two
 * pieces of it, and for the whole. Whichever passes first calls `passed`, once.
 */
export class Deadlines {
  private readonly cancelWhole: () => void;
  private cancelStep: () => void;

  constructor(
    private readonly clock: Clock,
    private readonly limits: { connectMs: number; headersMs: number; bodyMs: number; wholeMs: number },
    private readonly passed: () => void,
  ) {
    this.cancelWhole = clock.after(limits.wholeMs, passed);
    this.cancelStep = clock.after(limits.connectMs, passed);
  }

  /** The request goes out on a connection. */
  sent(): void {
    this.step(this.limits.headersMs);
  }

  /** Something of the answer has come. */
  heard(): void {
    this.step(this.limits.bodyMs);
  }

  end(): void {
    this.cancelWhole();
    this.cancelStep();
  }

  private step(waitMs: number): void {
    this.cancelStep();
    this.cancelStep = this.clock.after(waitMs, this.passed);
  }
}
