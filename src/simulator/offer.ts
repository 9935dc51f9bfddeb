import type Big from 'big.js';
import type { OfferPrice } from './offer-price';
import { spreadPrice, type Actions, type SpreadRule } from './spread-rule';
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

export function actionsOf(request: Pick<TenderRequest, 'legs'>): Actions | undefined {
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
  const actions = actionsOf(request);
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
export function wireOffer(offer: Offer, request: TenderRequest, rule: SpreadRule): Record<string, unknown> {
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
  const net = actionsOf(request) ? { 'spread-price': netOf(price, request, rule).toNumber() } : {};
  return { ...net, legs: price.legs.map((leg) => ({ price: leg.toNumber() })) };
}
