import { useEffect, useRef } from 'react';
import type { Action } from '../../domain/action';
import { chime } from '../app/fills';
import { JOURNAL, useAnswer, usePane } from '../app/hooks';
import { useMayAnswer } from '../app/waiting-actions';

/**
 * Tells an approver of what begins to wait and of what they are reminded of, and whoever pressed it of another person's word. What waited
 * before is no news.
 */
export function useApprovalNews(): void {
  const { client, notice, events } = usePane();
  const journal = useAnswer(client, JOURNAL).value;
  const may = useMayAnswer();
  const known = useRef<ReadonlyMap<string, Action>>(undefined);
  useEffect(() => {
    if (!journal) return;
    const before = known.current;
    known.current = new Map(journal.filter(({ approval }) => approval).map((action) => [action.id, action]));
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
  { shown, state, by, approval, approvedBy, refusedBy, reminded, failure }: Action,
  before: Action | undefined,
  may: 'own' | 'approver' | 'neither',
): string | undefined {
  if (!approval) return undefined;
  if (may === 'approver' && state === 'waiting') {
    if (before === undefined) return `To approve, in Today: ${shown} (${by?.name ?? ''}).`;
    const isReminder = reminded !== undefined && reminded.at !== before.reminded?.at;
    return isReminder ? `${reminded.by.name} reminds you, in Today: ${shown}.` : undefined;
  }
  if (may !== 'own' || before?.state !== 'waiting' || state === 'waiting') return undefined;
  if (approvedBy) return `Approved by ${approvedBy.name}: ${shown}`;
  return refusedBy || state === 'cancelled' ? `Not sent: ${shown}. ${failure?.message ?? ''}` : undefined;
}
