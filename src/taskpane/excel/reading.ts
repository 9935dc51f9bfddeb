import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { Area, Cell } from './address';
import { areaOf, canTellSpills, deskFormulas, isDeskFormula } from './formulas';
import { guarded } from './guarded';

/** What a cell holds, as Excel gives it: an error is its text, such as "#N/A". */
export type Content = string | number | boolean;

/** What stands in the row of the selected cell. */
export interface SelectedRow {
  readonly cell: Content;
  /** What stands left of the cell and may say what the row is about: first in the table that spills there, then first in the row. */
  readonly heads: readonly Content[];
}

export const selectedRow = (): Promise<Outcome<SelectedRow>> =>
  guarded(async (context) => {
    const cell = context.workbook.getActiveCell();
    cell.load('values,columnIndex');
    const row = cell.getEntireRow().getUsedRangeOrNullObject(true);
    row.load('values,columnIndex');
    const anchor = canTellSpills() ? cell.getSpillParentOrNullObject() : undefined;
    anchor?.load('columnIndex');
    await context.sync();
    const left = row.isNullObject ? [] : leftOf(cell.columnIndex, row);
    const spill = anchor && !anchor.isNullObject ? anchor.columnIndex : undefined;
    const heads = [left.find(({ column }) => column === spill), left[0]];
    return success({
      cell: contentOf(cell.values[0]?.[0]),
      heads: heads.flatMap((head) => (head ? [head.content] : [])),
    });
  });

/** The cells before a column that hold anything. */
function leftOf(
  column: number,
  row: Pick<Excel.Range, 'values' | 'columnIndex'>,
): { column: number; content: Content }[] {
  const values: readonly unknown[] = row.values[0] ?? [];
  return values
    .map((value, index) => ({ column: row.columnIndex + index, content: contentOf(value) }))
    .filter((cell) => cell.column < column && cell.content !== '');
}

/** What Excel gives of a cell; nothing is an empty text. */
export const contentOf = (value: unknown): Content =>
  typeof value === 'number' || typeof value === 'boolean' ? value : typeof value === 'string' ? value : '';

/** What a person has selected. */
export interface Selection {
  readonly sheet: string;
  /** One, or several selected with Ctrl. */
  readonly areas: readonly Area[];
  /**
   * The cells in it that hold a formula of the desk. For a single cell into which such a formula spills, the cell of
   * that formula.
   */
  readonly formulas: readonly Cell[];
  /** Excel is too old to say to which formula a spilled cell belongs. */
  readonly spillsUnknown: boolean;
}

export const selection = (): Promise<Outcome<Selection>> =>
  guarded(async (context) => {
    const selected = context.workbook.getSelectedRanges();
    selected.areas.load('items/rowIndex,items/columnIndex,items/rowCount,items/columnCount');
    selected.load('worksheet/name');
    await context.sync();
    const sheet = selected.worksheet.name;
    const areas = selected.areas.items.map((area) => areaOf(area, sheet));
    const own = await deskFormulas(context, areas);
    const spillsUnknown = !canTellSpills();
    const anchor = own.length > 0 || spillsUnknown ? undefined : await anchorOf(context, areas);
    const formulas = own.map(({ row, column }) => ({ sheet, row, column }));
    return success({ sheet, areas, formulas: anchor ? [anchor] : formulas, spillsUnknown });
  });

/** The cell of the desk's formula that spills into a single cell. */
async function anchorOf(context: Excel.RequestContext, areas: readonly Area[]): Promise<Cell | undefined> {
  const [area, ...more] = areas;
  if (!area || more.length > 0 || area.rows > 1 || area.columns > 1) return undefined;
  const { sheet, row, column } = area;
  const anchor = context.workbook.worksheets
    .getItem(sheet)
    .getRangeByIndexes(row, column, 1, 1)
    .getSpillParentOrNullObject();
  anchor.load('rowIndex,columnIndex,formulas');
  await context.sync();
  if (anchor.isNullObject || !isDeskFormula(anchor.formulas[0]?.[0])) return undefined;
  return { sheet, row: anchor.rowIndex, column: anchor.columnIndex };
}

/** What stands in the used part of the sheet in sight. Rows and columns of the lists count from `row` and `column`. */
export interface UsedCells {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly values: readonly (readonly Content[])[];
  /** How each cell shows what it holds, as "0.00" or "yyyy-mm-dd": only this tells a date from a number. */
  readonly formats: readonly (readonly string[])[];
  /** Rows of the sheet that are hidden, as by a filter. */
  readonly hidden: ReadonlySet<number>;
  /** What is selected on it. */
  readonly selected: readonly Area[];
  /** Excel calculates only on F9: what formulas show may be old. */
  readonly isByHand?: true;
}

/** More than any sheet of quotes has; beyond it one answer of Excel may not hold them. */
const CELLS_MAX = 200_000;

export const usedCells = (sheet?: string): Promise<Outcome<UsedCells>> =>
  guarded(async (context) => {
    const { worksheets } = context.workbook;
    const wanted = sheet === undefined ? worksheets.getActiveWorksheet() : worksheets.getItem(sheet);
    wanted.load('name');
    const used = wanted.getUsedRangeOrNullObject(true);
    used.load('rowIndex,columnIndex,rowCount,columnCount,rowHidden');
    const chosen = context.workbook.getSelectedRanges();
    chosen.areas.load('items/rowIndex,items/columnIndex,items/rowCount,items/columnCount');
    chosen.load('worksheet/name');
    const { application } = context.workbook;
    application.load('calculationMode');
    await context.sync();
    if (used.isNullObject) return failed(EMPTY);
    if (used.rowCount * used.columnCount > CELLS_MAX) return failed(TOO_LARGE);
    used.load('values,numberFormat');
    const hidden = await hiddenRows(context, used, wanted);
    const isChosenHere = chosen.worksheet.name === wanted.name;
    return success({
      sheet: wanted.name,
      row: used.rowIndex,
      column: used.columnIndex,
      values: used.values.map((row) => row.map(contentOf)),
      formats: used.numberFormat.map((row) => row.map(String)),
      hidden,
      selected: isChosenHere ? chosen.areas.items.map((area) => areaOf(area, wanted.name)) : [],
      ...(application.calculationMode === 'Manual' && { isByHand: true as const }),
    });
  });

/** Which rows are hidden; looked at one by one only where some are. */
async function hiddenRows(
  context: Excel.RequestContext,
  used: Excel.Range,
  sheet: Excel.Worksheet,
): Promise<ReadonlySet<number>> {
  const isAnyHidden: unknown = used.rowHidden;
  const rows = Array.from({ length: isAnyHidden === false ? 0 : used.rowCount }, (_, down) => {
    const row = sheet.getRangeByIndexes(used.rowIndex + down, 0, 1, 1);
    row.load('rowHidden');
    return { at: used.rowIndex + down, row };
  });
  await context.sync();
  return new Set(rows.flatMap(({ at, row }) => (row.rowHidden ? [at] : [])));
}

const EMPTY: Failure = {
  kind: 'not-found',
  message: 'The current sheet is empty.',
  next: 'Go to the sheet with your quotes, or insert a quote sheet, and press again.',
};
const TOO_LARGE: Failure = {
  kind: 'invalid-argument',
  message: `The current sheet uses more than ${CELLS_MAX.toLocaleString('en')} cells.`,
  next: 'Put the rows to send on a separate sheet.',
};
