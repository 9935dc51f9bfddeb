import type { Counteroffer } from '../../domain/counteroffer';
import type { Price } from '../../domain/price';
import type { Proposal } from '../../domain/proposal';
import { netPrice, ranked, type Direction, type Offer, type Quote } from '../../domain/quote';
import { netActionsOf, type Request } from '../../domain/request';
import { unreadOn, type Unread } from '../../domain/unread';
import { isLive } from '../choosing/choice';
import { oppositeSide, ourDirection } from '../words/side-words';

export type AnyOffer = Offer & { readonly id: string; readonly state?: string };

/** One offer in a list. `net` is absent for a swap, which has no net price. */
export interface OfferRow<O extends AnyOffer = AnyOffer> {
  readonly offer: O;
  readonly net?: Price;
  readonly best: boolean;
  /** Of the best one: how many on its side cannot be read, of which one may be better. */
  readonly unread?: number;
  readonly own: boolean;
}

/** Quotes by side, the request's own side first, each best first; then those that are no longer active. */
export function quoteRows(
  request: Request,
  quotes: readonly Quote[],
  own: ReadonlySet<string>,
  unreadable: readonly Unread[] = [],
): OfferRow<Quote>[] {
  const actions = netActionsOf(request);
  const side = ourDirection(request);
  const sides: Direction[] = [side, oppositeSide(side)];
  const active = sides.flatMap((direction) => {
    const unread = unreadOn(unreadable, direction).length;
    return ranked(quotes, direction, actions).map(({ quote, net }, rank) => ({
      offer: quote,
      net,
      best: rank === 0,
      ...(rank === 0 && unread > 0 && { unread }),
      own: own.has(quote.id),
    }));
  });
  const placed = new Set(active.map(({ offer }) => offer.id));
  const rest = quotes.filter(({ id }) => !placed.has(id));
  return [...active, ...liveThenNewest(request, rest, own)];
}

/** Price proposals and counteroffers: an order that no price can change, so that none of them moves. */
export function liveThenNewest<O extends Quote | Proposal | Counteroffer>(
  request: Request,
  offers: readonly O[],
  own: ReadonlySet<string>,
): OfferRow<O>[] {
  const actions = netActionsOf(request);
  return [...offers].sort(byLifeAndAge).map((offer) => {
    const net = netPrice(offer.price, actions);
    return { offer, best: false, own: own.has(offer.id), ...(net !== undefined && { net }) };
  });
}

const byLifeAndAge = (a: AnyOffer, b: AnyOffer): number =>
  Number(isLive(b)) - Number(isLive(a)) || (b.createdAt ?? 0) - (a.createdAt ?? 0);
