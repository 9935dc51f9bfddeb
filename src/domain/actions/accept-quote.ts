import type { BodyOf } from '../action';
import { acceptanceDone, acceptanceLines, EXECUTED, type ActionFacts } from './facts';

export const acceptQuote: ActionFacts<BodyOf<'accept-quote'>> = {
  label: 'Acceptance',
  noun: 'acceptance',
  outcome: EXECUTED,
  makes: 'tradeId',
  done: acceptanceDone,
  sent: (body, figures) => [['Quote', body.quoteId], ...acceptanceLines(body, figures)],
};
