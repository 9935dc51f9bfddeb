import { headingsKey, headingsNamed, type Mapping } from '../../domain/bulk/column';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { Area, Cell } from '../sheet/place';
import { RESULT_HEADINGS } from '../sheet/results';
import type { UsedCells } from '../sheet/table';
import { readActionId } from './cell';
import type { SheetRow } from './row';

/** A table of a sheet: its headings, and the rows that are meant. */
export interface SheetTable {
  readonly sheet: string;
  /** Where the first heading stands. */
  readonly corner: Cell;
  readonly headings: readonly string[];
  /** Equal for equal headings: what is mapped is remembered under it. */
  readonly key: string;
  readonly rows: readonly SheetRow[];
  /** Rows that are left out because they are hidden. */
  readonly hidden: number;
  /** Where results go unless a person says otherwise: the pane's own columns, or the first right of the headings. */
  readonly place: Cell;
}

/** As many as a person can read before a press. */
export const ROWS_MAX = 500;
/** A row with fewer headings that are known is not taken for one. */
const HEADINGS_MIN = 2;

/**
 * The table that is meant: the selected rows, or all where one cell is selected. Headings are looked for above the selection
 * as well. Hidden rows are left out: nobody sees what they hold.
 */
export function tableOf(used: UsedCells): Outcome<SheetTable> {
  const chosen = isOneCell(used.selected) ? [] : used.selected;
  const top = chosen.length === 0 ? undefined : Math.min(...chosen.map(({ row }) => row));
  const line = headingLine(used, top);
  const headings = used.values[line]?.map((content) => String(content).trim()) ?? [];
  const place = placeOf(used, line, headings);
  const meant = used.values
    .map((_, down) => down)
    .slice(line + 1)
    .filter((down) => chosen.length === 0 || chosen.some((area) => holdsRow(area, used.row + down)));
  const seen = meant.filter((down) => !used.hidden.has(used.row + down));
  if (seen.filter((down) => hasContent(used, down)).length > ROWS_MAX) return failed(TOO_MANY);
  return success({
    sheet: used.sheet,
    corner: { sheet: used.sheet, row: used.row + line, column: used.column },
    headings,
    key: headingsKey(headings.filter((heading) => !RESULT_HEADINGS.some((own) => own === heading))),
    rows: seen.map((down) => rowOf(used, down, place)),
    hidden: meant.length - seen.length,
    place,
  });
}

const isOneCell = (areas: readonly Area[]): boolean =>
  areas.every(({ rows, columns }) => rows === 1 && columns === 1) && areas.length <= 1;

const holdsRow = ({ row, rows }: Area, at: number): boolean => at >= row && at < row + rows;
const hasContent = ({ values }: UsedCells, down: number): boolean =>
  (values[down] ?? []).some((content) => content !== '');

/** The nearest row of headings at or above the selection, else the first of all, else the first selected row. */
function headingLine(used: UsedCells, top: number | undefined): number {
  const lines = used.values.flatMap((row, down) =>
    headingsNamed(row.map(String)) >= HEADINGS_MIN ? [down] : [],
  );
  if (top === undefined) return lines[0] ?? 0;
  return lines.findLast((down) => used.row + down <= top) ?? Math.max(0, top - used.row);
}

function placeOf(used: UsedCells, line: number, headings: readonly string[]): Cell {
  const own = headings.findIndex((_, at) =>
    RESULT_HEADINGS.every((heading, step) => headings[at + step] === heading),
  );
  const right = headings.findLastIndex((heading) => heading !== '') + 1;
  return { sheet: used.sheet, row: used.row + line, column: used.column + (own < 0 ? right : own) };
}

const ACTION_STEP = RESULT_HEADINGS.indexOf('desk action');

function rowOf(used: UsedCells, down: number, place: Cell): SheetRow {
  const contents = used.values[down] ?? [];
  const isOwn = used.values[place.row - used.row]?.[place.column - used.column] === RESULT_HEADINGS[0];
  const written = isOwn ? readActionId(contents[place.column - used.column + ACTION_STEP] ?? '') : undefined;
  return {
    row: used.row + down,
    cells: contents.map((content, right) => ({
      content,
      format: used.formats[down]?.[right] ?? 'General',
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
