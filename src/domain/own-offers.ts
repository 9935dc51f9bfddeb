import * as z from 'zod/mini';
import { SentPrice } from './action';
import { QuoteId, RequestId } from './identifiers';
import { hasEnded, leftOf, type Quote, type QuotePrice } from './offers';
import { present } from './present';
import { Quantity } from './quantity';

/**
 * An offer of this desk beside its quotes that may be taken still: a firm price proposal, a counteroffer, or a quote that a
 * person settled as executed without its number. An indicative proposal can be taken by nobody, so it is none.
 */
export const OwnOffer = z.object({
  what: z.enum(['proposal', 'counteroffer', 'unnumbered-quote']),
  requestId: RequestId,
  /** The platform's number of it, where the desk knows it. */
  number: z.optional(z.string()),
  direction: z.enum(['bid', 'ask']),
  price: SentPrice,
  quantity: Quantity,
  /** Epoch ms at which it was known to be there. */
  since: z.number(),
});
export type OwnOffer = z.infer<typeof OwnOffer>;

/**
 * A quote that this desk sent and that is live as far as the desk knows without asking: it took part in no trade, was
 * not withdrawn, and its request is not known to be over. A quote sent elsewhere, as in the web client, is not among them.
 */
export const OwnQuote = z.object({
  requestId: RequestId,
  quoteId: QuoteId,
  direction: z.enum(['bid', 'ask']),
  price: SentPrice,
  /** Remaining quantity, where the desk has read it; otherwise the quantity sent. */
  quantity: Quantity,
  allOrNone: z.optional(z.boolean()),
  /** Its record says that it was accepted, or a trade took it, and not whether a rest of it can be taken still. */
  doubtful: z.optional(z.literal(true)),
  /** Epoch ms at which it was known to be there. */
  since: z.number(),
});
export type OwnQuote = z.infer<typeof OwnQuote>;

/** A quote of this desk that is live as far as is known, wherever it was sent. Its quantity is absent where nothing says it. */
export type LiveQuote = Pick<OwnQuote, 'requestId' | 'quoteId' | 'direction' | 'price'> &
  Partial<Pick<OwnQuote, 'quantity' | 'allOrNone'>>;

/**
 * This desk's live quotes on one side of a request: those that it keeps account of, and those on the request's list that are its
 * own. The list knows best what is left of one and what is over; that it lacks one proves nothing.
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
  const kept = known.own.filter((quote) => quote.requestId === requestId && quote.direction === direction);
  const unlisted = kept.filter(({ quoteId }) => !listed.has(quoteId));
  const ids = new Set(kept.map(({ quoteId }) => quoteId));
  const live = known.quotes.filter(
    (quote) => quote.direction === direction && !hasEnded(quote) && (ids.has(quote.id) || known.isOwn(quote)),
  );
  return [...live.map(liveOf), ...unlisted];
}

function liveOf(quote: Quote): LiveQuote {
  const { id, requestId, direction, price, allOrNone } = quote;
  const left = present({ quantity: leftOf(quote), allOrNone });
  return { requestId, quoteId: id, direction, price: asSent(price), ...left };
}

function asSent(price: QuotePrice): SentPrice {
  if (price.shape !== 'per-leg') return price;
  return { shape: 'per-leg', legPrices: [...price.legPrices] };
}
