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
  const { client, notice, inToday, events } = usePane();
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
      if (action.state === 'waiting') inToday.set(text);
      notice.set(text);
      if (events.switches.sound.get()) chime();
    }
  }, [journal, may, notice, inToday, events]);
}

function newsOf(
  { shown, state, by, approval, approvedBy, refusedBy, reminded, failure }: Action,
  before: Action | undefined,
  may: 'own' | 'approver' | 'neither',
): string | undefined {
  if (!approval) return undefined;
  if (may === 'approver' && state === 'waiting') {
    const asks = `${by?.name ?? 'Somebody'} asks for your approval`;
    const what = shown.replace(/\byou (?=buy|sell)/i, 'they ');
    if (before === undefined) return `${asks}: ${what}.`;
    const isReminder = reminded !== undefined && reminded.at !== before.reminded?.at;
    return isReminder ? `${asks} again: ${what}.` : undefined;
  }
  if (may !== 'own' || before?.state !== 'waiting' || state === 'waiting') return undefined;
  if (approvedBy) return `Approved by ${approvedBy.name}: ${shown}`;
  return refusedBy || state === 'cancelled' ? `Not sent: ${shown}. ${failure?.message ?? ''}` : undefined;
}
