export type Scalar = number | string | boolean | null;

/** An error value, and the text a person sees who points at the cell. */
export interface CellError {
  error: string;
  message?: string | undefined;
}
export type CellResult = Scalar | CellError;
/** What a function gives: one cell, or rows that spill. */
export type Result = CellResult | CellResult[][];

export interface Cell {
  sheet: string;
  row: number;
  col: number;
}

export function cellKey({ sheet, row, col }: Cell): string {
  return JSON.stringify([sheet, row, col]);
}

export interface Rect extends Cell {
  rows: number;
  cols: number;
}

/** An argument as the engine hands it over; `rect` when it came from a reference. */
export interface Argument {
  value: CellResult | CellResult[][];
  rect?: Rect | undefined;
  omitted?: boolean;
}

export interface CellInput {
  value?: Scalar;
  /** The value is text, also where it looks like a number. */
  isText?: boolean;
  formula?: string;
}
export interface CellRead {
  value: Scalar;
  formula: string;
  text: string;
  format: string;
}

export const BUSY = '#BUSY!';

/** What Excel says of an error that nobody explained better. */
export const ERROR_TEXT: Readonly<Record<string, string>> = {
  '#VALUE!': 'A value used in the formula is of the wrong data type.',
  '#N/A': 'A value is not available to the function.',
  '#NUM!': 'There is a problem with a number used in the formula.',
  '#DIV/0!': 'The function divides by zero.',
  '#NULL!': 'The ranges do not intersect.',
  '#REF!': 'The reference is not valid.',
  '#NAME?': 'The name is not recognised.',
  '#SPILL!': 'The result needs more room: a cell in the spill range is not empty.',
  [BUSY]: 'Waiting for the function to answer.',
};

export function isError(value: CellResult | CellResult[][] | undefined): value is CellError {
  return typeof value === 'object' && value !== null && 'error' in value;
}

export function isErrorText(value: Scalar): value is string {
  return typeof value === 'string' && /^#(?:[A-Z/0]+[!?]|N\/A)$/.test(value);
}
