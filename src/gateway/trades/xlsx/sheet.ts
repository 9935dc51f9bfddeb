import type { Column } from '../../../domain/trade-export/column';
import { TRADE_ID } from '../../../domain/trade-export/fields';
import { fitsExcel } from '../../../domain/trade-export/excel-cell';
import { TOO_LARGE, type Archive, type Part } from './archive';
import { cellsOf, CellWriter, columnName, textCell, type Paper } from './cells';
import { STYLE } from './styles';

/** Excel's own limit, the header included. */
const ROWS_MAX = 1_048_576;
const WIDTHS: Readonly<Record<Column<never>['kind'], number>> = {
  id: 18,
  text: 20,
  decimal: 13,
  day: 12,
  instant: 26,
  boolean: 12,
};

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';

export interface SheetPlace {
  readonly name: string;
  readonly file: string;
}

interface SheetOptions<R> {
  readonly columns: readonly Column<R>[];
  readonly paper: Paper;
  /** Columns that stand behind a plus sign: they keep their places, and what is right of them comes into sight. */
  readonly isFolded?: (column: Column<R>) => boolean;
}

/** A sheet with a frozen header, the trade's id in sight, a filter on each column, and a row for each record. */
export class Sheet<R> {
  private readonly name: string;
  private readonly part: Part;
  private readonly columns: readonly {
    readonly letter: string;
    readonly cell: (record: R, place: { letter: string; row: number }) => string;
  }[];
  private rows = 1;

  constructor(
    archive: Archive,
    { name, file }: SheetPlace,
    { columns, paper, isFolded = () => false }: SheetOptions<R>,
  ) {
    this.name = name;
    this.part = archive.part(file);
    const writer = new CellWriter(paper, name);
    this.columns = columns.map((column, index) => ({
      letter: columnName(index),
      cell: cellsOf(column, writer),
    }));
    this.part.write(
      HEAD + FITS_PAGES + frozen(columns, name === FIRST_SHEET) + widths(columns, columns.map(isFolded)),
    );
    const header = columns.map((column, index) =>
      textCell(column.name, { letter: columnName(index), row: 1 }, STYLE.header),
    );
    this.part.write(`<sheetData><row r="1">${header.join('')}</row>`);
  }

  row(record: R): void {
    this.rows += 1;
    if (this.rows > ROWS_MAX) throw new Error(TOO_LARGE);
    let row = `<row r="${this.rows}">`;
    for (const { letter, cell } of this.columns) row += cell(record, { letter, row: this.rows });
    this.part.write(`${row}</row>`);
  }

  async end(): Promise<void> {
    this.part.write(`</sheetData><autoFilter ref="${this.area('')}"/>${PAGES}</worksheet>`);
    await this.part.end();
  }

  /** The filled area by the name that Excel gives what a filter is on. */
  filtered(): string {
    return `'${this.name}'!${this.area('$')}`;
  }

  private area(fixed: '' | '$'): string {
    return `${fixed}A${fixed}1:${fixed}${this.columns.at(-1)?.letter ?? 'A'}${fixed}${this.rows}`;
  }
}

/** Printed sideways, as many columns on a page as there are. */
const FITS_PAGES = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
const PAGES = '<pageSetup orientation="landscape" fitToHeight="0"/>';

export const FIRST_SHEET = 'trades';

/** The header, and where the id of the trade comes first, that too. */
function frozen([first]: readonly Column<never>[], selected: boolean): string {
  const pane =
    first?.name === TRADE_ID.name
      ? 'xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight"'
      : 'ySplit="1" topLeftCell="A2" activePane="bottomLeft"';
  return (
    `<sheetViews><sheetView workbookViewId="0"${selected ? ' tabSelected="1"' : ''}>` +
    `<pane ${pane} state="frozen"/></sheetView></sheetViews>`
  );
}

/** Behind folded columns comes one that is not: it has the plus sign. */
function widths(columns: readonly Column<never>[], folded: readonly boolean[]): string {
  const written = columns.map(({ kind }, index) => {
    const fold = folded[index] ? ' outlineLevel="1" hidden="1"' : folded[index - 1] ? ' collapsed="1"' : '';
    return `<col min="${index + 1}" max="${index + 1}" width="${WIDTHS[kind]}" customWidth="1"${fold}/>`;
  });
  const levels = folded.includes(true) ? '<sheetFormatPr defaultRowHeight="15" outlineLevelCol="1"/>' : '';
  return `${levels}<cols>${written.join('')}</cols>`;
}

/** Text, or a sum as exact decimal text: a number where Excel holds it as it is. */
export type PlainCell = string | { readonly sum: string };

function plainCell(cell: PlainCell, place: { letter: string; row: number }): string {
  if (typeof cell === 'string') return textCell(cell, place, STYLE.text);
  const { sum } = cell;
  if (!fitsExcel(sum)) return textCell(sum, place, STYLE.noted);
  const style = sum.includes('.') ? STYLE.sum : STYLE.wholeSum;
  return `<c r="${place.letter}${place.row}" s="${style}"><v>${sum}</v></c>`;
}

/** A sheet of a few rows. */
export function plainSheet(rows: readonly (readonly PlainCell[])[]): string {
  const written = rows.map((row, index) => {
    const cells = row.map((cell, at) => plainCell(cell, { letter: columnName(at), row: index + 1 }));
    return `<row r="${index + 1}">${cells.join('')}</row>`;
  });
  return (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    '<cols><col min="1" max="1" width="90" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/></cols>' +
    `<sheetData>${written.join('')}</sheetData></worksheet>`
  );
}
