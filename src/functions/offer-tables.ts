import type { Counteroffer } from '../domain/counteroffer';
import { RequestId } from '../domain/identifiers';
import type { Proposal } from '../domain/proposal';
import type { Direction, Quote } from '../domain/quote';
import type { Listing } from '../domain/record';
import { directionIn } from '../domain/unread';
import { columnsArgument, idArgument, together, wordArgument } from './arguments';
import { CellFailure, cellFailure } from './cell-failure';
import type { Shown } from './cells';
import { inServiceTime, valueOf, type Desk, type Formula } from './desk';
import { COUNTEROFFER_FIELDS, PROPOSAL_FIELDS, QUOTE_FIELDS, type KnownFields } from './fields';
import { OFFER_COLUMNS, offerRows, own, type OfferRow, type StatedOffer } from './offers';
import type { SheetTime } from './sheet-time';
import { chosen, narrower, table, type ColumnChoice } from './tables';

/** A kind of offer as a table: where its records come from and which columns they have. */
interface OfferKind<O extends StatedOffer> {
  readonly name: string;
  /** Whether its function takes a direction. */
  readonly hasDirection: boolean;
  /** Name of the field that tells one from another, and first column. */
  readonly id: string;
  readonly choice: ColumnChoice<OfferRow<O>>;
  listing(desk: Desk, id: RequestId): Listing<O> | CellFailure;
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
  choice: choiceOf(['price-proposal-id', 'kind'], PROPOSAL_FIELDS),
  listing: (desk, id) => valueOf(desk, { kind: 'proposals', id }),
};
const COUNTEROFFERS: OfferKind<Counteroffer> = {
  name: 'COUNTEROFFERS',
  hasDirection: false,
  id: 'counteroffer-id',
  choice: choiceOf(['counteroffer-id', 'quotation-id'], COUNTEROFFER_FIELDS),
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

interface Wanted {
  readonly id: RequestId;
  readonly direction: Direction | undefined;
  readonly columns: readonly string[] | undefined;
  readonly time: SheetTime;
}

function offers<O extends StatedOffer>(
  kind: OfferKind<O>,
  desk: Desk,
  { id, direction, columns: names, time }: Wanted,
): Shown {
  const listing = kind.listing(desk, id);
  if (listing instanceof CellFailure) return listing;
  const wanted = listing.records.filter((offer) => direction === undefined || offer.direction === direction);
  const rows = offerRows(desk, id, wanted);
  const columns = chosen(kind.choice, names, rows);
  if (!columns.ok) return cellFailure(columns.failure);
  return table({
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
