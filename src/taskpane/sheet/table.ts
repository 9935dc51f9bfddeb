import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { areaOf } from './formulas';
import { guarded } from './guarded';
import type { Area } from './place';
import { contentOf, type Content } from './row';

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
  message: 'The sheet in sight is empty.',
  next: 'Go to the sheet with your quotes, or insert a quote sheet, and press again.',
};
const TOO_LARGE: Failure = {
  kind: 'invalid-argument',
  message: `The sheet in sight uses more than ${CELLS_MAX.toLocaleString('en')} cells.`,
  next: 'Put the rows that are to be sent on a sheet of their own.',
};
