import { type IRange, ObjectMatrix } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { type Cell, cellKey, type Rect } from './cell';
import type { UniverBook } from './univer-book';

/** Every spill of the book. */
export function spillsIn({ injector, workbook }: UniverBook): readonly Rect[] {
  const sheets = injector.get(FormulaDataModel).getArrayFormulaRange()[workbook.getId()] ?? {};
  const spills: Rect[] = [];
  for (const [sheet, ranges] of Object.entries(sheets)) {
    if (!workbook.getSheetBySheetId(sheet)) continue;
    new ObjectMatrix<IRange>(ranges ?? {}).forValue((row, col, { endRow, endColumn }) => {
      spills.push({ sheet, row, col, rows: endRow - row + 1, cols: endColumn - col + 1 });
    });
  }
  return spills;
}

/** The cells of spills that have become smaller, or are none any more. The engine evaluates nothing that reads them. */
export function cellsLeft(before: readonly Rect[], now: readonly Rect[]): readonly Cell[] {
  const sizes = new Map(now.map((spill) => [cellKey(spill), spill]));
  return before.flatMap((spill) => {
    const { rows, cols } = sizes.get(cellKey(spill)) ?? { rows: 1, cols: 1 };
    return Array.from({ length: spill.rows * spill.cols }, (_, at) => ({
      down: Math.floor(at / spill.cols),
      right: at % spill.cols,
    }))
      .filter(({ down, right }) => down >= rows || right >= cols)
      .map(({ down, right }) => ({ sheet: spill.sheet, row: spill.row + down, col: spill.col + right }));
  });
}
