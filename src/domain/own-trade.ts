import * as z from 'zod/mini';
import { ProposalId, QuoteId, RequestId, TradeId, type CounterofferId } from './identifiers';

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
  /** The desk's price proposal that was taken. Told, not kept: the journal says it. */
  proposalId: z.optional(ProposalId),
  /** The platform's list, read later, does not name it any more. Told, not kept: the stored trades say it. */
  unlisted: z.optional(z.literal(true)),
  /** Epoch ms at which the desk knew of it first. */
  since: z.number(),
});
export interface OwnTrade extends z.infer<typeof OwnTrade> {
  /** The desk's counteroffer that was taken. Neither told nor kept: the journal says it. */
  readonly counterofferId?: CounterofferId | undefined;
}

/** Under which the trades of an offer are known: offers of two kinds may bear the same number. */
export type OfferKey = QuoteId | `price proposal ${string}` | `counteroffer ${string}`;
export const keyOfProposal = (id: ProposalId): OfferKey => `price proposal ${id}`;
export const keyOfCounteroffer = (id: CounterofferId): OfferKey => `counteroffer ${id}`;

/** The key of the offer of the desk that one of these names. */
export const offerKeyOf = ({
  quoteId,
  proposalId,
  counterofferId,
}: {
  readonly quoteId?: QuoteId | undefined;
  readonly proposalId?: ProposalId | undefined;
  readonly counterofferId?: CounterofferId | undefined;
}): OfferKey | undefined =>
  quoteId ??
  (proposalId && keyOfProposal(proposalId)) ??
  (counterofferId && keyOfCounteroffer(counterofferId));
