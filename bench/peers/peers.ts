import type { Allowance, Pacer, Place, Said, Subject } from '../pacing/pacer';
import {
  loadBottleneck,
  loadFlexible,
  loadLimiter,
  loadQueue,
  loadThrottle,
  loadThrottler,
  type Bottleneck,
  type Queue,
  type Throttler,
  type Tokens,
} from './seams';

const nothing = async (): Promise<void> => {};

const overBottleneck = (limiter: Bottleneck): Pacer => ({
  run: (call, { urgent }) => limiter.schedule({ priority: urgent ? 0 : 5 }, call),
  close: () => limiter.disconnect(),
});
const overQueue = (queue: Queue): Pacer => ({
  run: (call, { urgent }) => queue.add(call, { priority: urgent ? 1 : 0 }),
  close: nothing,
});
const overTokens = (tokens: Tokens): Pacer => ({
  async run(call) {
    await tokens.removeTokens(1);
    return call();
  },
  close: nothing,
});
const overThrottler = (throttler: Throttler): Pacer => ({
  async run(call) {
    await throttler.throttle();
    return call();
  },
  close: nothing,
});

/** A whole burst, and the time in which the service fills it again. */
const burstInterval = ({ burst, ratePerSecond }: Allowance) => ({
  calls: burst,
  ms: (burst / ratePerSecond) * 1_000,
});

async function openReservoir({ allowance: { ratePerSecond, burst } }: Place): Promise<Pacer> {
  const Bottleneck = await loadBottleneck();
  // Its documentation wants multiples of 250 ms; the shortest is taken that gives whole calls.
  const everyMs = (ratePerSecond / 4) % 1 === 0 ? 250 : 500;
  return overBottleneck(
    new Bottleneck({
      reservoir: burst,
      reservoirIncreaseAmount: (ratePerSecond * everyMs) / 1_000,
      reservoirIncreaseInterval: everyMs,
      reservoirIncreaseMaximum: burst,
      maxConcurrent: burst,
    }),
  );
}

/** One bucket of several processes, kept in Redis. */
export async function openShared(
  { allowance: { ratePerSecond, burst } }: Pick<Place, 'allowance'>,
  { port, id }: { readonly port: number; readonly id: string },
): Promise<Pacer> {
  const Bottleneck = await loadBottleneck();
  const everyMs = (ratePerSecond / 4) % 1 === 0 ? 250 : 500;
  const limiter = new Bottleneck({
    reservoir: burst,
    reservoirIncreaseAmount: (ratePerSecond * everyMs) / 1_000,
    reservoirIncreaseInterval: everyMs,
    reservoirIncreaseMaximum: burst,
    maxConcurrent: burst,
    id,
    datastore: 'ioredis',
    clearDatastore: false,
    clientOptions: { host: '127.0.0.1', port },
  });
  await limiter.ready();
  return overBottleneck(limiter);
}

async function openQueue({ calls, ms }: Allowance['interval']): Promise<Pacer> {
  const Queue = await loadQueue();
  return overQueue(new Queue({ intervalCap: calls, interval: ms, strict: true }));
}

async function openThrottle({ calls, ms }: Allowance['interval'], strict: boolean): Promise<Pacer> {
  const throttle = (await loadThrottle())({ limit: calls, interval: ms, strict });
  const throttled = throttle((call: () => Promise<Said>) => call());
  return { run: (call) => throttled(call), close: nothing };
}

async function openTokenBucket({ allowance: { burst, interval } }: Place): Promise<Pacer> {
  const { TokenBucket } = await loadLimiter();
  const bucket = new TokenBucket({
    bucketSize: burst,
    tokensPerInterval: interval.calls,
    interval: interval.ms,
  });
  bucket.content = burst;
  return overTokens(bucket);
}

async function openFlexible({ calls, ms }: Allowance['interval']): Promise<Pacer> {
  const { RateLimiterMemory, RateLimiterQueue } = await loadFlexible();
  return overTokens(new RateLimiterQueue(new RateLimiterMemory({ points: calls, duration: ms / 1_000 })));
}

async function openThrottler(
  { ratePerSecond }: Allowance,
  bucket: { capacity: number; tokens: number },
): Promise<Pacer> {
  const Throttler = await loadThrottler();
  return overThrottler(new Throttler({ refillRate: ratePerSecond / 1_000, ...bucket }));
}

const peer = (name: string, setting: string, open: Subject['open']): Subject => ({
  name,
  setting,
  peer: true,
  open,
});

/** Each as its documentation recommends: for bursts, and plainly at the rate. Settings are told as at scale 1. */
export const PEERS: readonly Subject[] = [
  peer(
    'bottleneck',
    'reservoir 100, +5 each 500 ms (scale 10: +25 each 250 ms), maxConcurrent 100, priority',
    openReservoir,
  ),
  peer('bottleneck plain', 'minTime 100 ms, maxConcurrent 5, priority', async ({ allowance }) => {
    const Bottleneck = await loadBottleneck();
    return overBottleneck(new Bottleneck({ minTime: 1_000 / allowance.ratePerSecond, maxConcurrent: 5 }));
  }),
  peer('p-queue', 'intervalCap 100 in 10 s, strict, priority', ({ allowance }) =>
    openQueue(burstInterval(allowance)),
  ),
  peer('p-queue plain', 'intervalCap 10 in 1 s, strict, priority', ({ allowance }) =>
    openQueue(allowance.interval),
  ),
  peer('limiter', 'TokenBucket of 100, 10 each second, begun full, no priority', openTokenBucket),
  peer('limiter plain', 'RateLimiter 10 each second, no priority', async ({ allowance: { interval } }) => {
    const { RateLimiter } = await loadLimiter();
    return overTokens(new RateLimiter({ tokensPerInterval: interval.calls, interval: interval.ms }));
  }),
  peer(
    'p-throttle',
    'limit 100 in 10 s, not strict, which would space calls evenly, no priority',
    ({ allowance }) => openThrottle(burstInterval(allowance), false),
  ),
  peer('p-throttle plain', 'limit 10 in 1 s, strict, no priority', ({ allowance }) =>
    openThrottle(allowance.interval, true),
  ),
  peer(
    'rate-limiter-flexible',
    'queue over memory, 100 points in 10 s (its bursty limiter would add to the rate), no priority',
    ({ allowance }) => openFlexible(burstInterval(allowance)),
  ),
  peer('rate-limiter-flexible plain', 'queue over memory, 10 points in 1 s, no priority', ({ allowance }) =>
    openFlexible(allowance.interval),
  ),
  peer('ccxt', 'throttler, leaky bucket, capacity 100, begun full, no priority', ({ allowance }) =>
    openThrottler(allowance, { capacity: allowance.burst, tokens: allowance.burst }),
  ),
  peer('ccxt plain', 'throttler, leaky bucket, capacity 1, no priority', ({ allowance }) =>
    openThrottler(allowance, { capacity: 1, tokens: 0 }),
  ),
];
