import type { Action } from '../../domain/action';
import type { DeskEntry, DeskEntryKind } from '../../domain/desk-entry';
import type { Failure } from '../../domain/failure';
import { present } from '../../domain/present';
import type { ActionId } from '../../domain/identifiers';
import type { CheckedSource } from './journal-chain';

/** What a line says: a step of an action, or what else was done on the desk. */
export type Written = Action | DeskEntry;

/**
 * Where actions, and what else was done on the desk, are written down. A returned promise means that the lines survive a power cut. Lines are only ever
 * added, each chained to the one before it; an action is what its newest line says. Where that line is damaged, or filed
 * under what it does not say, the action is `unknown`, with all that its newest readable line says of it: an outcome that
 * cannot be read is none.
 */
export interface JournalStore extends CheckedSource {
  /**
   * Writes a line for each, in this order: all of them or, when it rejects, none. A store that is reached over a network may also
   * reject with `CommitInDoubt`, and from then on does so for every line.
   */
  append(...lines: readonly Written[]): Promise<void>;
  find(id: ActionId): Promise<Action | undefined>;
  /** The newest line of every action that is not final, or is not known to be. */
  unresolved(): Promise<readonly Action[]>;
  /** The newest line of the newest actions, newest first. */
  newest(countMax: number): Promise<readonly Action[]>;
  /** The newest lines that are no actions, newest first; of one kind, where one is named. */
  entries(countMax: number, kind?: DeskEntryKind): Promise<readonly DeskEntry[]>;
  /**
   * What may be live by the journal's word, however long ago, oldest first: quotes, counteroffers and the newest price proposal of
   * each request that are done, without those that a later action of the desk is known to have taken away. `doubted`: actions whose
   * lines are not as they were written, which take nothing away. Quotes that were said to be over before `overBefore` (epoch ms) are
   * left out; without it none is.
   */
  standing(doubted: ReadonlySet<string>, overBefore?: number): Promise<readonly Action[]>;
}

/**
 * An action whose newest line is not as it was written. How it ended cannot be taken from there: it is unknown again, so
 * that it is looked up at the platform. What was to be sent stays; nothing is sent again.
 */
export const doubted = ({
  id,
  body,
  shown,
  accepted,
  recall,
  by,
  program,
  replaces,
  approval,
  waitsUntil,
  approvedBy,
  approvedAt,
  before,
  createdAt,
  sentAt,
}: Action): Action => ({
  id,
  body,
  shown,
  ...(accepted && { accepted }),
  ...(recall !== undefined && { recall }),
  ...present({ by, program, replaces, approval, waitsUntil, approvedBy, approvedAt }),
  state: 'unknown',
  ...(before && { before }),
  createdAt,
  ...(sentAt !== undefined && { sentAt }),
  failure: LINE_NOT_AS_WRITTEN,
});

const LINE_NOT_AS_WRITTEN: Failure = {
  kind: 'unknown-outcome',
  message: 'The last line of the journal about this was changed or is damaged, so how it ended is not known.',
  next: 'It is being looked up at the platform; it is not sent again.',
};
