import { success, type Outcome } from '../../../../src/domain/failure';
import { pause, type Clock } from '../../../../src/effects/clock';
import type { Chance } from '../../../../src/effects/chance';
import type { Turn } from '../../../../src/gateway/platform/rate-limit/turn';
import { serviceDay } from '../../../../src/gateway/platform/rate-limit/service-day';

export interface CountedPlan {
  readonly ratePerSecond: number;
  readonly burst: number;
  readonly perDay?: number;
  readonly zone?: string;
}

const EPSILON = 1e-6;

/** A service that counts to the letter: a token bucket that begins full, and a quota per day. */
export class CountedService {
  served = 0;
  throttled = 0;
  quotaRefusals = 0;
  private tokens: number;
  private at: number;
  private day = '';
  private usedToday = 0;

  constructor(
    private readonly clock: Clock,
    private readonly plan: CountedPlan,
    /** Where the service's own wall clock stands. */
    private readonly now: () => number = () => clock.now(),
  ) {
    this.tokens = plan.burst;
    this.at = clock.monotonicMs();
  }

  get refused(): number {
    return this.throttled + this.quotaRefusals;
  }

  /** Counts one call at this moment. */
  take(): 'served' | 'throttled' | 'quota-spent' {
    const now = this.clock.monotonicMs();
    this.tokens = Math.min(this.plan.burst, this.tokens + ((now - this.at) / 1000) * this.plan.ratePerSecond);
    this.at = now;
    if (this.quota()) {
      this.quotaRefusals += 1;
      return 'quota-spent';
    }
    if (this.tokens < 1 - EPSILON) {
      this.throttled += 1;
      return 'throttled';
    }
    this.tokens -= 1;
    this.served += 1;
    return 'served';
  }

  /** Somebody else who uses the same key takes everything that is there. */
  drain(): void {
    this.take();
    this.tokens = 0;
  }

  private quota(): boolean {
    if (this.plan.perDay === undefined) return false;
    const { day } = serviceDay(this.now(), this.plan.zone ?? 'Europe/Berlin');
    if (day !== this.day) this.usedToday = 0;
    this.day = day;
    this.usedToday += 1;
    return this.usedToday > this.plan.perDay;
  }
}

/** A call over a network that takes up to `latencyMsMax` each way. */
export const callOver =
  (service: CountedService, clock: Clock, network: { chance: Chance; latencyMsMax: number }) =>
  async (turn: Turn): Promise<Outcome<string>> => {
    await pause(clock, network.chance() * network.latencyMsMax);
    const said = service.take();
    await pause(clock, network.chance() * network.latencyMsMax);
    if (said === 'throttled') turn.refused({ hint: 'throttled' });
    if (said === 'quota-spent') turn.refused({ hint: 'quota-spent' });
    return success(said);
  };
