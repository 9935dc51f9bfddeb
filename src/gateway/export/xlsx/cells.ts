import type { Column } from '../../../domain/trade-export/column';
import type { LocalTime } from '../../../domain/trade-export/local-time';
import type { Notes } from './notes';
import { STYLE, type Styles } from './styles';
import { CELL_TEXT_MAX, xmlText } from './xml-text';

/** What cells need to know of the workbook they stand in. */
export interface Paper {
  readonly styles: Styles;
  readonly local: LocalTime;
  readonly notes: Notes;
}

/** Excel keeps no more digits of a number than these. */
const DIGITS_MAX = 15;
const LONG_NUMBER = `A number of more than ${DIGITS_MAX} digits is written as text, because Excel would round it. Cells (marked yellow):`;
const LONG_TEXT = `A text of more than ${CELL_TEXT_MAX} characters is cut, because a cell holds no more. Cells (marked yellow):`;

const DAY_MS = 86_400_000;
/** 1970-01-01 as Excel counts days. */
const EPOCH_SERIAL = 25_569;
/** 1900-03-01, before which Excel counts a day that never was, and the end of its calendar. */
const SERIAL_MIN = 61;
const SERIAL_END = 2_958_466;

/** One cell of a row; nothing for a value that is not there. `place` is its address, such as "B7". */
export class CellWriter {
  constructor(
    private readonly paper: Paper,
    private readonly sheet: string,
  ) {}

  cell<R>(column: Column<R>, record: R, place: string): string {
    switch (column.kind) {
      case 'text':
      case 'id':
        return this.maybe(column.value(record), (value) => this.text(value, place));
      case 'decimal':
        return this.maybe(column.value(record), (value) => this.decimal(value, place));
      case 'boolean':
        return this.maybe(
          column.value(record),
          (value) => `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`,
        );
      case 'day':
        return this.maybe(column.value(record), (day) =>
          this.date(Date.parse(`${day}T00:00:00Z`), { place, style: STYLE.day, text: day }),
        );
      case 'instant':
        return this.maybe(column.value(record), (at) =>
          column.clock === 'utc' ? this.utc(at, place) : this.localTime(at, place),
        );
    }
  }

  text(value: string, place: string): string {
    if (value.length <= CELL_TEXT_MAX) return textCell(value, place, STYLE.text);
    this.paper.notes.add(LONG_TEXT, `${this.sheet}!${place}`);
    return textCell(`${value.slice(0, CELL_TEXT_MAX - 1)}…`, place, STYLE.noted);
  }

  private maybe<V>(value: V | undefined, written: (value: V) => string): string {
    return value === undefined ? '' : written(value);
  }

  private decimal(value: string, place: string): string {
    if (significantDigits(value) <= DIGITS_MAX) {
      return `<c r="${place}" s="${STYLE.decimal}"><v>${value}</v></c>`;
    }
    this.paper.notes.add(LONG_NUMBER, `${this.sheet}!${place}`);
    return textCell(value, place, STYLE.noted);
  }

  private utc(at: number, place: string): string {
    return this.date(at, { place, style: STYLE.utc, text: new Date(at).toISOString() });
  }

  /** A date as the local clock reads; its offset, which a date of Excel cannot hold, is in its format. */
  private localTime(at: number, place: string): string {
    const { local, styles } = this.paper;
    return this.date(local.wallMs(at), {
      place,
      style: styles.local(local.offset(at)),
      text: local.iso(at),
    });
  }

  private date(
    wallMs: number,
    { place, style, text }: { place: string; style: number; text: string },
  ): string {
    const serial = wallMs / DAY_MS + EPOCH_SERIAL;
    const known = serial >= SERIAL_MIN && serial < SERIAL_END;
    return known ? `<c r="${place}" s="${style}"><v>${serial}</v></c>` : textCell(text, place, STYLE.text);
  }
}

/** Text in place, and never a formula, whatever it starts with. */
export const textCell = (text: string, place: string, style: number): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

/** 1200 has two: zeros at the ends cost a number no precision. */
const significantDigits = (decimal: string): number =>
  decimal.length <= DIGITS_MAX ? decimal.length : decimal.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length;

/** "A", "Z", "AA", …: the name of a column by its place, from 0. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}
