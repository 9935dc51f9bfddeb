import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { Listing, RawRecord } from '../../domain/record';
import { plainText, unreadReason, type Unread } from '../../domain/unread';
import { cellFailure, CellFailure } from '../cells/cell-failure';
import { cellOf, type Cell, type Shown } from '../cells/cells';
import type { SheetTime } from '../cells/sheet-time';
import { plainName } from '../../domain/field-name';
import { getPath, isKnown, legsInWords, meanings, noSuchField, type KnownFields } from './fields';

/** More rows make Excel slow, and on the web a payload is limited; the last row says how to get the rest. */
export const ROWS_MAX = 2_000;

export interface Column<R> {
  readonly name: string;
  /** What stands over it, where a person called it otherwise. */
  readonly heading?: string;
  cell(row: R, time: SheetTime): Cell;
}

/** What may be a column: the ones of the table, and every field of the record behind a row. */
export interface ColumnChoice<R> {
  readonly columns: readonly Column<R>[];
  /** Columns that are shown only when they are asked for, because they cost calls or are worked out. */
  readonly further?: readonly Column<R>[];
  readonly known: KnownFields;
  readonly rawOf: (row: R) => RawRecord | CellFailure;
  /** Why nothing of a row may be shown that can change. */
  readonly staleOf?: (row: R) => CellFailure | undefined;
  /** Columns that never change: they are shown of a stale row too. */
  readonly lasting?: ReadonlySet<string>;
  /** Columns that do not come of the row's record: they are shown of a stale row too. */
  readonly ownAccount?: ReadonlySet<string>;
}

/**
 * The columns asked for, in the order asked for and under the names that they were asked for by; all of the table's own when
 * none are. An unknown name is refused.
 */
export function chosen<R>(
  choice: ColumnChoice<R>,
  names: readonly string[] | undefined,
  rows: readonly R[],
): Outcome<readonly Column<R>[]> {
  if (!names) return success(choice.columns.map((column) => aging(choice, column)));
  const columns: Column<R>[] = [];
  for (const name of names) {
    const column = columnNamed(choice, name, rows);
    if (!column) return failed(unknownColumn(choice, name));
    columns.push({ ...column, heading: name });
  }
  return success(columns);
}

/** The column that a name means, of a table's own or a field of the records behind these rows. */
export function columnNamed<R>(
  choice: ColumnChoice<R>,
  typed: string,
  rows: readonly R[],
): Column<R> | undefined {
  const own = [...choice.columns, ...(choice.further ?? [])];
  const [itself] = choice.known;
  // Functions call it id, whatever the records are.
  const called = plainName(typed) === 'id' && itself !== undefined ? [typed, itself] : meanings(typed);
  for (const name of called) {
    const plain = plainName(name);
    const column = own.find((one) => plainName(one.name) === plain) ?? fieldColumn(choice, name, rows);
    if (column) return aging(choice, column);
  }
  return undefined;
}

/** Whether a column never changes. What does not of all legs does not of one; "leg 1 load-profile" is read as `legs[0].loadprofile`. */
export function isLasting<R>({ lasting = new Set() }: ColumnChoice<R>, { name }: Column<R>): boolean {
  const plain = plainName(name.replace(/.*\./, ''));
  return [...lasting].some((one) => plainName(one) === plain);
}

/** A column that says of a stale row why it shows nothing of it, unless what it shows never changes. */
function aging<R>(choice: ColumnChoice<R>, column: Column<R>): Column<R> {
  const { staleOf, ownAccount } = choice;
  if (!staleOf || isLasting(choice, column) || ownAccount?.has(column.name)) return column;
  return { ...column, cell: (row, time) => staleOf(row) ?? column.cell(row, time) };
}

function fieldColumn<R>(
  { known, rawOf }: ColumnChoice<R>,
  name: string,
  rows: readonly R[],
): Column<R> | undefined {
  const somewhere = (row: R): boolean => {
    const raw = rawOf(row);
    return raw instanceof CellFailure ? raw.waiting : getPath(raw, name).found;
  };
  if (!isKnown(name, known) && !rows.some(somewhere)) return undefined;
  return {
    name,
    cell(row, time) {
      const raw = rawOf(row);
      if (raw instanceof CellFailure) return raw;
      const looked = getPath(raw, name);
      if (!looked.found) return '';
      const { name: field, value } = looked;
      return cellOf(field === 'legs' && Array.isArray(value) ? legsInWords(value) : value, field, time);
    },
  };
}

/** A name that no column and no field has; `rows` may have more fields than are known. */
export function unknownColumn<R>(
  { columns, further = [], known, rawOf }: ColumnChoice<R>,
  name: string,
  rows: readonly R[] = [],
): Failure {
  const own = [...columns, ...further].map((column) => column.name);
  const raws = rows.flatMap((row) => {
    const raw = rawOf(row);
    return raw instanceof CellFailure ? [] : [raw];
  });
  const legs = raws.map((raw) => (Array.isArray(raw['legs']) ? raw['legs'].length : 0));
  const names = [...own, ...known, ...raws.flatMap((raw) => Object.keys(raw))];
  return noSuchField(name, names, Math.max(0, ...legs));
}

interface TableOptions<R> {
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly unreadable?: Listing<unknown>['unreadable'];
  /** Why of a record that cannot be read only its id may be shown. */
  readonly stale?: CellFailure | undefined;
  /** Name of the field that tells an unreadable record from others. */
  readonly id: string;
  readonly time: SheetTime;
  /** How to get the rows that do not fit. */
  readonly rest: string;
  /** Sheets filter it by its numbers, and do not sum them: one that cannot be read is a sentence too. */
  readonly isFiltered?: boolean;
}

/** A header row and one row each. Records that cannot be read follow, and say why in their cells: nothing is left out silently. */
export function table<R>(options: TableOptions<R>): Shown {
  const { columns, rows, unreadable = [], stale, id, time, rest, isFiltered = false } = options;
  const header = columns.map(({ name, heading = name }) => heading);
  const readable = rows.slice(0, ROWS_MAX).map((row) => columns.map((column) => column.cell(row, time)));
  const broken = unreadable
    .slice(0, ROWS_MAX - readable.length)
    .map((one) =>
      columns.map(({ name }) =>
        stale && name !== id ? stale : brokenCell(one, name, { id, time, isFiltered }),
      ),
    );
  const left = rows.length + unreadable.length - readable.length - broken.length;
  const last = left > 0 ? [header.map((_, column) => (column === 0 ? more(left, rest) : ''))] : [];
  return [header, ...readable, ...broken, ...last];
}

/**
 * A cell of a record that cannot be read as a whole: its id and the words that it says plainly, such as its state; a word that cannot be
 * read is a sentence, for an error in one cell would take every row of FILTER with it. A number of it is never shown: what is
 * beside it may be what is wrong with it. Where numbers are summed, as those of trades are, they are errors, for a sum
 * without one of them would be wrong and look right.
 */
function brokenCell(
  unread: Unread,
  column: string,
  { id, time, isFiltered }: { id: string; time: SheetTime; isFiltered: boolean },
): Cell {
  const said = plainText(unread, column);
  const isWrong = (unread.failure.fields ?? []).some(({ path }) => path === column);
  if (said !== undefined && (!isWrong || column === id)) return cellOf(said, column, time);
  const isText = isFiltered || WORDS.has(column);
  return isText ? `unreadable (${unreadReason(unread)})` : cellFailure(unread.failure);
}

/** Columns of words. */
const WORDS = new Set([
  ...['state', 'role', 'contract', 'contract-type', 'spread-type', 'spreadType', 'kind', 'type'],
  ...['price-direction', 'venue', 'commodity', 'market', 'counterparty', 'action', 'load-profile'],
]);

/**
 * What to ask for so that a table fits, by what the formula leaves open: each way is there until it is `used`. The rows
 * shown are the first of their order.
 */
export function narrower(ways: Readonly<Record<string, boolean>>): string {
  const open = Object.entries(ways).flatMap(([way, used]) => (used ? [] : [way]));
  if (open.length === 0) return 'a sheet shows the first ones only, and no argument narrows it.';
  return `ask for ${[open.slice(0, -1).join(', '), ...open.slice(-1)].filter(Boolean).join(' or ')}.`;
}

export const more = (count: number, rest: string): string =>
  `${count.toLocaleString('en')} more ${count === 1 ? 'row' : 'rows'}: ${rest}`;

/** What has no fixed fields: one column for each that any record has, in the order in which they appear. */
export function openColumns<R>(
  rows: readonly R[],
  fieldsOf: (row: R) => Readonly<Record<string, unknown>>,
): readonly Column<R>[] {
  const names = new Set(rows.flatMap((row) => Object.keys(fieldsOf(row))));
  return [...names].map((name) => ({
    name,
    cell(row, time) {
      const fields = fieldsOf(row);
      return cellOf(Object.hasOwn(fields, name) ? fields[name] : undefined, name, time);
    },
  }));
}
