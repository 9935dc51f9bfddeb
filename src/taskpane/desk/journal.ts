import type { Action, Made } from '../../domain/action';
import type { Press } from '../pressing/presses';
import type { PressState } from '../words/action-words';

/** One line of the journal room: an action that the desk wrote down, or a press that it never answered. */
export interface Entry extends Pick<Action, 'id' | 'body' | 'shown' | 'failure'>, Made {
  readonly state: PressState;
  /** Epoch ms. */
  readonly at: number;
}

/** States that a person has to keep an eye on. */
const OPEN: ReadonlySet<PressState> = new Set(['staged', 'sending', 'acknowledged', 'unknown', 'unanswered']);
export const isUnsettled = ({ state }: Pick<Entry, 'state'>): boolean => OPEN.has(state);

/** Unsettled first, then the newest. A press stands for itself only until the desk has written it down. */
export function journalEntries(journal: readonly Action[], presses: readonly Press[]): Entry[] {
  const written = new Set(journal.map(({ id }) => id));
  const own = presses
    .filter(({ id }) => !written.has(id))
    .map((press) => ({ ...press, at: press.pressedAt }));
  const entries: Entry[] = [...own, ...journal.map((action) => ({ ...action, at: action.createdAt }))];
  return entries.sort((a, b) => Number(isUnsettled(b)) - Number(isUnsettled(a)) || b.at - a.at);
}
