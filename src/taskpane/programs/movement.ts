import { comparedDecimals, subtractedDecimals } from '../../domain/decimal';
import type { Price } from '../../domain/price';
import type { GatewayClient } from '../../client/client';
import type { ReadRow } from './program-row';

const HOUR_MS = 3_600_000;
/** So far back a movement counts. */
const WINDOW_MS = HOUR_MS / 2;
/** Seen for less than that, nothing is said of an hour. */
const LEAST_MS = 10_000;

/** How often the wanted prices moved by their step while they were watched, at most in the last half hour. */
export class Movement {
  private readonly since: number;
  private readonly last = new Map<string, Price>();
  private moves: number[] = [];

  constructor(private readonly clock: Pick<GatewayClient['clock'], 'now'>) {
    this.since = clock.now();
  }

  saw(rows: readonly ReadRow[]): void {
    const now = this.clock.now();
    for (const { key, price, wanted } of rows) {
      const before = this.last.get(key);
      if (price === undefined) continue;
      if (before !== undefined && !isMove(before, price, wanted.step)) continue;
      if (before !== undefined) this.moves.push(now);
      this.last.set(key, price);
    }
    this.moves = this.moves.filter((at) => now - at <= WINDOW_MS);
  }

  /** For how long it was watched, half an hour at most. */
  get watchedMs(): number {
    return Math.min(WINDOW_MS, this.clock.now() - this.since);
  }

  /** `undefined` while it was not watched for long enough. */
  perHour(): number | undefined {
    const { watchedMs } = this;
    return watchedMs < LEAST_MS ? undefined : Math.round((this.moves.length * HOUR_MS) / watchedMs);
  }
}

function isMove(before: Price, price: Price, step: Price | undefined): boolean {
  if (before === price) return false;
  const apart = subtractedDecimals(price, before).replace('-', '');
  return step === undefined || comparedDecimals(apart, step) >= 0;
}
