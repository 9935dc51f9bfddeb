import { ActionState, wasStopped, type Action, type TakenTrade } from '../../domain/action';
import { NOTED, type DeskEntry } from '../../domain/desk-entry';
import {
  LATER_COLUMNS,
  OUTCOME_COLUMNS,
  SENT_COLUMNS,
  type LineColumn,
  type LineFields,
} from '../../domain/journal/columns';
import type { PlatformEvent } from '../../domain/event';
import { lateWithdrawal } from '../../domain/actions/state-words';
import { thingsIn, type Thing } from '../../domain/actions/tries';
import { doersIn } from '../../domain/actions/event-kind';
import { executedTerms } from '../../domain/executed';
import { sentence } from '../../domain/failure';
import { NOT_KNOWN, type By } from '../../domain/person';
import { lastTakenAt, quantityTaken, saidOfTaken } from '../../domain/taken';
import { CellFailure, cellFailure } from '../cells/cell-failure';
import { cut, type Shown } from '../cells/cells';
import { inServiceTime, valueOf, type Formula, type FormulaContext } from '../cells/context';
import type { SheetTime } from '../cells/sheet-time';
import { columnsArgument, countArgument, textArgument, together, wordArgument } from './arguments';
import { chosen, narrower, ROWS_MAX, table, type Column, type ColumnChoice } from './tables';

type TriedAction = Action & { readonly at: number };
interface JournalAction extends Action {
  /** What was pressed once, however often it was tried. */
  readonly thing: Thing<TriedAction>;
  /** Of a withdrawal that was refused: its quote was over. */
  readonly isOver: boolean;
}
type JournalLine = JournalAction | DeskEntry;

const COUNT_OTHERWISE = 50;

/** `ofEntry`: of a line that is no action; empty unless said. */
const text = (
  name: string,
  of: (action: JournalAction) => string | undefined,
  ofEntry?: (entry: DeskEntry) => string | undefined,
): Column<JournalLine> => ({
  name,
  cell: (line) => (line.state === NOTED ? ofEntry?.(line) : of(line)) ?? '',
});
const ofFile = (name: string, { kind, value }: LineColumn): Column<JournalLine> => ({
  name,
  cell(line, time) {
    const said = value(line.state === NOTED ? { ...line, body: {} } : line);
    if (said === undefined) return '';
    if (typeof said === 'number' && kind === 'moment') return time.moment(said);
    return typeof said !== 'string' ? said : kind === 'number' ? Number(said) : cut(said);
  },
});
const FILE = { ...SENT_COLUMNS, ...OUTCOME_COLUMNS, ...LATER_COLUMNS };

/** What the trades that took a quote come to, in the columns of what was traded: one value where all of them agree. */
const OF_TAKEN: Readonly<Record<string, (taken: readonly TakenTrade[], line: LineFields) => Cellable>> = {
  'executed-side': (_, { legs }) => legs && executedTerms({ legs: [...legs] }).side,
  'executed-quantity': (taken) => quantityTaken(taken),
  'executed-quantity-unit': (taken) => only(taken, ({ quantityUnit }) => quantityUnit),
  'executed-price': (taken) => only(taken, ({ price }) => price),
  'executed-leg-1-price': (taken) => only(taken, ({ legPrices }) => legPrices?.[0]),
  'executed-leg-2-price': (taken) => only(taken, ({ legPrices }) => legPrices?.[1]),
  'executed-leg-3-price': (taken) => only(taken, ({ legPrices }) => legPrices?.[2]),
  'executed-price-unit': (taken) => only(taken, ({ priceUnit }) => priceUnit),
  'executed-net-price': (taken, { legs }) =>
    legs?.length === 2 ? only(taken, ({ price }) => price) : undefined,
  'executed-counterparty': (taken) => saidOfTaken(taken, ({ counterparty }) => counterparty).join(' / '),
};
type Cellable = string | undefined;

/** Said by each of the trades, and by all alike. */
function only(taken: readonly TakenTrade[], of: (trade: TakenTrade) => Cellable): Cellable {
  const [one, other] = saidOfTaken(taken, of);
  return other === undefined && taken.every((trade) => of(trade) !== undefined) ? one : undefined;
}

/** A column of the file, which says of a quote what took it: the file has further columns for that. */
function withTaken(name: string, column: LineColumn): LineColumn {
  const ofTaken = OF_TAKEN[name];
  if (!ofTaken) return column;
  return {
    ...column,
    value: (line) => column.value(line) ?? (line.taken?.length ? ofTaken(line.taken, line) : undefined),
  };
}

/** Columns of the journal's file, under these names. */
const inFile = (...names: readonly string[]): readonly Column<JournalLine>[] =>
  names.flatMap((name) => {
    const column = FILE[name];
    return column ? [ofFile(name, withTaken(name, column))] : [];
  });

/** One of them under the name that this table gives it. */
const renamed = (name: string, column: string): readonly Column<JournalLine>[] =>
  inFile(column).map((one) => ({ ...one, name }));

/** What the desk's own checks stopped was not sent, and nobody else refused it. */
const NOT_SENT = 'not-sent';
/** Whatever its own state: an acceptance, or a quote that was taken. */
const TRADED = 'traded';
const isTraded = (line: JournalLine): boolean =>
  line.state !== NOTED && (line.tradeId !== undefined || (line.taken ?? []).length > 0);
/** Refused because the quote to be withdrawn was over: that is no rejection. */
const ALREADY_OVER = 'already-over';
const stateWord = (line: JournalLine): string =>
  line.state === NOTED ? NOTED : wasStopped(line) ? NOT_SENT : line.isOver ? ALREADY_OVER : line.state;

/** In the words of the pane; the platform's own are in the column of the file. */
const reasonOf = ({ state, sentAt, failure }: Action): string | undefined =>
  state === 'rejected' && sentAt !== undefined && failure?.kind === 'price-moved'
    ? 'Rejected: the price moved. Nothing was traded.'
    : failure && sentence(failure);

const JOURNAL_COLUMNS: readonly Column<JournalLine>[] = [
  ...inFile('created-at'),
  text('state', stateWord, stateWord),
  ...renamed('action', 'kind'),
  ...inFile('request-id'),
  ...renamed('price-direction', 'direction'),
  ...inFile('price', 'leg-1-price', 'leg-2-price', 'leg-3-price', 'quantity', 'shown'),
  ...renamed('quotation-id', 'quote-id'),
  ...inFile('trade-id'),
  text('reason', reasonOf, ({ reason }) => reason),
  ...inFile('sent-at', 'ended-at', 'action-id'),
  // By the platform's own trades, of a quote those that took it: empty until they were read, whatever was asked for.
  ...inFile('executed-quantity', 'executed-quantity-unit', 'executed-price'),
  ...inFile('executed-leg-1-price', 'executed-leg-2-price', 'executed-leg-3-price'),
  ...inFile('executed-price-unit', 'executed-side', 'executed-counterparty'),
  ...inFile('by', 'approved-by', 'spread-price', 'product', 'executed-net-price', 'price-unit'),
];

/** The columns of the journal's file, under its names, for those who ask for them. */
const FILE_COLUMNS = inFile(...Object.keys(FILE));

/** Of a quote: when it was traded last, by the trades themselves. When it ended, the desk saw later. */
const TAKEN_AT = ofFile('taken-at', { kind: 'moment', value: ({ taken = [] }) => lastTakenAt(taken) });

/** Of the first try: an outage has many lines of one withdrawal, of which one `counts`, that with its outcome. */
const PRESS_COLUMNS: readonly Column<JournalLine>[] = [
  text('press-id', ({ thing }) => thing.tries[0].id),
  {
    name: 'pressed-at',
    cell: (line, time) => time.moment(line.state === NOTED ? line.createdAt : line.thing.tries[0].at),
  },
  text(
    'pressed-by',
    ({ thing }) => thing.tries[0].by?.name ?? NOT_KNOWN,
    ({ by }) => by?.name ?? NOT_KNOWN,
  ),
  { name: 'counts', cell: (line) => (line.state === NOTED || line.thing.counts.id === line.id ? 1 : 0) },
];

const JOURNAL_CHOICE: ColumnChoice<JournalLine> = {
  columns: JOURNAL_COLUMNS,
  further: [...FILE_COLUMNS, TAKEN_AT, ...PRESS_COLUMNS],
  known: ['action-id'],
  rawOf: () => ({}),
};

/** JOURNAL: what this desk sent, and what else was done on it, newest first. */
export function journalFormula(given: { count: unknown; state: unknown; columns: unknown }): Formula {
  const read = together({
    count: countArgument(given.count, { name: 'count', max: ROWS_MAX, otherwise: COUNT_OTHERWISE }),
    state: wordArgument(given.state, {
      name: 'state',
      words: [...ActionState.options, NOT_SENT, ALREADY_OVER, TRADED, NOTED],
    }),
    columns: columnsArgument(given.columns),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { count, state } = read.value;
  const columns = chosen(JOURNAL_CHOICE, read.value.columns, []);
  if (!columns.ok) return cellFailure(columns.failure);
  return (desk) =>
    inServiceTime(desk, (time) => journal(desk, { count, state, columns: columns.value, time }));
}

interface JournalOptions {
  readonly count: number;
  readonly state: string | undefined;
  readonly columns: readonly Column<JournalLine>[];
  readonly time: SheetTime;
}

function journal(desk: FormulaContext, { count, state, columns, time }: JournalOptions): Shown {
  const actions = valueOf(desk, { kind: 'journal' });
  if (actions instanceof CellFailure) return actions;
  const entries = valueOf(desk, { kind: 'desk-entries' });
  if (entries instanceof CellFailure) return entries;
  const rows = [...withThings(actions), ...entries]
    .filter((line) => (state === TRADED ? isTraded(line) : state === undefined || stateWord(line) === state))
    .sort((a, b) => b.createdAt - a.createdAt);
  return table({
    columns,
    // Who asks for as many as there can be, asks for all.
    rows: count === ROWS_MAX ? rows : rows.slice(0, count),
    id: 'action-id',
    time,
    rest: narrower({ 'one state, such as "done"': state !== undefined }),
  });
}

function withThings(actions: readonly Action[]): JournalLine[] {
  const quotes = new Map(
    actions.flatMap((one) => (one.body.kind === 'send-quote' && one.quoteId ? [[one.quoteId, one]] : [])),
  );
  return thingsIn(actions.map((action) => ({ ...action, at: action.createdAt }))).flatMap((thing) =>
    thing.tries.map((action) => {
      const { body } = action;
      const over = body.kind === 'withdraw-quote' ? quotes.get(body.quoteId)?.over : undefined;
      // Of one whose outcome is not known that stays its state, whatever has become of its quote.
      const isOver =
        action.state === 'rejected' &&
        lateWithdrawal(action, { over, isTaken: over?.how === 'accepted' })?.isOver === true;
      return { ...action, thing, isOver };
    }),
  );
}

const EVENT_COUNT_OTHERWISE = 20;
/** The gateway shows no more. */
const COUNT_MAX = 500;

const eventText = (name: string, of: (event: EventRow) => string | undefined): Column<EventRow> => ({
  name,
  cell: (event) => of(event) ?? '',
});

interface EventRow extends PlatformEvent {
  /** Who of this desk did it; absent where that is not known, and of what others do. */
  readonly by?: By | undefined;
}

const EVENT_COLUMNS: readonly Column<EventRow>[] = [
  { name: 'heard-at', cell: ({ heardAt }, time) => time.moment(heardAt) },
  eventText('event-type', ({ type }) => type),
  eventText('request-id', ({ requestId }) => requestId),
  eventText('trade-id', ({ tradeId }) => tradeId),
  eventText('quotation-id', ({ quoteId }) => quoteId),
  eventText('price-proposal-id', ({ proposalId }) => proposalId),
  eventText('counteroffer-id', ({ counterofferId }) => counterofferId),
  eventText('origin', ({ origin }) => origin),
  { name: 'times', cell: ({ times }) => times },
  eventText('by', ({ by }) => by?.name),
];

/** EVENTS: what happened on the platform as far as this desk heard of it, newest first. */
export function eventsFormula(given: { count: unknown; type: unknown }): Formula {
  const read = together({
    count: countArgument(given.count, { name: 'count', max: COUNT_MAX, otherwise: EVENT_COUNT_OTHERWISE }),
    type: textArgument(given.type, 'type'),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { count, type } = read.value;
  return (desk) => inServiceTime(desk, (time) => events(desk, { count, type, time }));
}

function events(
  desk: FormulaContext,
  { count, type, time }: { count: number; type: string | undefined; time: SheetTime },
): Shown {
  const heard = valueOf(desk, { kind: 'events' });
  if (heard instanceof CellFailure) return heard;
  const journal = valueOf(desk, { kind: 'journal' });
  // Events are shown without it too.
  const doer = journal instanceof CellFailure ? () => undefined : doersIn(journal);
  // Types are the platform's own words: any may come, so a word that no event has had is no mistake.
  const rows = heard
    .filter((event) => type === undefined || event.type === type)
    .sort((a, b) => b.sequence - a.sequence)
    .slice(0, count)
    .map((event) => ({ ...event, by: doer(event) }));
  return table({ columns: EVENT_COLUMNS, rows, id: 'event-type', time, rest: '' });
}
