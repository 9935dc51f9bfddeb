import type { CapturedTrade } from '../../src/domain/trade';
import { allKept, keptTrade, type KeptTrade } from '../../src/gateway/storage/trade-store';
import { benchStores } from '../kit/stores';

const TOGETHER = 1_000;
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Keeps the trades in a folder as the gateway keeps downloaded ones. */
export async function keepTrades(folder: string, trades: AsyncIterable<CapturedTrade>): Promise<void> {
  const stores = await benchStores(folder);
  let together: KeptTrade[] = [];
  for await (const { trade, fetchedAt } of trades) {
    together.push(keptTrade(trade, fetchedAt));
    if (together.length < TOGETHER) continue;
    await stores.trades.keep(together);
    together = [];
  }
  if (together.length > 0) await stores.trades.keep(together);
  await stores.close();
}

/** All of them, as an export reads them. */
export async function* keptTrades(folder: string): AsyncGenerator<CapturedTrade> {
  const stores = await benchStores(folder);
  yield* allKept(stores.trades, EVER);
  await stores.close();
}
