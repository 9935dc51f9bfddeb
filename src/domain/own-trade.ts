import * as z from 'zod/mini';
import { QuoteId, RequestId, TradeId } from './identifiers';

/**
 * What the desk knows of a trade on a request that it made or made offers on. `own`: proven to be its own. `reported`: an event
 * names it, and its record was not read yet, or does not say whose it is. `other`: its record names an offer of somebody else.
 */
export const OwnTrade = z.object({
  tradeId: TradeId,
  requestId: RequestId,
  state: z.enum(['own', 'reported', 'other']),
  /** The desk's quote that was taken. */
  quoteId: z.optional(QuoteId),
  /** The platform's list, read later, does not name it any more. Told, not kept: the stored trades say it. */
  unlisted: z.optional(z.literal(true)),
  /** Epoch ms at which the desk knew of it first. */
  since: z.number(),
});
export type OwnTrade = z.infer<typeof OwnTrade>;
