import * as z from 'zod/mini';
import { SentPrice } from './action';
import { QuoteId, RequestId } from './identifiers';
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
  /** What can be taken of it still, where the desk has read it; otherwise the quantity sent. */
  quantity: Quantity,
  /** Of a price proposal: its record says that it was accepted, and not whether a rest of it can be taken still. */
  doubtful: z.optional(z.literal(true)),
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
  /** A colleague's perhaps: it has the terms of one that the desk sent and found by them. */
  isTwin: z.optional(z.literal(true)),
  /** Epoch ms at which it was known to be there. */
  since: z.number(),
});
export type OwnQuote = z.infer<typeof OwnQuote>;

/** A live offer of this desk of either kind; of a quote no `what` is said. */
export type OwnLive = Pick<OwnQuote, 'requestId' | 'price'> & Partial<Pick<OwnOffer, 'what'>>;

/** A quote of this desk that is live as far as is known, wherever it was sent. Its quantity is absent where nothing says it. */
export type LiveQuote = Pick<OwnQuote, 'requestId' | 'quoteId' | 'direction' | 'price'> &
  Partial<Pick<OwnQuote, 'quantity' | 'allOrNone'>>;
