import { onlyProtects, type AcceptedWarning, type Action, type Made } from '../../domain/action';
import { aboutOf, type Press } from './presses';
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
  /** All tries of what takes risk away, the first one first: it is one thing, with the state of the try that counts. Absent of one alone. */
  readonly tries?: readonly Entry[];
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

/** One entry for all tries of what takes the same risk away: in an outage it goes again and again. */
function withTries(entries: readonly Entry[]): Entry[] {
  const newest = new Map<string, Entry[]>();
  const things: Entry[][] = [];
  for (const entry of [...entries].sort((a, b) => a.at - b.at)) {
    const about = onlyProtects(entry.body) ? aboutOf(entry.body) : entry.id;
    const tries = newest.get(about);
    if (tries?.every((before) => isTriedAgain(before, entry))) tries.push(entry);
    else {
      const thing = [entry];
      newest.set(about, thing);
      things.push(thing);
    }
  }
  return things.flatMap((tries) => {
    const [first] = tries;
    if (!first || tries.length === 1) return tries;
    const counts = newestOf(tries);
    const { at, shown, by } = first;
    return { ...counts, at, shown, ...present({ by }), tries };
  });
}

/** A quote is withdrawn once; anything else that takes risk away is another thing once it has ended. */
function isTriedAgain({ state, body, at, endedAt = at }: Entry, next: Entry): boolean {
  const isOver = !OPEN.has(state) && endedAt < next.at;
  return !isOver || (body.kind === 'withdraw-quote' && state !== 'done');
}

/** The try that was done, else one that is under way, else one whose end is not known, else the newest. */
function newestOf(tries: readonly Entry[]): Entry {
  const inState = (...states: readonly PressState[]) => tries.findLast(({ state }) => states.includes(state));
  return (inState('done') ??
    inState('staged', 'sending') ??
    tries.findLast(isUnsettled) ??
    tries.at(-1)) as Entry;
}
