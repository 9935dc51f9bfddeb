import type { CounterofferId, QuoteId } from './identifiers';
import type { Offer } from './quote';

/** An individual counteroffer: the initiator's answer to one quote (section 2). */
export interface Counteroffer extends Offer {
  readonly id: CounterofferId;
  /** The quote that it answers. */
  readonly quoteId?: QuoteId;
  readonly state?: string;
}
