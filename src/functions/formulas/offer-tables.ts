import { RequestId } from '../../domain/identifiers';
import {
  netPrice,
  ranked,
  type Counteroffer,
  type Direction,
  type Offer,
  type Proposal,
  type Quote,
} from '../../domain/offers';
import { toNumber, type Price } from '../../domain/price';
import type { Listing } from '../../domain/record';
import { differingPriceUnits, sidesOf } from '../../domain/request';
import type { Sides } from '../../domain/spread';
import { directionIn } from '../../domain/unread';
import { CellFailure, cellFailure } from '../cells/cell-failure';
import { cellOf, type Cell, type Shown } from '../cells/cells';
import { inServiceTime, valueOf, type Formula, type FormulaContext } from '../cells/context';
import type { SheetTime } from '../cells/sheet-time';
import { columnsArgument, idArgument, together, wordArgument } from './arguments';
import { COUNTEROFFER_FIELDS, PROPOSAL_FIELDS, QUOTE_FIELDS, type KnownFields } from './fields';
import { chosen, narrower, table, type Column, type ColumnChoice } from './tables';

/** A quote, a price proposal or a counteroffer. One without a state is there, so it is active. */
type StatedOffer = Offer & { readonly state?: string };

export interface OfferRow<O extends StatedOffer> {
  readonly offer: O;
  /** The net price of a spread; a swap has none. */
  readonly net: Price | CellFailure | undefined;
}
type Row = OfferRow<StatedOffer>;

const own = (name: string): Column<Row> => ({
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
const OFFER_COLUMNS: readonly Column<Row>[] = [
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
function offerRows<O extends StatedOffer>(
  desk: FormulaContext,
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
  desk: FormulaContext,
  id: RequestId,
  offers: readonly Offer[],
): Sides | CellFailure | undefined {
  const needed = offers.some(
    ({ price }) =>
      price.shape === 'per-leg' && price.spreadPrice === undefined && price.legPrices.length === 2,
  );
  if (!needed) return undefined;
  const request = valueOf(desk, { kind: 'request', id });
  if (request instanceof CellFailure) return request;
  const units = differingPriceUnits(request);
  return units ? noNetOf(units) : sidesOf(request);
}

/** A figure without a unit means nothing: so much of one less so much of another is no price. */
const noNetOf = (units: readonly string[]): CellFailure =>
  new CellFailure(
    '#N/A',
    `The legs are priced in different units (${units.join(', ')}), so there is no single net price. DESK.QUOTES shows the leg prices.`,
  );

export function netOf({ price }: Offer, actions: Sides | CellFailure | undefined): Row['net'] {
  const net = netPrice(price, actions instanceof CellFailure ? undefined : actions);
  const missing = net === undefined && price.shape === 'per-leg' && price.legPrices.length === 2;
  return missing && actions instanceof CellFailure ? actions : net;
}

/** Bids best first, then asks best first, each followed by those that have no net price; last, whatever is not active. */
function ordered<O extends StatedOffer>(offers: readonly O[], actions: Sides | undefined): O[] {
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

/** A kind of offer as a table: where its records come from and which columns they have. */
interface OfferKind<O extends StatedOffer> {
  readonly name: string;
  /** Whether its function takes a direction. */
  readonly hasDirection: boolean;
  /** Name of the field that tells one from another, and first column. */
  readonly id: string;
  readonly choice: ColumnChoice<OfferRow<O>>;
  listing(desk: FormulaContext, id: RequestId): Listing<O> | CellFailure;
}

const choiceOf = <O extends StatedOffer>(
  names: readonly string[],
  known: KnownFields,
): ColumnChoice<OfferRow<O>> => ({
  columns: [...names.map(own), ...OFFER_COLUMNS],
  known,
  rawOf: ({ offer }) => offer.raw,
});

export const QUOTE_CHOICE = choiceOf<Quote>(['quotation-id'], QUOTE_FIELDS);
export const PROPOSAL_CHOICE = choiceOf<Proposal>(['price-proposal-id', 'kind'], PROPOSAL_FIELDS);
export const COUNTEROFFER_CHOICE = choiceOf<Counteroffer>(
  ['counteroffer-id', 'quotation-id'],
  COUNTEROFFER_FIELDS,
);

const QUOTES: OfferKind<Quote> = {
  name: 'QUOTES',
  hasDirection: true,
  id: 'quotation-id',
  choice: QUOTE_CHOICE,
  listing: (desk, id) => valueOf(desk, { kind: 'quotes', id }),
};
const PROPOSALS: OfferKind<Proposal> = {
  name: 'PROPOSALS',
  hasDirection: false,
  id: 'price-proposal-id',
  choice: PROPOSAL_CHOICE,
  listing: (desk, id) => valueOf(desk, { kind: 'proposals', id }),
};
const COUNTEROFFERS: OfferKind<Counteroffer> = {
  name: 'COUNTEROFFERS',
  hasDirection: false,
  id: 'counteroffer-id',
  choice: COUNTEROFFER_CHOICE,
  listing: (desk, id) => valueOf(desk, { kind: 'counteroffers', id }),
};

interface OffersGiven {
  readonly id: unknown;
  readonly columns: unknown;
}

/** QUOTES: active quotes best first per side, then those that are no more. */
export const quotesFormula = (given: OffersGiven & { direction: unknown }): Formula =>
  offersFormula(QUOTES, given);

/** PROPOSALS: price proposals, in the order of quotes. */
export const proposalsFormula = (given: OffersGiven): Formula =>
  offersFormula(PROPOSALS, { ...given, direction: null });

/** COUNTEROFFERS: individual counteroffers, in the order of quotes. */
export const counteroffersFormula = (given: OffersGiven): Formula =>
  offersFormula(COUNTEROFFERS, { ...given, direction: null });

function offersFormula<O extends StatedOffer>(
  kind: OfferKind<O>,
  given: OffersGiven & { direction: unknown },
): Formula {
  const { name } = kind;
  const read = together({
    id: idArgument<RequestId>(given.id, { schema: RequestId, example: 'RQ-10293', name }),
    direction: wordArgument(given.direction, { name: 'direction', words: ['bid', 'ask'] }),
    columns: columnsArgument(given.columns),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { id, direction, columns } = read.value;
  return (desk) => inServiceTime(desk, (time) => offers(kind, desk, { id, direction, columns, time }));
}

interface OfferTableOptions {
  readonly id: RequestId;
  readonly direction: Direction | undefined;
  readonly columns: readonly string[] | undefined;
  readonly time: SheetTime;
}

function offers<O extends StatedOffer>(
  kind: OfferKind<O>,
  desk: FormulaContext,
  { id, direction, columns: names, time }: OfferTableOptions,
): Shown {
  const listing = kind.listing(desk, id);
  if (listing instanceof CellFailure) return listing;
  const wanted = listing.records.filter((offer) => direction === undefined || offer.direction === direction);
  const rows = offerRows(desk, id, wanted);
  const columns = chosen(kind.choice, names, rows);
  if (!columns.ok) return cellFailure(columns.failure);
  return table({
    isFiltered: true,
    columns: columns.value,
    rows,
    unreadable: listing.unreadable.filter(
      (one) => direction === undefined || (directionIn(one) ?? direction) === direction,
    ),
    id: kind.id,
    time,
    rest: narrower({ 'one direction, "bid" or "ask"': direction !== undefined || !kind.hasDirection }),
  });
}
