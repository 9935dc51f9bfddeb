import type { RequestId } from '../domain/identifiers';
import { toNumber, type Price } from '../domain/price';
import { netPrice, ranked, type Offer } from '../domain/quote';
import { actionsOf, differingPriceUnits } from '../domain/request';
import type { Actions } from '../domain/spread';
import { CellFailure } from './cell-failure';
import { cellOf, type Cell } from './cells';
import { valueOf, type Desk } from './desk';
import type { Column } from './tables';

/** A quote, a price proposal or a counteroffer. One without a state is there, so it is active. */
export type StatedOffer = Offer & { readonly state?: string };

export interface OfferRow<O extends StatedOffer> {
  readonly offer: O;
  /** The net price of a spread; a swap has none. */
  readonly net: Price | CellFailure | undefined;
}
type Row = OfferRow<StatedOffer>;

export const own = (name: string): Column<Row> => ({
  name,
  cell: ({ offer }, time) => cellOf(offer.raw[name], name, time),
});
const price = (name: string, of: (row: Row) => Price | CellFailure | undefined): Column<Row> => ({
  name,
  cell(row): Cell {
    const found = of(row);
    return found === undefined ? '' : found instanceof CellFailure ? found : toNumber(found);
  },
});
const ofLeg = (leg: number): Column<Row> =>
  price(`leg ${leg} price`, ({ offer }) =>
    offer.price.shape === 'per-leg' ? offer.price.legPrices[leg - 1] : undefined,
  );

/** What every offer says, prices in the shape that they were made in. */
export const OFFER_COLUMNS: readonly Column<Row>[] = [
  own('price-direction'),
  own('state'),
  own('counterparty'),
  price('spread-price', ({ offer, net }) => (offer.price.shape === 'single' ? undefined : net)),
  price('price', ({ offer }) => (offer.price.shape === 'single' ? offer.price.price : undefined)),
  ofLeg(1),
  ofLeg(2),
  ofLeg(3),
  own('quantity'),
  own('all-or-none'),
  own('created-at'),
];

/** Offers with their net prices: active ones best first on each side, then those that are no more, newest first. */
export function offerRows<O extends StatedOffer>(
  desk: Desk,
  id: RequestId,
  offers: readonly O[],
): OfferRow<O>[] {
  const actions = actionsFor(desk, id, offers);
  return ordered(offers, actions instanceof CellFailure ? undefined : actions).map((offer) => ({
    offer,
    net: netOf(offer, actions),
  }));
}

/**
 * Only leg prices that came without their net price need the request itself, for the rule and for the units: otherwise it is
 * not asked for.
 */
export function actionsFor(
  desk: Desk,
  id: RequestId,
  offers: readonly Offer[],
): Actions | CellFailure | undefined {
  const needed = offers.some(
    ({ price }) =>
      price.shape === 'per-leg' && price.spreadPrice === undefined && price.legPrices.length === 2,
  );
  if (!needed) return undefined;
  const request = valueOf(desk, { kind: 'request', id });
  if (request instanceof CellFailure) return request;
  const units = differingPriceUnits(request);
  return units ? noNetOf(units) : actionsOf(request);
}

/** A figure without a unit means nothing: so much of one less so much of another is no price. */
const noNetOf = (units: readonly string[]): CellFailure =>
  new CellFailure(
    '#N/A',
    `The legs are priced in different units (${units.join(', ')}), so there is no one net price. DESK.QUOTES shows the leg prices.`,
  );

export function netOf({ price }: Offer, actions: Actions | CellFailure | undefined): Row['net'] {
  const net = netPrice(price, actions instanceof CellFailure ? undefined : actions);
  const missing = net === undefined && price.shape === 'per-leg' && price.legPrices.length === 2;
  return missing && actions instanceof CellFailure ? actions : net;
}

/** Bids best first, then asks best first, each followed by those that have no net price; last, whatever is not active. */
function ordered<O extends StatedOffer>(offers: readonly O[], actions: Actions | undefined): O[] {
  const stated = offers.map((offer) => ({
    offer,
    state: offer.state ?? 'active',
    direction: offer.direction,
    price: offer.price,
  }));
  const best = (['bid', 'ask'] as const).flatMap((side) => {
    const inOrder = ranked(stated, side, actions).map(({ quote }) => quote);
    const unpriced = stated.filter(
      (one) => one.state === 'active' && one.direction === side && !inOrder.includes(one),
    );
    return [...inOrder, ...unpriced];
  });
  const over = stated.filter(({ state }) => state !== 'active').map(({ offer }) => offer);
  const newestFirst = over.sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
  return [...best.map(({ offer }) => offer), ...newestFirst];
}
