import { recognised, mappingProblem, type Mapping } from '../../domain/bulk/column';
import { PROGRAM_TABLE } from '../../domain/bulk/program-column';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { UsedCells } from '../excel/reading';
import { tableOf, type SheetRow, type SheetTable } from '../quoting/table';

/** The table of a program: it is found again by its headings, wherever on its sheet they have come to stand. */
export interface ProgramTable {
  readonly sheet: string;
  readonly headings: readonly string[];
  readonly mapping: Mapping;
  /** The requests of the rows that were selected; absent where one cell was, and the whole table is meant. */
  readonly only?: ReadonlySet<string>;
}

/** The table that is selected. */
export function chosenTable(used: UsedCells): Outcome<{ table: ProgramTable; found: SheetTable }> {
  const found = tableOf(used, PROGRAM_TABLE);
  if (!found.ok) return found;
  const { headings, sheet, rows } = found.value;
  const { mapping, unclear } = recognised(headings, PROGRAM_TABLE);
  const [twice] = unclear;
  if (twice)
    return failed(unclearColumn(PROGRAM_TABLE.terms[twice.column] ?? twice.column, twice.places, headings));
  const problem = mappingProblem(mapping, headings, PROGRAM_TABLE);
  if (problem !== undefined) return failed({ kind: 'invalid-argument', message: problem, next: HOW });
  const isWhole = used.selected.every((area) => area.rows === 1) && used.selected.length <= 1;
  const ids = rows.map(({ cells }) => idIn(cells, mapping)).filter((id) => id !== '');
  const table = { sheet, headings, mapping, ...(!isWhole && { only: new Set(ids) }) };
  return success({ table, found: found.value });
}

const idIn = (cells: SheetRow['cells'], mapping: Mapping): string =>
  String(cells[mapping['request-id'] ?? -1]?.content ?? '').trim();

/** The rows of the table as they stand now. */
export function rowsOf(
  used: UsedCells,
  { headings, mapping, only }: ProgramTable,
): Outcome<readonly SheetRow[]> {
  const corners = used.values.flatMap((line, down) =>
    line.flatMap((_, right) =>
      headings.every((heading, at) => String(line[right + at] ?? '').trim() === heading)
        ? [{ down, right }]
        : [],
    ),
  );
  const [corner, second] = corners;
  if (!corner || second) return failed(corner ? TWICE : GONE);
  const area = {
    sheet: used.sheet,
    row: used.row + corner.down,
    column: used.column + corner.right,
    rows: used.values.length - corner.down,
    columns: headings.length,
  };
  const found = tableOf({ ...used, selected: [area] }, PROGRAM_TABLE);
  if (!found.ok) return found;
  const isIt = found.value.corner.row === area.row && found.value.corner.column === area.column;
  if (!isIt) return failed(GONE);
  const { rows } = found.value;
  return success(only ? rows.filter(({ cells }) => only.has(idIn(cells, mapping))) : rows);
}

const HOW =
  'A program needs a table with request-id, direction, price and quantity (docs/programs.md). The quote sheet in Bulk is one.';

const unclearColumn = (term: string, places: readonly number[], headings: readonly string[]): Failure => ({
  kind: 'invalid-argument',
  message: `Several columns could be “${term}”: ${places.map((place) => headings[place]).join(', ')}.`,
  next: 'Rename all but one of them.',
});
const GONE: Failure = {
  kind: 'not-found',
  message: 'The table of this program is not on its sheet any more, or its headings changed.',
  next: 'Nothing is quoted while it is gone. Undo the change, or stop the program and start a new one.',
};
const TWICE: Failure = {
  kind: 'wrong-state',
  message: 'The headings of this program are on its sheet twice.',
  next: 'Nothing is quoted until one of the tables is gone.',
};
