import type { Action } from '../../domain/action';
import type { ActionId } from '../../domain/identifiers';

/**
 * Where actions are written down. A returned promise means that the lines survive a power cut. Lines are only ever
 * added; an action is what its newest line says.
 */
export interface JournalStore {
  /** Writes a line for each, in this order: all of them or, when it rejects, none. */
  append(...actions: readonly Action[]): Promise<void>;
  find(id: ActionId): Promise<Action | undefined>;
  /** The newest line of every action that is not final. */
  unresolved(): Promise<readonly Action[]>;
  /** The newest line of the newest actions, newest first. */
  newest(countMax: number): Promise<readonly Action[]>;
}
