import type { Action } from '../action';
import { factsOf } from '../actions/kinds';
import { isAcceptance } from '../executed';
import type { QuoteId } from '../identifiers';
import { lastSeenOf, type Quote } from '../offers';
import type { OwnTrade } from '../own-trade';
import { isMore } from '../quantity-problem';
import type { Trade } from '../trade';
import { sameTradedPrice } from './acceptance';

/** Fields of a trade's pre-trade object that name the offer that was taken. */
const OFFER_FIELDS = ['quotation-id', 'price-proposal-id', 'counteroffer-id'] as const;

/**
 * Whose a trade on a request is, by its record. `sent`: what this desk sent on that request. `isMade`: this desk made the request.
 * `quotes`: the quotes of the request, where they were read. Price and quantity alone prove nothing: a colleague may
 * have quoted the same.
 */
export function whoseTrade(
  trade: Trade,
  { sent, isMade, quotes = [] }: { sent: readonly Action[]; isMade: boolean; quotes?: readonly Quote[] },
): Pick<OwnTrade, 'state' | 'quoteId'> {
  const possible = sent.filter(({ state }) => state !== 'rejected' && state !== 'cancelled');
  const named = namedIn(trade);
  const taken = possible.find((action) => numbersOf(action).some((number) => named.has(number)));
  if (taken) return own(taken.quoteId);
  if (isMade || possible.some(({ tradeId }) => tradeId === trade.id)) return { state: 'own' };
  const isOpen = possible.some(mayHaveMade);
  if (named.size > 0) return { state: isOpen ? 'reported' : 'other' };
  const accepted = possible.filter((action) => isAcceptedAt(trade, action, quotes));
  return accepted.length === 1 ? own(accepted[0]?.quoteId) : { state: 'reported' };
}

/** Its own number, or that of its trade, is not known yet: it may be what the trade is of. */
const mayHaveMade = (action: Action): boolean =>
  isAcceptance(action.body)
    ? action.tradeId === undefined
    : factsOf(action.body).leaves !== undefined && numbersOf(action).length === 0;

const own = (quoteId: QuoteId | undefined): Pick<OwnTrade, 'state' | 'quoteId'> => ({
  state: 'own',
  ...(quoteId !== undefined && { quoteId }),
});

function namedIn({ raw }: Trade): ReadonlySet<string> {
  const preTrade: unknown = raw['pre-trade'];
  if (typeof preTrade !== 'object' || preTrade === null) return new Set();
  const entries = new Map<string, unknown>(Object.entries(preTrade));
  const named = OFFER_FIELDS.map((field) => entries.get(field));
  return new Set(named.filter((id): id is string => typeof id === 'string' && id !== ''));
}

const numbersOf = ({ quoteId, proposalId, counterofferId }: Action): string[] =>
  [quoteId, proposalId, counterofferId].filter((number) => number !== undefined);

/** Whether the platform's record of the desk's quote says that it was taken, and the trade is at its price for no more than its quantity. */
function isAcceptedAt(trade: Trade, { body, quoteId }: Action, quotes: readonly Quote[]): boolean {
  if (body.kind !== 'send-quote' || trade.quantity === undefined) return false;
  const isAccepted = quotes.some(({ id, state }) => id === quoteId && state === 'accepted');
  return (
    isAccepted &&
    sameTradedPrice(trade, lastSeenOf(body.price)) === true &&
    !isMore(trade.quantity, body.quantity)
  );
}
