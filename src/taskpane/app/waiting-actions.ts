import type { Action } from '../../domain/action';
import type { By, Person } from '../../domain/person';
import { areTwoPeople, isSamePerson } from '../../domain/policy/two-people';
import { JOURNAL, STATUS, useAnswer, usePane } from './hooks';

/** What waits for another person, the oldest first. */
export function useWaitingActions(): readonly Action[] {
  const journal = useAnswer(usePane().client, JOURNAL).value ?? [];
  return journal.filter(({ state }) => state === 'waiting').sort((a, b) => a.createdAt - b.createdAt);
}

/** Who looks, as actions name whoever pressed them. */
export function useMe(): (By & Pick<Person, 'roles'>) | undefined {
  const { person } = useAnswer(usePane().client, STATUS).value ?? {};
  return person && { ...person, session: '' };
}

/** Whether whoever looks pressed it, may approve it, or neither; the gateway has the last word. */
export function useMayAnswer(): (action: Pick<Action, 'by'>) => 'own' | 'approver' | 'neither' {
  const me = useMe();
  return ({ by }) => {
    if (isSamePerson(by, me)) return 'own';
    return me?.roles.includes('approver') === true && areTwoPeople(by, me) ? 'approver' : 'neither';
  };
}
