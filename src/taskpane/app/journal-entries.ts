import type { AcceptedWarning, Action, Made } from '../../domain/action';
import type { Press } from './presses';
import type { PressState } from '../../domain/actions/state-words';

/** What the desk wrote down of an action beside what was sent and what came of it. */
type Written = Pick<
  Action,
  | 'accepted'
  | 'by'
  | 'replaces'
  | 'approval'
  | 'waitsUntil'
  | 'approvedBy'
  | 'approvedAt'
  | 'refusedBy'
  | 'decision'
  | 'before'
  | 'legs'
  | 'sentAt'
  | 'endedAt'
  | 'executed'
  | 'over'
  | 'taken'
  | 'contradictions'
  | 'isFound'
  | 'evidence'
  | 'settledBy'
  | 'resolvedBy'
  | 'note'
  | 'corrected'
>;

/** One line of the journal room: an action that the desk wrote down, or a press that it never answered. */
export interface Entry
  extends Pick<Action, 'id' | 'body' | 'shown' | 'failure'>, Omit<Written, 'accepted'>, Made {
  readonly accepted?: readonly AcceptedWarning[] | undefined;
  readonly state: PressState;
  /** Epoch ms. */
  readonly at: number;
  /** The desk has written it down. */
  readonly written: boolean;
}

/** States that a person has to keep an eye on. */
const OPEN: ReadonlySet<PressState> = new Set([
  'waiting',
  'staged',
  'sending',
  'acknowledged',
  'unknown',
  'unanswered',
]);
export const isUnsettled = ({ state }: Pick<Entry, 'state'>): boolean => OPEN.has(state);

/** When there was last something to know about it: a corrected outcome is news of the time of its correction. */
const newsAt = ({ at, corrected, endedAt = at }: Entry): number => (corrected ? endedAt : at);

/** Unsettled first, then the newest. A press stands for itself only until the desk has written it down. */
export function journalEntries(journal: readonly Action[], presses: readonly Press[]): Entry[] {
  const written = new Set(journal.map(({ id }) => id));
  const own = presses
    .filter(({ id }) => !written.has(id))
    .map((press) => ({ ...press, at: press.pressedAt, written: false }));
  const entries: Entry[] = [
    ...own,
    ...journal.map((action) => ({
      ...action,
      at: action.createdAt,
      written: true,
    })),
  ];
  return entries.sort((a, b) => Number(isUnsettled(b)) - Number(isUnsettled(a)) || newsAt(b) - newsAt(a));
}
