import * as z from 'zod/mini';

/**
 * The little that is used of each peer. They are imported by a name that the compiler does not follow, because they are
 * installed only for this benchmark.
 */
const made = <T>() => z.custom<T>((value) => typeof value === 'function');

type Work<T> = () => Promise<T>;

export interface Bottleneck {
  schedule<T>(options: { priority: number }, work: Work<T>): Promise<T>;
  disconnect(): Promise<void>;
}
type BottleneckMaker = new (
  options: Readonly<Record<string, number | string | boolean | object>>,
) => Bottleneck & { ready(): Promise<unknown> };

export interface Queue {
  add<T>(work: Work<T>, options: { priority: number }): Promise<T>;
}
type QueueMaker = new (options: { intervalCap: number; interval: number; strict: boolean }) => Queue;

type Throttle = <T>(work: (call: Work<T>) => Promise<T>) => (call: Work<T>) => Promise<T>;
type ThrottleMaker = (options: { limit: number; interval: number; strict: boolean }) => Throttle;

/** Hands out tokens. */
export interface Tokens {
  removeTokens(count: number): Promise<number>;
}
interface Interval {
  tokensPerInterval: number;
  interval: number;
}
type RateLimiterMaker = new (options: Interval) => Tokens;
type TokenBucketMaker = new (options: Interval & { bucketSize: number }) => Tokens & { content: number };

type MemoryMaker = new (options: { points: number; duration: number }) => object;
type MemoryQueueMaker = new (limiter: object) => Tokens;

export interface Throttler {
  throttle(): Promise<unknown>;
}
type ThrottlerMaker = new (options: Readonly<Record<string, number>>) => Throttler;

const load = (name: string): Promise<unknown> => import(name);

export const loadBottleneck = async () =>
  z.object({ default: made<BottleneckMaker>() }).parse(await load('bottleneck')).default;

export const loadQueue = async () =>
  z.object({ default: made<QueueMaker>() }).parse(await load('p-queue')).default;

export const loadThrottle = async () =>
  z.object({ default: made<ThrottleMaker>() }).parse(await load('p-throttle')).default;

export const loadLimiter = async () =>
  z
    .object({ RateLimiter: made<RateLimiterMaker>(), TokenBucket: made<TokenBucketMaker>() })
    .parse(await load('limiter'));

export const loadFlexible = async () =>
  z
    .object({ RateLimiterMemory: made<MemoryMaker>(), RateLimiterQueue: made<MemoryQueueMaker>() })
    .parse(await load('rate-limiter-flexible'));

export const loadThrottler = async () =>
  z.object({ default: z.object({ Throttler: made<ThrottlerMaker>() }) }).parse(await load('ccxt')).default
    .Throttler;
