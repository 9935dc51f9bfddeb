import type { ActionBody } from '../../domain/action';
import type { OwnLive, OwnQuote } from '../../domain/own-offers';
import { netPrice, type Quote } from '../../domain/offers';
import { RequestId, type QuoteId } from '../../domain/identifiers';
import { toNumber, type Price } from '../../domain/price';
import { differingPriceUnits, sidesOf } from '../../domain/request';
import type { Sides } from '../../domain/spread';
import { CellFailure, cellFailure } from '../cells/cell-failure';
import type { Cell } from '../cells/cells';
import { inServiceTime, valueOf, type Formula, type FormulaContext } from '../cells/context';
import type { SheetTime } from '../cells/sheet-time';
import { fieldsArgument, idsArgument, together, type GivenId } from './arguments';
import type { KnownFields } from './fields';
import { joined } from './leg-value';
import { columnNamed, unknownColumn, type Column, type ColumnChoice } from './tables';

/** The live quotes of this desk on a request, as the gateway keeps account of them: it costs no call. */
export function myQuotes(desk: FormulaContext, id: RequestId): readonly OwnQuote[] | CellFailure {
  const known = valueOf(desk, { kind: 'own-quotes' });
  if (known instanceof CellFailure) return known;
  const wanted = id.toUpperCase();
  return known.filter(({ requestId }) => requestId.toUpperCase() === wanted);
}

/** Those, or else what others may take beside quotes: its firm price proposal, or a quote without a known number. */
export function myOffers(desk: FormulaContext, id: RequestId): readonly OwnLive[] | CellFailure {
  const quotes = myQuotes(desk, id);
  if (quotes instanceof CellFailure || quotes.length > 0) return quotes;
  const others = valueOf(desk, { kind: 'own-offers' });
  if (others instanceof CellFailure) return others;
  return others.filter(({ requestId, what }) => requestId === id && what !== 'counteroffer');
}

/** By everything that tells of quotes which this desk sent, live or not: one that was taken stands on a list that was read before for a while. */
export function wasSent(desk: FormulaContext): ((id: QuoteId) => boolean) | CellFailure {
  const own = valueOf(desk, { kind: 'own-quotes' });
  if (own instanceof CellFailure) return own;
  const journal = valueOf(desk, { kind: 'journal' });
  if (journal instanceof CellFailure) return journal;
  // The journal tells its newest lines only.
  const trades = desk.ask({ kind: 'own-trades' }).value ?? [];
  return (id) => [own, journal, trades].some((list) => numbersIn(list).has(id));
}

/** Without the quotes that this desk sent: it must not outbid itself. */
export function ofOthers(
  desk: FormulaContext,
): ((quotes: readonly Quote[]) => readonly Quote[]) | CellFailure {
  const isSent = wasSent(desk);
  return isSent instanceof CellFailure ? isSent : (quotes) => quotes.filter(({ id }) => !isSent(id));
}

/** Without the quotes of this desk that are over by its own account, whatever a list says that was read before. */
export function withoutEnded(desk: FormulaContext, quotes: readonly Quote[]): readonly Quote[] {
  if (quotes.length === 0) return quotes;
  const isSent = wasSent(desk);
  const own = desk.ask({ kind: 'own-quotes' }).value;
  // Nothing is hidden on a guess.
  if (isSent instanceof CellFailure || !own) return quotes;
  const live = numbersIn(own);
  const isOver = ({ id }: Quote): boolean => isSent(id) && !live.has(id);
  return quotes.some(isOver) ? quotes.filter((quote) => !isOver(quote)) : quotes;
}

type Numbered = { readonly quoteId?: QuoteId | undefined; readonly body?: Pick<ActionBody, 'kind'> };

/** Of the actions those that sent a quote. However many cells ask for the numbers of a list, they are gathered once. */
function numbersIn(list: readonly Numbered[]): ReadonlySet<QuoteId> {
  const known = numbers.get(list);
  if (known) return known;
  const sent = list.filter(({ body }) => body === undefined || body.kind === 'send-quote');
  const found = new Set(sent.flatMap(({ quoteId }) => quoteId ?? []));
  numbers.set(list, found);
  return found;
}
const numbers = new WeakMap<object, ReadonlySet<QuoteId>>();

/** Only the request says how the prices of its legs make a net price. */
function netOf(desk: FormulaContext, { requestId, price }: OwnQuote): Price | CellFailure | undefined {
  if (price.shape !== 'per-leg') return netPrice(price);
  const request = valueOf(desk, { kind: 'request', id: requestId });
  if (request instanceof CellFailure) return request;
  const sides: Sides | undefined = differingPriceUnits(request) ? undefined : sidesOf(request);
  return netPrice(price, sides);
}

interface Row {
  readonly quote: OwnQuote;
  readonly desk: FormulaContext;
}

const ofLeg = (leg: number): Column<Row> => ({
  name: `leg ${leg} price`,
  cell({ quote: { price } }) {
    const found = price.shape === 'per-leg' ? price.legPrices[leg - 1] : undefined;
    return found === undefined ? '' : toNumber(found);
  },
});

const PRICE: Column<Row> = {
  name: 'price',
  cell({ desk, quote }) {
    const net = netOf(desk, quote);
    return net === undefined ? '' : net instanceof CellFailure ? net : toNumber(net);
  },
};

const CHOICE: ColumnChoice<Row> = {
  columns: [
    PRICE,
    { ...PRICE, name: 'spread-price' },
    ofLeg(1),
    ofLeg(2),
    ofLeg(3),
    { name: 'price-direction', cell: ({ quote }) => quote.direction },
    { name: 'quantity', cell: ({ quote }) => Number(quote.quantity) },
    { name: 'all-or-none', cell: ({ quote }) => quote.allOrNone ?? '' },
    { name: 'quotation-id', cell: ({ quote }) => quote.quoteId },
    { name: 'request-id', cell: ({ quote }) => quote.requestId },
    { name: 'since', cell: ({ quote }, time) => time.moment(quote.since) },
  ],
  known: [] satisfies KnownFields,
  rawOf: () => ({}),
};
const COUNT = 'count';

/**
 * MYQUOTE: the price of this desk's live quote or other fields of it, one row per request and one column per field; empty
 * without one. Of several, what differs stands side by side, as in "31.2 / 31.35".
 */
export function myQuoteFormula(given: { id: unknown; field: unknown }): Formula {
  const read = together({
    ids: idsArgument<RequestId>(given.id, { schema: RequestId, example: 'RQ-10293' }),
    fields: fieldsArgument(given.field),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { ids, fields = [PRICE.name] } = read.value;
  return (desk) => inServiceTime(desk, (time) => ids.map((id) => row(id, { desk, fields, time })));
}

function row(
  id: GivenId<RequestId>,
  { desk, fields, time }: { desk: FormulaContext; fields: readonly string[]; time: SheetTime },
): Cell[] {
  if (!id.ok || id.value === undefined) return fields.map(() => (id.ok ? '' : cellFailure(id.failure)));
  const quotes = myQuotes(desk, id.value);
  return fields.map((name) => {
    if (name === '') return '';
    if (quotes instanceof CellFailure) return quotes;
    if (name.toLowerCase() === COUNT) return quotes.length;
    const column = columnNamed(CHOICE, name, []);
    if (!column) return cellFailure(unknownColumn(CHOICE, name));
    const cells = quotes.map((quote) => column.cell({ quote, desk }, time));
    return cells.find((cell) => cell instanceof CellFailure) ?? sideBySide(cells);
  });
}

function sideBySide(cells: readonly Cell[]): Cell {
  const [first, ...others] = cells;
  if (first === undefined || others.every((cell) => cell === first)) return first ?? '';
  return String(joined(cells));
}
