import Big from 'big.js';
import type { Action, Made } from '../action';
import { factsOf } from '../actions/kinds';
import type { Analytics, RawRecord } from '../record';
import { unitsProblem } from '../leg';
import { present } from '../present';
import { comparedPrice, isPricedAsSwap } from '../offer-price';
import { compared, priceOf, type Price } from '../price';
import type { Quantity } from '../quantity';
import { rankedBy, type Direction, type QuotePrice } from '../offers';
import { sidesOf } from '../request';
import { migratedSpreadPrice } from '../spread';
import { commitmentOf, type AcceptedOffer, type LimitedRequest } from './commitment';
import { nearTradesOf, type NearTrade } from './nearest-trade';
import { inUnitsOf } from './offer-units';
import { lastTradeOf, type LastTrade } from './same-product';

/** An offer on the request, of whatever kind. Without a state it counts as active. */
export interface SeenOffer {
  readonly id: string;
  readonly direction: Direction;
  readonly price: QuotePrice;
  readonly state?: string | undefined;
  readonly quantity?: Quantity;
  readonly counterparty?: string;
  /** Of price proposals alone. */
  readonly kind?: 'firm' | 'indicative';
  /** Epoch ms. */
  readonly createdAt?: number;
  /** As the platform wrote it, for what it says of its units. */
  readonly raw?: RawRecord;
}

/** Fields of an earlier action of this desk that the checks need. */
export type RecentAction = Pick<Action, 'id' | 'body' | 'state' | 'createdAt' | 'sentAt'> &
  Partial<Pick<Action, 'before' | 'approvedAt' | 'by'>> &
  Made;

/** Known data of a request and its market before an action is sent. Makes no call. */
export interface KnownPrices {
  readonly request: LimitedRequest;
  /** Quotes and price proposals of the request. */
  readonly offers: readonly SeenOffer[];
  /** How many more there are that cannot be read. */
  readonly unreadable?: number;
  /** `readAt`: epoch ms. */
  readonly analytics?: (Pick<Analytics, 'raw'> & { readonly readAt?: number }) | undefined;
  /** The last trades of any products. */
  readonly trades?: readonly LastTrade[];
  /** Actions of this desk, in any order. */
  readonly recent: readonly RecentAction[];
}

/** Market data around a request that the desk already has, without a call. */
export type KnownAround = Partial<Pick<KnownPrices, 'offers' | 'analytics' | 'trades'>>;

/** Older reads are no reference for the market. */
export const KNOWN_AROUND_MS_MAX = 600_000;

/** What an answer says of the market now: nothing once it was read too long ago. `now`: epoch ms. */
export const knownNow = <T>(
  { fetchedAt = -Infinity, value }: { readonly fetchedAt?: number; readonly value?: T },
  now: number,
): T | undefined => (fetchedAt >= now - KNOWN_AROUND_MS_MAX ? value : undefined);

/** The offers of a request that were read for an action, and those known besides: what was read is newer than what is known of the same list. */
export function withKnown(
  read: readonly SeenOffer[],
  known: readonly SeenOffer[] = [],
): readonly SeenOffer[] {
  const kinds = new Set(read.map(({ kind }) => kind === undefined));
  return [...read, ...known.filter(({ kind }) => !kinds.has(kind === undefined))];
}

/** A reference price: of a swap its certificate's. */
export interface Reference {
  readonly price: Price;
  readonly legPrices?: readonly Price[];
  /** "the best ask", "the best firm bid" */
  readonly name: string;
  readonly counterparty?: string;
  readonly quantity?: Quantity;
  /** Of the analytics, where that is known: when they were read, epoch ms. */
  readonly readAt?: number;
  /** Of a last trade, which is no market: when it was made, epoch ms. */
  readonly tradedAt?: number;
}

/** `isWithdrawn`: the desk has taken that offer back since, so that another price may be its correction. */
interface LastPrice {
  readonly price: Price;
  readonly isWithdrawn?: true;
}

/** Reference prices for an action. Unknown ones are absent. */
export interface References {
  /** The first that is known: the best offer, the best firm price proposal, the analytics, the last trade of the same product. */
  readonly market?: Reference;
  /** Where no market is known, or none of its legs: the last trades of the nearest products. */
  readonly near?: readonly NearTrade[];
  /** Of an acceptance: the best other offer that could be taken instead. */
  readonly better?: Reference;
  /** Of an offer: the best of the others on the opposite side, by whether it can be taken or only informs. */
  readonly opposite?: { readonly takeable?: Reference; readonly indicative?: Reference };
  /** Of an acceptance: how many offers beside it cannot be read, and so are not compared. */
  readonly unreadable?: number;
  /** The price of the newest action that this desk carried out on the same side of the same request. */
  readonly last?: LastPrice;
  /** The offer that is accepted. */
  readonly offer?: AcceptedOffer;
}

export function referencesFor(body: Action['body'], seen: KnownPrices): References {
  const { request, offers, recent, unreadable = 0 } = seen;
  const offer = acceptedIn(body, offers);
  const direction = commitmentOf(body, request, offer)?.direction;
  if (direction === undefined) return {};
  const market = marketReference(body.kind, direction, seen);
  const better = offer && betterThan(offer, seen);
  const across = 'direction' in body ? oppositeOf(direction, seen) : undefined;
  const last = newestOn({ request, direction, offers }, recent);
  return {
    ...(market && { market }),
    ...(!hasPrices(market, request) && { near: nearOf(seen, market) }),
    ...(better && { better }),
    ...(across && { opposite: across }),
    ...(offer && unreadable > 0 && { unreadable }),
    ...(last && { last }),
    ...(offer && { offer }),
  };
}

/** Of a swap that has a market it is the price of its certificate that is known. */
const nearOf = ({ request, trades = [] }: KnownPrices, market: Reference | undefined) =>
  nearTradesOf(request, trades).filter(({ leg }) => !(market && isPricedAsSwap(request) && leg === 0));

/** Whether the market says a price for all that is priced: of several legs one for each. */
const hasPrices = (market: Reference | undefined, { legs }: LimitedRequest): boolean =>
  market !== undefined && (legs.length === 1 || market.legPrices !== undefined);

/** What the price of an offer is held against, which can be told before one is typed. */
export const marketReference = (
  kind: Action['body']['kind'],
  direction: Direction,
  seen: KnownPrices,
): Reference | undefined => marketReferences(kind, direction, seen)[0];

/**
 * What a person compares a price with, in the pane as in the sheet: the offers on the request itself, which both see, and only without any what is known
 * elsewhere. What the limits hold a price against is the other one, {@link marketReference}: an indicative proposal binds nobody.
 */
export const shownReference = (
  kind: Action['body']['kind'],
  direction: Direction,
  seen: KnownPrices,
): Reference | undefined =>
  marketReference(kind, direction, { ...seen, analytics: undefined, trades: [] }) ??
  marketReference(kind, direction, seen);

/** All that is known of the market: the first is the reference, the others are not used. A counteroffer answers quotes, which all stand on the other side. */
export const marketReferences = (
  kind: Action['body']['kind'],
  direction: Direction,
  seen: KnownPrices,
): readonly Reference[] => marketOf(seen, kind === 'send-counteroffer' ? opposite(direction) : direction);

const opposite = (direction: Direction): Direction => (direction === 'bid' ? 'ask' : 'bid');

const active = (offer: SeenOffer) => ({ ...offer, state: offer.state ?? 'active' });
const isQuote = ({ kind }: SeenOffer): boolean => kind === undefined;
const isFirm = ({ kind }: SeenOffer): boolean => kind === 'firm';

/**
 * Without the desk's own offers: a price that it sent itself says nothing of the market. Own are those whose numbers its
 * actions bear, and others on their side under the same name, such as one sent from the web client.
 */
function othersOf({ offers, recent }: KnownPrices): readonly SeenOffer[] {
  const sent = new Set<string | undefined>(
    recent.flatMap((action) => {
      const { leaves, makes } = factsOf(action.body);
      return leaves && makes ? [action[makes]] : [];
    }),
  );
  const own = offers.filter(({ id }) => sent.has(id));
  const isOwn = ({ id, counterparty, direction }: SeenOffer): boolean =>
    sent.has(id) ||
    (counterparty !== undefined &&
      own.some((one) => one.counterparty === counterparty && one.direction === direction));
  return offers.filter((offer) => !isOwn(offer));
}

/** The prices that are known of the market, in the order in which they say something of it. */
function marketOf(seen: KnownPrices, side: Direction): readonly Reference[] {
  const { request } = seen;
  const offers = othersOf(seen);
  const best = (among: readonly SeenOffer[], nameOf: (side: Direction) => string): Reference | undefined =>
    bestOn(among, side, { request, name: nameOf(side) }) ??
    bestOn(among, opposite(side), { request, name: nameOf(opposite(side)) });
  return [
    best(offers.filter(isQuote), (of) => `the best ${of}`),
    best(offers.filter(isFirm), (of) => `the best firm ${of}`),
    inAnalytics(seen),
    // What was paid for the certificate of a swap alone says what it is worth.
    lastTradeOf(
      { legs: isPricedAsSwap(request) ? request.legs.slice(0, 1) : request.legs },
      seen.trades ?? [],
    ),
    best(
      offers.filter(({ kind }) => kind === 'indicative'),
      () => 'the best indicative proposal',
    ),
  ].filter((one) => one !== undefined);
}

/** What others would sell at where the desk bids, or buy at where it asks. Legs in different units have no price to compare. */
function oppositeOf(direction: Direction, seen: KnownPrices): References['opposite'] {
  const { request } = seen;
  if (!isPricedAsSwap(request) && unitsProblem(request.legs) !== undefined) return undefined;
  const side = opposite(direction);
  const others = othersOf(seen);
  const best = (among: readonly SeenOffer[], name: string): Reference | undefined =>
    bestOn(among, side, { request, name });
  const quoted = best(others.filter(isQuote), `the best ${side} of the others`);
  const proposed = best(others.filter(isFirm), `the best firm ${side} of the others`);
  const takeable = [quoted, proposed]
    .filter((one) => one !== undefined)
    .sort((a, b) => (side === 'ask' ? 1 : -1) * compared(a.price, b.price))[0];
  const indicative = best(
    others.filter(({ kind }) => kind === 'indicative'),
    `the best indicative ${side} of the others`,
  );
  return { ...(takeable && { takeable }), ...(indicative && { indicative }) };
}

function bestOn(
  offers: readonly SeenOffer[],
  side: Direction,
  { request, name }: { request: LimitedRequest; name: string },
): Reference | undefined {
  const [best] = rankedOn(request, offers.map(active), side);
  return best && { price: best.net, name, ...termsOf(best.quote) };
}

/** Best first on one side, by the price that offers on this request are compared by; one in another unit is none of them. */
const rankedOn = <O extends SeenOffer & { readonly state: string }>(
  request: LimitedRequest,
  offers: readonly O[],
  side: Direction,
) => rankedBy(inUnitsOf(offers, request), side, (price) => comparedPrice(price, request));

const termsOf = ({
  price,
  counterparty,
  quantity,
}: SeenOffer): Pick<Reference, 'legPrices' | 'counterparty' | 'quantity'> => ({
  ...(price.shape === 'per-leg' && { legPrices: price.legPrices }),
  ...(counterparty !== undefined && { counterparty }),
  ...(quantity !== undefined && { quantity }),
});

/** Fields of the platform's analytics that are prices, in the order in which they say something of the market, and what each is called. */
const ANALYTICS = [
  ['best-price', 'best'],
  ['average-price', 'average'],
  ['traded-price', 'traded'],
] as const;

/** Those that count offers too: in what was read after this desk has offered, its own price may be. */
const OF_OFFERS: ReadonlySet<string> = new Set(['best-price', 'average-price']);

/** Analytics of custom spreads kept the former sign (interface document, section 2, spread price rule 6). Which of a swap's prices theirs is nothing says. */
function inAnalytics(seen: KnownPrices): Reference | undefined {
  const { analytics, request } = seen;
  if (isPricedAsSwap(request)) return undefined;
  const sides = request.contract === 'standard-spread' ? undefined : sidesOf(request);
  const { readAt = Infinity } = analytics ?? {};
  // What was asked for later than this answer came cannot be in it.
  const hasOffered = offeredOn(seen).some(({ createdAt }) => createdAt <= readAt);
  const said = analytics?.raw['price-direction'];
  const side = said === 'bid' || said === 'ask' ? said : 'price';
  for (const [field, which] of ANALYTICS) {
    if (hasOffered && OF_OFFERS.has(field)) continue;
    const raw = analytics?.raw[field];
    const price = typeof raw === 'number' || typeof raw === 'string' ? priceOf(raw) : undefined;
    if (price === undefined) continue;
    return {
      price: sides ? migratedSpreadPrice(price, sides) : price,
      name: `the platform’s ${which} ${OF_OFFERS.has(field) ? side : 'price'}`,
      ...present({ readAt: analytics?.readAt }),
    };
  }
  return undefined;
}

/** The actions of this desk that may have left an offer on the request. */
export const offeredOn = ({ request, recent }: Pick<KnownPrices, 'request' | 'recent'>) =>
  recent.filter(
    ({ state, body }) =>
      state !== 'rejected' &&
      state !== 'cancelled' &&
      state !== 'waiting' &&
      factsOf(body).leaves &&
      isOn(request, body),
  );

/** The best offer that could be taken in place of the accepted one, where that is worse for who takes it. */
function betterThan(accepted: SeenOffer, { request, offers }: KnownPrices): Reference | undefined {
  const takeable = offers.filter((one) => isFirm(one) === isFirm(accepted) && (isQuote(one) || isFirm(one)));
  const { direction } = accepted;
  const [own] = rankedOn(request, [{ ...active(accepted), state: 'active' }], direction);
  const [best] = rankedOn(request, takeable.map(active), direction);
  if (!own || !best || new Big(own.net).eq(best.net)) return undefined;
  const isWorse = direction === 'ask' ? new Big(own.net).gt(best.net) : new Big(own.net).lt(best.net);
  return isWorse ? { price: best.net, name: `the best ${direction}`, ...termsOf(best.quote) } : undefined;
}

/** The offer that is accepted, among those that were read. */
export function acceptedIn(body: Action['body'], offers: readonly SeenOffer[]): SeenOffer | undefined {
  if (!('lastSeen' in body)) return undefined;
  const accepted = 'quoteId' in body ? body.quoteId : 'proposalId' in body ? body['proposalId'] : undefined;
  return offers.find(({ id }) => id === accepted);
}

interface Side {
  readonly request: LimitedRequest;
  readonly direction: Direction;
  readonly offers: readonly SeenOffer[];
}

function newestOn(
  { request, direction, offers }: Side,
  recent: readonly RecentAction[],
): LastPrice | undefined {
  const withdrawn = new Set<string | undefined>(
    recent.flatMap(({ state, body }) =>
      state === 'done' && body.kind === 'withdraw-quote' ? [body.quoteId] : [],
    ),
  );
  const sent = recent
    .filter(({ state, body }) => (state === 'done' || state === 'acknowledged') && isOn(request, body))
    .sort((a, b) => b.createdAt - a.createdAt)
    .flatMap(({ body, quoteId }) => {
      const made = commitmentOf(body, request, acceptedIn(body, offers));
      return made?.direction === direction && made.net !== undefined
        ? [{ price: made.net, ...(withdrawn.has(quoteId) && { isWithdrawn: true as const }) }]
        : [];
    });
  return sent[0];
}

const isOn = ({ id }: LimitedRequest, body: Action['body']): boolean =>
  'requestId' in body && body.requestId === id;
