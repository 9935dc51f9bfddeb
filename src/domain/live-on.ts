import type { SentPrice } from './action';
import { hasEnded, leftOf, type Quote, type QuotePrice } from './offers';
import type { LiveQuote, OwnQuote } from './own-offers';
import { present } from './present';

/**
 * This desk's live quotes on one side of a request: those that it keeps account of, and those on the request's list that are its
 * own. The list knows best what is left of one and what is over; that it lacks one proves nothing. A twin, which may be a colleague's, is
 * none: no quote takes its place.
 */
export function liveOn(
  { requestId, direction }: Pick<OwnQuote, 'requestId' | 'direction'>,
  known: {
    readonly own: readonly OwnQuote[];
    readonly quotes: readonly Quote[];
    readonly isOwn: (quote: Quote) => boolean;
  },
): readonly LiveQuote[] {
  const listed = new Map(known.quotes.map((quote) => [quote.id, quote]));
  const on = known.own.filter((quote) => quote.requestId === requestId && quote.direction === direction);
  const kept = on.filter(({ isTwin }) => !isTwin);
  const twins = new Set(on.flatMap(({ quoteId, isTwin }) => (isTwin ? quoteId : [])));
  const unlisted = kept.filter(({ quoteId }) => !listed.has(quoteId));
  const ids = new Set(kept.map(({ quoteId }) => quoteId));
  const live = known.quotes.filter(
    (quote) =>
      quote.direction === direction &&
      !hasEnded(quote) &&
      !twins.has(quote.id) &&
      (ids.has(quote.id) || known.isOwn(quote)),
  );
  return [...live.map(liveOf), ...unlisted];
}

function liveOf(quote: Quote): LiveQuote {
  const { id, requestId, direction, price, allOrNone } = quote;
  const left = present({ quantity: leftOf(quote), allOrNone });
  return { requestId, quoteId: id, direction, price: asSent(price), ...left };
}

/** A listed price as one that is sent. */
export function asSent(price: QuotePrice): SentPrice {
  if (price.shape !== 'per-leg') return price;
  return { shape: 'per-leg', legPrices: [...price.legPrices] };
}
