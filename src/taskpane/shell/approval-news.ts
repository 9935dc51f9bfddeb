import { useEffect, useRef } from 'react';
import type { Action } from '../../domain/action';
import type { By } from '../../domain/person';
import { isSamePerson } from '../../domain/policy/two-people';
import { chime } from '../app/fills';
import { JOURNAL, useAnswer, usePane } from '../app/hooks';
import { isInVain } from '../app/untold-approvals';
import { useMayAnswer, useMe } from '../app/waiting-actions';
import { approvedInWords, asTheirs } from '../ui/text/approval-text';

/**
 * Tells an approver of what begins to wait and of what they are reminded of, and both whoever pressed it and whoever approved it of what
 * came of it. What was known before is no news.
 */
export function useApprovalNews(): void {
  const { client, notice, inToday, events } = usePane();
  const journal = useAnswer(client, JOURNAL).value;
  const me = useMe();
  const may = useMayAnswer();
  const known = useRef<ReadonlyMap<string, Action>>(undefined);
  useEffect(() => {
    if (!journal) return;
    const before = known.current;
    known.current = new Map(journal.filter(({ approval }) => approval).map((action) => [action.id, action]));
    if (!before) return;
    for (const action of journal) {
      if (!action.approval) continue;
      const was = before.get(action.id);
      const text =
        action.state === 'waiting'
          ? may(action) === 'approver' && askedNews(action, was)
          : was && endedNews(action, was, { isOwn: may(action) === 'own', me });
      if (!text) continue;
      if (action.state === 'waiting' || isInVain(action, me)) inToday.set(text);
      notice.set(text);
      if (events.switches.sound.get()) chime();
    }
  }, [journal, me, may, notice, inToday, events]);
}

function askedNews({ shown, by, reminded }: Action, before: Action | undefined): string | undefined {
  const asks = `${by?.name ?? 'Somebody'} asks for your approval`;
  if (before === undefined) return `${asks}: ${asTheirs(shown)}.`;
  const isReminder = reminded !== undefined && reminded.at !== before.reminded?.at;
  return isReminder ? `${asks} again: ${asTheirs(shown)}.` : undefined;
}

/** Once for each thing that is to be told: that it was approved alone is none, for it may still not leave. */
function endedNews(
  action: Action,
  before: Action,
  { isOwn, me }: { readonly isOwn: boolean; readonly me: By | undefined },
): string | undefined {
  const { approvedBy, shown, state, failure } = action;
  if (approvedBy) {
    if (!isOwn && !isSamePerson(approvedBy, me)) return undefined;
    const words = (one: Action): string | undefined =>
      isOwn
        ? approvedInWords(one, `Approved by ${approvedBy.name}`)
        : approvedInWords(
            { ...one, shown: asTheirs(one.shown) },
            `Approved for ${one.by?.name ?? 'somebody'}`,
          );
    const text = words(action);
    return text === words(before) ? undefined : text;
  }
  const isOver = isOwn && before.state === 'waiting' && state === 'cancelled';
  return isOver ? `Not sent: ${shown}. ${failure?.message ?? ''}` : undefined;
}
