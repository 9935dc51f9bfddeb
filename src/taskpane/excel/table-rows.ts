import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { localAddress } from './address';

export type TypedValue = string | number | boolean;

/** What may change after a trade was written into a row. */
export interface Marks {
  readonly provisional: boolean;
  /** Not on the platform's list any more; in a table `undefined` where its column was taken out. */
  readonly unlisted: boolean | undefined;
}

/** One trade as a row: values and number formats by the headers of the table, an empty text where nothing is known. */
export interface TypedRow extends Marks {
  readonly id: string;
  readonly values: readonly TypedValue[];
  readonly formats: readonly string[];
}

/** The columns of a table that tell which trade a row is, and how it was marked when it was written. */
const ID_HEADERS: ReadonlySet<string> = new Set(['trade-id', '31-unique-transaction-id']);
const PROVISIONAL_HEADER = 'provisional';
const NOT_LISTED_HEADER = 'not-listed';

/** Where a table stands just now. Rows and columns count from 0. */
export interface Outline {
  readonly table: Excel.Table;
  readonly row: number;
  readonly column: number;
  readonly columns: number;
  readonly bodyRows: number;
  /** Where in the table each of our columns is; -1 for one that was taken out. */
  readonly places: readonly number[];
  readonly idAt: number;
  readonly provisionalAt: number;
  /** -1 where it was taken out. */
  readonly notListedAt: number;
}

/** Excel takes at most 5 MB at once on the web. */
const IDS_PER_TRIP = 10_000;
const SHEET_ROWS_MAX = 1_048_576;

export async function outlineOf(
  context: Excel.RequestContext,
  table: Excel.Table,
  headers: readonly string[],
): Promise<Outcome<Outline>> {
  const head = table.getHeaderRowRange();
  const body = table.getDataBodyRange();
  table.load('name,showTotals');
  head.load('values,rowIndex,columnIndex,columnCount');
  body.load('rowCount');
  await context.sync();
  const own: readonly unknown[] = head.values[0] ?? [];
  const names = own.map((name) => String(name).toLowerCase());
  const idAt = names.findIndex((name) => ID_HEADERS.has(name));
  const provisionalAt = names.indexOf(PROVISIONAL_HEADER);
  if (idAt < 0)
    return failed(lacks(table.name, [...headers].find((name) => ID_HEADERS.has(name)) ?? 'trade-id'));
  if (provisionalAt < 0) return failed(lacks(table.name, PROVISIONAL_HEADER));
  if (table.showTotals) return failed(totals(table.name));
  return success({
    table,
    row: head.rowIndex,
    column: head.columnIndex,
    columns: head.columnCount,
    bodyRows: body.rowCount,
    places: headers.map((header) => names.indexOf(header.toLowerCase())),
    idAt,
    provisionalAt,
    notListedAt: names.indexOf(NOT_LISTED_HEADER),
  });
}

/** The trades of the table by their ids, and how each is marked. */
export const idsOf = async (context: Excel.RequestContext, outline: Outline): Promise<Map<string, Marks>> =>
  new Map(await marksOf(context, outline));

/** Of each row its trade and its marks. */
async function marksOf(context: Excel.RequestContext, outline: Outline): Promise<[id: string, Marks][]> {
  const marks: [string, Marks][] = [];
  for (let from = 0; from < outline.bodyRows; from += IDS_PER_TRIP) {
    marks.push(...(await marksOnce(context, outline, from)));
  }
  return marks;
}

async function marksOnce(
  context: Excel.RequestContext,
  outline: Outline,
  row: number,
): Promise<[string, Marks][]> {
  const rows = Math.min(IDS_PER_TRIP, outline.bodyRows - row);
  const column = (at: number): Excel.Range => cells(outline, { row, column: at, rows, columns: 1 });
  const ids = column(outline.idAt);
  const provisional = column(outline.provisionalAt);
  const unlisted = outline.notListedAt < 0 ? undefined : column(outline.notListedAt);
  for (const range of [ids, provisional, unlisted]) range?.load('values');
  await context.sync();
  const isTrue = (range: Excel.Range, index: number): boolean => range.values[index]?.[0] === true;
  return ids.values.map(([id]: readonly unknown[], index) => [
    String(id),
    { provisional: isTrue(provisional, index), unlisted: unlisted && isTrue(unlisted, index) },
  ]);
}

/** Makes the table longer and fills the new rows. Nothing that stands below it is written over. */
export async function appended(
  context: Excel.RequestContext,
  outline: Outline,
  rows: readonly TypedRow[],
): Promise<Outcome<undefined>> {
  const { table, row, column, columns, bodyRows } = outline;
  const first = row + 1 + bodyRows;
  if (first + rows.length > SHEET_ROWS_MAX) return failed(FULL);
  if (bodyRows > 0) {
    const below = cells(outline, { row: bodyRows, column: 0, rows: rows.length, columns });
    below.load('formulas');
    await context.sync();
    if (below.formulas.flat().some((content) => content !== '')) {
      return failed(occupied(localAddress({ row: first, column })));
    }
    table.resize(table.worksheet.getRangeByIndexes(row, column, 1 + bodyRows + rows.length, columns));
  }
  write(outline, bodyRows, rows);
  await context.sync();
  return success(undefined);
}

/**
 * Writes the rows over those of the same trades that show something else, and says which; a trade whose row was taken out stays
 * out.
 */
export async function rewritten(
  context: Excel.RequestContext,
  outline: Outline,
  rows: readonly TypedRow[],
): Promise<ReadonlySet<string>> {
  const marks = await marksOf(context, outline);
  const places = new Map(marks.map(([id], index) => [id, index]));
  const standing = rows.flatMap((row) => {
    const place = places.get(row.id);
    if (place === undefined) return [];
    const shown = cells(outline, { row: place, column: 0, rows: 1, columns: outline.columns });
    shown.load('values');
    return [{ row, place, shown }];
  });
  await context.sync();
  const others = standing.filter(({ row, shown }) => !isShown(row, shown.values[0] ?? [], outline));
  for (const { row, place } of others) write(outline, place, [row]);
  await context.sync();
  return new Set(others.map(({ row }) => row.id));
}

/** Whether our columns that are still there show just this. */
const isShown = ({ values }: TypedRow, shown: readonly unknown[], { places }: Outline): boolean =>
  places.every((at, index) => at < 0 || asRead(values[index]) === asCompared(shown[at]));

/** What a cell gives back of what was written into it: the apostrophe before a text is no part of it. */
const asRead = (value: TypedValue | undefined): string =>
  typeof value === 'string' ? value.replace(/^'/, '') : asCompared(value);
/** Excel keeps 15 digits of a number. */
const asCompared = (value: unknown): string =>
  typeof value === 'number' ? value.toPrecision(15) : String(value);

/** Formats come before values: what a cell is decides how Excel reads what is put into it. */
function write(outline: Outline, row: number, rows: readonly TypedRow[]): void {
  for (const { at, from, to } of runs(outline.places)) {
    const size = { row, rows: rows.length };
    for (const part of alike(rows, from, to)) {
      const range = cells(outline, { ...size, column: at + part.from - from, columns: part.to - part.from });
      // Excel takes one format for a whole area; its declaration only knows of one for each cell.
      Object.assign(range, { numberFormat: part.format });
    }
    const range = cells(outline, { ...size, column: at, columns: to - from });
    range.values = rows.map(({ values }) => values.slice(from, to));
  }
}

/** Our columns that stand side by side in the table, from the `from`th to before the `to`th, beginning at its column `at`. */
function runs(places: readonly number[]): { at: number; from: number; to: number }[] {
  const all: { at: number; from: number; to: number }[] = [];
  for (const [index, at] of places.entries()) {
    const last = all.at(-1);
    if (at < 0) continue;
    if (last && last.to === index && last.at + (last.to - last.from) === at) last.to++;
    else all.push({ at, from: index, to: index + 1 });
  }
  return all;
}

type Format = string | string[][];

/** Columns side by side that have one number format; a column whose rows have several stands alone. */
function alike(
  rows: readonly TypedRow[],
  first: number,
  end: number,
): { from: number; to: number; format: Format }[] {
  const parts: { from: number; to: number; format: Format }[] = [];
  for (let index = first; index < end; index++) {
    const formats = rows.map((row) => row.formats[index] ?? 'General');
    const [one = 'General'] = formats;
    const last = parts.at(-1);
    const format = formats.every((format) => format === one) ? one : formats.map((format) => [format]);
    if (last && typeof format === 'string' && last.format === format) last.to++;
    else parts.push({ from: index, to: index + 1, format });
  }
  return parts;
}

/** Cells of the table's body; also below its last row. */
const cells = (
  { table, row: top, column: left }: Outline,
  { row, column, rows, columns }: { row: number; column: number; rows: number; columns: number },
): Excel.Range => table.worksheet.getRangeByIndexes(top + 1 + row, left + column, rows, columns);

const lacks = (table: string, header: string): Failure => ({
  kind: 'wrong-state',
  message: `The table ${table} has no column “${header}” any more, so its rows cannot be matched with trades.`,
  next: 'Restore the column, or put the trades into a new sheet.',
});
const totals = (table: string): Failure => ({
  kind: 'wrong-state',
  message: `The table ${table} shows a total row, and new trades would have to go below it.`,
  next: 'Hide it (Table Design, Total Row), press again, and show it afterwards.',
});
const occupied = (address: string): Failure => ({
  kind: 'wrong-state',
  message: `The cells below the table, from ${address} on, are not empty, and new trades would go there.`,
  next: 'Move it to the right of the table or onto another sheet, then press again.',
});
const FULL: Failure = {
  kind: 'wrong-state',
  message: 'The sheet has no more rows for these trades.',
  next: 'Download a shorter period, or save the trades as a file.',
};
