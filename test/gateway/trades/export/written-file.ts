import { Writable } from 'node:stream';
import type { CapturedTrade } from '../../../../src/domain/trade';
import { writeTradeFile, type TradeFileOptions } from '../../../../src/gateway/trades/export/trade-file';
import { stream } from '../../../domain/trade-export/sample-trades';

/** The file's bytes. */
export async function fileOf(
  options: Pick<TradeFileOptions, 'format'> & Partial<TradeFileOptions>,
  trades: Iterable<CapturedTrade>,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const sink = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  const now = Date.UTC(2026, 10, 20, 12);
  await writeTradeFile(
    { preset: 'desk', zone: 'Europe/Berlin', now, ...options },
    stream([[...trades]]),
    sink,
  );
  return Buffer.concat(pieces);
}
