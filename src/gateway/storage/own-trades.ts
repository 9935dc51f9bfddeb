import * as z from 'zod/mini';
import { OwnTrade } from '../../domain/own-trade';
import type { Database } from './database';

/** Where is kept which trades are known to be the desk's own, and which are reported on its requests. */
export interface OwnTradeStore {
  /** What is newer takes the place of what was known of the trade, unless it is the desk's own; when it resolves, it is on disk. */
  put(trade: OwnTrade): Promise<void>;
  /** The newest first. */
  newest(countMax: number): Promise<readonly OwnTrade[]>;
}

export const STEPS = [
  `CREATE TABLE own_trade (
    trade_id TEXT PRIMARY KEY, request_id TEXT NOT NULL, state TEXT NOT NULL, quote_id TEXT, since INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX own_trade_by_time ON own_trade (since)`,
];
const Row = z.object({
  trade_id: z.string(),
  request_id: z.string(),
  state: z.string(),
  quote_id: z.nullable(z.string()),
  since: z.number(),
});
const PUT = `INSERT INTO own_trade (trade_id, request_id, state, quote_id, since) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (trade_id) DO UPDATE SET
    request_id = excluded.request_id, state = excluded.state, quote_id = excluded.quote_id
  WHERE own_trade.state <> 'own'`;
const NEWEST = 'SELECT * FROM own_trade ORDER BY since DESC, trade_id DESC LIMIT ?';

export function sqliteOwnTrades(database: Database): OwnTradeStore {
  database.migrate('own-trades', STEPS);
  return {
    put: async ({ tradeId, requestId, state, quoteId, since }) =>
      void database.run(PUT, tradeId, requestId, state, quoteId ?? null, Math.floor(since)),
    newest: async (countMax) => database.all(NEWEST, countMax).map(ownTradeIn),
  };
}

function ownTradeIn(row: unknown): OwnTrade {
  const { trade_id: tradeId, request_id: requestId, quote_id: quoteId, state, since } = Row.parse(row);
  return OwnTrade.parse({ tradeId, requestId, state, since, ...(quoteId !== null && { quoteId }) });
}
