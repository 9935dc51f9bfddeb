import { useEffect, useRef } from 'react';
import type { Action } from '../../domain/action';
import { chime } from '../app/fills';
import { JOURNAL, useAnswer, usePane } from '../app/hooks';
import { useMayAnswer } from '../app/waiting-actions';

/** Tells an approver of what begins to wait, and whoever pressed it of another person's word. What waited before is no news. */
export function useApprovalNews(): void {
  const { client, notice, events } = usePane();
  const journal = useAnswer(client, JOURNAL).value;
  const may = useMayAnswer();
  const known = useRef<ReadonlyMap<string, Action['state']>>(undefined);
  useEffect(() => {
    if (!journal) return;
    const before = known.current;
    known.current = new Map(journal.filter(({ approval }) => approval).map(({ id, state }) => [id, state]));
    if (!before) return;
    for (const action of journal) {
      const text = newsOf(action, before.get(action.id), may(action));
      if (text === undefined) continue;
      notice.set(text);
      if (events.switches.sound.get()) chime();
    }
  }, [journal, may, notice, events]);
}

function newsOf(
  { shown, state, by, approval, approvedBy, refusedBy, failure }: Action,
  before: Action['state'] | undefined,
  may: 'own' | 'approver' | 'neither',
): string | undefined {
  if (!approval) return undefined;
  if (may === 'approver' && state === 'waiting' && before === undefined)
    return `To approve, in Today: ${shown} (${by?.name ?? ''}).`;
  if (may !== 'own' || before !== 'waiting' || state === 'waiting') return undefined;
  if (approvedBy) return `Approved by ${approvedBy.name}: ${shown}`;
  return refusedBy || state === 'cancelled' ? `Not sent: ${shown}. ${failure?.message ?? ''}` : undefined;
}
