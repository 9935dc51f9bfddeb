import * as z from 'zod/mini';
import { exact } from '../world/amount';
import { invalid, notFound, wrongState } from '../http/call';
import {
  initiatorDirection,
  rankedOffers,
  wireCounteroffer,
  wireProposal,
  wireQuote,
  type Counteroffer,
  type Quote,
} from '../world/offer';
import { DESK } from '../world/counterparty';
import { DRAFT_SORTS, someDraft } from '../world/draft';
import { enterLegPrices } from '../world/execution';
import { shifted, type OfferPrice } from '../world/offer-price';
import {
  acceptQuote,
  marketPrice,
  moveQuote,
  openRequest,
  othersProposal,
  othersQuote,
  type OfferWish,
} from '../world/participants';
import { wireRequest, type TenderRequest } from '../world/tender-request';
import { wireReference } from '../world/trade';
import { venueTrade } from '../world/venue-trade';
import type { World } from '../world/world';
import { dateAt } from '../world/zone';

const NEWEST = '2.3';
const named = { requestId: z.string() };
const someQuote = { ...named, quotationId: z.optional(z.string()) };
const offered = {
  ...named,
  price: z.optional(z.number()),
  legs: z.optional(z.array(z.number()).check(z.minLength(1), z.maxLength(3))),
  spreadPrice: z.optional(z.number()),
  quantity: z.optional(z.number().check(z.gt(0))),
  allOrNone: z.optional(z.boolean()),
  counterparty: z.optional(z.string()),
};

/** What another participant, or the operator, is made to do now. What is left open is up to market and chance. */
export const Act = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('quote'), ...offered }),
  z.strictObject({ do: z.literal('withdraw'), ...someQuote }),
  z.strictObject({
    do: z.literal('propose'),
    ...offered,
    kind: z._default(z.enum(['firm', 'indicative']), 'firm'),
  }),
  z.strictObject({ do: z.literal('counteroffer'), ...offered, quotationId: z.optional(z.string()) }),
  z.strictObject({
    do: z.literal('create-request'),
    role: z._default(z.enum(['initiator', 'recipient']), 'recipient'),
    sort: z._default(z.enum(DRAFT_SORTS), 'single'),
    action: z._default(z.enum(['buy', 'sell']), 'buy'),
  }),
  z.strictObject({ do: z.literal('accept-my-quote'), ...someQuote }),
  z.strictObject({
    do: z.literal('move-price'),
    ...someQuote,
    by: z._default(z.number(), 0.05),
    /** In a new quote in the old one's place; else in the same quote. */
    replace: z._default(z.boolean(), false),
  }),
  z.strictObject({ do: z.literal('enter-leg-prices'), ...named }),
  z.strictObject({ do: z.literal('close'), ...named, comment: z._default(z.string(), 'Thank you.') }),
  z.strictObject({
    do: z.literal('trade-elsewhere'),
    venue: z._default(z.enum(['market', 'green']), 'market'),
    counterparty: z.optional(z.string()),
  }),
]);
export type Act = z.infer<typeof Act>;
type OfferAct = Extract<Act, { do: 'quote' | 'propose' | 'counteroffer' }>;

/** Does it, and answers the record that came of it. 404, 409 and 422 as on the platform itself. */
export function perform(world: World, act: Act): unknown {
  switch (act.do) {
    case 'create-request': {
      const today = dateAt(world.now, world.profile.auth.zone);
      return wireRequest(openRequest(world, someDraft({ ...act, today }, world.chance), act));
    }
    case 'trade-elsewhere':
      return wireReference(venueTrade(world, act, world.now));
    case 'enter-leg-prices':
      return { 'trade-ids': enterLegPrices(world, { requestId: namedRequest(world, act).id }) };
    default:
      return performOn(world, openNamedRequest(world, act), act);
  }
}

type OpenAct = Exclude<Act, { do: 'create-request' | 'trade-elsewhere' | 'enter-leg-prices' }>;

function performOn(world: World, request: TenderRequest, act: OpenAct): unknown {
  switch (act.do) {
    case 'quote':
      return wireQuote(othersQuote(world, request, wishOf(request, act)), request, NEWEST);
    case 'propose': {
      const wish = { ...wishOf(request, act), kind: act.kind };
      return wireProposal(othersProposal(world, request, wish), request, NEWEST);
    }
    case 'counteroffer':
      return wireCounteroffer(counter(world, request, act), request, NEWEST);
    case 'withdraw':
      return wireQuote(world.withdraw(quoteOf(world, request, act)), request, NEWEST);
    case 'move-price': {
      const quote = quoteOf(world, request, act);
      const move = { price: shifted(quote.price, exact(act.by)), replace: act.replace };
      return wireQuote(moveQuote(world, quote, move), request, NEWEST);
    }
    case 'accept-my-quote': {
      const tradeId = acceptQuote(world, request, ownQuoteOf(world, request, act.quotationId));
      return { 'request-id': request.id, 'trade-id': tradeId ?? null };
    }
    case 'close':
      world.close(request, act.comment);
      return wireRequest(namedRequest(world, act));
  }
}

function namedRequest(world: World, { requestId }: { readonly requestId: string }): TenderRequest {
  const request = world.requests.get(requestId);
  if (!request) throw notFound(`request ${requestId}`);
  return request;
}

function openNamedRequest(world: World, act: { readonly requestId: string }): TenderRequest {
  const request = namedRequest(world, act);
  if (request.state !== 'open') throw wrongState(`${request.id} is ${request.state}.`);
  return request;
}

/** The quote of another participant that is named, or the best one. */
function quoteOf(
  world: World,
  request: TenderRequest,
  { quotationId }: { quotationId?: string | undefined },
): Quote {
  const others = world.activeQuotes(request.id).filter(({ maker }) => maker !== DESK);
  const quote =
    quotationId === undefined
      ? rankedOffers(others, request)[0]
      : others.find(({ id }) => id === quotationId);
  if (!quote)
    throw wrongState(`${quotationId ?? 'A quote of somebody else'} is not active on ${request.id}.`);
  return quote;
}

function ownQuoteOf(world: World, request: TenderRequest, quotationId: string | undefined): Quote {
  const own = world
    .activeQuotes(request.id)
    .filter(({ maker, id }) => maker === DESK && (quotationId === undefined || id === quotationId));
  const quote = rankedOffers(own, request)[0];
  if (!quote) throw wrongState(`${quotationId ?? 'A quote of the desk'} is not active on ${request.id}.`);
  return quote;
}

function counter(
  world: World,
  request: TenderRequest,
  act: Extract<Act, { do: 'counteroffer' }>,
): Counteroffer {
  if (request.role === 'initiator')
    throw wrongState(`${request.id} is the desk's own: only it can counter there.`);
  const wish = wishOf(request, act);
  const quote = ownQuoteOf(world, request, act.quotationId);
  const counteroffer: Counteroffer = {
    id: world.nextId('CO'),
    quoteId: quote.id,
    requestId: request.id,
    maker: wish.maker ?? request.initiator,
    direction: initiatorDirection(request),
    price: wish.price ?? marketPrice(world, request, 'initiator'),
    quantity: wish.quantity ?? quote.quantity,
    allOrNone: wish.allOrNone ?? quote.allOrNone,
    createdAt: world.now,
  };
  world.addCounteroffer(counteroffer);
  return counteroffer;
}

function wishOf(request: TenderRequest, act: OfferAct): OfferWish {
  const price = priceOf(request, act);
  return {
    ...(price && { price }),
    ...(act.quantity !== undefined && { quantity: exact(act.quantity) }),
    ...(act.allOrNone !== undefined && { allOrNone: act.allOrNone }),
    ...(act.counterparty !== undefined && { maker: act.counterparty }),
  };
}

function priceOf(request: TenderRequest, act: OfferAct): OfferPrice | undefined {
  const net = request.kind.contract === 'standard-spread';
  const legs = act.legs ?? (act.price === undefined ? undefined : [act.price]);
  if (act.spreadPrice === undefined && legs === undefined) return undefined;
  if (net && act.spreadPrice !== undefined) return { shape: 'net', net: exact(act.spreadPrice) };
  const [first, ...rest] = (legs ?? []).map(exact);
  if (net || !first || rest.length + 1 !== request.legs.length) {
    const shape = net ? 'spreadPrice' : `legs with ${request.legs.length} price(s)`;
    throw invalid({ code: 'wrong-shape', message: `${request.id} needs ${shape}.` });
  }
  return { shape: 'legs', legs: [first, ...rest] };
}
