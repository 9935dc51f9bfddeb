import type { Clock } from '../../effects/clock';

/**
 * The deadlines of one exchange: until the first word of the answer, between any two pieces of it, and for the
 * whole. Whichever passes first ends the exchange through `signal`.
 */
export class Deadlines {
  private readonly abort = new AbortController();
  private readonly cancelWhole: () => void;
  private cancelSilence: () => void;

  constructor(
    private readonly clock: Clock,
    private readonly limits: { headersMs: number; bodyMs: number; wholeMs: number },
  ) {
    this.cancelWhole = clock.after(limits.wholeMs, () => this.abort.abort());
    this.cancelSilence = clock.after(limits.headersMs, () => this.abort.abort());
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  get passed(): boolean {
    return this.abort.signal.aborted;
  }

  /** Something of the answer has come. */
  heard(): void {
    this.cancelSilence();
    this.cancelSilence = this.clock.after(this.limits.bodyMs, () => this.abort.abort());
  }

  end(): void {
    this.cancelWhole();
    this.cancelSilence();
  }
}
