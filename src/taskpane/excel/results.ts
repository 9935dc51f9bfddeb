import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { areaOf, rangeOf } from './formulas';
import { guarded } from './guarded';
import { addressOf, type Cell } from './address';
import { contentOf, type Content } from './reading';

/** Headings of the columns that the pane writes beside rows. */
export const RESULT_HEADINGS = ['desk state', 'desk message', 'desk action', 'desk time'] as const;
/** Behind them where rows make requests: the id of the request that a row has made. */
export const MADE_HEADING = 'desk request';
/** Behind them on sheets whose rows move by themselves: what each line is about. There a line is not that of the row beside it. */
export const ABOUT_HEADING = 'desk about';
export const KEYED_HEADINGS: readonly string[] = [...RESULT_HEADINGS, ABOUT_HEADING];
/** Of `desk action` among them: by it a row is found again after somebody has sorted, inserted or deleted. */
const ACTION = 2;
/** Of `desk about`, where there is one. */
const ABOUT = RESULT_HEADINGS.length;

/** The result of one row. `row` and `column` are where its request id stood when it was read, `was` what stood there. */
export interface RowResult {
  readonly row: number;
  readonly column: number;
  readonly was: Content;
  /** The id of its action, by which it is found again. */
  readonly id: string;
  /** `at`: Excel's number of the moment, by the clocks that the sheet shows. */
  readonly cells: {
    readonly state: string;
    readonly message: string;
    readonly id: string;
    readonly at: number;
    /** The id of the request that was made, once it is known. */
    readonly made?: string;
  };
}

/** Where results go, under which headings: the pane's own, unless they are others. `within`: the columns of their table; those of a table beside it are never meant. */
export interface ResultPlace extends Cell {
  readonly headings?: readonly string[];
  readonly within?: { readonly from: number; readonly to: number };
}

interface Used extends Cell {
  readonly values: readonly (readonly Content[])[];
}

interface Planned {
  /** Upper left cell of the headings. */
  readonly block: Cell;
  readonly headings: readonly string[];
  /** Rows side by side are written together. */
  readonly runs: readonly { readonly row: number; readonly lines: readonly (readonly Content[])[] }[];
  /** Rows that are not there any more. */
  readonly lost: number;
}

/**
 * Where results go: into the columns that bear the pane's headings, or, the first time, into `place` when nothing is there.
 * A row that has moved is found by its action; one that is gone, or of which there are two, is left out and counted.
 */
export function plannedResults(
  used: Used,
  place: ResultPlace,
  results: readonly RowResult[],
): Outcome<Planned> {
  const headings = headingsOf(place);
  const at = (row: number, column: number): Content =>
    used.values[row - used.row]?.[column - used.column] ?? '';
  const block = blockIn(used, place, new Set(results.map(({ id }) => id)));
  const rowsOf = new Map<Content, number[]>();
  for (const down of used.values.keys()) {
    const id = at(used.row + down, block.column + ACTION);
    rowsOf.set(id, [...(rowsOf.get(id) ?? []), used.row + down]);
  }
  const isAbout = ({ column, was }: RowResult, row: number): boolean =>
    at(row, column) === was || at(row, column + block.column - place.column) === was;
  const isKeyed = at(block.row, block.column + ABOUT) === ABOUT_HEADING;
  const lines = keyedLines({ used, at, block, rowsOf }, isAbout);
  const found = results.map((result) => {
    if (isKeyed) return { result, row: lines(result) };
    const bearing = rowsOf.get(result.id) ?? [];
    // Sorted without the pane's columns, the id stands beside another request.
    const rows = bearing.filter((row) => isAbout(result, row));
    if (rows.includes(result.row)) return { result, row: result.row };
    const [only, second] = rows;
    if (only !== undefined) return { result, row: second === undefined ? only : undefined };
    return { result, row: bearing.length === 0 && isAbout(result, result.row) ? result.row : undefined };
  });
  const placed = found.flatMap(({ result, row }) => (row === undefined ? [] : [{ result, row }]));
  const isOurs = at(block.row, block.column) === RESULT_HEADINGS[0];
  const taken = isOurs ? undefined : takenCell({ at, block, headings }, placed);
  if (taken) return failed(occupied(taken, headings.length));
  return success({
    block,
    headings,
    runs: runsOf(
      placed.map(({ result, row }) => ({
        row,
        line: isKeyed ? keyedLine(result) : lineOf(result).slice(0, headings.length),
      })),
    ),
    lost: results.length - placed.length,
  });
}

/**
 * Finds the line of each result: that of its action, else of an earlier one about the same where only one row is, else a free one: a quote and a price
 * proposal on one request never lose each other's. None where the row is not there any more.
 */
function keyedLines(
  {
    used,
    at,
    block,
    rowsOf,
  }: {
    used: Used;
    at: (row: number, column: number) => Content;
    block: Cell;
    rowsOf: ReadonlyMap<Content, readonly number[]>;
  },
  isBeside: (result: RowResult, row: number) => boolean,
): (result: RowResult) => number | undefined {
  const taken = new Set<number>();
  const end = used.row + used.values.length;
  const isFree = (row: number): boolean =>
    !taken.has(row) && KEYED_HEADINGS.every((_, step) => at(row, block.column + step) === '');
  const first = (test: (row: number) => boolean): number => {
    let row = block.row + 1;
    // Below what is used everything is free.
    while (row < end + taken.size && !test(row)) row += 1;
    return row;
  };
  const rowsAbout = (result: RowResult): number =>
    used.values.filter((_, down) => used.row + down > block.row && isBeside(result, used.row + down)).length;
  return (result) => {
    const isAboutIt = (row: number): boolean => at(row, block.column + ABOUT) === aboutOf(result);
    const bearing = rowsOf.get(result.id) ?? [];
    if (bearing.length > 0) return bearing.find(isAboutIt);
    if (!isBeside(result, result.row)) return undefined;
    const earlier = rowsAbout(result) > 1 ? end : first((row) => !taken.has(row) && isAboutIt(row));
    const row = earlier < end ? earlier : isFree(result.row) ? result.row : first(isFree);
    taken.add(row);
    return row;
  };
}

/** What a result is about, as the sheet says it. */
const aboutOf = ({ was }: RowResult): string => String(was).trim();
const keyedLine = (result: RowResult): Content[] => [
  ...lineOf(result).slice(0, ABOUT),
  asText(aboutOf(result)),
];

/**
 * The pane's own columns that have these results already, or else those of the table nearest to the place where they were, or that
 * place. Those of another table are not meant, neither above nor beside.
 */
function blockIn({ sheet, row, column, values }: Used, place: ResultPlace, ids: ReadonlySet<Content>): Cell {
  const blocks = values.flatMap((line, down) =>
    line.flatMap((_, right) =>
      headingsOf(place).every((heading, at) => line[right + at] === heading)
        ? [{ sheet, row: row + down, column: column + right }]
        : [],
    ),
  );
  const hasOne = (block: Cell): boolean =>
    values.some((line) => ids.has(line[block.column - column + ACTION] ?? ''));
  const distance = (block: Cell): number =>
    Math.abs(block.row - place.row) + Math.abs(block.column - place.column);
  const { from, to } = place.within ?? { from: 0, to: Infinity };
  const isInside = ({ column: at }: Cell): boolean => at >= from && at < to;
  const bearing = blocks.filter(hasOne);
  const own = blocks.filter((block) => block.row === place.row && isInside(block));
  return (bearing.length > 0 ? bearing : own).sort((a, b) => distance(a) - distance(b))[0] ?? place;
}

const headingsOf = ({ headings = RESULT_HEADINGS }: ResultPlace): readonly string[] => headings;

function takenCell(
  {
    at,
    block,
    headings,
  }: { at: (row: number, column: number) => Content; block: Cell; headings: readonly string[] },
  placed: readonly { readonly row: number }[],
): Cell | undefined {
  const rows = [block.row, ...placed.map(({ row }) => row)];
  for (const row of rows) {
    const right = headings.findIndex((_, step) => at(row, block.column + step) !== '');
    if (right >= 0) return { sheet: block.sheet, row, column: block.column + right };
  }
  return undefined;
}

const lineOf = ({ cells }: RowResult): Content[] => [
  asText(cells.state),
  asText(cells.message),
  asText(cells.id),
  cells.at,
  asText(cells.made ?? ''),
];

/** What could be read as a formula is text all the same. */
export const asText = (text: string): string => (/^[=+\-@'\t\r]/.test(text) ? `'${text}` : text);

function runsOf(lines: readonly { row: number; line: Content[] }[]): Planned['runs'] {
  const runs: { row: number; lines: Content[][] }[] = [];
  for (const { row, line } of [...lines].sort((a, b) => a.row - b.row)) {
    const last = runs.at(-1);
    if (last && last.row + last.lines.length === row) last.lines.push(line);
    else runs.push({ row, lines: [line] });
  }
  return runs;
}

/** Writes results beside their rows: values alone, and over nothing that is a person's own. Answers how many rows are gone. */
export const writeResults = (
  place: ResultPlace,
  results: readonly RowResult[],
): Promise<Outcome<{ readonly lost: number }>> =>
  guarded(async (context) => {
    const range = context.workbook.worksheets.getItem(place.sheet).getUsedRangeOrNullObject(true);
    range.load('values,rowIndex,columnIndex,rowCount,columnCount');
    await context.sync();
    if (range.isNullObject) return success({ lost: results.length });
    const values = range.values.map((row) => row.map(contentOf));
    const planned = plannedResults({ ...areaOf(range, place.sheet), values }, place, results);
    if (!planned.ok) return planned;
    const { block, headings, runs, lost } = planned.value;
    const { length: columns } = headings;
    if (runs.length > 0) rangeOf(context, { ...block, rows: 1, columns }).values = [[...headings]];
    for (const { row, lines } of runs) {
      const [{ length: cells } = headings] = lines;
      const area = rangeOf(context, { ...block, row, rows: lines.length, columns: cells });
      // Formats come first: what a cell is decides how Excel reads what is put into it.
      area.numberFormat = lines.map(() => ['@', '@', '@', MOMENT, '@'].slice(0, cells));
      area.values = lines.map((line) => [...line]);
    }
    await context.sync();
    return success({ lost });
  });

const MOMENT = 'yyyy-mm-dd hh:mm:ss';

const occupied = (cell: Cell, headings: number): Failure => ({
  kind: 'wrong-state',
  message: `${addressOf(cell)} is not empty, and results would overwrite it.`,
  next: `Choose another column for the results, with ${headings === 4 ? 'four' : 'five'} empty columns from there on.`,
});
