import * as z from 'zod/mini';
import { readTrade } from '../../contract/service/read-trade';
import { TradeId } from '../../domain/identifiers';
import type { ResourceKey } from '../../domain/resource';
import type { RecordStore, StoredRecord } from '../answers/record-store';
import { keptTrade } from './kept-trade';
import type { KeptTrade, TradeStore } from './trade-store';

const TradeKey = z.strictObject({ kind: z.literal('trade'), id: TradeId });

/** One truth about a trade: what cells and look-ups keep of it is kept with the captured ones, and found there. */
export const recordsWithTrades = (records: RecordStore, trades: TradeStore): RecordStore => ({
  async find(key) {
    const id = tradeIdOf(key);
    if (id === undefined) return records.find(key);
    const kept = await trades.find(id);
    return kept && { key, json: kept.json, fetchedAt: kept.fetchedAt, final: kept.final };
  },
  async save(all) {
    const details = all.filter(({ key }) => tradeIdOf(key) !== undefined);
    const others = all.filter(({ key }) => tradeIdOf(key) === undefined);
    if (details.length > 0) await trades.keep(details.flatMap(detailsIn));
    if (others.length > 0) await records.save(others);
  },
  forget: (before) => records.forget(before),
});

function tradeIdOf(key: ResourceKey): TradeId | undefined {
  return TradeKey.safeParse(JSON.parse(key)).data?.id;
}

function detailsIn({ json, fetchedAt }: Pick<StoredRecord, 'json' | 'fetchedAt'>): KeptTrade[] {
  const trade = readTrade(JSON.parse(json));
  return trade.ok ? [{ ...keptTrade(trade.value, fetchedAt), json }] : [];
}
