import type { PressState } from '../words/action-words';
import { isUnsettled, type Entry } from './journal';

/** What is shown of the journal: everything, what is open, or one way to have ended. */
export const FILTERS = ['all', 'open', 'unknown', 'done', 'rejected', 'never-sent'] as const;
export type JournalFilter = (typeof FILTERS)[number];

const SHOWN: Record<JournalFilter, (state: PressState) => boolean> = {
  all: () => true,
  open: (state) => isUnsettled({ state }),
  unknown: (state) => state === 'unknown' || state === 'unanswered',
  done: (state) => state === 'done',
  rejected: (state) => state === 'rejected',
  'never-sent': (state) => state === 'cancelled' || state === 'refused',
};

export const filtered = (entries: readonly Entry[], filter: JournalFilter): Entry[] =>
  entries.filter(({ state }) => SHOWN[filter](state));
