import type Big from 'big.js';
import type { OfferPrice } from './offer-price';
import { ruleOf, spreadPrice, type Sides, type SpreadRule } from './spread-rule';
import type { TenderRequest } from './tender-request';
import { isoTime } from './zone';

export type Direction = 'bid' | 'ask';

/** What a quote, a price proposal and a counteroffer have in common. */
export interface Offer {
  readonly requestId: string;
  /** The participant who made it. */
  readonly maker: string;
  readonly direction: Direction;
  readonly price: OfferPrice;
  readonly quantity: Big;
  readonly allOrNone: boolean;
  readonly createdAt: number;
}

/** The direction that quotes of a request have: whoever buys leg 1 is sent asks, whoever sells it bids. */
export const quoteDirection = (request: Pick<TenderRequest, 'legs'>): Direction =>
  request.legs[0].action === 'buy' ? 'ask' : 'bid';

/** The direction of what the initiator itself names: proposals and counteroffers stand on the other side. */
export const initiatorDirection = (request: Pick<TenderRequest, 'legs'>): Direction =>
  request.legs[0].action === 'buy' ? 'bid' : 'ask';

export function sidesOf(request: Pick<TenderRequest, 'legs'>): Sides | undefined {
  const [first, second, third] = request.legs;
  return second && !third ? [first.action, second.action] : undefined;
}

/** The one price that offers are ranked by: single price, net price of a spread, certificate price of a swap. */
export function netOf(
  price: OfferPrice,
  request: Pick<TenderRequest, 'legs'>,
  rule: SpreadRule = 'current',
): Big {
  if (price.shape === 'net') return price.net;
  const actions = sidesOf(request);
  const [leg1, leg2] = price.legs;
  return actions && leg2 ? spreadPrice(leg1, leg2, actions, rule) : leg1;
}

/** Best first for the initiator: the lowest ask, the highest bid. */
export function rankedOffers<O extends Pick<Offer, 'price' | 'direction'>>(
  offers: readonly O[],
  request: Pick<TenderRequest, 'legs'>,
): readonly O[] {
  const sign = quoteDirection(request) === 'ask' ? 1 : -1;
  return [...offers].sort((a, b) => sign * netOf(a.price, request).cmp(netOf(b.price, request)));
}

/** The fields of an offer as the platform writes them; the spread price follows the rule of the version asked for. */
function wireOffer(offer: Offer, request: TenderRequest, rule: SpreadRule): Record<string, unknown> {
  return {
    'request-id': offer.requestId,
    'price-direction': offer.direction,
    counterparty: offer.maker,
    'all-or-none': offer.allOrNone,
    quantity: offer.quantity.toNumber(),
    'created-at': isoTime(offer.createdAt),
    ...wirePrice(offer.price, request, rule),
  };
}

function wirePrice(price: OfferPrice, request: TenderRequest, rule: SpreadRule): Record<string, unknown> {
  if (price.shape === 'net') return { type: 'standard-spread', 'spread-price': price.net.toNumber() };
  const net = sidesOf(request) ? { 'spread-price': netOf(price, request, rule).toNumber() } : {};
  return { ...net, legs: price.legs.map((leg) => ({ price: leg.toNumber() })) };
}

export interface Quote extends Offer {
  readonly id: string;
  readonly state: 'active' | 'withdrawn' | 'accepted' | 'rejected';
}

/** Ends a quote. Only an active one can end. */
export function ended(quote: Quote, state: 'withdrawn' | 'accepted' | 'rejected'): Quote {
  if (quote.state !== 'active') throw new Error(`${quote.id} is ${quote.state} already`);
  return { ...quote, state };
}

/** The same quote at another price, as its participant may change it at any time. */
export const repriced = (quote: Quote, price: OfferPrice): Quote => ({ ...quote, price });

export const wireQuote = (
  quote: Quote,
  request: TenderRequest,
  version: string,
): Record<string, unknown> => ({
  'quotation-id': quote.id,
  state: quote.state,
  ...wireOffer(quote, request, ruleOf('quotation', version)),
});

export interface Proposal extends Offer {
  readonly id: string;
  readonly kind: 'firm' | 'indicative';
}

export const wireProposal = (
  proposal: Proposal,
  request: TenderRequest,
  version: string,
): Record<string, unknown> => ({
  'price-proposal-id': proposal.id,
  kind: proposal.kind,
  ...wireOffer(proposal, request, ruleOf('proposal', version)),
});

/** An individual answer to one quote. */
export interface Counteroffer extends Offer {
  readonly id: string;
  readonly quoteId: string;
}

export const wireCounteroffer = (
  counteroffer: Counteroffer,
  request: TenderRequest,
  version: string,
): Record<string, unknown> => ({
  'counteroffer-id': counteroffer.id,
  'quotation-id': counteroffer.quoteId,
  ...wireOffer(counteroffer, request, ruleOf('counteroffer', version)),
});
