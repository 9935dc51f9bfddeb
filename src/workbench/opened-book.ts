import {
  BooleanNumber,
  CellValueType,
  type ICellData,
  type IRange,
  type IStyleData,
  type IWorkbookData,
  type IWorksheetData,
  ObjectMatrix,
} from '@univerjs/core';
import { SetArrayFormulaDataMutation } from '@univerjs/engine-formula';
import { estranged } from './files/function-names';
import type { SavedBook, SavedCell, SavedSheet } from './files/saved-book';
import { SHEET_SIZE } from './first-book';
import { SHEET_LOOK } from './grid/sheet-look';
import type { Scalar } from './grid/cell';
import type { Names } from './grid/port';
import type { UniverInstance } from './grid/univer-book';

type CellRows = Record<number, Record<number, ICellData>>;

const sheetId = (index: number): string => `sheet${index + 1}`;

/** A workbook from a file, with the values that were saved: nothing is calculated that has one. */
export function openedBook({ sheets }: SavedBook): Partial<IWorkbookData> {
  return {
    id: 'book',
    name: 'Book1',
    sheetOrder: sheets.map((_, index) => sheetId(index)),
    sheets: Object.fromEntries(sheets.map((sheet, index) => [sheetId(index), sheetData(sheet, index)])),
  };
}

function sheetData(sheet: SavedSheet, index: number): Partial<IWorksheetData> {
  const { name, widthsPx, hiddenColumns } = sheet;
  const cellData: CellRows = {};
  const isSpilled = spilledIn(sheet);
  for (const cell of sheet.cells) {
    const isOwn = !isSpilled(cell);
    if (isOwn || cell.format !== 'General')
      (cellData[cell.row] ??= {})[cell.col] = { ...(isOwn && contentOf(cell)), ...styleOf(cell) };
  }
  return {
    id: sheetId(index),
    name,
    rowCount: Math.max(SHEET_SIZE.rows, ...sheet.cells.map(({ row }) => row + 1)),
    columnCount: Math.max(SHEET_SIZE.cols, ...sheet.cells.map(({ col }) => col + 1)),
    defaultColumnWidth: 88,
    ...SHEET_LOOK,
    columnData: Object.fromEntries(
      widthsPx.map((w, col) => [col, { w, ...(hiddenColumns.includes(col) && { hd: BooleanNumber.TRUE }) }]),
    ),
    cellData,
  };
}

function contentOf({ value, formula }: SavedCell): ICellData {
  const content = valueOf(value);
  if (formula !== '') return { f: formula, ...content };
  // What looks like a number and was saved as text is text.
  const isText = typeof value === 'string' && value !== '' && !Number.isNaN(Number(value));
  return { ...content, ...(isText && { t: CellValueType.FORCE_STRING }) };
}

function valueOf(value: Scalar): ICellData {
  if (typeof value === 'boolean') return { v: value ? 1 : 0, t: CellValueType.BOOLEAN };
  return { v: value ?? '', t: typeof value === 'number' ? CellValueType.NUMBER : CellValueType.STRING };
}

const styleOf = ({ format }: SavedCell): { s?: IStyleData } =>
  format === 'General' ? {} : { s: { n: { pattern: format } } };

/** Whether the formula of another cell fills a cell. */
function spilledIn({ cells }: SavedSheet): (cell: SavedCell) => boolean {
  const anchors = cells.filter(({ spill }) => spill);
  return ({ row, col, formula }) =>
    formula === '' &&
    anchors.some(
      ({ spill, row: top, col: left }) =>
        spill && row >= top && row < top + spill.rows && col >= left && col < left + spill.cols,
    );
}

/** What the grid keeps beside its cells: what formulas fill, and names. */
export function restoreBeside({ api }: UniverInstance, saved: SavedBook, names: Names): void {
  const ranges: Record<string, Record<number, Record<number, IRange>>> = {};
  const filled: Record<string, CellRows> = {};
  for (const [index, sheet] of saved.sheets.entries()) {
    const own = (ranges[sheetId(index)] = {} as Record<number, Record<number, IRange>>);
    const cells = (filled[sheetId(index)] = {} as CellRows);
    const isSpilled = spilledIn(sheet);
    for (const cell of sheet.cells) {
      const { row, col, spill } = cell;
      if (spill)
        (own[row] ??= {})[col] = {
          startRow: row,
          startColumn: col,
          endRow: row + spill.rows - 1,
          endColumn: col + spill.cols - 1,
        };
      if (spill ?? isSpilled(cell)) (cells[row] ??= {})[col] = valueOf(cell.value);
    }
  }
  const params = {
    arrayFormulaRange: { book: ranges },
    arrayFormulaCellData: { book: filled },
    arrayFormulaEmbedded: {},
  };
  void api.executeCommand(SetArrayFormulaDataMutation.id, params, { onlyLocal: true });
  for (const { name, formula, sheet } of saved.names)
    names.add({ name, formula, sheet: sheet === null ? null : sheetId(sheet) });
}

/** The same with every formula of the desk as Excel saves it beside another add-in. */
export function estrangedBook(book: Partial<IWorkbookData>): Partial<IWorkbookData> {
  for (const { cellData } of Object.values(book.sheets ?? {}))
    new ObjectMatrix(cellData ?? {}).forValue((_row, _col, cell) => {
      if (cell?.f) cell.f = estranged(cell.f);
    });
  return book;
}
