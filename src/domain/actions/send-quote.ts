import type { BodyOf } from '../action';
import { asNumber, LIVE, offerLines, type ActionFacts } from './facts';

export const sendQuote: ActionFacts<BodyOf<'send-quote'>> = {
  label: 'Quote',
  noun: 'quote',
  outcome: LIVE,
  makes: 'quoteId',
  leaves: 'quote',
  done: ({ quoteId }) => `The quote went live${asNumber(quoteId)}.`,
  sent: offerLines,
};
