import type Big from 'big.js';
import { toCents } from './amount';
import { DESK, someCounterparty } from './counterparty';
import type { Draft } from './draft';
import { available, execute } from './execution';
import type { Side, Leg } from './leg';
import { initiatorDirection, netOf, quoteDirection, rankedOffers, type Proposal, type Quote } from './offer';
import type { OfferPrice } from './offer-price';
import type { TenderRequest } from './tender-request';
import type { World } from './world';

/** What is settled about an offer of somebody else; the rest is up to the market and to chance. */
export interface OfferWish {
  readonly price?: OfferPrice;
  readonly quantity?: Big;
  readonly allOrNone?: boolean;
  readonly maker?: string;
  readonly at?: number;
}

const OPEN_MS_MIN = 10 * 60_000;
const OPEN_MS_SPREAD = 15 * 60_000;

/** A new request: somebody else's to the desk, or one that a colleague at the desk opened elsewhere. */
export function openRequest(
  world: World,
  draft: Draft,
  wish: { readonly role: TenderRequest['role']; readonly at?: number },
): TenderRequest {
  const createdAt = wish.at ?? world.now;
  const request: TenderRequest = {
    ...draft,
    id: world.nextId('RQ'),
    state: 'open',
    role: wish.role,
    initiator: wish.role === 'initiator' ? DESK : someCounterparty(world.chance),
    remaining: draft.legs[0].quantity,
    createdAt,
    closesAt: world.now + OPEN_MS_MIN + world.chance() * OPEN_MS_SPREAD,
  };
  world.addRequest(request);
  return request;
}

/** Another participant quotes. */
export function othersQuote(world: World, request: TenderRequest, wish: OfferWish = {}): Quote {
  const quoting = world.activeQuotes(request.id).map(({ maker }) => maker);
  // With everybody quoting already somebody quotes twice.
  const busy = quoting.length > 6 ? [request.initiator] : [request.initiator, ...quoting];
  const quote: Quote = {
    id: world.nextId('QT'),
    requestId: request.id,
    maker: wish.maker ?? someCounterparty(world.chance, busy),
    state: 'active',
    direction: quoteDirection(request),
    price: wish.price ?? marketPrice(world, request, 'quoter'),
    quantity: wish.quantity ?? request.remaining,
    allOrNone: wish.allOrNone ?? request.allOrNone,
    createdAt: wish.at ?? world.now,
  };
  world.addQuote(quote);
  return quote;
}

/** The initiator names a price, or on the desk's own request a recipient does, in the place of all named before. */
export function othersProposal(
  world: World,
  request: TenderRequest,
  wish: OfferWish & { readonly kind: Proposal['kind'] },
): Proposal {
  const own = request.role === 'initiator';
  const proposal: Proposal = {
    id: world.nextId('PP'),
    requestId: request.id,
    maker: wish.maker ?? (own ? someCounterparty(world.chance) : request.initiator),
    kind: wish.kind,
    direction: own ? quoteDirection(request) : initiatorDirection(request),
    price: wish.price ?? marketPrice(world, request, own ? 'quoter' : 'initiator'),
    quantity: wish.quantity ?? request.remaining,
    allOrNone: wish.allOrNone ?? request.allOrNone,
    createdAt: wish.at ?? world.now,
  };
  world.replaceProposals(request.id, [proposal]);
  return proposal;
}

/** A participant follows the market: at another price in the same quote, or in a new quote in the old one's place. */
export function moveQuote(
  world: World,
  quote: Quote,
  move: { readonly price: OfferPrice; readonly replace: boolean },
): Quote {
  if (!move.replace) return world.reprice(quote, move.price);
  const request = world.requests.get(quote.requestId);
  if (!request) throw new Error(`${quote.id} has no request`);
  world.withdraw(quote);
  const { maker, quantity, allOrNone } = quote;
  return othersQuote(world, request, { maker, quantity, allOrNone, price: move.price });
}

/** The initiator takes the desk's quote: a trade with the desk as recipient. */
export function acceptQuote(
  world: World,
  request: TenderRequest,
  quote: Quote,
  at = world.now,
): string | undefined {
  const quantity = available(request, quote);
  return execute(world, {
    request,
    offer: quote,
    quote,
    quantity,
    at,
    reference: { 'quotation-id': quote.id },
  });
}

/** The best active quote for the initiator, whoever made it. */
export const bestQuote = (world: World, request: TenderRequest): Quote | undefined =>
  rankedOffers(world.activeQuotes(request.id), request)[0];

/** Whether nobody offers better than this quote. */
export function isBest(world: World, request: TenderRequest, quote: Quote): boolean {
  const best = bestQuote(world, request);
  return best !== undefined && netOf(best.price, request).eq(netOf(quote.price, request));
}

/** Where the market is for a request, a margin on the side of whoever names the price. */
export function marketPrice(world: World, request: TenderRequest, side: 'quoter' | 'initiator'): OfferPrice {
  const margin = 0.3 + 1.2 * world.chance();
  const [first, second, third] = request.legs;
  const priced = (leg: Leg): Big => legPrice(world, leg, { margin, side });
  if (second && third) {
    // Both power legs of a swap carry one price; the certificate's holds the margin.
    const power = toCents(world.market.mid(second));
    return { shape: 'legs', legs: [priced(first), power, power] };
  }
  const legs = second ? ([priced(first), priced(second)] as const) : ([priced(first)] as const);
  if (request.kind.contract !== 'standard-spread') return { shape: 'legs', legs };
  return { shape: 'net', net: netOf({ shape: 'legs', legs }, request) };
}

function legPrice(world: World, leg: Leg, how: { margin: number; side: 'quoter' | 'initiator' }): Big {
  const dearer: Side = how.side === 'quoter' ? 'buy' : 'sell';
  const sign = leg.action === dearer ? 1 : -1;
  return toCents(world.market.mid(leg) + sign * how.margin * world.market.halfSpread(leg));
}
