import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TradeFormat } from '../../../contract/desk/trade-downloads';
import type { CapturedTrade } from '../../../domain/trade';
import type { ReportedLeg } from '../../../domain/trade-export/acer';
import type { Column } from '../../../domain/trade-export/column';
import { LocalTime } from '../../../domain/local-time';
import { rowsOf, TRADE_COLUMNS, type ExportPreset } from '../../../domain/trade-export/preset';
import { workbook } from '../xlsx/workbook';
import { counting, coverageFacts, type Coverage } from '../../../domain/trade-export/coverage';
import { tradedLegs } from '../../../domain/trade-export/full';
import { csvLines, type TradeLines } from './csv';
import { TextPieces } from '../../../effects/text-pieces';

export interface TradeFileOptions {
  readonly format: TradeFormat;
  readonly preset: ExportPreset;
  /** IANA zone of the local times. */
  readonly zone: string;
  /** Of a CSV: what the reader's locale splits by. Default ",". */
  readonly separator?: ',' | ';' | '\t';
  /** Of a CSV: how the reader's locale writes decimals. Default ".". */
  readonly decimal?: '.' | ',';
  /** Epoch ms at which the file is made. */
  readonly now: number;
  /** What it covers, which a workbook says, and a file about it. */
  readonly coverage?: Coverage;
}

/**
 * Writes the trades as one file, in their order, and ends the sink. No faster than the sink takes it. Rejects when the
 * sink or the trades fail, or when a workbook cannot hold them; the sink is destroyed then, and what reached it is no
 * whole file.
 */
export async function writeTradeFile(
  options: TradeFileOptions,
  trades: AsyncIterable<Iterable<CapturedTrade>>,
  sink: Writable,
): Promise<void> {
  switch (options.format) {
    case 'csv':
      return pipeline(text(csvLines(options), trades), sink);
    case 'jsonl':
      return pipeline(text(jsonLines(options), trades), sink);
    case 'xlsx':
      return pipeline(workbook(options, trades), sink);
    case 'about':
      return pipeline(aboutFile(options, trades), sink);
  }
}

async function* text(
  { head, lines }: TradeLines,
  trades: AsyncIterable<Iterable<CapturedTrade>>,
): AsyncGenerator<Buffer> {
  const pieces = new TextPieces();
  pieces.add(head);
  for await (const piece of trades) {
    for (const captured of piece) {
      const full = pieces.add(lines(captured));
      if (full) yield full;
    }
  }
  yield pieces.taken();
}

/** What a file of these trades covers, as one JSON object: a file of its own, so that those of trades hold nothing else. */
async function* aboutFile(
  { coverage, now }: Pick<TradeFileOptions, 'coverage' | 'now'>,
  trades: AsyncIterable<Iterable<CapturedTrade>>,
): AsyncGenerator<string> {
  const counts = counting();
  for await (const piece of trades) for (const trade of piece) counts.add(trade, tradedLegs(trade).length);
  if (coverage) yield jsonFile(coverageFacts(coverage, counts.ended(), now));
}

/** One JSON object as a file that a person can read too. */
export const jsonFile = (facts: object): string => `${JSON.stringify(facts, null, 2)}\n`;

/** One object per row: the columns by their headers, decimals as text, and the record as the service wrote it. */
function jsonLines({ preset, zone }: Pick<TradeFileOptions, 'preset' | 'zone'>): TradeLines {
  const local = new LocalTime(zone);
  const members = TRADE_COLUMNS[preset].map((column) => {
    const name = JSON.stringify(column.name);
    const value = jsonOf(column, local);
    return (row: ReportedLeg) => `${name}:${value(row) ?? 'null'}`;
  });
  return {
    head: '',
    lines: (captured) =>
      rowsOf(preset, captured)
        .map(
          (row) =>
            `{${members.map((member) => member(row)).join(',')},"raw":${JSON.stringify(captured.trade.raw)}}\n`,
        )
        .join(''),
  };
}

/** Writes one column; `undefined` where the record does not say it. */
function jsonOf(column: Column<ReportedLeg>, local: LocalTime): (row: ReportedLeg) => string | undefined {
  if (column.kind !== 'instant') return (captured) => JSON.stringify(column.value(captured));
  const iso = (at: number): string => (column.clock === 'utc' ? new Date(at).toISOString() : local.iso(at));
  return (captured) => {
    const at = column.value(captured);
    return at === undefined ? undefined : `"${iso(at)}"`;
  };
}
