import type { Column } from '../../../domain/trade-export/column';
import {
  CELL_TEXT_MAX,
  EXCEL_DIGITS_MAX,
  fitsExcel,
  serialOf,
} from '../../../domain/trade-export/excel-cell';
import type { LocalTime } from '../../../domain/local-time';
import { STYLE, type Styles } from './styles';
import { xmlText } from './xml-text';

/** What cells need to know of the workbook they stand in. */
export interface Paper {
  readonly styles: Styles;
  readonly local: LocalTime;
  readonly notes: Notes;
}

const LONG_NUMBER = `A number of more than ${EXCEL_DIGITS_MAX} digits is written as text, because Excel would round it. Cells (marked yellow):`;
const LONG_TEXT = `A text of more than ${CELL_TEXT_MAX} characters is cut, because a cell holds no more. Cells (marked yellow):`;

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
        return this.maybe(column.value(record), (value) =>
          this.decimal(value, place, column.counts && !value.includes('.') ? STYLE.whole : STYLE.decimal),
        );
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

  private decimal(value: string, place: string, style: number): string {
    if (fitsExcel(value)) {
      return `<c r="${place}" s="${style}"><v>${value}</v></c>`;
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
    const serial = serialOf(wallMs);
    return serial !== undefined
      ? `<c r="${place}" s="${style}"><v>${serial}</v></c>`
      : textCell(text, place, STYLE.text);
  }
}

/** Text in place, and never a formula, whatever it starts with. */
export const textCell = (text: string, place: string, style: number): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

/** "A", "Z", "AA", …: the name of a column by its place, from 0. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** What a file says about itself beside the trades: the cells that do not hold just what was known. */
export class Notes {
  private readonly kinds = new Map<string, { count: number; cells: string[] }>();

  add(sentence: string, cell: string): void {
    const kind = this.kinds.get(sentence) ?? { count: 0, cells: [] };
    kind.count += 1;
    if (kind.cells.length < CELLS_MAX) kind.cells.push(cell);
    this.kinds.set(sentence, kind);
  }

  /** Sentence, count, and the first cells that it is about. */
  rows(): string[][] {
    return [...this.kinds].map(([sentence, { count, cells }]) => [
      sentence,
      String(count),
      `${cells.join(', ')}${count > cells.length ? ', …' : ''}`,
    ]);
  }
}

const CELLS_MAX = 1_000;
