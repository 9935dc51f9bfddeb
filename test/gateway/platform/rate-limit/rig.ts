import { DEFAULT_PROFILE } from '../../../../src/contract/service/profile';
import { success, type Outcome } from '../../../../src/domain/failure';
import type { Lane } from '../../../../src/domain/lane';
import { silentLog } from '../../../../src/effects/log';
import { ManualClock } from '../../../../src/effects/manual-clock';
import { Limiter } from '../../../../src/gateway/platform/rate-limit/limiter';
import type { Turn } from '../../../../src/gateway/platform/rate-limit/turn';
import { rateLimits, type RateLimits } from '../../../../src/gateway/platform/rate-limit/rate-limits';
import type { UsageStore } from '../../../../src/gateway/platform/rate-limit/usage';
import { MemoryUsageStore } from '../../twins/memory-usage-store';

export const NOON = Date.parse('2026-11-20T11:00:00Z');
/** The end of that day in the service's zone. */
export const MIDNIGHT = Date.parse('2026-11-20T23:00:00Z');

export interface Setting {
  /** In the bucket at the start. */
  readonly tokens?: number;
  readonly ratePerSecond?: number;
  readonly burst?: number;
  readonly perDay?: number;
  readonly startsAt?: number;
  readonly store?: UsageStore;
  readonly over?: Partial<RateLimits>;
}

export function limitsOf({
  ratePerSecond = 10,
  burst = 100,
  perDay = 1_000_000,
  over = {},
}: Setting = {}): RateLimits {
  const limits = { ratePerSecond, burst, perDay };
  return { ...rateLimits({ limits, auth: DEFAULT_PROFILE.auth }), ...over };
}

/** A limiter in its own time, with a full bucket unless told otherwise. */
export async function startedLimiter(setting: Setting = {}) {
  const clock = new ManualClock(setting.startsAt ?? NOON);
  const store = setting.store ?? new MemoryUsageStore();
  await store.saveLevel({ tokens: setting.tokens ?? 1_000, at: clock.now() });
  const limits = limitsOf(setting);
  const limiter = await Limiter.open(limits, { clock, store, log: silentLog });
  /** How each call ended: its value, or the kind of its failure. */
  const ends: string[] = [];
  const run = async (
    lane: Lane,
    call: (turn: Turn) => Promise<Outcome<string>> = async () => success('done'),
  ): Promise<Outcome<string>> => {
    const outcome = await limiter.run({ lane, operation: 'read-request' }, call);
    ends.push(outcome.ok ? outcome.value : outcome.failure.kind);
    return outcome;
  };
  /** Asks `count` times and lets everything that may start now do so. */
  const burst = async (
    count: number,
    lane: Lane,
    call?: (turn: Turn) => Promise<Outcome<string>>,
  ): Promise<void> => {
    for (let asked = 0; asked < count; asked++) void run(lane, call);
    await clock.advance(0);
  };
  return { clock, store, limits, limiter, ends, run, burst };
}
