import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CapturedTrade } from '../../../domain/trade';
import type { Column } from '../../../domain/trade-export/column';
import { LocalTime } from '../../../domain/local-time';
import { TRADE_COLUMNS, type ExportPreset } from '../../../domain/trade-export/preset';
import { workbook } from '../xlsx/workbook';
import { counting, coverageFacts, type Coverage } from '../../../domain/trade-export/coverage';
import { tradedLegs } from '../../../domain/trade-export/full';
import { csvRows, csvWriter } from './csv';

export const TRADE_FILE_FORMATS = ['csv', 'xlsx', 'jsonl'] as const;
export type TradeFileFormat = (typeof TRADE_FILE_FORMATS)[number];

export interface TradeFileOptions {
  readonly format: TradeFileFormat;
  readonly preset: ExportPreset;
  /** IANA zone of the local times. */
  readonly zone: string;
  /** Of a CSV: what the reader's locale splits by. Default ",". */
  readonly separator?: ',' | ';' | '\t';
  /** Of a CSV: how the reader's locale writes decimals. Default ".". */
  readonly decimal?: '.' | ',';
  /** Epoch ms at which the file is made. */
  readonly now: number;
  /** What it covers, which a workbook says. */
  readonly coverage?: Coverage;
}

/**
 * Writes the trades as one file, in their order, and ends the sink. No faster than the sink takes it. Rejects when the
 * sink or the trades fail, or when a workbook cannot hold them; the sink is destroyed then, and what reached it is no
 * whole file.
 */
export async function writeTradeFile(
  options: TradeFileOptions,
  trades: AsyncIterable<CapturedTrade>,
  sink: Writable,
): Promise<{ rows: number }> {
  let rows = 0;
  async function* counted(): AsyncGenerator<CapturedTrade> {
    for await (const trade of trades) {
      rows += 1;
      yield trade;
    }
  }
  await written(options, counted(), sink);
  return { rows };
}

async function written(
  options: TradeFileOptions,
  trades: AsyncIterable<CapturedTrade>,
  sink: Writable,
): Promise<void> {
  switch (options.format) {
    case 'csv':
      return pipeline(csvRows(options, trades), csvWriter(options), sink);
    case 'jsonl':
      return pipeline(largePieces(jsonLines(options, trades)), sink);
    case 'xlsx':
      return pipeline(workbook(options, trades), sink);
  }
}

/** What a file of these trades covers, as one JSON object: a file of its own, so that those of trades hold nothing else. */
export async function* aboutFile(
  { coverage, now }: { coverage: Coverage; now: number },
  trades: AsyncIterable<CapturedTrade>,
): AsyncGenerator<string> {
  const counts = counting();
  for await (const trade of trades) counts.add(trade, tradedLegs(trade).length);
  yield jsonFile(coverageFacts(coverage, counts.written, now));
}

/** One JSON object as a file that a person can read too. */
export const jsonFile = (facts: object): string => `${JSON.stringify(facts, null, 2)}\n`;

/** One object per trade: the columns by their headers, decimals as text, and the record as the service wrote it. */
async function* jsonLines(
  { preset, zone }: { preset: ExportPreset; zone: string },
  trades: AsyncIterable<CapturedTrade>,
): AsyncGenerator<string> {
  const columns = TRADE_COLUMNS[preset];
  const local = new LocalTime(zone);
  for await (const captured of trades) {
    const shown = columns.map((column) => [column.name, jsonValue(column, captured, local)]);
    yield `${JSON.stringify({ ...Object.fromEntries(shown), raw: captured.trade.raw })}\n`;
  }
}

function jsonValue(
  column: Column<CapturedTrade>,
  captured: CapturedTrade,
  local: LocalTime,
): string | boolean | null {
  if (column.kind !== 'instant') return column.value(captured) ?? null;
  const at = column.value(captured);
  if (at === undefined) return null;
  return column.clock === 'utc' ? new Date(at).toISOString() : local.iso(at);
}

const PIECE_CHARS = 64 * 1024;

/** The same text in fewer, larger pieces: a stream costs by the piece. */
async function* largePieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
