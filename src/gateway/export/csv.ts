import { stringify, type Options } from 'csv-stringify';
import type { Transform } from 'node:stream';
import type { CapturedTrade } from '../../domain/captured-trade';
import type { Column } from '../../domain/trade-export/column';
import { LocalTime } from '../../domain/trade-export/local-time';
import { TRADE_COLUMNS, type ExportPreset } from '../../domain/trade-export/preset';
import { harmless } from './harmless';

export interface CsvOptions {
  readonly preset: ExportPreset;
  readonly zone: string;
  readonly separator?: ',' | ';' | '\t';
  readonly decimal?: '.' | ',';
}

/** How every CSV of SpreadDesk is written: RFC 4180. */
export const RFC_4180 = {
  record_delimiter: '\r\n',
  // A break of another kind than the file's own is quoted too; so is space at an end, which some readers cut off.
  quoted_match: /[\r\n]|^\s|\s$/,
} as const satisfies Options;

/** Makes CSV of rows, with a mark at the start that lets Excel read it as UTF-8. */
export const csvWriter = ({ separator = ',' }: CsvOptions): Transform =>
  stringify({ ...RFC_4180, bom: true, delimiter: separator });

/** Text, ids too, as it stands in a CSV. Some readers end a field, or the file, at the one character that is replaced. */
export const csvText = (text: string): string => harmless(text.replaceAll('\0', '\uFFFD'));

/** The header and a row for each trade, every field as its text. */
export async function* csvRows(
  { preset, zone, decimal = '.' }: CsvOptions,
  trades: AsyncIterable<CapturedTrade>,
): AsyncGenerator<string[]> {
  const columns = TRADE_COLUMNS[preset];
  const local = new LocalTime(zone);
  yield columns.map(({ name }) => name);
  for await (const captured of trades) {
    yield columns.map((column) => csvField(column, captured, { local, decimal }));
  }
}

function csvField(
  column: Column<CapturedTrade>,
  captured: CapturedTrade,
  { local, decimal }: { local: LocalTime; decimal: '.' | ',' },
): string {
  switch (column.kind) {
    case 'text':
    case 'id':
      return csvText(column.value(captured) ?? '');
    case 'decimal':
      return (column.value(captured) ?? '').replace('.', decimal);
    case 'day':
      return column.value(captured) ?? '';
    case 'boolean':
      return String(column.value(captured) ?? '');
    case 'instant': {
      const at = column.value(captured);
      return at === undefined ? '' : csvMoment(at, column.clock === 'utc' ? undefined : local);
    }
  }
}

/**
 * "2026-10-25 00:30:00", which Excel takes for a date in every language, to the second: with a fraction it shows neither
 * the day nor the hour. By a local clock the offset follows, and Excel leaves it text: its dates cannot hold one.
 */
function csvMoment(at: number, local: LocalTime | undefined): string {
  const wall = new Date(local?.wallMs(at) ?? at).toISOString();
  return `${wall.slice(0, -MILLISECONDS.length).replace('T', ' ')}${local?.offset(at) ?? ''}`;
}
const MILLISECONDS = '.000Z';
