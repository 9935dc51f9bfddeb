import { present } from '../../domain/present';
import {
  headingsKey,
  headingsNamed,
  plainHeading,
  recognised,
  type Mapping,
  type TableKind,
} from '../../domain/bulk/column';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { localAddress, type Area, type Cell } from '../excel/address';
import type { Content, UsedCells } from '../excel/reading';
import type { ActionId } from '../../domain/identifiers';
import { ABOUT_HEADING, MADE_HEADING, RESULT_HEADINGS, type ResultPlace } from '../excel/results';
import { readActionId, type InputCell } from './bulk-columns';

/** One row of the sheet below its headings. `row` counts from 0, as the sheet does. */
export interface SheetRow {
  readonly row: number;
  readonly cells: readonly InputCell[];
  /** The id that the pane wrote of it before, where that is known to be its own. */
  readonly written?: ActionId | undefined;
  /** All ids that the pane wrote of what it is about. */
  readonly before: readonly ActionId[];
}

/** What stands in a column of a row; a column that the table does not have is empty. */
export function cellIn({ cells }: SheetRow, mapping: Mapping, column: string): InputCell {
  const place = mapping[column];
  return (place === undefined ? undefined : cells[place]) ?? { content: '', format: 'General' };
}

/** A table of a sheet: its headings, and the rows that are meant. It is one block of columns: one without a heading ends it. */
export interface SheetTable {
  readonly sheet: string;
  /** Where its first column stands in the row of its headings. */
  readonly corner: Cell;
  /** Its columns of the sheet. */
  readonly headed: Columns;
  readonly headings: readonly string[];
  /** Equal for equal headings: what is mapped is remembered under it. */
  readonly key: string;
  readonly rows: readonly SheetRow[];
  /** Rows that are left out because they are hidden. */
  readonly hidden: number;
  /** Where results go unless a person says otherwise: the pane's own columns, or the first right of the headings. */
  readonly place: ResultPlace;
}

/** As many as a person can read before a press. */
const ROWS_MAX = 500;

/**
 * The table that is meant: the selected rows, or all where one cell is selected. Headings are looked for above the selection
 * as well, and what stands beside them in another table is no part of it. Hidden rows are left out: nobody sees what they hold.
 */
export function tableOf(
  used: UsedCells,
  kind: TableKind,
  results: readonly string[] = RESULT_HEADINGS,
): Outcome<SheetTable> {
  const chosen = isOneCell(used.selected) ? [] : used.selected;
  const top = chosen.length === 0 ? undefined : Math.min(...chosen.map(({ row }) => row));
  const found = tablePlace(used, top, kind);
  if (!found.ok) return found;
  const { line, headed } = found.value;
  const headings = partOf(used.values[line], headed).map((content) => String(content).trim());
  const place = placeOf(used, found.value, results);
  const written = writtenIn(used, headed, place);
  const meant = used.values
    .map((_, down) => down)
    .slice(line + 1)
    .filter((down) => chosen.length === 0 || chosen.some((area) => holdsRow(area, used.row + down)));
  const seen = meant.filter((down) => !used.hidden.has(used.row + down));
  if (seen.filter((down) => hasContent(used, down, headed)).length > ROWS_MAX) return failed(TOO_MANY);
  return success({
    sheet: used.sheet,
    corner: { sheet: used.sheet, row: used.row + line, column: used.column + headed.from },
    headed: { from: used.column + headed.from, to: used.column + headed.to },
    headings,
    key: headingsKey(headings.filter((heading) => !isOwn(heading))),
    rows: seen.map((down) => rowOf(used, { down, headed, ...written(down) })),
    hidden: meant.length - seen.length,
    place,
  });
}

const isOneCell = (areas: readonly Area[]): boolean =>
  areas.every(({ rows, columns }) => rows === 1 && columns === 1) && areas.length <= 1;

const holdsRow = ({ row, rows }: Area, at: number): boolean => at >= row && at < row + rows;
const hasContent = ({ values }: UsedCells, down: number, own: Columns): boolean =>
  partOf(values[down], own).some((content) => content !== '');
const partOf = <T>(line: readonly T[] | undefined, { from, to }: Columns): readonly T[] =>
  (line ?? []).slice(from, to);

function placeOf(
  used: UsedCells,
  { line, headed, end }: TablePlace,
  results: readonly string[],
): ResultPlace {
  const { length: width } = used.values[0] ?? [];
  const right = (used.values[line] ?? []).map((content) => String(content).trim()).slice(headed.from, end);
  const known = right.findIndex((_, at) => results.every((heading, step) => right[at + step] === heading));
  const beside = headed.to - headed.from;
  const isFree = results.every((_, step) => (right[beside + step] ?? '') === '');
  const free = isFree ? beside : right.findLastIndex((heading) => heading !== '') + 1;
  return {
    sheet: used.sheet,
    row: used.row + line,
    column: used.column + headed.from + (known < 0 ? free : known),
    headings: results,
    // Right of the last table everything is its own.
    within: { from: used.column + headed.from, to: end < width ? used.column + end : Infinity },
  };
}

const ACTION_STEP = RESULT_HEADINGS.indexOf('desk action');
const ABOUT_STEP = RESULT_HEADINGS.length;

type Written = Pick<SheetRow, 'written' | 'before'>;

/**
 * What the pane wrote of a row before: beside it, or on lines that say that they are about what stands in the row. Two rows may be about one
 * request, a quote and a price proposal: then none of these lines is known to be its own.
 */
function writtenIn(
  { values, row, column }: UsedCells,
  headed: Columns,
  place: Cell,
): (down: number) => Written {
  const [head, first] = [place.row - row, place.column - column];
  const actionIn = (line: readonly Content[] = []): readonly ActionId[] =>
    [readActionId(line[first + ACTION_STEP] ?? '')].flatMap((id) => id ?? []);
  const known = (before: readonly ActionId[], isAlone = true): Written => ({
    before,
    ...present({ written: isAlone ? before.at(-1) : undefined }),
  });
  if (values[head]?.[first] !== RESULT_HEADINGS[0]) return () => known([]);
  if (values[head]?.[first + ABOUT_STEP] !== ABOUT_HEADING) return (down) => known(actionIn(values[down]));
  const byAbout = new Map<string, readonly ActionId[]>();
  for (const line of values.slice(head + 1)) {
    const about = String(line[first + ABOUT_STEP] ?? '');
    if (about !== '') byAbout.set(about, [...(byAbout.get(about) ?? []), ...actionIn(line)]);
  }
  const own = { from: headed.from, to: Math.min(headed.to, Math.max(first, headed.from)) };
  const aboutIn = (line: readonly Content[] | undefined): string | undefined =>
    partOf(line, own)
      .map((content) => String(content).trim())
      .find((text) => byAbout.has(text));
  const rowsOf = new Map<string | undefined, number>();
  for (const line of values.slice(head + 1)) rowsOf.set(aboutIn(line), (rowsOf.get(aboutIn(line)) ?? 0) + 1);
  return (down) => {
    const about = aboutIn(values[down]);
    return known(about === undefined ? [] : (byAbout.get(about) ?? []), rowsOf.get(about) === 1);
  };
}

function rowOf(
  used: UsedCells,
  { down, headed, ...written }: { readonly down: number; readonly headed: Columns } & Written,
): SheetRow {
  return {
    row: used.row + down,
    cells: partOf(used.values[down], headed).map((content, right) => ({
      content,
      format: used.formats[down]?.[headed.from + right] ?? 'General',
    })),
    ...written,
  };
}

/** Where what rows are known by stands in the sheet. */
export const keyColumn = ({ corner }: SheetTable, mapping: Mapping, { key }: TableKind): number =>
  corner.column + (mapping[key] ?? 0);

const TOO_MANY: Failure = {
  kind: 'invalid-argument',
  message: `More than ${ROWS_MAX} rows: too many to check before sending.`,
  next: 'Select fewer rows.',
};

/** Columns from `from` on to before `to`, counted from the first used one. */
interface Columns {
  readonly from: number;
  readonly to: number;
}

/** Where a table stands in the used cells. */
interface TablePlace {
  /** The row of its headings, counted from the first used one. */
  readonly line: number;
  /** From its first to its last heading, the pane's among them where they touch it. */
  readonly headed: Columns;
  /** Where the next table on the same row of headings begins: up to there its results may stand. */
  readonly end: number;
  /** A column of another block, with a meaning that no column of this table has. */
  readonly apart?: number;
}

/** A row with fewer headings that are known is not taken for one. */
const HEADINGS_MIN = 2;

/**
 * The table that is meant by what is selected: the nearest above it, or for a single cell the first of its columns. Of several side
 * by side it has to be said which: results of one must never come beside another.
 */
function tablePlace(used: UsedCells, top: number | undefined, kind: TableKind): Outcome<TablePlace> {
  const isReachable = ({ line }: TablePlace): boolean => top === undefined || used.row + line <= top;
  const found = used.values.flatMap((_, line) => tablesIn(used, line, kind)).filter(isReachable);
  const places = found.filter((place) => !found.some((table) => isRowOf(used, { table, place, kind })));
  const tables = places.filter(({ headed }) => headed.to > headed.from);
  const reachable = tables.length > 0 ? tables : places;
  const selected = used.selected.map((area) => columnsOf(area, used.column));
  const touched = reachable.filter(({ headed }) => selected.some((columns) => overlap(columns, headed)));
  const candidates = touched.length > 0 ? touched : reachable;
  // Of tables below each other one is nearest to what is selected.
  const nearest = top === undefined ? candidates : [...candidates].reverse();
  const meant = nearest.filter(
    (table, at) => !nearest.slice(0, at).some(({ headed }) => overlap(headed, table.headed)),
  );
  const [only, second] = meant;
  if (second) return failed(sideBySide(used, meant));
  if (only?.apart !== undefined) return failed(apart(used, only.line, only.apart, kind));
  if (only) return success(only);
  const whole = { from: 0, to: used.values[0]?.length ?? 0 };
  return success({ line: top === undefined ? 0 : Math.max(0, top - used.row), headed: whole, end: whole.to });
}

/**
 * Whether what looks like headings is a row of a table above, as one with "spread" and "MW" in it is: what its key column may hold stands in it, and no empty
 * row above it.
 */
function isRowOf(
  { values }: UsedCells,
  {
    table,
    place: { line, headed },
    kind,
  }: { readonly table: TablePlace; readonly place: TablePlace; readonly kind: TableKind },
): boolean {
  const ids = recognised(partOf(values[table.line], table.headed).map(String), kind).mapping[kind.key];
  if (ids === undefined || table.line >= line || !overlap(table.headed, headed)) return false;
  const rows = values.slice(table.line + 1, line + 1).map((row) => partOf(row, table.headed));
  const id = String(rows.at(-1)?.[ids] ?? '');
  return (
    kind.isKey(id) &&
    headingsNamed([id], kind) === 0 &&
    rows.every((row) => row.some((content) => content !== ''))
  );
}

/**
 * The tables whose headings stand in this row, from left to right: blocks of columns with the key column. A single block without one is
 * a table of which a person says the columns; several without one are none, and the columns of two are never read together.
 */
function tablesIn({ values }: UsedCells, line: number, kind: TableKind): TablePlace[] {
  const headings = (values[line] ?? []).map(String);
  if (headingsNamed(headings, kind) < HEADINGS_MIN) return [];
  const blocks = blocksIn(headings).flatMap((block) => parted(block, headings, kind));
  const textsOf = ({ from, to }: Columns): string[] => headings.slice(from, to);
  const named = blocks.filter((block) => headingsNamed(textsOf(block), kind) > 0);
  const tables = blocks.filter((block) => isTable(textsOf(block), kind));
  const [only, second] = named;
  if (tables.length === 0 && only && !second) return [{ line, headed: only, end: headings.length }];
  if (tables.length === 0)
    return only && second ? [{ line, headed: NOWHERE, end: 0, apart: second.from }] : [];
  const others = named.filter((block) => !tables.includes(block));
  return tables.map((headed, at) => {
    const apart = others.flatMap((block) =>
      lackedBy(textsOf(headed), textsOf(block), { from: block.from, kind }),
    )[0];
    return { line, headed, end: tables[at + 1]?.from ?? headings.length, ...present({ apart }) };
  });
}

const NOWHERE: Columns = { from: 0, to: 0 };

/** Columns with a heading between such as have none. */
function blocksIn(headings: readonly string[]): Columns[] {
  const isHeaded = headings.map((heading) => heading.trim() !== '');
  const starts = isHeaded.flatMap((is, at) => (is && !isHeaded[at - 1] ? [at] : []));
  return starts.map((from) => {
    const gap = isHeaded.indexOf(false, from);
    return { from, to: gap < 0 ? headings.length : gap };
  });
}

/** Tables that touch each other are two blocks. */
function parted({ from, to }: Columns, headings: readonly string[], kind: TableKind): Columns[] {
  const inside = headings.slice(from, to);
  const starts = beginnings(inside, kind).filter((start, at, all) =>
    isTable(inside.slice(start, all[at + 1]), kind),
  );
  const cuts = [0, ...starts.slice(1)];
  return cuts.map((cut, at) => ({ from: from + cut, to: from + (cuts[at + 1] ?? inside.length) }));
}

/** The columns of a block, which begins at `from`, whose meanings no column of a table has. */
function lackedBy(
  table: readonly string[],
  block: readonly string[],
  { from, kind }: { readonly from: number; readonly kind: TableKind },
): number[] {
  const meanings = (headings: readonly string[]): string[] => {
    const { mapping, unclear } = recognised(headings, kind);
    return [...Object.keys(mapping), ...unclear.map(({ column }) => column)];
  };
  const known = new Set(meanings(table));
  return block.flatMap((heading, at) =>
    meanings([heading]).some((one) => !known.has(one)) ? [from + at] : [],
  );
}

/** Where headings begin: at first, after the pane's own columns, or with the key column that was there before. */
function beginnings(headings: readonly string[], kind: TableKind): number[] {
  const starts: number[] = [];
  for (const [at, heading] of headings.entries()) {
    if (heading.trim() === '' || isOwn(heading)) continue;
    const before = headings[at - 1]?.trim() ?? '';
    const since = headings.slice(starts.at(-1) ?? 0, at).map(plainHeading);
    const isAgain = isKeyHeading(heading, kind) && since.includes(plainHeading(heading));
    if (before === '' || isOwn(before) || isAgain) starts.push(at);
  }
  return starts;
}

function isTable(headings: readonly string[], kind: TableKind): boolean {
  const { mapping, unclear } = recognised(headings, kind);
  const hasKey = mapping[kind.key] !== undefined || unclear.some(({ column }) => column === kind.key);
  return hasKey && headingsNamed(headings, kind) >= HEADINGS_MIN;
}

const isKeyHeading = (heading: string, kind: TableKind): boolean =>
  recognised([heading], kind).mapping[kind.key] !== undefined;
const isOwn = (heading: string): boolean =>
  [MADE_HEADING, ABOUT_HEADING].includes(heading.trim()) ||
  RESULT_HEADINGS.some((own) => own === heading.trim());
const overlap = (a: Columns, b: Columns): boolean => a.from < b.to && b.from < a.to;
const columnsOf = ({ column, columns }: Area, first: number): Columns => ({
  from: column - first,
  to: column - first + columns,
});

function sideBySide(used: UsedCells, tables: readonly TablePlace[]): Failure {
  const corners = [...tables]
    .sort((a, b) => a.headed.from - b.headed.from)
    .map(({ line, headed }) => localAddress({ row: used.row + line, column: used.column + headed.from }));
  return {
    kind: 'wrong-state',
    message: `Several tables stand side by side here, from ${corners.join(' and from ')}. Nothing was sent.`,
    next: 'Select cells of one of them, and check again.',
  };
}

function apart(used: UsedCells, line: number, column: number, kind: TableKind): Failure {
  const heading = String(used.values[line]?.[column] ?? '').trim();
  const cell = localAddress({ row: used.row + line, column: used.column + column });
  return {
    kind: 'wrong-state',
    message: `“${heading}” in ${cell} is separated by a column without a heading from the table with the ${kind.keys}. Nothing was sent.`,
    next: 'Put it beside the other columns of that table, or rename it, and check again.',
  };
}
