import { isLive } from '../choice';
import { lastTradeOf, type LastTrade } from './same-product';
import { orderingPrice, type PricedOn } from '../offer-price';
import { rankedBy, type Direction, type Offer, type Proposal, type Quote, type QuotePrice } from '../offers';
import { compared, type Price } from '../price';
import type { Request } from '../request';
import { oppositeSide, ourDirection, roleOf } from '../role';
import { spellsOtherUnits } from '../said-units';

/** The best price that is known of a request, from the desk's side. */
export interface BestPrice {
  readonly price: Price;
  /** The side on which it stands. */
  readonly direction: Direction;
  /** A quote that can be accepted; otherwise only a reference, which `word` names: "firm ask", "last trade". */
  readonly word?: string;
  /** Of a last trade: when it was made, epoch ms. */
  readonly tradedAt?: number;
  /** How many quotes it is the best of. */
  readonly of?: number;
}

/** What is known around a request without a call. */
interface KnownOffers {
  readonly quotes: readonly Quote[];
  readonly proposals: readonly Proposal[];
  readonly trades: readonly LastTrade[];
}

/**
 * The best quote of a request of the desk's own. Where the desk was asked it sees no quotes but its own, so that price
 * proposals of the other side and then the last trade are the reference. A swap has its certificate's price, where its quotes are ordered
 * by that. `undefined` where nothing is known.
 */
export function bestPrice(
  request: PricedOn & Pick<Request, 'role'>,
  { quotes, proposals, trades }: KnownOffers,
): BestPrice | undefined {
  const priceOf = (price: QuotePrice): Price | undefined => orderingPrice(price, request);
  // What a unit means comes later than this list: one that is spelt otherwise has no price here.
  const isComparable = ({ raw }: Offer): boolean => !spellsOtherUnits(raw, request.legs);
  const quoted = ourDirection(request);
  if (roleOf(request) === 'initiator') {
    const [best, ...others] = rankedBy(quotes.filter(isComparable), quoted, priceOf);
    if (best) return { price: best.net, direction: quoted, of: others.length + 1 };
  }
  const side = roleOf(request) === 'recipient' ? oppositeSide(quoted) : quoted;
  const proposed = (kind: Proposal['kind']): BestPrice | undefined => {
    const of = proposals.filter(
      (one) => isComparable(one) && one.kind === kind && one.direction === side && isLive(one),
    );
    const price = bestOf(of, side, priceOf);
    return price === undefined ? undefined : { price, direction: side, word: `${kind} ${side}` };
  };
  const traded = lastTradeOf(request, trades);
  return (
    proposed('firm') ??
    proposed('indicative') ??
    (traded && { price: traded.price, direction: side, word: 'last trade', tradedAt: traded.tradedAt })
  );
}

function bestOf(
  offers: readonly Pick<Offer, 'price'>[],
  side: Direction,
  priceOf: (price: QuotePrice) => Price | undefined,
): Price | undefined {
  const sign = side === 'bid' ? -1 : 1;
  const [best] = offers.flatMap(({ price }) => priceOf(price) ?? []).sort((a, b) => sign * compared(a, b));
  return best;
}
