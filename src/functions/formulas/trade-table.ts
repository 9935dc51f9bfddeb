import { TradeId } from '../../domain/identifiers';
import { VENUES } from '../../domain/interface-words';
import { fillOf, sidesOfFill } from '../../domain/delivery/fill';
import { tradedPrice } from '../../domain/delivery/fill-legs';
import { productWithClearing } from '../../domain/delivery/product-with-clearing';
import { isFinalTrade } from '../../domain/finality';
import { namedOffers } from '../../domain/pre-trade';
import type { Trade, TradeReference } from '../../domain/trade';
import { columnsArgument, dayArgument, textArgument, together, unheardOf } from './arguments';
import { CellFailure, cellFailure } from '../cells/cell-failure';
import { cellOf, type Shown } from '../cells/cells';
import { inServiceTime, valueOf, type FormulaContext, type Formula } from '../cells/context';
import { TRADE_FIELDS } from './fields';
import { legValue } from './leg-value';
import type { RecordKind } from './records';
import { is, noneOf, periodOf } from './request-table';
import type { SheetTime } from '../cells/sheet-time';
import { chosen, columnNamed, narrower, ROWS_MAX, table, type Column, type ColumnChoice } from './tables';
import type { DayOrder } from '../cells/typed-day';

/** A trade of the list, and its details once something asks for them. */
export interface TradeRow {
  readonly reference: Pick<TradeReference, 'commodity' | 'venue' | 'tradedAt' | 'raw'>;
  readonly trade: () => Trade | CellFailure;
}

function fromDetails<T>({ trade }: TradeRow, of: (trade: Trade) => T): T | CellFailure {
  const detail = trade();
  return detail instanceof CellFailure ? detail : of(detail);
}

const ofDetails = (name: string, value: (trade: Trade) => unknown): Column<TradeRow> => ({
  name,
  cell: (row, time) => fromDetails(row, (trade) => cellOf(value(trade), name, time)),
});
const own = (name: string): Column<TradeRow> => ofDetails(name, ({ raw }) => raw[name]);
const detailed = (name: string): Column<TradeRow> =>
  ofDetails(name, ({ raw }) => legValue(raw, name, 'when-different'));

/** What the list itself says costs nothing; the rest costs one call per trade, once ever. */
const listed = (name: string): Column<TradeRow> => ({
  name,
  cell(row, time) {
    const value = row.reference.raw[name];
    return value == null ? own(name).cell(row, time) : cellOf(value, name, time);
  },
});

const productOfTrade = (trade: Trade): string => {
  const { 'spread-type': spreadType } = trade.raw;
  return productWithClearing({
    ...fillOf(trade),
    ...(typeof spreadType === 'string' ? { spreadType } : {}),
  });
};

/** What this desk did with each leg; nothing where one is not told. Of a swap the certificate says all, as in requests. */
function yourSide(trade: Trade): string {
  const sides = sidesOfFill(fillOf(trade));
  return sides.length > 2 ? `${sides[0] ?? ''} cert.` : sides.join(' / ');
}

export const TRADE_CHOICE: ColumnChoice<TradeRow> = {
  columns: [
    listed('trade-id'),
    listed('traded-at'),
    listed('venue'),
    listed('commodity'),
    detailed('contract'),
    detailed('market'),
    detailed('delivery-start'),
    detailed('delivery-end'),
    detailed('load-profile'),
    detailed('action'),
    // Prices of legs stay numbers in their own columns, such as "leg 1 price".
    own('price'),
    detailed('price-unit'),
    detailed('quantity'),
    detailed('quantity-unit'),
    detailed('counterparty'),
    detailed('request-id'),
  ],
  further: [
    ofDetails('net-price', tradedPrice),
    // As requests have them.
    ofDetails('product', productOfTrade),
    ofDetails('you', yourSide),
    // As the files of trades have them.
    ofDetails('quote-id', ({ raw }) => namedOffers(raw).quoteId),
    ofDetails('spread-type', ({ raw }) => raw['spread-type']),
    ofDetails('swap-type', ({ raw }) => raw['spreadType']),
    ofDetails('provisional', (trade) => !isFinalTrade(trade)),
  ],
  known: TRADE_FIELDS,
  rawOf: (row) => fromDetails(row, ({ raw }) => raw),
};

const ON_CARD = ['market', 'action', 'quantity', 'quantity-unit', 'price-unit', 'net-price'];

/** The card of a trade of several legs says what its columns say: in the row of their field where that is empty, else below. */
function withColumns(shown: Shown, row: TradeRow, time: SheetTime): Shown {
  if (shown instanceof CellFailure) return shown;
  const filled = new Map(shown.map((line) => [line[0] ?? '', line]));
  for (const name of ON_CARD) {
    const value = columnNamed(TRADE_CHOICE, name, [row])?.cell(row, time) ?? '';
    if (value !== '' && (filled.get(name)?.[1] ?? '') === '') filled.set(name, [name, value]);
  }
  return [...filled.values()];
}

export const TRADE_RECORD: RecordKind<TradeId, TradeRow> = {
  schema: TradeId,
  example: 'T-20931',
  choice: TRADE_CHOICE,
  onCard: withColumns,
  rowOf(desk, id) {
    const trade = valueOf(desk, { kind: 'trade', id });
    return trade instanceof CellFailure ? trade : { reference: trade, trade: () => trade };
  },
};

interface Filter {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly commodity: string | undefined;
  readonly venue: string | undefined;
}

export interface TradesGiven {
  readonly from: unknown;
  readonly to: unknown;
  readonly commodity: unknown;
  readonly venue: unknown;
  readonly columns: unknown;
  /** How the user's system writes days, where that had to be asked. */
  readonly dayOrder?: DayOrder | undefined;
}

/** TRADES: the list of references, and the details of those that are shown, if a column needs them. */
export function tradesFormula(given: TradesGiven): Formula {
  const read = together({
    from: dayArgument(given.from, 'from', given.dayOrder),
    to: dayArgument(given.to, 'to', given.dayOrder),
    commodity: textArgument(given.commodity, 'commodity'),
    venue: textArgument(given.venue, 'venue'),
    columns: columnsArgument(given.columns),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { columns, ...filter } = read.value;
  const dependsOnToday = filter.from !== undefined && filter.to === undefined;
  return (desk) =>
    inServiceTime(desk, (time) => trades(desk, filter, { names: columns, time }), { dependsOnToday });
}

function trades(
  desk: FormulaContext,
  filter: Filter,
  { names, time }: { names: readonly string[] | undefined; time: SheetTime },
): Shown {
  const period = periodOf(filter.from, filter.to, time.day(desk.now()));
  if (!period.ok) return cellFailure(period.failure);
  const listing = valueOf(desk, { kind: 'trades', ...period.value });
  if (listing instanceof CellFailure) return listing;
  const wrong = unheardOf(filter.venue, {
    name: 'venue',
    known: VENUES,
    found: listing.records.map(({ venue }) => venue),
  });
  if (wrong) return wrong;
  const rows = rowsOf(desk, listing.records, filter);
  if (rows.length === 0 && filter.commodity !== undefined) {
    const said = [...new Set(listing.records.flatMap(({ commodity }) => commodity ?? []))].sort();
    const wordless = noneOf(filter.commodity, { found: said, of: 'trade', where: 'in this period' });
    if (wordless) return wordless;
  }
  // An unknown name is looked for in the details of what is shown, and not in trades that are not.
  const columns = chosen(TRADE_CHOICE, names, rows.slice(0, ROWS_MAX));
  if (!columns.ok) return cellFailure(columns.failure);
  return table({
    columns: columns.value,
    rows,
    unreadable: listing.unreadable,
    id: 'trade-id',
    time,
    rest: narrower({
      'a shorter period': period.value?.from === period.value?.to,
      'one commodity': filter.commodity !== undefined,
      'one venue': filter.venue !== undefined,
    }),
  });
}

/** Filtered by what the list says; where it is silent, by the details. Then by moment of trading, as the service orders. */
function rowsOf(desk: FormulaContext, references: readonly TradeReference[], filter: Filter): TradeRow[] {
  return references
    .map((reference) => ({
      reference,
      trade: once(() => agreeing(reference, valueOf(desk, { kind: 'trade', id: reference.id }))),
    }))
    .filter((row) => passes(row, 'commodity', filter.commodity) && passes(row, 'venue', filter.venue))
    .sort((a, b) => a.reference.tradedAt - b.reference.tradedAt);
}

const plain = (word: string | undefined): string | undefined => word?.toLowerCase().replace(/[\s_-]/g, '');

/** What two records of one trade cannot say differently. */
const SAYS: readonly (readonly [string, (record: TradeReference | Trade) => string | number | undefined])[] =
  [
    ['traded-at', ({ tradedAt }) => tradedAt],
    ['commodity', ({ commodity }) => plain(commodity)],
    ['venue', ({ venue }) => plain(venue)],
  ];

/** One may be rounded to the second, or be written to the minute or the day: the other begins with the same then. */
function isOneMoment(listed: TradeReference, trade: Trade): boolean {
  const [short = '', long = ''] = [listed, trade]
    .map(({ raw }) => String(raw['traded-at']).replace('Z', ''))
    .sort((a, b) => a.length - b.length);
  return Math.abs(listed.tradedAt - trade.tradedAt) <= 1000 || (short.length < 17 && long.startsWith(short));
}

/** Details that contradict the list are not shown beside it: nobody knows here which is right. */
function agreeing(listed: TradeReference, trade: Trade | CellFailure): Trade | CellFailure {
  if (trade instanceof CellFailure) return trade;
  const other = SAYS.find(([name, of]) => {
    const [one, two] = [of(listed), of(trade)];
    if (name === 'traded-at') return !isOneMoment(listed, trade);
    return one !== undefined && two !== undefined && one !== two;
  });
  if (!other) return trade;
  const [name] = other;
  return cellFailure({
    kind: 'unreadable',
    message: `The platform’s list and the record of ${trade.id} have another ${name}.`,
    next: 'Fetch it again in the room Trades, or ask the operator.',
  });
}

/** A dozen cells of a row need the same details: they are asked for once. */
function once<T>(find: () => T): () => T {
  let found: { value: T } | undefined;
  return () => (found ??= { value: find() }).value;
}

function passes(row: TradeRow, name: 'commodity' | 'venue', wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const said = row.reference[name];
  if (said !== undefined) return is(wanted)(said);
  const detail = row.trade();
  return detail instanceof CellFailure || is(wanted)(detail[name]);
}
