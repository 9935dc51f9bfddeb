import { headingsKey, type Mapping } from '../../domain/bulk/column';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { Area, Cell } from '../sheet/place';
import { RESULT_HEADINGS, type ResultPlace } from '../sheet/results';
import type { UsedCells } from '../sheet/table';
import { readActionId } from './cell';
import type { SheetRow } from './row';
import { tablePlace, type Columns, type TablePlace } from './table-place';

/** A table of a sheet: its headings, and the rows that are meant. */
export interface SheetTable {
  readonly sheet: string;
  /** Where its first column stands in the row of its headings. */
  readonly corner: Cell;
  /** The columns of the sheet that have its headings. */
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
export const ROWS_MAX = 500;

/**
 * The table that is meant: the selected rows, or all where one cell is selected. Headings are looked for above the selection
 * as well, and what stands beside them in another table is no part of it. Hidden rows are left out: nobody sees what they hold.
 */
export function tableOf(used: UsedCells): Outcome<SheetTable> {
  const chosen = isOneCell(used.selected) ? [] : used.selected;
  const top = chosen.length === 0 ? undefined : Math.min(...chosen.map(({ row }) => row));
  const found = tablePlace(used, top);
  if (!found.ok) return found;
  const { line, own, headed } = found.value;
  const headings = partOf(used.values[line], own).map((content) => String(content).trim());
  const place = placeOf(used, found.value, headings);
  const meant = used.values
    .map((_, down) => down)
    .slice(line + 1)
    .filter((down) => chosen.length === 0 || chosen.some((area) => holdsRow(area, used.row + down)));
  const seen = meant.filter((down) => !used.hidden.has(used.row + down));
  if (seen.filter((down) => hasContent(used, down, own)).length > ROWS_MAX) return failed(TOO_MANY);
  return success({
    sheet: used.sheet,
    corner: { sheet: used.sheet, row: used.row + line, column: used.column + own.from },
    headed: { from: used.column + headed.from, to: used.column + headed.to },
    headings,
    key: headingsKey(headings.filter((heading) => !RESULT_HEADINGS.some((own) => own === heading))),
    rows: seen.map((down) => rowOf(used, { down, own, place })),
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

function placeOf(used: UsedCells, { line, own }: TablePlace, headings: readonly string[]): ResultPlace {
  const known = headings.findIndex((_, at) =>
    RESULT_HEADINGS.every((heading, step) => headings[at + step] === heading),
  );
  const right = headings.findLastIndex((heading) => heading !== '') + 1;
  const width = used.values[0]?.length ?? 0;
  return {
    sheet: used.sheet,
    row: used.row + line,
    column: used.column + own.from + (known < 0 ? right : known),
    // Right of the last table everything is its own.
    within: { from: used.column + own.from, to: own.to < width ? used.column + own.to : Infinity },
  };
}

const ACTION_STEP = RESULT_HEADINGS.indexOf('desk action');

function rowOf(
  used: UsedCells,
  { down, own, place }: { readonly down: number; readonly own: Columns; readonly place: Cell },
): SheetRow {
  const contents = used.values[down] ?? [];
  const isOwn = used.values[place.row - used.row]?.[place.column - used.column] === RESULT_HEADINGS[0];
  const written = isOwn ? readActionId(contents[place.column - used.column + ACTION_STEP] ?? '') : undefined;
  return {
    row: used.row + down,
    cells: partOf(contents, own).map((content, right) => ({
      content,
      format: used.formats[down]?.[own.from + right] ?? 'General',
    })),
    ...(written !== undefined && { written }),
  };
}

/** Where the request id of rows stands in the sheet. */
export const idColumn = ({ corner }: SheetTable, mapping: Mapping): number =>
  corner.column + (mapping['request-id'] ?? 0);

const TOO_MANY: Failure = {
  kind: 'invalid-argument',
  message: `These are more than ${ROWS_MAX} rows, more than anybody reads before a press.`,
  next: 'Select fewer rows.',
};
