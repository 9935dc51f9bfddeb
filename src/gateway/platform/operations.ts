import type { SentPrice } from '../../domain/action';
import type { Analytics, Listing, LoadShape, Recipient, Risk, RiskSettings } from '../../domain/record';
import type { Counteroffer, Direction, Proposal, ProposalKind, Quote } from '../../domain/offers';
import type { Outcome } from '../../domain/failure';
import type { CounterofferId, ProposalId, QuoteId, RequestId, TradeId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import type { LastSeenPrice } from '../../domain/price';
import type { NewRequest } from '../../domain/new-request';
import type { PricedOn } from '../../domain/offer-price';
import type { Quantity } from '../../domain/quantity';
import type { Request } from '../../domain/request';
import type { Trade, TradeReference } from '../../domain/trade';

/** How a call is made: in which lane it waits for its turn, and for how long somebody wants its answer. */
export interface Ask {
  readonly lane: Lane;
  /** Cancels the call: while it waits it leaves the queue at no cost. */
  readonly signal?: AbortSignal;
  /** Called for every page of a list that has been read. */
  readonly pageRead?: () => void;
  /**
   * Called where a list moved each time while its pages were read: what came of it is given all the same, and records may be missing.
   * Absent: such a list is a failure.
   */
  readonly moved?: () => void;
  /** Called with how old an answer was when it came (ms), where something between the platform and here had kept it. */
  readonly aged?: (ms: number) => void;
  /** Called with the moment of an answer by the platform's own clock (epoch ms), where it says it. */
  readonly dated?: (at: number) => void;
  /** Called whenever a call leaves for the service: what it brings is of no earlier moment. */
  readonly left?: () => void;
  /** Called when one that had left was refused as one too many, and waits for its turn again. */
  readonly refused?: () => void;
  /**
   * How to share an equal call from another caller. A waiting call serves both. After it was sent: `joins` uses its
   * answer, for constant data; `waits` calls again after it; `calls` calls at once. Absent: calls by itself.
   */
  readonly beside?: 'joins' | 'waits' | 'calls';
}

/** Until when a write may leave. Later it is not sent, and the failure says so. */
export interface Leaving {
  /** Epoch ms. */
  readonly sendBy?: number;
  /** Cancels it while it waits for its turn. No effect once it is sent. */
  readonly signal?: AbortSignal;
}

/** From `from` (included) to `to` (excluded), both epoch ms. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Which trades of a period: a record that does not say what it is stays. */
export interface TradeFilter {
  readonly commodity?: string;
  readonly venue?: string;
}

/** Which requests of a list: a record that does not say what it is stays. */
export interface RequestFilter {
  readonly commodity?: string;
  readonly created?: Period;
}

/** Fields shared by quotes, price proposals and counteroffers when they are sent. */
export interface OfferToSend {
  readonly requestId: RequestId;
  readonly direction: Direction;
  readonly price: SentPrice;
  readonly quantity: Quantity;
  readonly allOrNone: boolean;
  /**
   * The request as it was last read. With it the price is held against the request's shape before anything is sent,
   * and the net price of two legs goes out beside their prices.
   */
  readonly request?: PricedOn;
}
export type QuoteToSend = OfferToSend;

export interface ProposalToSend extends OfferToSend {
  readonly kind: ProposalKind;
}

export interface CounterofferToSend extends OfferToSend {
  /** The quote that it answers. */
  readonly quoteId: QuoteId;
}

/** The initiator accepts a quote, a recipient a price proposal. */
export type Acceptance = {
  readonly requestId: RequestId;
  readonly lastSeen: LastSeenPrice;
  /** Only for a part; absent takes the whole. */
  readonly quantity?: Quantity;
  /** As it was last read: it says the unit of the quantity. */
  readonly request?: PricedOn;
} & ({ readonly quoteId: QuoteId } | { readonly proposalId: ProposalId });

/** A read that got no answer is `unavailable`. One that the profile's service does not have is `unsupported`. */
export interface TradeListing extends Listing<TradeReference> {
  /** Trades of other times, which are left out of the records: the platform was asked for none of them. */
  readonly outside?: readonly TradeReference[];
}
export interface Reads {
  trades(period: Period, ask: Ask, filter?: TradeFilter): Promise<Outcome<TradeListing>>;
  trade(id: TradeId, ask: Ask): Promise<Outcome<Trade>>;
  openRequests(ask: Ask, filter?: RequestFilter): Promise<Outcome<Listing<Request>>>;
  concludedRequests(period: Period, ask: Ask, filter?: RequestFilter): Promise<Outcome<Listing<Request>>>;
  request(id: RequestId, ask: Ask): Promise<Outcome<Request>>;
  quotes(id: RequestId, ask: Ask): Promise<Outcome<Listing<Quote>>>;
  proposals(id: RequestId, ask: Ask): Promise<Outcome<Listing<Proposal>>>;
  counteroffers(id: RequestId, ask: Ask): Promise<Outcome<Listing<Counteroffer>>>;
  analytics(id: RequestId, ask: Ask): Promise<Outcome<Analytics>>;
  /** Of an active request, or of a traded deal: they have an endpoint each. */
  loadShape(of: { requestId: RequestId } | { tradeId: TradeId }, ask: Ask): Promise<Outcome<LoadShape>>;
  smartRecipients(
    wanted: { commodity: string; market?: string },
    ask: Ask,
  ): Promise<Outcome<Listing<Recipient>>>;
  risks(ask: Ask): Promise<Outcome<Listing<Risk>>>;
  riskSettings(commodity: string, ask: Ask): Promise<Outcome<RiskSettings>>;
  /** An example of what an event looks like: any JSON, as it came. */
  ping(ask: Ask): Promise<Outcome<unknown>>;
}

/** A write that may have been executed is `unknown-outcome`, and is never repeated here. */
export interface Writes {
  /** `beside`: what the answer says was not done of it, or otherwise. */
  createRequest(
    request: NewRequest,
    leaving?: Leaving,
  ): Promise<Outcome<{ requestId: RequestId; beside?: string | undefined }>>;
  sendQuote(quote: QuoteToSend, leaving?: Leaving): Promise<Outcome<{ quoteId: QuoteId }>>;
  withdrawQuote(quote: { requestId: RequestId; quoteId: QuoteId }): Promise<Outcome<{ quoteId: QuoteId }>>;
  /** Replaces every proposal that there is on the request. */
  addProposal(proposal: ProposalToSend, leaving?: Leaving): Promise<Outcome<{ proposalId: ProposalId }>>;
  deleteProposals(of: { requestId: RequestId }): Promise<Outcome<{ requestId: RequestId }>>;
  sendCounteroffer(
    offer: CounterofferToSend,
    leaving?: Leaving,
  ): Promise<Outcome<{ counterofferId: CounterofferId }>>;
  /** Without a trade id: taken (202), and the trade appears when the operator has entered the leg prices. */
  executeTrade(acceptance: Acceptance, leaving?: Leaving): Promise<Outcome<{ tradeId?: TradeId }>>;
  /** Returns the values sent: read them back to be sure. */
  toggleRisk(
    risk: { commodity: string; on: boolean },
    leaving?: Leaving,
  ): Promise<Outcome<{ commodity: string; on: boolean }>>;
  /** Returns the platform's present settings, or the values sent where it returns none. */
  writeRiskSettings(
    of: { commodity: string; settings: RiskSettings },
    leaving?: Leaving,
  ): Promise<Outcome<RiskSettings>>;
}

/**
 * The platform, as the rest of the gateway sees it: one method per operation, every call paced by the one limiter, with
 * a deadline, answered by a domain type or a failure.
 */
export interface Service extends Reads, Writes {}
