import type { Action } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';

/** Whether it took something off for certain: what a person recorded may turn out otherwise. */
export const isProven = ({ state, settledBy }: Action): boolean =>
  state === 'done' && settledBy === undefined;

/**
 * Whether this desk's own later action took off for certain what that one had sent, and no line says so yet. Of a price proposal only
 * what was there before the later one was sent: of two that were on their way together nobody knows which came first.
 */
export function isTakenOff(sent: Action, { by }: { readonly by: Action }): boolean {
  if (sent.state !== 'done' || sent.over || sent.id === by.id || !isProven(by)) return false;
  const { leaves } = factsOf(sent.body);
  const { takesOff } = factsOf(by.body);
  if (leaves === 'quote' && takesOff === 'quote')
    return 'quoteId' in by.body && sent.quoteId === by.body.quoteId;
  if (leaves !== 'proposal' || takesOff !== 'proposals') return false;
  const isSameRequest =
    'requestId' in sent.body && 'requestId' in by.body && sent.body.requestId === by.body.requestId;
  const { endedAt = Infinity } = sent;
  return isSameRequest && endedAt <= (by.sentAt ?? -Infinity);
}
