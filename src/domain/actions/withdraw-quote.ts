import type { BodyOf } from '../action';
import type { ActionFacts } from './facts';

export const withdrawQuote: ActionFacts<BodyOf<'withdraw-quote'>> = {
  label: 'Withdrawal',
  noun: 'withdrawal',
  outcome: { done: 'withdrawn', not: 'not withdrawn' },
  takesOff: 'quote',
  done: ({ body }) => `The quote ${body.quoteId} is withdrawn.`,
  sent: ({ requestId, quoteId }) => [
    ['Request', requestId],
    ['Quote', quoteId],
  ],
};
