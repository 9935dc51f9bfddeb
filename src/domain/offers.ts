import type { CounterofferId, ProposalId, QuoteId, RequestId } from './identifiers';
import { compared, statedPrice, type LastSeenPrice, type Price } from './price';
import { statedQuantity, type Quantity } from './quantity';
import type { RawRecord } from './record';
import { spreadPrice, type Sides } from './spread';

export type Direction = 'bid' | 'ask';

/** The price of a quote in the shape that its request asks for (section 2, Quote). */
export type QuotePrice =
  | { readonly shape: 'single'; readonly price: Price }
  | { readonly shape: 'per-leg'; readonly legPrices: readonly Price[]; readonly spreadPrice?: Price }
  | { readonly shape: 'standard-spread'; readonly spreadPrice: Price };

/** Fields shared by all offers on a request: quotes, price proposals, counteroffers. */
export interface Offer {
  readonly requestId: RequestId;
  readonly direction: Direction;
  readonly price: QuotePrice;
  readonly counterparty?: string;
  readonly allOrNone?: boolean;
  readonly quantity?: Quantity;
  /** Epoch ms. */
  readonly createdAt?: number;
  readonly raw: RawRecord;
}

export interface Quote extends Offer {
  readonly id: QuoteId;
  /** "active", "withdrawn", "accepted" or "rejected"; another value is kept as it came. */
  readonly state: string;
}

/** Whether the offer can no longer be accepted. A state outside the interface document does not end it. */
export const hasEnded = ({ state }: Pick<Quote, 'state'>): boolean =>
  state === 'withdrawn' || state === 'accepted' || state === 'rejected';

/**
 * Remaining state of a quote by its own record. One that can be taken in parts may be called accepted when a part of it
 * was: then only a remaining quantity tells, or its request. `allOrNone`: how it was sent, where that is known.
 */
export function restOf(
  { state, raw, allOrNone: listed }: Pick<Quote, 'state' | 'raw' | 'allOrNone'>,
  allOrNone = listed,
): 'lives' | 'over' | 'doubtful' {
  if (state === 'withdrawn' || state === 'rejected') return 'over';
  if (state !== 'accepted') return 'lives';
  if (allOrNone === true) return 'over';
  const left = raw['remaining-quantity'];
  const amount = typeof left === 'number' || typeof left === 'string' ? statedPrice(left) : undefined;
  if (amount === undefined) return 'doubtful';
  return amount === '0' ? 'over' : 'lives';
}

/** How much of it can be taken still, as its record says; absent where it does not. */
export function leftOf({ raw, quantity }: Pick<Quote, 'raw' | 'quantity'>): Quantity | undefined {
  const left = raw['remaining-quantity'];
  const stated = typeof left === 'number' || typeof left === 'string' ? statedQuantity(left) : undefined;
  return stated ?? quantity;
}

/**
 * The one price that quotes are compared by: the price of a single, the net price of a spread. Where the actions of two
 * legs are known, the rule makes it of their prices; otherwise the service's own spread price counts. `undefined` for a
 * swap, which has none.
 */
export function netPrice(price: QuotePrice, actions?: Sides): Price | undefined {
  if (price.shape === 'single') return price.price;
  // Two legs make their net price by the rule; what was stated beside them counts only while the rule is not known.
  const [leg1, leg2, leg3] = price.shape === 'per-leg' ? price.legPrices : [];
  return leg1 && leg2 && !leg3 && actions ? spreadPrice(leg1, leg2, actions) : price.spreadPrice;
}

/** Last-seen price for an acceptance of this quote (section 2, last seen price). */
export function lastSeenOf(price: QuotePrice): LastSeenPrice {
  if (price.shape === 'standard-spread') return { type: 'standard-spread', spreadPrice: price.spreadPrice };
  return { type: 'per-leg', legPrices: price.shape === 'single' ? [price.price] : [...price.legPrices] };
}

/** A last-seen price as a price in the shape that its request asks for. */
export function priceSeen(lastSeen: LastSeenPrice): QuotePrice {
  if (lastSeen.type === 'standard-spread') {
    return { shape: 'standard-spread', spreadPrice: lastSeen.spreadPrice };
  }
  const [only, second] = lastSeen.legPrices;
  return only !== undefined && second === undefined
    ? { shape: 'single', price: only }
    : { shape: 'per-leg', legPrices: lastSeen.legPrices };
}

/** Best first on one side: the highest bid, the lowest ask. Only active quotes that have a net price take part. */
export const ranked = <Q extends Pick<Quote, 'state' | 'direction' | 'price'>>(
  quotes: readonly Q[],
  direction: Direction,
  actions?: Sides,
): { quote: Q; net: Price }[] => rankedBy(quotes, direction, (price) => netPrice(price, actions));

/** As {@link ranked}, by another price of each. */
export function rankedBy<Q extends Pick<Quote, 'state' | 'direction' | 'price'>>(
  quotes: readonly Q[],
  direction: Direction,
  netOf: (price: QuotePrice) => Price | undefined,
): { quote: Q; net: Price }[] {
  const sign = direction === 'bid' ? -1 : 1;
  return quotes
    .filter((quote) => quote.state === 'active' && quote.direction === direction)
    .flatMap((quote) => {
      const net = netOf(quote.price);
      return net === undefined ? [] : [{ quote, net }];
    })
    .sort((a, b) => sign * compared(a.net, b.net));
}

export type ProposalKind = 'firm' | 'indicative';

/** A price proposal on an active request: firm can be accepted, indicative only informs (section 2). */
export interface Proposal extends Offer {
  readonly id: ProposalId;
  readonly kind: ProposalKind;
  /** "active", "withdrawn", "accepted" or "rejected"; another value is kept as it came. */
  readonly state?: string;
}

/** An individual counteroffer: the initiator's answer to one quote (section 2). */
export interface Counteroffer extends Offer {
  readonly id: CounterofferId;
  /** The quote that it answers. */
  readonly quoteId?: QuoteId;
  readonly state?: string;
}
