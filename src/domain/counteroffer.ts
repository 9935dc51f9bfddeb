import type { CounterofferId, QuoteId, RequestId } from './identifiers';
import type { Quantity } from './quantity';
import type { Direction, QuotePrice } from './quote';
import type { RawRecord } from './record';

/** An individual counteroffer: the initiator's answer to one quote (section 2). */
export interface Counteroffer {
  readonly id: CounterofferId;
  readonly requestId: RequestId;
  /** The quote that it answers. */
  readonly quoteId?: QuoteId;
  readonly direction: Direction;
  readonly state?: string;
  readonly price: QuotePrice;
  readonly counterparty?: string;
  readonly allOrNone?: boolean;
  readonly quantity?: Quantity;
  /** Epoch ms. */
  readonly createdAt?: number;
  readonly raw: RawRecord;
}
