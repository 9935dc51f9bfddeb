import { useState } from 'react';
import { isFinal, type Action } from '../../domain/action';
import type { By } from '../../domain/person';
import { isSamePerson } from '../../domain/policy/two-people';
import { JOURNAL, useAnswer, usePane } from './hooks';
import { useMe } from './waiting-actions';

const NAME = 'approvals-seen';
const SEEN_MAX = 200;

/** What whoever looks has approved and was not executed, until they have seen it, also over a reload; and how they say that they have. */
export function useUntoldApprovals(): {
  readonly untold: readonly Action[];
  readonly see: (all: readonly Action[]) => void;
} {
  const { client, preferences } = usePane();
  const me = useMe();
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const [seen, setSeen] = useState<readonly string[]>(() => (preferences.read(NAME) ?? '').split(','));
  const untold = journal
    .filter((action) => isInVain(action, me) && !seen.includes(action.id))
    .sort((a, b) => (b.approvedAt ?? 0) - (a.approvedAt ?? 0));
  const see = (all: readonly Action[]): void => {
    const next = [...seen, ...all.map(({ id }) => id)].slice(-SEEN_MAX);
    preferences.keep(NAME, next.join());
    setSeen(next);
  };
  return { untold, see };
}

/** Approved by this person, and ended without being executed: not sent, or refused by the platform. */
export const isInVain = (action: Action, who: By | undefined): boolean =>
  isSamePerson(action.approvedBy, who) && isFinal(action) && action.state !== 'done';
