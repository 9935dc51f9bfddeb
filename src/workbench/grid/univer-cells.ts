import { BooleanNumber, CellValueType, type ICellData, type Nullable, ObjectMatrix } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import type { FRange } from '@univerjs/sheets/facade';
import type { Cell, CellInput, CellRead, Rect } from './cell';
import type { Cells, Shift, Style } from './port';
import type { UniverBook } from './univer-book';
import { spillsIn } from './univer-spills';

/** Displayed texts cost a lot; beyond this many cells the plain value has to do. */
const TEXTS_MAX = 20_000;

/** The contents and looks of cells. */
export class UniverCells implements Cells {
  private readonly listeners: Parameters<Cells['onEdit']>[0][] = [];

  constructor(private readonly book: UniverBook) {}

  read(rect: Rect): CellRead[][] {
    const range = this.book.range(rect);
    const sheet = this.book.sheet(rect.sheet).getSheet();
    const spilled = this.spilledCells(rect.sheet);
    const formats = range.getNumberFormats();
    const formulas = range.getFormulas();
    const texts = rect.rows * rect.cols <= TEXTS_MAX ? range.getDisplayValues() : null;
    return Array.from({ length: rect.rows }, (_, down) =>
      Array.from({ length: rect.cols }, (_unused, right) => {
        const own = sheet.getCellRaw(rect.row + down, rect.col + right);
        const cell = hasValue(own) ? own : spilled.getValue(rect.row + down, rect.col + right);
        return {
          value: cellValue(cell),
          formula: formulas[down]?.[right] ?? '',
          text: texts?.[down]?.[right] ?? String(cell?.v ?? ''),
          format: formats[down]?.[right] || 'General',
        };
      }),
    );
  }

  hasFormula({ sheet, row, col }: Cell): boolean {
    const cell = this.book.sheet(sheet).getSheet().getCellRaw(row, col);
    return Boolean(cell?.f) || Boolean(cell?.si);
  }

  write(rect: Rect, cells: (CellInput | null)[][]): void {
    const matrix: Record<number, Record<number, ICellData>> = {};
    for (const [down, row] of cells.entries()) {
      const out: Record<number, ICellData> = {};
      for (const [right, cell] of row.entries()) if (cell) out[rect.col + right] = cellData(cell);
      matrix[rect.row + down] = out;
    }
    this.book.range(rect).setValues(matrix);
  }

  setFormats(rect: Rect, formats: string[][]): void {
    const plain = formats.map((row) => row.map((format) => (format === 'General' ? '' : format)));
    this.book.range(rect).setNumberFormats(plain);
  }

  setStyle(rect: Rect, style: Style): void {
    const range = this.book.range(rect);
    if (style.fill === null) clearFill(range);
    else if (style.fill !== undefined) range.setBackgroundColor(style.fill);
    if (style.color !== undefined) range.setFontColor(style.color);
    if (style.bold !== undefined) range.setFontWeight(style.bold ? 'bold' : 'normal');
    if (style.italic !== undefined) range.setFontStyle(style.italic ? 'italic' : 'normal');
    if (style.underline !== undefined) range.setFontLine(style.underline ? 'underline' : 'none');
    if (style.size !== undefined) range.setFontSize(style.size);
    if (style.wrap !== undefined) range.setWrap(style.wrap);
    if (style.align !== undefined) range.setHorizontalAlignment(alignment(style.align));
    if (style.verticalAlign !== undefined) range.setVerticalAlignment(verticalAlignment(style.verticalAlign));
  }

  style(cell: Cell): Style {
    const style = this.book.range({ ...cell, rows: 1, cols: 1 }).getCellStyleData();
    return {
      fill: style?.bg?.rgb ?? '',
      color: style?.cl?.rgb ?? '#000000',
      bold: style?.bl === BooleanNumber.TRUE,
      italic: style?.it === BooleanNumber.TRUE,
      underline: style?.ul?.s === BooleanNumber.TRUE,
      size: style?.fs ?? 11,
    };
  }

  clear(rect: Rect, what: 'all' | 'contents' | 'formats'): void {
    const range = this.book.range(rect);
    if (what === 'all') range.clear();
    else if (what === 'contents') range.clearContent();
    else range.clearFormat();
  }

  fitColumns(rect: Rect): void {
    this.book.sheet(rect.sheet).autoResizeColumns(rect.col, rect.cols);
  }

  setColumnWidth(rect: Rect, widthPx: number): void {
    this.book.sheet(rect.sheet).setColumnWidths(rect.col, rect.cols, widthPx);
  }

  columnWidth(rect: Rect): number {
    return this.book.sheet(rect.sheet).getColumnWidth(rect.col);
  }

  setRowHeight(rect: Rect, heightPx: number): void {
    this.book.sheet(rect.sheet).setRowHeightsForced(rect.row, rect.rows, heightPx);
  }

  used(sheet: string): Rect | null {
    const filled = this.book.sheet(sheet);
    const spills = this.spills(sheet);
    const rows = Math.max(filled.getLastRow() + 1, ...spills.map((spill) => spill.row + spill.rows));
    const cols = Math.max(filled.getLastColumn() + 1, ...spills.map((spill) => spill.col + spill.cols));
    if (rows < 1 || cols < 1) return null;
    // What would spill past the edge shows #SPILL!, and keeps the size that it wanted.
    const [rowsMax, colsMax] = [filled.getMaxRows(), filled.getMaxColumns()];
    return { sheet, row: 0, col: 0, rows: Math.min(rows, rowsMax), cols: Math.min(cols, colsMax) };
  }

  spills(sheet: string): Rect[] {
    return spillsIn(this.book).filter((spill) => spill.sheet === sheet);
  }

  /** What spills put into cells that have nothing of their own. */
  private spilledCells(sheet: string): ObjectMatrix<Nullable<ICellData>> {
    const cells = this.book.injector.get(FormulaDataModel).getArrayFormulaCellData();
    return new ObjectMatrix<Nullable<ICellData>>(cells[this.book.workbook.getId()]?.[sheet] ?? {});
  }

  onEdit(act: Parameters<Cells['onEdit']>[0]): void {
    this.listeners.push(act);
  }

  changed(rect: Rect, kind: 'edit' | 'structure', shift?: Shift): void {
    for (const tell of this.listeners) tell(rect, kind, shift);
  }
}

function hasValue(cell: Nullable<ICellData>): boolean {
  return cell?.v !== undefined && cell.v !== null;
}

function cellValue(cell: Nullable<ICellData>): number | string | boolean {
  if (cell?.v === undefined || cell.v === null) return '';
  return cell.t === CellValueType.BOOLEAN ? Boolean(cell.v) : cell.v;
}

/** Every field is set, so that nothing of what was there stays. */
function cellData({ value, formula, isText = false }: CellInput): ICellData {
  const empty: ICellData = { v: null, t: null, f: null, si: null, p: null };
  if (formula !== undefined) return { ...empty, f: formula };
  if (typeof value === 'boolean') return { ...empty, v: value ? 1 : 0, t: CellValueType.BOOLEAN };
  if (value === '' || value === undefined) return empty;
  return { ...empty, v: value, ...(isText && { t: CellValueType.FORCE_STRING }) };
}

function clearFill(range: FRange): void {
  const style = range.getCellStyleData();
  if (style?.bg) range.setBackgroundColor('');
}

type Alignment = Parameters<FRange['setHorizontalAlignment']>[0];
const ALIGNMENTS: Readonly<Record<string, Alignment>> = { Left: 'left', Center: 'center', Right: 'normal' };
function alignment(name: string): Alignment {
  return ALIGNMENTS[name] ?? 'left';
}

type VerticalAlignment = Parameters<FRange['setVerticalAlignment']>[0];
const VERTICAL_ALIGNMENTS: Readonly<Record<string, VerticalAlignment>> = {
  Top: 'top',
  Center: 'middle',
  Bottom: 'bottom',
};
function verticalAlignment(name: string): VerticalAlignment {
  return VERTICAL_ALIGNMENTS[name] ?? 'bottom';
}
