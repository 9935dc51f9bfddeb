import type { ResourceKey } from '../../domain/resource';
import type { Pollable } from './demand';
import type { Likelihood } from './sightings';
import type { Weighed } from './weights';

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

export type LikelihoodOf = (key: ResourceKey) => Likelihood | undefined;

const UNKNOWN: Likelihood = { changesPerMs: 0, hinted: false };

/** A resource as it weighs against the others when wished intervals are stretched by so much. */
export function weighed({ key, wishMs }: Pollable, stretch: number, likelihoodOf: LikelihoodOf): Weighed {
  const { changesPerMs, hinted } = likelihoodOf(key) ?? UNKNOWN;
  return { changes: changesPerMs * wishMs * stretch, hinted, wishedPerMs: 1 / wishMs };
}

/** Stretched evenly, then by its weight; nothing is asked for more often than wished. */
export function paced(pollable: Pollable, stretch: number, weight: number): Paced {
  const { key, isAsking, askedAtMs, retryAtMs, wishMs } = pollable;
  const intervalMs = wishMs * Math.max(1, stretch * weight);
  const dueAtMs = Math.max((askedAtMs ?? -Infinity) + intervalMs, retryAtMs ?? -Infinity);
  return { key, isAsking, askedAtMs, intervalMs, dueAtMs };
}

/** How late a resource is, measured in its own interval, so that none starves. */
export const overdue = ({ askedAtMs, intervalMs }: Paced, nowMs: number): number =>
  askedAtMs === undefined ? Number.MAX_VALUE : (nowMs - askedAtMs) / intervalMs;
