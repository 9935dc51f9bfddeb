import { tradesMade, type Action, type BodyOf } from '../action';
import { wasRefused } from '../actions/action-event';
import { factsOf } from '../actions/kinds';
import { isAcceptance } from '../executed';
import type { QuoteId } from '../identifiers';
import { lastSeenOf, type Quote } from '../offers';
import type { OwnTrade } from '../own-trade';
import { present } from '../present';
import { namedOffers, type NamedOffers } from '../pre-trade';
import { isMore } from '../quantity-problem';
import type { Trade } from '../trade';
import { CLOCKS_APART_MS, sameTradedPrice } from './acceptance';

interface Around {
  /** What this desk sent on the request of the trade. */
  readonly sent: readonly Action[];
  /** Whether this desk made the request. */
  readonly isMade: boolean;
  /** All quotes of the request, where they were read. */
  readonly quotes?: readonly Quote[];
  /** Whether another trade took this quote already. */
  readonly isTaken?: (id: QuoteId) => boolean;
}

/** Whose a trade is. */
export type Whose = Pick<OwnTrade, 'state' | 'quoteId' | 'proposalId' | 'counterofferId'>;

/** Whether the platform may have it. A person who resolved it as refused can err, and is corrected by the platform's records. */
export const mayHaveArrived = ({ state, settledBy }: Action): boolean =>
  state !== 'cancelled' && (state !== 'rejected' || settledBy === 'person');

/** Whether a trade says what this action would have made that the platform refused: it may have been executed all the same. */
function mayBeOfRefused(trade: Trade, named: NamedOffers, action: Action): boolean {
  const { body } = action;
  if (!wasRefused(action)) return false;
  if (!isAcceptance(body)) return 'direction' in body && isAlike(trade, body);
  if (named.quoteId !== undefined || named.proposalId !== undefined) return tookNamed(action, named);
  return sameTradedPrice(trade, body.lastSeen) === true;
}

/**
 * Whose a trade on a request is, by its record. Price and quantity alone prove nothing: a colleague may have quoted the same.
 */
export function whoseTrade(
  trade: Trade,
  { sent, isMade, quotes = [], isTaken = () => false }: Around,
): Whose {
  const possible = sent.filter((action) => mayHaveArrived(action));
  const named = namedOffers(trade.raw);
  const taken = possible.find((action) => OFFERS.some((offer) => isSame(action[offer], named[offer])));
  if (taken) return own(taken);
  if (isMade || possible.some((action) => tradesMade(action).includes(trade.id))) return { state: 'own' };
  if (
    possible.some(
      (action) => mayHaveMade(action) || tookNamed(action, named) || isTwin(action, named.quoteId),
    )
  )
    return REPORTED;
  if (named.quoteId !== undefined || named.proposalId !== undefined)
    return sent.some((action) => mayBeOfRefused(trade, named, action)) ? REPORTED : { state: 'other' };
  // A counteroffer answers a quote, which may be the desk's.
  if (named.counterofferId !== undefined) return REPORTED;
  return byItsPrice(trade, possible.flatMap(quoteIn), quotes, isTaken);
}

const OFFERS = ['quoteId', 'proposalId', 'counterofferId'] as const;
const REPORTED = { state: 'reported' } as const;

const isSame = (number: string | undefined, named: string | undefined): boolean =>
  number !== undefined && number === named;

const own = ({
  quoteId,
  proposalId,
  counterofferId,
}: Pick<Action, 'quoteId' | 'proposalId' | 'counterofferId'>): Whose => ({
  state: 'own',
  ...present({ quoteId, proposalId, counterofferId }),
});

/** Its own number, or that of its trade, is not known yet: it may be what the trade is of. */
const mayHaveMade = (action: Action): boolean =>
  isAcceptance(action.body)
    ? action.tradeId === undefined
    : factsOf(action.body).leaves !== undefined && OFFERS.every((offer) => action[offer] === undefined);

/** It may be what this action sent, whose own number is another by its terms alone. */
const isTwin = ({ contradictions = [] }: Action, quoteId: string | undefined): boolean =>
  contradictions.some((one) => one.quoteId !== undefined && one.quoteId === quoteId);

/** An acceptance may come as several trades, and its answer names one. */
const tookNamed = ({ body }: Action, { quoteId, proposalId }: NamedOffers): boolean =>
  (body.kind === 'accept-quote' && body.quoteId === quoteId) ||
  (body.kind === 'accept-proposal' && body.proposalId === proposalId);

/** A quote that this desk sent. */
interface Sent {
  readonly id: QuoteId;
  readonly body: BodyOf<'send-quote'>;
  readonly at: number;
}

const quoteIn = ({ body, quoteId, sentAt, createdAt }: Action): Sent[] =>
  body.kind === 'send-quote' && quoteId !== undefined ? [{ id: quoteId, body, at: sentAt ?? createdAt }] : [];

/**
 * A record that names no offer is of the desk's quote where the platform says that this was taken, at that price, and no quote of
 * anybody else can be what was. Which of several own quotes it took stays open.
 */
function byItsPrice(
  trade: Trade,
  sent: readonly Sent[],
  quotes: readonly Quote[],
  isTaken: (id: QuoteId) => boolean,
): Whose {
  const mayBeOf = (quote: Quote): boolean =>
    sameTradedPrice(trade, lastSeenOf(quote.price)) !== false &&
    !(
      trade.quantity !== undefined &&
      quote.quantity !== undefined &&
      isMore(trade.quantity, quote.quantity)
    ) &&
    !isUntaken(trade, quote);
  const ofOthers = quotes.filter(({ id }) => !sent.some((one) => one.id === id));
  const ofDesk = sent.filter(({ id, body, at }) => {
    const listed = quotes.find((quote) => quote.id === id);
    return (
      isAlike(trade, body) && trade.tradedAt >= at - CLOCKS_APART_MS && !(listed && isUntaken(trade, listed))
    );
  });
  const isProven = ofDesk.some(
    ({ id }) => !isTaken(id) && quotes.some((quote) => quote.id === id && quote.state === 'accepted'),
  );
  if (!isProven || ofOthers.some(mayBeOf)) return REPORTED;
  const [only, second] = ofDesk;
  return own({ quoteId: second ? undefined : only?.id });
}

const isAlike = (
  trade: Trade,
  { price, quantity }: Pick<BodyOf<'send-quote'>, 'price' | 'quantity'>,
): boolean =>
  sameTradedPrice(trade, lastSeenOf(price)) === true &&
  trade.quantity !== undefined &&
  !isMore(trade.quantity, quantity);

/** It ended otherwise, and no part of it can be what was traded. */
const isUntaken = ({ quantity: traded }: Trade, { state, allOrNone, quantity }: Quote): boolean =>
  (state === 'withdrawn' || state === 'rejected') &&
  (allOrNone === true || (traded !== undefined && traded === quantity));
