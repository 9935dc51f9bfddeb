import { present } from '../../domain/present';
import { requestIdOf, type Action } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import { inUnitsOf } from '../../domain/limits/offer-units';
import {
  netPrice,
  rankedBy,
  type Counteroffer,
  type Direction,
  type Offer,
  type Proposal,
  type Quote,
} from '../../domain/offers';
import type { Price } from '../../domain/price';
import { isPricedAsSwap, orderingPrice } from '../../domain/offer-price';
import { isConcluded, netSidesOf, type Request } from '../../domain/request';
import { unreadOn, type Unread } from '../../domain/unread';
import { isLive } from '../../domain/choice';
import { sideOf, oppositeSide, ourDirection, roleOf } from '../../domain/role';

export type AnyOffer = Offer & { readonly id: string; readonly state?: string };

/** One offer in a list. `net` is absent for a swap, which has no net price. */
export interface OfferRow<O extends AnyOffer = AnyOffer> {
  readonly offer: O;
  readonly net?: Price;
  readonly best: boolean;
  /** Of the best one: how many on its side cannot be read, of which one may be better. */
  readonly unread?: number;
  readonly own: boolean;
  /** It may be the desk's, which is not proven. */
  readonly unproven?: boolean;
  /** Since when it stands at this price, as far as the pane has seen it, epoch ms; since it was made where that is absent. */
  readonly since?: number;
}

/**
 * Quotes by side, the request's own side first, each best first; then those that are no longer active: the newest first, of a request
 * that is over what was taken, then the best first.
 */
export function quoteRows(
  request: Request,
  quotes: readonly Quote[],
  own: ReadonlySet<string>,
  unreadable: readonly Unread[] = [],
): OfferRow<Quote>[] {
  const side = ourDirection(request);
  const sides: Direction[] = [side, oppositeSide(side)];
  const inOrder = (among: readonly Quote[], direction: Direction) =>
    rankedBy(inUnitsOf(among, request), direction, (price) => orderingPrice(price, request));
  const active = sides.flatMap((direction) => {
    const unread = unreadOn(unreadable, direction).length;
    return inOrder(quotes, direction).map(({ quote, net }, rank) => ({
      offer: quote,
      ...(!isPricedAsSwap(request) && { net }),
      best: rank === 0,
      ...(rank === 0 && unread > 0 && { unread }),
      own: own.has(quote.id),
    }));
  });
  const placed = new Set(active.map(({ offer }) => offer.id));
  const rest = liveThenNewest(
    request,
    quotes.filter(({ id }) => !placed.has(id)),
    own,
  );
  if (!isConcluded(request)) return [...active, ...rest];
  const ended = sides.flatMap((direction) =>
    inOrder(
      rest.map(({ offer }) => ({ ...offer, state: 'active' })),
      direction,
    ).map(({ quote }) => quote.id),
  );
  const placeOf = ({ offer: { id, state } }: OfferRow<Quote>): number =>
    (ended.indexOf(id) + 1 || Infinity) - 1 - (state === 'accepted' ? ended.length : 0);
  return [...active, ...rest.sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))];
}

/** Price proposals and counteroffers: an order that no price can change, so that none of them moves. */
export function liveThenNewest<O extends Quote | Proposal | Counteroffer>(
  request: Request,
  offers: readonly O[],
  own: ReadonlySet<string>,
): OfferRow<O>[] {
  const actions = netSidesOf(request);
  return [...offers].sort(byLifeAndAge).map((offer) => {
    const net = netPrice(offer.price, actions);
    return { offer, best: false, own: own.has(offer.id), ...present({ net }) };
  });
}

const byLifeAndAge = (a: AnyOffer, b: AnyOffer): number =>
  Number(isLive(b)) - Number(isLive(a)) || (b.createdAt ?? 0) - (a.createdAt ?? 0);

export interface Offers {
  readonly quotes: readonly Quote[];
  readonly proposals: readonly Proposal[];
  readonly counteroffers: readonly Counteroffer[];
}

/**
 * The numbers of the desk's own offers on a request. The service marks none, so: what the journal says the desk sent, quotes and
 * price proposals of its side that bear the same name, and what nobody else can have made. Where the desk was asked and one name alone made all
 * quotes, that is the desk: a recipient sees its own. Whoever made a request makes all counteroffers on it, and the price
 * proposals on its side. A counteroffer's name proves nothing: it may be that of the one it is made to.
 */
export function ownOffers(
  request: Request,
  { quotes, proposals, counteroffers }: Offers,
  journal: readonly Action[],
): ReadonlySet<string> {
  const role = roleOf(request);
  const side = sideOf(request);
  const sent = new Set<string>(journal.flatMap(madeBy));
  const makers = new Set(quotes.map(({ counterparty }) => counterparty));
  const alone = role === 'recipient' && makers.size === 1;
  const named: readonly AnyOffer[] = [...quotes, ...proposals];
  const certain = [...named.filter(({ id }) => sent.has(id)), ...(alone ? quotes : [])];
  const names = new Set(certain.flatMap(({ counterparty }) => counterparty ?? []));
  const own = [
    ...certain,
    ...named.filter(
      ({ counterparty, direction }) =>
        direction === side && counterparty !== undefined && names.has(counterparty),
    ),
    ...proposals.filter(({ direction }) => role === 'initiator' && direction === side),
    ...counteroffers.filter(({ id }) => role === 'initiator' || sent.has(id)),
  ];
  return new Set(own.map(({ id }) => id));
}

/**
 * Those of them of which it is not proven that they are the desk's: the outcome of something that it offered on this request is not known, and no
 * action is known to have made them.
 */
export function unprovenOf(
  own: ReadonlySet<string>,
  { id }: Pick<Request, 'id'>,
  journal: readonly Action[],
): ReadonlySet<string> {
  const isOpen = journal.some(
    ({ state, body }) =>
      state === 'unknown' && factsOf(body).leaves !== undefined && requestIdOf(body) === id,
  );
  const sent = new Set(journal.flatMap(madeBy));
  return new Set(isOpen ? [...own].filter((one) => !sent.has(one)) : []);
}

function madeBy(action: Action): string[] {
  const { leaves, makes } = factsOf(action.body);
  const id = leaves && makes && action[makes];
  return id === undefined ? [] : [id];
}
