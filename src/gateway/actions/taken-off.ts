import type { Action } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';

/** Whether it took something off for certain: what a person recorded may turn out otherwise. */
export const isProven = ({ state, settledBy }: Action): boolean =>
  state === 'done' && settledBy === undefined;

/**
 * Whether this desk's own later action took off for certain the quote that this one had sent, and no line says so yet. Of a price proposal nobody
 * knows it: one that was taken goes unnamed as well.
 */
export function isTakenOff(sent: Action, { by }: { readonly by: Action }): boolean {
  if (sent.state !== 'done' || sent.over || !isProven(by)) return false;
  return (
    factsOf(sent.body).leaves === 'quote' &&
    factsOf(by.body).takesOff === 'quote' &&
    'quoteId' in by.body &&
    sent.quoteId === by.body.quoteId
  );
}
