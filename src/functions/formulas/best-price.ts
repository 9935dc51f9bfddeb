import type { Outcome } from '../../domain/failure';
import { RequestId } from '../../domain/identifiers';
import { comparedPrice, isPricedAsSwap, unrankedSwap } from '../../domain/offer-price';
import { ranked, rankedBy, type Direction, type Quote } from '../../domain/offers';
import { present } from '../../domain/present';
import { toNumber } from '../../domain/price';
import type { Listing } from '../../domain/record';
import type { Request } from '../../domain/request';
import { saysUnits } from '../../domain/said-units';
import { directionIn, unreadInWords, unreadOn, type Unread } from '../../domain/unread';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import type { Cell } from '../cells/cells';
import { inServiceTime, valueOf, type Formula, type FormulaContext } from '../cells/context';
import type { SheetTime } from '../cells/sheet-time';
import { fieldsArgument, firstOf, idsArgument, together, wordByPlace, type GivenId } from './arguments';
import { ofOthers, withoutEnded } from './my-quote';
import { inRequestUnits } from './offer-units';
import { actionsFor, netOf, QUOTE_CHOICE, type OfferRow } from './offer-tables';
import { chosen } from './tables';

/** A quote that a person would take first, with its net price where it has one. */
export type BestQuote = OfferRow<Quote>;

interface BestQuoteOptions {
  readonly direction: Direction | undefined;
  /** What to do where there are bids and asks and no direction is given. */
  readonly bothSides: string;
  /** Those that count, as if the others were not there. */
  readonly among?: (quotes: readonly Quote[]) => readonly Quote[];
  /** Where it is at hand; otherwise only quotes of several legs ask for it. */
  readonly request?: Request;
  /** A price that is no net price is none. */
  readonly isNet?: boolean;
}

/**
 * The best active quote on a side, by net price; without a side on the one that all active quotes are on. Quotes of a swap have none, and are
 * compared by the certificate's price, which stands for it, where that says which is better. Where no quote has a price to compare, the only one is the best. While one on the side cannot be read, none is: it may be the best.
 */
export function bestQuote(
  desk: FormulaContext,
  id: RequestId,
  { direction: wanted, bothSides, among = (all) => all, request, isNet = false }: BestQuoteOptions,
): BestQuote | CellFailure {
  const listing = valueOf(desk, { kind: 'quotes', id });
  if (listing instanceof CellFailure) return listing;
  const counted = among(withoutEnded(desk, listing.records));
  const active = counted.filter(({ state }) => state === 'active');
  const unread = unreadOn(listing.unreadable, wanted);
  const direction = wanted ?? onlySide(active, unread, { bothSides, none: () => noQuote(desk, id) });
  if (direction instanceof CellFailure) return direction;
  const hiding = unreadOn(unread, direction);
  if (hiding.length > 0) return notKnown(hiding);
  const allOnSide = active.filter((quote) => quote.direction === direction);
  const onSide = comparable(desk, id, allOnSide);
  if (onSide instanceof CellFailure) return onSide;
  if (onSide.length === 0 && allOnSide.length > 0) return IN_OTHER_UNITS;
  const swap = isNet ? undefined : request ? rankedSwap(request) : swapOf(desk, id, onSide);
  if (swap instanceof CellFailure) return swap;
  if (swap) {
    const [best] = rankedBy(onSide, direction, (price) => comparedPrice(price, swap));
    return best
      ? { offer: best.quote, net: best.net }
      : onSide.length > 0
        ? NO_NET_PRICE
        : noQuote(desk, id, wanted);
  }
  const actions = actionsFor(desk, id, onSide);
  const [only, ...others] = onSide;
  if (only === undefined) return noQuote(desk, id, wanted);
  if (others.length === 0) return { offer: only, net: netOf(only, actions) };
  if (actions instanceof CellFailure) return actions;
  const isWhole = actions === undefined && counted === listing.records && onSide.length === allOnSide.length;
  const best = isWhole ? bestOf(listing, direction) : ranked(onSide, direction, actions)[0];
  return best ? { offer: best.quote, net: best.net } : NO_NET_PRICE;
}

/** The request, where its quotes are those of a swap that the certificate's price ranks. Other quotes need no request for that, and ask for none. */
function swapOf(
  desk: FormulaContext,
  id: RequestId,
  quotes: readonly Quote[],
): Request | CellFailure | undefined {
  if (!quotes.some(({ price }) => price.shape === 'per-leg' && price.legPrices.length > 2)) return undefined;
  const request = valueOf(desk, { kind: 'request', id });
  if (request instanceof CellFailure) return request;
  return rankedSwap(request);
}

const rankedSwap = (request: Request): Request | undefined =>
  isPricedAsSwap(request) && unrankedSwap(request) === undefined ? request : undefined;

/** Those in the units of their request, which only the request says. */
function comparable(
  desk: FormulaContext,
  id: RequestId,
  quotes: readonly Quote[],
): readonly Quote[] | CellFailure {
  if (!quotes.some(({ raw }) => saysUnits(raw))) return quotes;
  const request = valueOf(desk, { kind: 'request', id });
  return request instanceof CellFailure ? request : inRequestUnits(desk, quotes, request);
}

type Ranked = ReturnType<typeof ranked<Quote>>[number];

/** However many cells ask for the best of a list, it is ranked once for each side. */
function bestOf(listing: Listing<Quote>, direction: Direction): Ranked | undefined {
  const known = bests.get(listing) ?? {};
  bests.set(listing, known);
  return (known[direction] ??= ranked(listing.records, direction)[0]);
}
const bests = new WeakMap<Listing<Quote>, { [D in Direction]?: Ranked | undefined }>();

function onlySide(
  active: readonly Quote[],
  unread: readonly Unread[],
  { bothSides, none }: { bothSides: string; none: () => CellFailure },
): Direction | CellFailure {
  const [side, other] = new Set([
    ...active.map(({ direction }) => direction),
    ...unread.flatMap((one) => directionIn(one) ?? []),
  ]);
  if (side === undefined) return unread.length > 0 ? notKnown(unread) : none();
  return other === undefined ? side : cellFailure(refused('This request has bids and asks.', bothSides));
}

const notKnown = (unread: readonly Unread[]): CellFailure =>
  new CellFailure(
    '#N/A',
    `${unreadInWords(unread, 'quote')}, so the best is not known. DESK.QUOTES shows the others.`,
  );

/** The request behind quotes is known to the gateway anyway: to look at it costs no call. */
function noQuote(desk: FormulaContext, id: RequestId, side: Direction | 'quote' = 'quote'): CellFailure {
  const request = valueOf(desk, { kind: 'request', id });
  const isOver = !(request instanceof CellFailure) && request.state !== undefined && request.state !== 'open';
  return isNot(
    isOver
      ? `The request is over, and no ${side} is active. DESK.QUOTES shows those that were.`
      : `There is no active ${side}. The price appears when a quote arrives.`,
  );
}

const isNot = (message: string): CellFailure => new CellFailure('#N/A', message, { isNone: true });
const IN_OTHER_UNITS = isNot(
  'The active quotes are in another unit or currency than the request. DESK.QUOTES shows them.',
);
const NO_NET_PRICE = isNot(
  'The active quotes have no net price, as in a swap. DESK.QUOTES shows their leg prices.',
);

/** The field that is the price without the desk's own quotes: what one's own is set against. */
const OTHERS = 'others';

const NO_OTHERS = isNot('There is no price of others.');

interface BestGiven {
  readonly id: unknown;
  readonly direction: unknown;
  /** What stands where there is none, instead of an error. */
  readonly ifNone?: unknown;
}

/** The net price of the best active quote, one row per request; for a single request its price, and none for a swap. */
export const bestPriceFormula = (given: BestGiven): Formula => bestIn({ ...given, field: null }, true);

/**
 * BEST: the price of the best active quote or other fields of it, one row per request and one column per field. The price is a spread's net price, and
 * of a swap its certificate's.
 */
export const bestFormula = (given: BestGiven & { field: unknown }): Formula => bestIn(given, false);

function bestIn(given: BestGiven & { field: unknown }, isNet: boolean): Formula {
  const read = together({
    ids: idsArgument<RequestId>(given.id, { schema: RequestId, example: 'RQ-10293' }),
    direction: wordByPlace(given.direction, given.id, { name: 'direction', words: ['bid', 'ask'] }),
    fields: fieldsArgument(given.field),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { ids, direction, fields } = read.value;
  const shown = orIfNone(given.ifNone);
  if (!fields)
    return (desk) =>
      ids.map((id, at) => [shown(cell(id, { desk, direction: direction(at), isNet, show: priceOf }))]);
  return (desk) =>
    inServiceTime(desk, (time) =>
      ids.map((id, at) =>
        fields.map((name) =>
          shown(
            name.toLowerCase() === OTHERS
              ? cell(id, { desk, direction: direction(at), isNet, among: ofOthers(desk), show: priceOf })
              : cell(id, { desk, direction: direction(at), isNet, show: (best) => field(best, name, time) }),
          ),
        ),
      ),
    );
}

/** What a formula shows for what is not there: the value that its last argument gives, or else the error. */
export function orIfNone(given: unknown): (cell: Cell) => Cell {
  const value = firstOf(given);
  const isCell = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return (cell) => (isCell && cell instanceof CellFailure && cell.isNone ? value : cell);
}

function cell(
  id: GivenId<RequestId>,
  {
    desk,
    direction,
    isNet,
    among,
    show,
  }: {
    desk: FormulaContext;
    direction: Outcome<Direction | undefined>;
    isNet: boolean;
    among?: ReturnType<typeof ofOthers>;
    show: (best: BestQuote) => Cell;
  },
): Cell {
  if (!id.ok) return cellFailure(id.failure);
  if (id.value === undefined) return '';
  if (!direction.ok) return cellFailure(direction.failure);
  if (among instanceof CellFailure) return among;
  const best = bestQuote(desk, id.value, {
    direction: direction.value,
    bothSides: 'Add the direction: "bid" or "ask".',
    isNet,
    ...present({ among }),
  });
  if (!(best instanceof CellFailure)) return show(best);
  return among && best.isNone ? NO_OTHERS : best;
}

export const priceOf = ({ net }: BestQuote): Cell =>
  net instanceof CellFailure ? net : net === undefined ? NO_NET_PRICE : toNumber(net);

/** What QUOTES shows in the column of this name. */
function field(best: BestQuote, name: string, time: SheetTime): Cell {
  if (name === '') return '';
  const columns = chosen(QUOTE_CHOICE, [name], [best]);
  if (!columns.ok) return cellFailure(columns.failure);
  return columns.value[0]?.cell(best, time) ?? '';
}
