import { ActionState, isFinal, type Action } from '../../domain/action';
import type { Environment, JournalState, Quota } from '../../domain/desk-status';
import type { PlatformEvent } from '../../domain/event';
import type { PacingFigures } from '../platform/rate-limit/limiter';

/** What is measured of a desk. Nothing in it names a person, a request or a secret. Times are epoch ms. */
export interface DeskFigures {
  readonly environment: Environment;
  readonly signedIn: boolean;
  /** What a person has to look at: the same as in health. */
  readonly isFailing: boolean;
  readonly journal: JournalState['state'];
  readonly diskFails: boolean;
  readonly isHalted: boolean;
  readonly quota: Quota;
  readonly pacing: PacingFigures;
  /** Actions that have not ended, by state. */
  readonly unfinished: Readonly<Partial<Record<ActionState, number>>>;
  /** When the oldest action whose outcome is unknown was sent; absent without one. */
  readonly unknownSince?: number;
  /** Events kept since the start, by how they were heard: `found` are those that no delivery told of. */
  readonly events: Readonly<Record<PlatformEvent['origin'], number>>;
  /** When the newest delivered event was heard; absent where none was. */
  readonly pushedAt?: number;
}

/** States in which an action has not ended: all of them are always told, with 0. */
const UNFINISHED = ActionState.options.filter((state) => !isFinal({ state }));

/** Of the actions that have not ended: how many in each state, and the oldest of unknown outcome. */
export function unfinishedOf(actions: readonly Action[]): Pick<DeskFigures, 'unfinished' | 'unknownSince'> {
  const unknown = actions.flatMap((action) =>
    action.state === 'unknown' ? [action.sentAt ?? action.createdAt] : [],
  );
  return {
    unfinished: Object.fromEntries(
      UNFINISHED.map((one) => [one, actions.filter(({ state }) => state === one).length]),
    ),
    ...(unknown.length > 0 && { unknownSince: Math.min(...unknown) }),
  };
}
