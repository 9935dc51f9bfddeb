/** A rectangle of cells on one sheet. Rows and columns count from 0. */
export interface Area {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}
export type Cell = Pick<Area, 'sheet' | 'row' | 'column'>;

const SHEET_AND_CELL = /^(?:(?:'((?:[^']|'')+)'|([^'!]+))!)\$?([A-Za-z]{1,3})\$?(\d{1,7})$/;
const PLAIN_SHEET = /^[A-Za-z_][A-Za-z0-9_.]*$/;
const LIKE_A_CELL = /^[A-Za-z]{1,3}\d+$/;
const LETTERS = 26;
const LETTER_A = 65;

/** Reads "Sheet1!B2" or "'Spread calculator'!$B$2"; `undefined` for anything else. */
export function cellOf(address: string): Cell | undefined {
  const [, quoted, plain, letters, digits] = SHEET_AND_CELL.exec(address.trim()) ?? [];
  const sheet = quoted?.replaceAll("''", "'") ?? plain;
  if (sheet === undefined || letters === undefined || digits === undefined || Number(digits) < 1)
    return undefined;
  return { sheet, row: Number(digits) - 1, column: columnOf(letters) };
}

/** "Sheet1!B2", with the sheet's name in quotes where Excel would put them. */
export function addressOf({ sheet, ...cell }: Cell): string {
  const plain = PLAIN_SHEET.test(sheet) && !LIKE_A_CELL.test(sheet);
  return `${plain ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${localAddress(cell)}`;
}

/** "B2" */
export function localAddress({ row, column }: Omit<Cell, 'sheet'>): string {
  return `${letters(column)}${row + 1}`;
}

/** "B2" or "B2:C9" */
export function areaAddress({ row, column, rows, columns }: Omit<Area, 'sheet'>): string {
  const first = localAddress({ row, column });
  return rows === 1 && columns === 1
    ? first
    : `${first}:${localAddress({ row: row + rows - 1, column: column + columns - 1 })}`;
}

/** Equal for equal cells, however their addresses are written: Excel tells no sheets apart by case. */
export const cellKey = ({ sheet, row, column }: Cell): string =>
  JSON.stringify([sheet.toLowerCase(), row, column]);

export function contains(area: Area, cell: Cell): boolean {
  const down = cell.row - area.row;
  const right = cell.column - area.column;
  return sameSheet(area, cell) && down >= 0 && down < area.rows && right >= 0 && right < area.columns;
}

export function touches(a: Area, b: Area): boolean {
  const down = a.row < b.row + b.rows && b.row < a.row + a.rows;
  const across = a.column < b.column + b.columns && b.column < a.column + a.columns;
  return sameSheet(a, b) && down && across;
}

export const sameSheet = (a: Pick<Area, 'sheet'>, b: Pick<Area, 'sheet'>): boolean =>
  a.sheet.toLowerCase() === b.sheet.toLowerCase();

function columnOf(name: string): number {
  return (
    [...name.toUpperCase()].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - LETTER_A + 1, 0) -
    1
  );
}

function letters(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    name = String.fromCharCode(LETTER_A + ((rest - 1) % LETTERS)) + name;
  }
  return name;
}
