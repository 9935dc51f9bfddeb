import type { CellRead, Rect, Scalar } from '../grid/cell';
import type { Size } from '../grid/address';
import type { Grid } from '../grid/port';

/** What of a workbook goes into a file, and comes out of it. */
export interface SavedBook {
  readonly sheets: readonly SavedSheet[];
  readonly names: readonly SavedName[];
  /** What the add-in keeps in the book, as JSON, by its key. */
  readonly settings: Readonly<Record<string, string>>;
}
export interface SavedSheet {
  readonly name: string;
  readonly cells: readonly SavedCell[];
  readonly widthsPx: readonly number[];
  /** Columns that are hidden, counted from 0. */
  readonly hiddenColumns: readonly number[];
}
export interface SavedCell {
  readonly row: number;
  readonly col: number;
  readonly value: Scalar;
  /** With `=` before it; empty where there is none. */
  readonly formula: string;
  readonly format: string;
  /** What its formula fills, where that is more than the cell. */
  readonly spill?: Size;
}
export interface SavedName {
  readonly name: string;
  readonly formula: string;
  /** The index of the sheet that knows it; null: all do. */
  readonly sheet: number | null;
}

export function bookOf(grid: Grid, settings: ReadonlyMap<string, unknown>): SavedBook {
  const sheets = grid.sheets.all();
  return {
    sheets: sheets.map(({ id, name }) => sheetOf(grid, id, name)),
    names: grid.names.all().map(({ name, formula, sheet }) => {
      const index = sheets.findIndex(({ id }) => id === sheet);
      return { name, formula: formula.replace(/^=/, ''), sheet: index < 0 ? null : index };
    }),
    settings: Object.fromEntries([...settings].map(([key, value]) => [key, JSON.stringify(value)])),
  };
}

function sheetOf({ cells, sheets }: Grid, id: string, name: string): SavedSheet {
  const used: Rect = cells.used(id) ?? { sheet: id, row: 0, col: 0, rows: 1, cols: 1 };
  const spills = new Map(cells.spills(id).map((spill) => [`${spill.row},${spill.col}`, spill]));
  const saved = cells.read(used).flatMap((row, down) =>
    row.flatMap((cell, right): SavedCell[] => {
      if (isBlank(cell)) return [];
      const { value, formula, format } = cell;
      const spill = spills.get(`${used.row + down},${used.col + right}`);
      const size = spill && { spill: { rows: spill.rows, cols: spill.cols } };
      return [{ row: used.row + down, col: used.col + right, value, formula, format, ...size }];
    }),
  );
  const width = (col: number): number => cells.columnWidth({ sheet: id, row: 0, col, rows: 1, cols: 1 });
  const columns = Array.from(
    { length: Math.min(used.col + used.cols, sheets.size(id).cols) },
    (_, col) => col,
  );
  return {
    name,
    cells: saved,
    widthsPx: columns.map(width),
    hiddenColumns: columns.filter((col) => sheets.isColumnHidden(id, col)),
  };
}

const isBlank = ({ value, formula, format }: CellRead): boolean =>
  formula === '' && (value === '' || value === null) && format === 'General';
