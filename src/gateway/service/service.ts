import type { SentPrice } from '../../domain/action';
import type { Analytics } from '../../domain/analytics';
import type { Outcome } from '../../domain/failure';
import type { QuoteId, RequestId, TradeId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import type { LastSeenPrice } from '../../domain/last-seen-price';
import type { Quantity } from '../../domain/quantity';
import type { Direction, Quote } from '../../domain/quote';
import type { Listing } from '../../domain/record';
import type { Request } from '../../domain/request';
import type { Trade, TradeReference } from '../../domain/trade';

/** How a call is made: in which lane it waits for its turn, and for how long somebody wants its answer. */
export interface Ask {
  readonly lane: Lane;
  /** Whoever asked has given up: what still waits leaves the queue at no cost. */
  readonly signal?: AbortSignal;
}

/** Until when a write may leave. Later it is not sent, and the failure says so. */
export interface Leaving {
  /** Epoch ms. */
  readonly sendBy?: number;
}

/** From `from` (included) to `to` (excluded), both epoch ms. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export interface QuoteToSend {
  readonly requestId: RequestId;
  readonly direction: Direction;
  readonly price: SentPrice;
  readonly quantity: Quantity;
  readonly allOrNone: boolean;
}

export interface Acceptance {
  readonly requestId: RequestId;
  readonly quoteId: QuoteId;
  readonly lastSeen: LastSeenPrice;
  readonly quantity?: Quantity;
}

/**
 * The platform, as the rest of the gateway sees it: one method per operation, every call paced by the one limiter, with
 * a deadline, answered by a domain type or a failure. A read that got no answer is `unavailable`; a write that may
 * have been executed is `unknown-outcome`, and is never repeated here.
 */
export interface Service {
  trades(period: Period, ask: Ask): Promise<Outcome<Listing<TradeReference>>>;
  trade(id: TradeId, ask: Ask): Promise<Outcome<Trade>>;
  openRequests(ask: Ask): Promise<Outcome<Listing<Request>>>;
  concludedRequests(period: Period, ask: Ask): Promise<Outcome<Listing<Request>>>;
  request(id: RequestId, ask: Ask): Promise<Outcome<Request>>;
  quotes(id: RequestId, ask: Ask): Promise<Outcome<Listing<Quote>>>;
  analytics(id: RequestId, ask: Ask): Promise<Outcome<Analytics>>;
  sendQuote(quote: QuoteToSend, leaving?: Leaving): Promise<Outcome<{ quoteId: QuoteId }>>;
  withdrawQuote(quote: { requestId: RequestId; quoteId: QuoteId }): Promise<Outcome<{ quoteId: QuoteId }>>;
  /** Without a trade id: taken (202), and the trade appears when the operator has entered the leg prices. */
  executeTrade(acceptance: Acceptance, leaving?: Leaving): Promise<Outcome<{ tradeId?: TradeId }>>;
}
