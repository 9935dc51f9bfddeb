import type { CapturedTrade } from '../../src/domain/trade';
import { allKept, keptTrade, type KeptTrade, type TradeStore } from '../../src/gateway/storage/trade-store';
import { openDatabase } from '../../src/gateway/storage/database';
import { sqliteTrades } from '../../src/gateway/storage/sqlite-trades';

const TOGETHER = 1_000;
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };

function storeAt(file: string): { store: TradeStore; close: () => void } {
  const database = openDatabase(file);
  if (!database.ok) throw new Error(database.failure.message);
  return { store: sqliteTrades(database.value), close: () => database.value.close() };
}

/** Keeps the trades in a file as the gateway keeps captured ones. */
export async function keepTrades(file: string, trades: AsyncIterable<CapturedTrade>): Promise<void> {
  const { store, close } = storeAt(file);
  let together: KeptTrade[] = [];
  for await (const { trade, fetchedAt } of trades) {
    together.push(keptTrade(trade, fetchedAt));
    if (together.length < TOGETHER) continue;
    await store.keep(together);
    together = [];
  }
  if (together.length > 0) await store.keep(together);
  close();
}

/** All of them, as an export reads them. */
export async function* keptTrades(file: string): AsyncGenerator<CapturedTrade> {
  const { store, close } = storeAt(file);
  yield* allKept(store, EVER);
  close();
}
