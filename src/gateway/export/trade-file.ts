import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CapturedTrade } from '../../domain/captured-trade';
import type { ExportPreset } from '../../domain/trade-export/preset';
import { csvRows, csvWriter } from './csv';
import { jsonLines } from './json-lines';
import { largePieces } from './pieces';
import { workbook } from './xlsx/workbook';

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
