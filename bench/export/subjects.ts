import { createWriteStream } from 'node:fs';
import type { CapturedTrade } from '../../src/domain/trade';
import { LEG_COLUMNS, tradedLegs } from '../../src/domain/trade-export/full';
import type { Column } from '../../src/domain/trade-export/column';
import { TRADE_COLUMNS } from '../../src/domain/trade-export/preset';
import type { TradeFormat } from '../../src/contract/desk/trade-downloads';
import { fileThreads } from '../../src/gateway/trades/export/file-thread';
import { capturedTrade, type KeptTrade } from '../../src/gateway/storage/trade-store';
import { loadExcelJs, loadWriteExcelFile, type PlainCell, type Sheet } from '../peers/workbooks';

export interface Subject {
  readonly name: string;
  readonly peer: boolean;
  write(kept: AsyncIterable<readonly KeptTrade[]>, file: string): Promise<void>;
}

const FROZEN = { views: [{ state: 'frozen', ySplit: 1 }] } as const;
const NOW = Date.UTC(2026, 10, 20);

const ours = (format: TradeFormat): Subject => ({
  name: `ours, ${format}`,
  peer: false,
  async write(kept, file) {
    const options = { format, preset: 'desk', zone: 'Europe/Berlin', now: NOW } as const;
    await fileThreads()(options, kept, { sink: createWriteStream(file), onCounted: () => undefined });
  },
});

/** The same columns on the same two sheets, in one go and as its documentation streams them. */
const plain: Subject = {
  name: 'exceljs, xlsx, plain',
  peer: true,
  async write(kept, file) {
    const { Workbook } = await loadExcelJs();
    const book = new Workbook();
    await filled(book.addWorksheet('trades', FROZEN), book.addWorksheet('legs', FROZEN), kept);
    await book.xlsx.writeFile(file);
  },
};
const streamed: Subject = {
  name: 'exceljs, xlsx, streamed',
  peer: true,
  async write(kept, file) {
    const excel = await loadExcelJs();
    const book = new excel.stream.xlsx.WorkbookWriter({ filename: file, useStyles: true });
    const [first, second] = [book.addWorksheet('trades', FROZEN), book.addWorksheet('legs', FROZEN)];
    await filled(first, second, kept);
    first.commit();
    second.commit();
    await book.commit();
  },
};

/** The package that writes from rows in memory alone, and needs the fewest lines for it. */
const rows: Subject = {
  name: 'write-excel-file, xlsx',
  peer: true,
  async write(kept, file) {
    const write = await loadWriteExcelFile();
    const trades: PlainCell[][] = [headers(TRADE_COLUMNS.desk)];
    const legs: PlainCell[][] = [headers(LEG_COLUMNS)];
    for await (const captured of capturedIn(kept)) {
      trades.push(TRADE_COLUMNS.desk.map((column) => plainCell(column, captured)));
      for (const leg of tradedLegs(captured)) legs.push(LEG_COLUMNS.map((column) => plainCell(column, leg)));
    }
    const sheets = [
      { sheet: 'trades', stickyRowsCount: 1, data: trades },
      { sheet: 'legs', stickyRowsCount: 1, data: legs },
    ];
    await write(sheets).toFile(file);
  },
};

export const SUBJECTS: readonly Subject[] = [ours('csv'), ours('jsonl'), ours('xlsx'), streamed, plain, rows];

async function filled(first: Sheet, second: Sheet, kept: AsyncIterable<readonly KeptTrade[]>): Promise<void> {
  headed(first, TRADE_COLUMNS.desk);
  headed(second, LEG_COLUMNS);
  for await (const captured of capturedIn(kept)) {
    first.addRow(TRADE_COLUMNS.desk.map((column) => excelValue(column, captured))).commit();
    for (const leg of tradedLegs(captured)) {
      second.addRow(LEG_COLUMNS.map((column) => excelValue(column, leg))).commit();
    }
  }
}

async function* capturedIn(kept: AsyncIterable<readonly KeptTrade[]>): AsyncGenerator<CapturedTrade> {
  for await (const piece of kept) yield* piece.flatMap((one) => capturedTrade(one) ?? []);
}

function headed(sheet: Sheet, columns: readonly Column<never>[]): void {
  sheet.columns = columns.map(({ name, kind }) => ({
    header: name,
    key: name,
    width: 16,
    style: { numFmt: FORMATS[kind] },
  }));
}

const FORMATS: Readonly<Record<Column<never>['kind'], string>> = {
  text: '@',
  id: '@',
  boolean: 'General',
  decimal: '0.00######',
  day: 'yyyy-mm-dd',
  instant: 'yyyy-mm-dd hh:mm:ss.000',
};

function excelValue<R>(column: Column<R>, record: R): unknown {
  switch (column.kind) {
    case 'decimal':
      return mapped(column.value(record), Number);
    case 'instant':
    case 'day':
      return mapped(column.value(record), (moment) => new Date(moment));
    default:
      return column.value(record);
  }
}

const headers = (columns: readonly Column<never>[]): PlainCell[] =>
  columns.map(({ name }) => ({ value: name }));

function plainCell<R>(column: Column<R>, record: R): PlainCell {
  const value = excelValue(column, record);
  if (value === undefined || value === '') return null;
  return { value, format: FORMATS[column.kind] };
}

const mapped = <V>(value: V | undefined, to: (value: V) => unknown): unknown =>
  value === undefined ? undefined : to(value);
