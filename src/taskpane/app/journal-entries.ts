import type { AcceptedWarning, Action, Made } from '../../domain/action';
import { isUnsettled, thingsIn } from '../../domain/actions/tries';
import type { Press } from './presses';
import type { PressState } from '../../domain/actions/state-words';
import { present } from '../../domain/present';

/** What the desk wrote down of an action beside what was sent and what came of it. */
type Written = Pick<
  Action,
  | 'accepted'
  | 'by'
  | 'replaces'
  | 'approval'
  | 'waitsUntil'
  | 'program'
  | 'approvedBy'
  | 'approvedAt'
  | 'refusedBy'
  | 'decision'
  | 'before'
  | 'legs'
  | 'legTradeIds'
  | 'sentAt'
  | 'endedAt'
  | 'executed'
  | 'over'
  | 'taken'
  | 'contradictions'
  | 'isFound'
  | 'evidence'
  | 'recovered'
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
  /** All tries of what takes risk away, the first one first: it is one thing, with the state of the try that counts. Absent of one alone. */
  readonly tries?: readonly Entry[];
}

/** When there was last something to know about it: a corrected outcome is news of the time of its correction. */
const newsAt = ({ at, corrected, endedAt = at, tries = [] }: Entry): number =>
  corrected ? endedAt : (tries.at(-1)?.at ?? at);

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
  return withTries(entries).sort(
    (a, b) => Number(isUnsettled(b)) - Number(isUnsettled(a)) || newsAt(b) - newsAt(a),
  );
}

/** One entry for all tries of one thing. */
const withTries = (entries: readonly Entry[]): Entry[] =>
  thingsIn(entries).map(({ tries, counts }) => {
    const [{ at, shown, by }, second] = tries;
    return second ? { ...counts, at, shown, ...present({ by }), tries } : counts;
  });
