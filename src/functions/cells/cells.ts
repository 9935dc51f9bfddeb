import type { CellProblem } from '../../client/cell-register';
import { CellFailure } from './cell-failure';
import { DateNumber, daySerial, type SheetTime } from './sheet-time';

/** What one cell can hold. A number is a number, a date is Excel's number of it, text stays text. */
export type Cell = string | number | boolean | DateNumber | CellFailure;
/** What a formula gives: rows of cells, or one error in its place. */
export type Shown = readonly (readonly Cell[])[] | CellFailure;

/** Excel's own limit of a cell's text. */
const TEXT_MAX = 32_767;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;
/** Names whose values are words even where they look like dates. */
const WORDS = /(^|-)(id|comment|name|counterparty)$/;
/** Names whose numbers may stand as decimal text, to their last digit; a cell takes the nearest number that Excel has. */
const AMOUNTS = /(?:^|-)(?:price|quantity)$/;
const DECIMAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A value of the service as a cell: timestamps and dates become Excel's, nothing becomes empty, what has parts
 * becomes JSON text. Text is never parsed by Excel when a function returns it, so "=1+1" stays those four signs.
 */
export function cellOf(value: unknown, name: string, time: SheetTime): Cell {
  switch (typeof value) {
    case 'number':
    case 'boolean':
      return value;
    case 'string':
      if (AMOUNTS.test(name) && DECIMAL.test(value)) return Number(value);
      return (WORDS.test(name) ? undefined : moment(value, time)) ?? cut(value);
    default:
      return value === null || value === undefined ? '' : cut(JSON.stringify(value));
  }
}

function moment(written: string, time: SheetTime): number | DateNumber | undefined {
  const day = daySerial(written);
  if (day !== undefined) return time.dated(day, 'day');
  const match = TIMESTAMP.exec(written);
  if (!match) return undefined;
  // Without an offset it is in UTC, as the service's timestamps are.
  const epochMs = Date.parse(match[3] === undefined ? `${written}Z` : written);
  return Number.isNaN(epochMs) ? undefined : time.moment(epochMs);
}

/** As much of a text as a cell holds. */
export const cut = (text: string): string =>
  text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text;

/** Whether Excel would show the same, so that nothing need be calculated again. */
export function sameShown(a: Shown, b: Shown): boolean {
  if (a instanceof CellFailure || b instanceof CellFailure) {
    return a instanceof CellFailure && b instanceof CellFailure && sameCell(a, b);
  }
  return (
    a.length === b.length &&
    a.every((row, index) => {
      const other = b[index];
      return row.length === other?.length && row.every((cell, column) => sameCell(cell, other[column]));
    })
  );
}

function sameCell(a: Cell, b: Cell | undefined): boolean {
  if (a instanceof DateNumber && b instanceof DateNumber) return a.serial === b.serial && a.kind === b.kind;
  if (!(a instanceof CellFailure && b instanceof CellFailure)) return a === b;
  return a.code === b.code && a.message === b.message;
}

/** Of the cells that are to hold something, whether all are waiting, so that nothing is known yet, or some. */
export function waitingIn(shown: Shown): 'all' | 'some' | 'none' {
  const cells = shown instanceof CellFailure ? [shown] : shown.flat().filter((cell) => cell !== '');
  const known = cells.filter((cell) => !(cell instanceof CellFailure && cell.waiting));
  if (known.length === cells.length) return 'none';
  return known.length === 0 ? 'all' : 'some';
}

/** What is wrong with what is shown: the first error, and how many there are. What is still loading, or is not there yet, is not wrong. */
export function problemOf(shown: Shown): CellProblem | undefined {
  if (shown instanceof CellFailure) return isWrong(shown) ? problem(shown, 1) : undefined;
  let first: CellFailure | undefined;
  let count = 0;
  for (const row of shown) {
    for (const cell of row) {
      if (!(cell instanceof CellFailure) || !isWrong(cell)) continue;
      first ??= cell;
      count += 1;
    }
  }
  return first && problem(first, count);
}

const isWrong = ({ waiting, isNone }: CellFailure): boolean => !waiting && !isNone;

const problem = ({ code, message }: CellFailure, count: number): CellProblem => ({ code, message, count });
