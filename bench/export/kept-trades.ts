import type { CapturedTrade } from '../../src/domain/trade';
import { allKept, keptTrade, type KeptTrade } from '../../src/gateway/storage/trade-store';
import { benchStores } from '../kit/stores';

const TOGETHER = 1_000;
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Keeps the trades in a folder as the gateway keeps downloaded ones. */
export async function keepTrades(folder: string, trades: AsyncIterable<CapturedTrade>): Promise<void> {
  const stores = await benchStores(folder);
  for await (const piece of inPieces(trades)) await stores.trades.keep(piece);
  await stores.close();
}

/** As they are kept, some at a time. */
export async function* inPieces(trades: AsyncIterable<CapturedTrade>): AsyncGenerator<readonly KeptTrade[]> {
  let together: KeptTrade[] = [];
  for await (const { trade, fetchedAt } of trades) {
    together.push(keptTrade(trade, fetchedAt));
    if (together.length < TOGETHER) continue;
    yield together;
    together = [];
  }
  if (together.length > 0) yield together;
}

/** All of them, as an export reads them. */
export async function* keptTrades(folder: string): AsyncGenerator<readonly KeptTrade[]> {
  const stores = await benchStores(folder);
  yield* allKept(stores.trades, EVER);
  await stores.close();
}
