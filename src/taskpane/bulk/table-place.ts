import { headingsNamed, plainHeading, recognised } from '../../domain/bulk/column';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { localAddress, type Area } from '../sheet/place';
import { RESULT_HEADINGS } from '../sheet/results';
import type { UsedCells } from '../sheet/table';

/** Columns from `from` on to before `to`, counted from the first used one. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

/** Where a table stands in the used cells. */
export interface TablePlace {
  /** The row of its headings, counted from the first used one. */
  readonly line: number;
  /** All columns that are its own, up to where the next table on the same row of headings begins. */
  readonly own: Columns;
  /** From its first to its last heading, the pane's among them. */
  readonly headed: Columns;
}

/** A row with fewer headings that are known is not taken for one. */
const HEADINGS_MIN = 2;

/**
 * The table that is meant by what is selected: the nearest above it, or for a single cell the first of its columns. Of several side
 * by side it has to be said which: results of one must never come beside another.
 */
export function tablePlace(used: UsedCells, top: number | undefined): Outcome<TablePlace> {
  const tables = used.values.flatMap((row, line) => tablesIn(row.map(String), line));
  const reachable = tables.filter(({ line }) => top === undefined || used.row + line <= top);
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
  if (only) return success(only);
  const whole = { from: 0, to: used.values[0]?.length ?? 0 };
  return success({ line: top === undefined ? 0 : Math.max(0, top - used.row), own: whole, headed: whole });
}

/** The tables whose headings stand in this row, from left to right. */
function tablesIn(headings: readonly string[], line: number): TablePlace[] {
  if (headingsNamed(headings) < HEADINGS_MIN) return [];
  const starts = beginnings(headings).filter((from, at, all) => isTable(headings.slice(from, all[at + 1])));
  const first = [0, ...starts.slice(1)];
  return first.map((from, at) => {
    const to = first[at + 1] ?? headings.length;
    const inside = headings.slice(from, to);
    const begins = starts.length > 1 ? (starts[at] ?? from) : from + Math.max(0, inside.findIndex(isNamed));
    const last = inside.findLastIndex((heading) => heading.trim() !== '');
    return { line, own: { from, to }, headed: { from: begins, to: from + last + 1 } };
  });
}

/** Where headings begin after a gap, after the pane's own columns, or with a request id that was there before. */
function beginnings(headings: readonly string[]): number[] {
  const starts: number[] = [];
  for (const [at, heading] of headings.entries()) {
    if (heading.trim() === '' || isOwn(heading)) continue;
    const before = headings[at - 1]?.trim() ?? '';
    const since = headings.slice(starts.at(-1) ?? 0, at).map(plainHeading);
    const isAgain = isRequestId(heading) && since.includes(plainHeading(heading));
    if (before === '' || isOwn(before) || isAgain) starts.push(at);
  }
  return starts;
}

function isTable(headings: readonly string[]): boolean {
  const { mapping, unclear } = recognised(headings);
  const hasId = mapping['request-id'] !== undefined || unclear.some(({ column }) => column === 'request-id');
  return hasId && headingsNamed(headings) >= HEADINGS_MIN;
}

const isNamed = (heading: string): boolean => headingsNamed([heading]) > 0;
const isRequestId = (heading: string): boolean => recognised([heading]).mapping['request-id'] !== undefined;
const isOwn = (heading: string): boolean => RESULT_HEADINGS.some((own) => own === heading.trim());
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
