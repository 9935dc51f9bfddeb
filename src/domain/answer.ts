import type { Failure } from './failure';
import type { Resource, ValueOf } from './resource';

/**
 * What a watched resource last said.
 *
 * `waiting`: nothing is known yet. `fresh`: known and within its age limit. `refreshing`: the same, and being asked
 * again. `stale`: known, but older than its limit; a cell no longer shows it. `failed`: the last question
 * failed; `value`, when there is one, is the last good one, and stays visible until `staleAt`.
 */
export type AnswerState = 'waiting' | 'fresh' | 'refreshing' | 'stale' | 'failed';

export interface Answer<R extends Resource = Resource> {
  readonly state: AnswerState;
  readonly value?: ValueOf<R>;
  /** Epoch ms at which the service gave `value`. */
  readonly fetchedAt?: number;
  /** Epoch ms from which `value` is too old to be shown; absent for what never changes. */
  readonly staleAt?: number;
  readonly failure?: Failure;
  /** Nothing is known, and nothing is asked by itself: only cells watch it, and their workbooks are not live. */
  readonly idle?: true;
}
