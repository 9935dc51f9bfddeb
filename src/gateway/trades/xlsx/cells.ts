import type { Column } from '../../../domain/trade-export/column';
import {
  CELL_TEXT_MAX,
  EXCEL_DIGITS_MAX,
  fitsExcel,
  serialOf,
} from '../../../domain/trade-export/excel-cell';
import type { LocalTime } from '../../../domain/local-time';
import type { SharedTexts } from './shared-texts';
import { STYLE, type Styles } from './styles';
import { xmlText } from './xml-text';

/** What cells need to know of the workbook they stand in. */
export interface Paper {
  readonly styles: Styles;
  readonly texts: SharedTexts;
  readonly local: LocalTime;
  readonly notes: Notes;
}

const LONG_NUMBER = `A number of more than ${EXCEL_DIGITS_MAX} digits is written as text, because Excel would round it. Cells (marked yellow):`;
const LONG_TEXT = `A text of more than ${CELL_TEXT_MAX} characters is cut, because a cell holds no more. Cells (marked yellow):`;

/** Writes the cells of one column: nothing for a value that is not there. `place` is the address, such as "B7". */
export function cellsOf<R>(column: Column<R>, writer: CellWriter): (record: R, place: Place) => string {
  switch (column.kind) {
    case 'text':
      return written(column.value, (value, place) => writer.text(value, place));
    case 'id':
      return written(column.value, (value, place) => writer.id(value, place));
    case 'decimal':
      return written(column.value, (value, place) =>
        writer.decimal(value, place, column.counts && !value.includes('.') ? STYLE.whole : STYLE.decimal),
      );
    case 'boolean':
      return written(
        column.value,
        (value, { letter, row }) => `<c r="${letter}${row}" t="b"><v>${value ? 1 : 0}</v></c>`,
      );
    case 'day':
      return written(column.value, (day, place) =>
        dateCell(Date.parse(`${day}T00:00:00Z`), { place, style: STYLE.day, text: () => day }),
      );
    case 'instant':
      return written(
        column.value,
        column.clock === 'utc' ? utcCell : (at, place) => writer.localTime(at, place),
      );
  }
}

/** Of a column and a row, such as "B" and 7. */
interface Place {
  readonly letter: string;
  readonly row: number;
}

const written =
  <R, V>(valueOf: (record: R) => V | undefined, cell: (value: V, place: Place) => string) =>
  (record: R, place: Place): string => {
    const value = valueOf(record);
    return value === undefined ? '' : cell(value, place);
  };

/** What cells of one sheet need to know of their workbook. */
export class CellWriter {
  constructor(
    private readonly paper: Paper,
    private readonly sheet: string,
  ) {}

  /** Of a few texts that come again and again. */
  text(value: string, place: Place): string {
    const shared = this.paper.texts.place(value);
    return shared === undefined
      ? this.id(value, place)
      : `<c r="${place.letter}${place.row}" s="${STYLE.text}" t="s"><v>${shared}</v></c>`;
  }

  id(value: string, place: Place): string {
    if (value.length <= CELL_TEXT_MAX) return textCell(value, place, STYLE.text);
    this.note(LONG_TEXT, place);
    return textCell(`${value.slice(0, CELL_TEXT_MAX - 1)}…`, place, STYLE.noted);
  }

  decimal(value: string, place: Place, style: number): string {
    if (fitsExcel(value)) return `<c r="${place.letter}${place.row}" s="${style}"><v>${value}</v></c>`;
    this.note(LONG_NUMBER, place);
    return textCell(value, place, STYLE.noted);
  }

  /** A date as the local clock reads; its offset, which a date of Excel cannot hold, is in its format. */
  localTime(at: number, place: Place): string {
    const { local, styles } = this.paper;
    const style = styles.local(local.offset(at));
    return dateCell(local.wallMs(at), { place, style, text: () => local.iso(at) });
  }

  private note(sentence: string, { letter, row }: Place): void {
    this.paper.notes.add(sentence, `${this.sheet}!${letter}${row}`);
  }
}

const utcCell = (at: number, place: Place): string =>
  dateCell(at, { place, style: STYLE.utc, text: () => new Date(at).toISOString() });

/** `text`: what stands there where Excel has no such date. */
function dateCell(
  wallMs: number,
  { place, style, text }: { place: Place; style: number; text: () => string },
): string {
  const serial = serialOf(wallMs);
  return serial !== undefined
    ? `<c r="${place.letter}${place.row}" s="${style}"><v>${serial}</v></c>`
    : textCell(text(), place, STYLE.text);
}

/** Text in place, and never a formula, whatever it starts with. */
export const textCell = (text: string, { letter, row }: Place, style: number): string =>
  `<c r="${letter}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

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
