import type { Failure } from '../../src/domain/failure';
import type { ManualClock } from '../../src/effects/manual-clock';
import type { Ask } from '../../src/gateway/platform/operations';

const HOUR_MS = 3_600_000;
export const RESERVE_SHARE = 0.05;

export interface MeteredDay {
  readonly perDay: number;
  /** Epoch ms. */
  readonly resetsAt: number;
  /** Somebody else uses the key: this many calls of the day are gone at that hour. */
  readonly vanishing?: { readonly afterHours: number; readonly calls: number };
}

/** The count of the day as the limiter keeps it: what reads may not touch is refused to them. */
export class DayMeter {
  refused = 0;
  private readonly byLane: Record<string, number> = {};
  private calls = 0;

  constructor(
    private readonly day: MeteredDay,
    private readonly clock: ManualClock,
  ) {}

  get used(): number {
    return this.calls;
  }

  get reserve(): number {
    return Math.ceil(this.day.perDay * RESERVE_SHARE);
  }

  get left(): number {
    const { vanishing, perDay } = this.day;
    const gone =
      vanishing && this.clock.monotonicMs() >= vanishing.afterHours * HOUR_MS ? vanishing.calls : 0;
    return perDay - gone - this.calls;
  }

  take({ lane }: Ask): Failure | undefined {
    if (this.left <= this.reserve) {
      this.refused += 1;
      return { kind: 'quota-spent', message: 'The calls of the day are used up.', next: 'Wait for the day.' };
    }
    this.calls += 1;
    this.byLane[lane] = (this.byLane[lane] ?? 0) + 1;
    return undefined;
  }

  quota() {
    const { left, reserve, byLane } = this;
    const { used } = this;
    return {
      perDay: this.day.perDay,
      used,
      left,
      reserve,
      resetsAt: this.day.resetsAt,
      byLane,
      ratePerSecond: 10,
    };
  }
}
