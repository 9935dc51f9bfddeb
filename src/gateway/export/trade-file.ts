import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CapturedTrade } from '../../domain/captured-trade';
import type { ExportPreset } from '../../domain/trade-export/preset';
import { jsonLines } from './json-lines';

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
 * sink or the trades fail; the sink is destroyed then, and what reached it is no whole file.
 */
export async function writeTradeFile(
  options: TradeFileOptions,
  trades: AsyncIterable<CapturedTrade>,
  sink: Writable,
): Promise<{ rows: number }> {
  if (options.format !== 'jsonl') throw new Error(`No file of trades is written as ${options.format}.`);
  let rows = 0;
  async function* counted(): AsyncGenerator<CapturedTrade> {
    for await (const trade of trades) {
      rows += 1;
      yield trade;
    }
  }
  await pipeline(jsonLines(options, counted()), sink);
  return { rows };
}
