import type { BodyOf } from '../action';
import { asNumber, LIVE, offerLines, type ActionFacts } from './facts';

export const sendCounteroffer: ActionFacts<BodyOf<'send-counteroffer'>> = {
  label: 'Counteroffer',
  noun: 'counteroffer',
  outcome: LIVE,
  makes: 'counterofferId',
  leaves: 'counteroffer',
  done: ({ body, counterofferId }) =>
    `The counteroffer to ${body.quoteId} went live${asNumber(counterofferId)}.`,
  sent: (body, figures) => [['To quote', body.quoteId], ...offerLines(body, figures)],
};
