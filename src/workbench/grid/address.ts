import type { Rect } from './cell';

export interface Size {
  rows: number;
  cols: number;
}
/** A place on a sheet whose name may still have to be looked up. */
export interface Place extends Size {
  sheetName: string | null;
  row: number;
  col: number;
}

const SHEET_AND_CELLS = /^(?:(?:'((?:[^']|'')+)'|([^'!]+))!)?([^!]+)$/;
const CORNER = /^\$?([A-Za-z]{1,3})?\$?(\d{1,7})?$/;
const PLAIN_SHEET_NAME = /^[A-Za-z_][A-Za-z0-9_.]*$/;
const LOOKS_LIKE_A_CELL = /^[A-Za-z]{1,3}\d+$/;

/** 0 is A, 26 is AA. */
export function columnName(col: number): string {
  let name = '';
  for (let rest = col + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

function columnIndex(name: string): number {
  return [...name.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function quoted(sheetName: string): string {
  const plain = PLAIN_SHEET_NAME.test(sheetName) && !LOOKS_LIKE_A_CELL.test(sheetName);
  return plain ? sheetName : `'${sheetName.replaceAll("'", "''")}'`;
}

export function formatAddress(rect: Omit<Rect, 'sheet'>, sheetName?: string): string {
  const first = `${columnName(rect.col)}${rect.row + 1}`;
  const one = rect.rows === 1 && rect.cols === 1;
  const last = one ? '' : `:${columnName(rect.col + rect.cols - 1)}${rect.row + rect.rows}`;
  return `${sheetName === undefined ? '' : `${quoted(sheetName)}!`}${first}${last}`;
}

/** The same with dollars, as defined names want it. */
export function formatAbsolute(rect: Omit<Rect, 'sheet'>, sheetName: string): string {
  const cells = formatAddress(rect).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');
  return `${quoted(sheetName)}!${cells}`;
}

interface Corner {
  row: number | null;
  col: number | null;
}
function parseCorner(text: string): Corner | null {
  const match = CORNER.exec(text);
  if (!match || (!match[1] && !match[2])) return null;
  return { row: match[2] ? Number(match[2]) - 1 : null, col: match[1] ? columnIndex(match[1]) : null };
}

/** Reads A1, A1:B2, A:B and 1:3, with or without a sheet and dollars; null when it is none of these. */
export function parseAddress(text: string, size: Size): Place | null {
  const match = SHEET_AND_CELLS.exec(text.trim());
  const [from, to, more] = match?.[3]?.split(':') ?? [];
  if (!match || from === undefined || more !== undefined) return null;
  const a = parseCorner(from);
  const b = to === undefined ? a : parseCorner(to);
  if (!a || !b || (to === undefined && (a.row === null || a.col === null))) return null;
  const rows = span(a.row, b.row, size.rows - 1);
  const cols = span(a.col, b.col, size.cols - 1);
  if (rows.first < 0) return null;
  const sheetName = match[1]?.replaceAll("''", "'") ?? match[2] ?? null;
  return { sheetName, row: rows.first, col: cols.first, rows: rows.count, cols: cols.count };
}

function span(a: number | null, b: number | null, last: number): { first: number; count: number } {
  const from = a ?? 0;
  const to = b ?? last;
  return { first: Math.min(from, to), count: Math.abs(to - from) + 1 };
}

export function intersection(a: Rect, b: Rect): Rect | null {
  const row = Math.max(a.row, b.row);
  const col = Math.max(a.col, b.col);
  const rows = Math.min(a.row + a.rows, b.row + b.rows) - row;
  const cols = Math.min(a.col + a.cols, b.col + b.cols) - col;
  return a.sheet === b.sheet && rows > 0 && cols > 0 ? { sheet: a.sheet, row, col, rows, cols } : null;
}

/** The smallest rectangle that holds both. */
export function bounding(a: Rect, b: Rect): Rect {
  const row = Math.min(a.row, b.row);
  const col = Math.min(a.col, b.col);
  const rows = Math.max(a.row + a.rows, b.row + b.rows) - row;
  const cols = Math.max(a.col + a.cols, b.col + b.cols) - col;
  return { sheet: a.sheet, row, col, rows, cols };
}
