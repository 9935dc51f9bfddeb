import type { RequestId } from '../domain/identifiers';
import { ranked, type Direction, type Quote } from '../domain/quote';
import { directionIn, unreadInWords, unreadOn, type Unread } from '../domain/unread';
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
 * a net price, as on swaps, the only one is the best. While one on the side cannot be read, none is: it may be the best.
 */
export function bestQuote(
  desk: Desk,
  id: RequestId,
  { direction: wanted, bothSides }: Wanted,
): BestQuote | CellFailure {
  const listing = valueOf(desk, { kind: 'quotes', id });
  if (listing instanceof CellFailure) return listing;
  const active = listing.records.filter(({ state }) => state === 'active');
  const unread = unreadOn(listing.unreadable, wanted);
  const direction = wanted ?? onlySide(active, unread, bothSides);
  if (direction instanceof CellFailure) return direction;
  const hiding = unreadOn(unread, direction);
  if (hiding.length > 0) return notKnown(hiding);
  const onSide = active.filter((quote) => quote.direction === direction);
  const actions = actionsFor(desk, id, onSide);
  const [only, ...others] = onSide;
  if (only === undefined) return NO_QUOTE;
  if (others.length === 0) return { offer: only, net: netOf(only, actions) };
  if (actions instanceof CellFailure) return actions;
  const [best] = ranked(onSide, direction, actions);
  return best ? { offer: best.quote, net: best.net } : NO_NET_PRICE;
}

function onlySide(
  active: readonly Quote[],
  unread: readonly Unread[],
  bothSides: string,
): Direction | CellFailure {
  const [side, other] = new Set([
    ...active.map(({ direction }) => direction),
    ...unread.flatMap((one) => directionIn(one) ?? []),
  ]);
  if (side === undefined) return unread.length > 0 ? notKnown(unread) : NO_QUOTE;
  return other === undefined ? side : cellFailure(refused('There are bids and asks.', bothSides));
}

const notKnown = (unread: readonly Unread[]): CellFailure =>
  new CellFailure(
    '#N/A',
    `${unreadInWords(unread, 'quote')}, so the best is not known. DESK.QUOTES shows the ones that can be read.`,
  );

const NO_QUOTE = new CellFailure(
  '#N/A',
  'There is no active quote on this side. The price appears by itself when one comes.',
);
export const NO_NET_PRICE = new CellFailure(
  '#N/A',
  'The active quotes have no net price, as those of a swap. DESK.QUOTES shows their leg prices.',
);
