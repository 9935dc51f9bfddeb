import * as z from 'zod/mini';
import { SentPrice } from './action';
import { QuoteId, RequestId } from './identifiers';
import { Quantity } from './quantity';

/**
 * A quote that this desk sent and that is live as far as the desk knows without asking: it took part in no trade, was
 * not withdrawn, and its request is not known to be over. A quote sent elsewhere, as in the web client, is not among them.
 */
export const OwnQuote = z.object({
  requestId: RequestId,
  quoteId: QuoteId,
  direction: z.enum(['bid', 'ask']),
  price: SentPrice,
  /** What of it is left, where the desk has seen that; otherwise what was sent. */
  quantity: Quantity,
  allOrNone: z.optional(z.boolean()),
  /** Epoch ms at which it was known to be there. */
  since: z.number(),
});
export type OwnQuote = z.infer<typeof OwnQuote>;
