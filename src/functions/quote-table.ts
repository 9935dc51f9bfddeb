import { netPrice, ranked, type Direction, type Quote } from '../domain/quote';
import { actionsOf } from '../domain/request';
import { RequestId } from '../domain/identifiers';
import type { Price } from '../domain/price';
import { toNumber } from '../domain/price';
import type { Actions } from '../domain/spread';
import { columnsArgument, idsArgument, together, wordArgument } from './arguments';
import { CellFailure, cellFailure, refused } from './cell-failure';
import { cellOf, type Cell, type Shown } from './cells';
import { inServiceTime, valueOf, type Desk, type Formula } from './desk';
import { QUOTE_FIELDS } from './fields';
import type { SheetTime } from './sheet-time';
import { chosen, table, type Column, type ColumnChoice } from './tables';

interface Row {
  readonly quote: Quote;
  /** The net price of a spread; a swap has none. */
  readonly net: Price | CellFailure | undefined;
}

const own = (name: string): Column<Row> => ({
  name,
  cell: ({ quote }, time) => cellOf(quote.raw[name], name, time),
});
const price = (name: string, of: (row: Row) => Price | CellFailure | undefined): Column<Row> => ({
  name,
  cell(row): Cell {
    const found = of(row);
    return found === undefined ? '' : found instanceof CellFailure ? found : toNumber(found);
  },
});
const ofLeg = (leg: number): Column<Row> =>
  price(`leg ${leg} price`, ({ quote }) =>
    quote.price.shape === 'per-leg' ? quote.price.legPrices[leg - 1] : undefined,
  );

const CHOICE: ColumnChoice<Row> = {
  columns: [
    own('quotation-id'),
    own('price-direction'),
    own('state'),
    own('counterparty'),
    price('spread-price', ({ quote, net }) => (quote.price.shape === 'single' ? undefined : net)),
    price('price', ({ quote }) => (quote.price.shape === 'single' ? quote.price.price : undefined)),
    ofLeg(1),
    ofLeg(2),
    ofLeg(3),
    own('quantity'),
    own('all-or-none'),
    own('created-at'),
  ],
  known: QUOTE_FIELDS,
  rawOf: ({ quote }) => quote.raw,
};

/** QUOTES: active quotes best first per side, then those that are no more. */
export function quotesFormula(given: { id: unknown; direction: unknown; columns: unknown }): Formula {
  const read = together({
    ids: idsArgument<RequestId>(given.id, { schema: RequestId, example: 'RQ-10293' }),
    direction: wordArgument(given.direction, { name: 'direction', words: ['bid', 'ask'] }),
    columns: columnsArgument(given.columns),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { ids, direction, columns } = read.value;
  const [id, ...others] = ids;
  if (id && !id.ok) return cellFailure(id.failure);
  const only = id?.value;
  if (only === undefined || others.length > 0) {
    return cellFailure(refused('QUOTES takes one request.', 'Give one id, and one formula per request.'));
  }
  return (desk) => inServiceTime(desk, (time) => quotes(desk, only, { direction, columns, time }));
}

interface Wanted {
  readonly direction: Direction | undefined;
  readonly columns: readonly string[] | undefined;
  readonly time: SheetTime;
}

function quotes(desk: Desk, id: RequestId, { direction, columns: names, time }: Wanted): Shown {
  const listing = valueOf(desk, { kind: 'quotes', id });
  if (listing instanceof CellFailure) return listing;
  const wanted = listing.records.filter((quote) => direction === undefined || quote.direction === direction);
  const actions = actionsFor(desk, id, wanted);
  const rows = ordered(wanted, actions instanceof CellFailure ? undefined : actions).map((quote) => ({
    quote,
    net: netOf(quote, actions),
  }));
  const columns = chosen(CHOICE, names, rows);
  if (!columns.ok) return cellFailure(columns.failure);
  return table({
    columns: columns.value,
    rows,
    unreadable: listing.unreadable,
    id: 'quotation-id',
    time,
    rest: 'ask for one direction.',
  });
}

/** Only leg prices that came without their net price need the request itself, for the rule: otherwise it is not asked for. */
export function actionsFor(
  desk: Desk,
  id: RequestId,
  quotes: readonly Quote[],
): Actions | CellFailure | undefined {
  const needed = quotes.some(
    ({ price }) =>
      price.shape === 'per-leg' && price.spreadPrice === undefined && price.legPrices.length === 2,
  );
  if (!needed) return undefined;
  const request = valueOf(desk, { kind: 'request', id });
  return request instanceof CellFailure ? request : actionsOf(request);
}

function netOf({ price }: Quote, actions: Actions | CellFailure | undefined): Row['net'] {
  const net = netPrice(price, actions instanceof CellFailure ? undefined : actions);
  const missing = net === undefined && price.shape === 'per-leg' && price.legPrices.length === 2;
  return missing && actions instanceof CellFailure ? actions : net;
}

/** Bids best first, then asks best first, each followed by those that have no net price; last, whatever is not active. */
function ordered(quotes: readonly Quote[], actions: Actions | undefined): Quote[] {
  const best = (['bid', 'ask'] as const).flatMap((side) => {
    const inOrder = ranked(quotes, side, actions).map(({ quote }) => quote);
    const unpriced = quotes.filter(
      (quote) => quote.state === 'active' && quote.direction === side && !inOrder.includes(quote),
    );
    return [...inOrder, ...unpriced];
  });
  const over = quotes.filter(({ state }) => state !== 'active');
  const newestFirst = [...over].sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
  return [...best, ...newestFirst];
}
