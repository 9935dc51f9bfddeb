import type { Quota } from '../../../domain/desk-status';
import type { Lane } from '../../../domain/lane';

/** The state of pacing, for people: the quota as every page sees it, and what only the pane's own room shows. */
export interface PacingSnapshot extends Quota {
  readonly queuedByLane: Readonly<Record<Lane, number>>;
  /** Calls used today by operation. */
  readonly byOperation: Readonly<Record<string, number>>;
  readonly inFlight: number;
  /** Calls that the service refused as too many since the start. */
  readonly refusals: number;
}
