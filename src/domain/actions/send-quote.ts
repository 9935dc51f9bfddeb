import type { BodyOf, QuoteEnd } from '../action';
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

/** What a quote that is over came to, after "it". */
export const QUOTE_ENDS: Readonly<Record<QuoteEnd['how'], string>> = {
  'request-closed': 'ended with its request',
  'request-traded': 'ended with its request, which was traded',
  accepted: 'was taken',
  withdrawn: 'was withdrawn',
  rejected: 'was declined',
  replaced: 'was replaced',
  ended: 'ended',
};
