import type { CapturedTrade } from '../../domain/trade';
import type { Column } from '../../domain/trade-export/column';
import {
  DAY_FORMAT,
  DECIMAL_FORMAT,
  excelCell,
  MOMENT_FORMAT,
  type ExcelCell,
} from '../../domain/trade-export/excel-cell';
import { LocalTime } from '../../domain/trade-export/local-time';
import { TRADE_COLUMNS, type ExportPreset } from '../../domain/trade-export/preset';
import type { TypedRow, TypedValue } from '../excel/table-rows';

const AS_TEXT = '@';
const EMPTY_FORMATS: Readonly<Record<Column<never>['kind'], string>> = {
  text: AS_TEXT,
  id: AS_TEXT,
  decimal: DECIMAL_FORMAT,
  instant: MOMENT_FORMAT,
  day: DAY_FORMAT,
  boolean: 'General',
};

/** What the values of a kind need, in points. */
const WIDTHS_PT: Readonly<Record<Column<never>['kind'], number>> = {
  text: 84,
  id: 72,
  decimal: 60,
  instant: 170,
  day: 66,
  boolean: 60,
};
const HEADER_CHARACTER_PT = 5.6;
/** Beside its header a column has the button of its filter. */
const FILTER_PT = 26;

/** Captured trades as rows of a table of Excel. */
export class TypedRows {
  readonly headers: readonly string[];
  readonly widthsPt: readonly number[];
  /** How many values Excel could not hold as they are: long numbers became text, long texts were cut. */
  changed = 0;
  private readonly columns: readonly Column<CapturedTrade>[];
  private readonly local: LocalTime;

  /** `zone` is the IANA zone of the local moments. */
  constructor(preset: ExportPreset, zone: string) {
    this.columns = TRADE_COLUMNS[preset];
    this.headers = this.columns.map(({ name }) => name);
    this.widthsPt = this.columns.map(({ kind, name }) =>
      Math.max(WIDTHS_PT[kind], Math.ceil(name.length * HEADER_CHARACTER_PT + FILTER_PT)),
    );
    this.local = new LocalTime(zone);
  }

  row(captured: CapturedTrade): TypedRow {
    const cells = this.columns.map((column) => excelCell(column, captured, this.local));
    this.changed += cells.filter((cell) => cell?.kind === 'text' && cell.isChanged).length;
    return {
      id: captured.trade.id,
      provisional: captured.provisional,
      values: cells.map(valueOf),
      formats: cells.map((cell, index) => formatOf(cell, this.columns[index])),
    };
  }
}

/**
 * Excel takes a text with =, + or - before it for a formula and one like "1E5" or "May 27" for a number or a day, and with an
 * apostrophe before it for what it is. The apostrophe is no part of what the cell then holds.
 */
function valueOf(cell: ExcelCell | undefined): TypedValue {
  if (cell === undefined) return '';
  if (cell.kind === 'value') return cell.value;
  return cell.text === '' ? '' : `'${cell.text}`;
}

function formatOf(cell: ExcelCell | undefined, column: Column<CapturedTrade> | undefined): string {
  if (cell === undefined) return column ? EMPTY_FORMATS[column.kind] : AS_TEXT;
  return cell.kind === 'value' ? cell.format : AS_TEXT;
}

/** Excel on the web takes 5 MB at once; a block is far below it, and short enough that Excel stays at hand. */
const BLOCK_ROWS_MAX = 500;
const BLOCK_TEXT_MAX = 1_000_000;

/** Rows in blocks that Excel takes at once. */
export function blocksOf(rows: readonly TypedRow[]): TypedRow[][] {
  const blocks: TypedRow[][] = [];
  let size = 0;
  for (const row of rows) {
    const own = row.values.reduce((sum: number, value) => sum + String(value).length, 0);
    const block = blocks.at(-1);
    if (block && block.length < BLOCK_ROWS_MAX && size + own <= BLOCK_TEXT_MAX) {
      block.push(row);
      size += own;
    } else {
      blocks.push([row]);
      size = own;
    }
  }
  return blocks;
}
