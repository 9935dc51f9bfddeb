import type { ResourceKey } from '../../domain/resource';
import type { Pollable } from './demand';

/** A resource with the interval that the plan has for it just now, and when it is to be asked for again. */
export interface Paced {
  readonly key: ResourceKey;
  readonly isAsking: boolean;
  /** Monotonic ms; absent: never asked for. */
  readonly askedAtMs: number | undefined;
  readonly intervalMs: number;
  /** Monotonic ms. */
  readonly dueAtMs: number;
}

/** All are stretched alike, so that each has its turn; nothing is asked for more often than wished. */
export function paced(pollable: Pollable, stretch: number): Paced {
  const { key, isAsking, askedAtMs, dueByMs, retryAtMs, wishMs } = pollable;
  const intervalMs = wishMs * Math.max(1, stretch);
  const turnMs = Math.min((askedAtMs ?? -Infinity) + intervalMs, dueByMs ?? Infinity);
  const dueAtMs = Math.max(turnMs, retryAtMs ?? -Infinity);
  return { key, isAsking, askedAtMs, intervalMs, dueAtMs };
}

/** How late a resource is, measured in its own interval, so that none starves. */
export const overdue = ({ askedAtMs, intervalMs }: Paced, nowMs: number): number =>
  askedAtMs === undefined ? Number.MAX_VALUE : (nowMs - askedAtMs) / intervalMs;
