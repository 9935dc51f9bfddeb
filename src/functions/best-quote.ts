import type { RequestId } from '../domain/identifiers';
import { ranked, type Direction, type Quote } from '../domain/quote';
import { CellFailure, cellFailure, refused } from './cell-failure';
import { valueOf, type Desk } from './desk';
import { actionsFor, netOf, type OfferRow } from './offers';

/** A quote that a person would take first, with its net price where it has one. */
export type BestQuote = OfferRow<Quote>;

interface Wanted {
  readonly direction: Direction | undefined;
  /** What to do where there are bids and asks and no direction is given. */
  readonly bothSides: string;
}

/**
 * The best active quote on a side, by net price; without a side on the one that all active quotes are on. Where no quote has
 * a net price, as on swaps, the only one is the best.
 */
export function bestQuote(
  desk: Desk,
  id: RequestId,
  { direction: wanted, bothSides }: Wanted,
): BestQuote | CellFailure {
  const listing = valueOf(desk, { kind: 'quotes', id });
  if (listing instanceof CellFailure) return listing;
  const active = listing.records.filter(({ state }) => state === 'active');
  const direction = wanted ?? onlySide(active, bothSides);
  if (direction instanceof CellFailure) return direction;
  const onSide = active.filter((quote) => quote.direction === direction);
  const actions = actionsFor(desk, id, onSide);
  if (actions instanceof CellFailure) return actions;
  const [best] = ranked(onSide, direction, actions);
  if (best) return { offer: best.quote, net: best.net };
  const [only, ...others] = onSide;
  if (only === undefined) return NO_QUOTE;
  return others.length === 0 ? { offer: only, net: netOf(only, actions) } : NO_NET_PRICE;
}

function onlySide(active: readonly Quote[], bothSides: string): Direction | CellFailure {
  const [side, other] = new Set(active.map(({ direction }) => direction));
  if (side === undefined) return NO_QUOTE;
  return other === undefined ? side : cellFailure(refused('There are bids and asks.', bothSides));
}

const NO_QUOTE = new CellFailure(
  '#N/A',
  'There is no active quote on this side. The price appears by itself when one comes.',
);
export const NO_NET_PRICE = new CellFailure(
  '#N/A',
  'The active quotes have no net price, as those of a swap. DESK.QUOTES shows their leg prices.',
);
