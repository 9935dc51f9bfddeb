import type { JournalFormat } from '../../contract/desk/http';
import type { Environment } from '../../domain/desk-status';
import type { JournalLine } from './chain';
import { BYTE_ORDER_MARK, csvHeader, csvLine } from './csv';
import { jsonlLine } from './jsonl';

/** A journal as a file, piece by piece: JSON Lines can be verified, CSV is for looking at it in a spreadsheet. */
export async function* exported(
  lines: AsyncIterable<JournalLine>,
  format: JournalFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield BYTE_ORDER_MARK + csvHeader();
  for await (const line of lines) yield format === 'csv' ? csvLine(line) : `${jsonlLine(line)}\n`;
}

export const CONTENT_TYPES: Readonly<Record<JournalFormat, string>> = {
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

export const exportName = (environment: Environment, at: number, format: JournalFormat): string =>
  `spreaddesk-journal-${environment}-${new Date(at).toISOString().slice(0, 10)}.${format}`;
