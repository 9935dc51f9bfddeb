import * as z from 'zod/mini';
import { SentPrice } from './action';
import { RequestId } from './identifiers';
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
