import type { ActionBody, Made } from '../../domain/action';
import type { SentLine } from '../../domain/actions/facts';
import { factsOf } from '../../domain/actions/kinds';
import { priceSeen } from '../../domain/offers';
import type { Formatters } from '../ui/formatters';
import { sentPriceInWords } from '../ui/text/own-offer-text';

/** What an action sends, field by field, for a table of two columns. */
export const sentInWords = (body: ActionBody, formatters: Formatters): readonly SentLine[] =>
  factsOf(body).sent(body, {
    price: (price) => sentPriceInWords(price, formatters),
    lastSeen: (price) => sentPriceInWords(priceSeen(price), formatters),
    quantity: (quantity) => formatters.quantity(quantity),
  });

/** The numbers that the service gave to what came of it. */
export const madeInWords = (made: Made): SentLine[] =>
  (
    [
      ['Trade', made.tradeId],
      ['Quote', made.quoteId],
      ['Proposal', made.proposalId],
      ['Counteroffer', made.counterofferId],
      ['New request', made.newRequestId],
    ] as const
  ).flatMap(([name, id]): SentLine[] => (id === undefined ? [] : [[name, id]]));
