import { excelSerial, type LocalTime } from '../local-time';
import type { Column } from './column';

/** Content of an Excel cell: a number, TRUE or FALSE, or text that must stay text. */
export type ExcelCell =
  | { readonly kind: 'value'; readonly value: number | boolean; readonly format: string }
  /** `isChanged`: the record said it otherwise, because Excel cannot hold it as it is. */
  | { readonly kind: 'text'; readonly text: string; readonly isChanged: boolean };

/** Excel keeps no more digits of a number than these. */
export const EXCEL_DIGITS_MAX = 15;
/** Maximum text of a cell, in UTF-16 units: Excel reports a file with more as damaged. */
export const CELL_TEXT_MAX = 32_767;

/** 1900-03-01, before which Excel counts a day that never was, and the end of its calendar. */
const SERIAL_MIN = 61;
const SERIAL_END = 2_958_466;

/** A moment as a date of Excel: the days of its calendar. `undefined` where that calendar has no such day. */
export function serialOf(wallMs: number): number | undefined {
  const serial = excelSerial(wallMs);
  return serial >= SERIAL_MIN && serial < SERIAL_END ? serial : undefined;
}

/** Excel holds the number as it is written. 1200 has two digits: zeros at the ends cost a number no precision. */
export const fitsExcel = (decimal: string): boolean =>
  decimal.length <= EXCEL_DIGITS_MAX ||
  decimal.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length <= EXCEL_DIGITS_MAX;

export const DECIMAL_FORMAT = '0.00######';
const WHOLE_FORMAT = '0';
/** An amount without decimals is shown without them, as in the workbook. */
const numberFormat = (decimal: string, counts = false): string =>
  counts && !decimal.includes('.') ? WHOLE_FORMAT : DECIMAL_FORMAT;
export const DAY_FORMAT = 'yyyy-mm-dd';
export const MOMENT_FORMAT = 'yyyy-mm-dd hh:mm:ss.000';
/** A date of Excel cannot hold an offset, so it stands in the format of the cell. */
const localFormat = (offset: string): string => `${MOMENT_FORMAT}"${offset}"`;

/** The value of a column as a cell; `undefined` where the record does not say it. */
export function excelCell<R>(column: Column<R>, record: R, local: LocalTime): ExcelCell | undefined {
  if (column.kind === 'instant') {
    const at = column.value(record);
    return at === undefined ? undefined : moment(at, column.clock === 'local' ? local : undefined);
  }
  if (column.kind === 'boolean') {
    const value = column.value(record);
    return value === undefined ? undefined : { kind: 'value', value, format: 'General' };
  }
  const text = column.value(record);
  if (text === undefined) return undefined;
  if (column.kind === 'decimal') return decimal(text, column.counts);
  return column.kind === 'day' ? date(Date.parse(`${text}T00:00:00Z`), DAY_FORMAT, text) : plain(text);
}

const decimal = (text: string, counts = false): ExcelCell =>
  fitsExcel(text)
    ? { kind: 'value', value: Number(text), format: numberFormat(text, counts) }
    : { kind: 'text', text, isChanged: true };

/** Excel ends a text at the character 0. */
function plain(written: string): ExcelCell {
  const text = written.replaceAll('\0', '\uFFFD');
  return text.length <= CELL_TEXT_MAX
    ? { kind: 'text', text, isChanged: text !== written }
    : { kind: 'text', text: `${text.slice(0, CELL_TEXT_MAX - 1)}…`, isChanged: true };
}

const moment = (at: number, local: LocalTime | undefined): ExcelCell =>
  local
    ? date(local.wallMs(at), localFormat(local.offset(at)), local.iso(at))
    : date(at, MOMENT_FORMAT, new Date(at).toISOString());

function date(wallMs: number, format: string, otherwise: string): ExcelCell {
  const serial = serialOf(wallMs);
  return serial === undefined
    ? { kind: 'text', text: otherwise, isChanged: false }
    : { kind: 'value', value: serial, format };
}
