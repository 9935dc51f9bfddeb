import type { Writable } from 'node:stream';
import { counting, type Written } from '../../../domain/trade-export/coverage';
import { tradedLegs } from '../../../domain/trade-export/full';
import type { CapturedTrade } from '../../../domain/trade';
import { capturedTrade, type KeptTrade } from '../../storage/trade-store';
import { writeTradeFile, type TradeFileOptions } from './trade-file';

/** Where a file goes. It is told what was written before the sink has ended. */
export interface FileEnd {
  readonly sink: Writable;
  readonly onCounted: (written: Written) => void;
}

/**
 * Writes kept trades as one file, no more of them than the coverage says, and ends the sink. No faster than the sink takes it. Rejects
 * as {@link writeTradeFile} does.
 */
export type WriteKeptFile = (
  options: TradeFileOptions,
  kept: AsyncIterable<readonly KeptTrade[]>,
  end: FileEnd,
) => Promise<void>;

export const writeKeptFile: WriteKeptFile = (options, kept, { sink, onCounted }) =>
  writeTradeFile(options, read(kept, { rowsMax: options.coverage?.rowsMax ?? Infinity, onCounted }), sink);

async function* read(
  kept: AsyncIterable<readonly KeptTrade[]>,
  { rowsMax, onCounted }: { rowsMax: number; onCounted: (written: Written) => void },
): AsyncGenerator<Iterable<CapturedTrade>> {
  const counts = counting();
  function* counted(piece: readonly KeptTrade[]): Generator<CapturedTrade> {
    for (const one of piece) {
      if (counts.written.trades >= rowsMax) return;
      const trade = capturedTrade(one);
      if (!trade) continue;
      counts.add(trade, tradedLegs(trade).length);
      yield trade;
    }
  }
  for await (const piece of kept) {
    yield counted(piece);
    if (counts.written.trades >= rowsMax) break;
  }
  onCounted(counts.ended());
}
