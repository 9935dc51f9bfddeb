import * as z from 'zod/mini';
import { SetAside, TradeDownload, type TradeDownloadId } from '../../domain/trade-download';
import type { Database } from './database';

/** A trade download as it is written down; what was set aside stands beside it. */
export type KeptDownload = Omit<TradeDownload, 'setAside' | 'setAsideCount' | 'cost'>;

/** Where trade downloads outlive a restart. */
export interface DownloadStore {
  /** Writes it down as it stands now, in place of what it was before. */
  save(download: KeptDownload): Promise<void>;
  /** The newest first; of the others those that have ended are forgotten. */
  newest(countMax: number): Promise<readonly KeptDownload[]>;
  /** The same thing set aside twice is there once, with the newer failure. */
  setAside(id: TradeDownloadId, one: SetAside): Promise<void>;
  /** In the order in which they were set aside. */
  asideOf(id: TradeDownloadId): Promise<readonly SetAside[]>;
}

export const STEPS = [
  `CREATE TABLE capture (
     id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, state TEXT NOT NULL, json TEXT NOT NULL
   ) STRICT;
   CREATE TABLE capture_aside (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT,
     capture TEXT NOT NULL REFERENCES capture (id) ON DELETE CASCADE,
     what TEXT NOT NULL, json TEXT NOT NULL, UNIQUE (capture, what)
   ) STRICT;`,
];
const SAVE = `INSERT INTO capture (id, created_at, state, json) VALUES (?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, json = excluded.json`;
const NEWEST = 'SELECT json FROM capture ORDER BY created_at DESC, id DESC LIMIT ?';
const FORGET = `DELETE FROM capture WHERE state IN ('done', 'failed', 'cancelled')
  AND id NOT IN (SELECT id FROM capture ORDER BY created_at DESC, id DESC LIMIT ?)`;
const SET_ASIDE = `INSERT INTO capture_aside (capture, what, json) VALUES (?, ?, ?)
  ON CONFLICT (capture, what) DO UPDATE SET json = excluded.json`;
const ASIDE = 'SELECT json FROM capture_aside WHERE capture = ? ORDER BY sequence';

const Row = z.object({ json: z.string() });
const Kept = z.omit(TradeDownload, { setAside: true, setAsideCount: true, cost: true });

export function sqliteTradeDownloads(database: Database): DownloadStore {
  database.migrate('capture', STEPS);
  return {
    save: async (download) => {
      const { id, createdAt, state } = download;
      database.run(SAVE, id, Math.floor(createdAt), state, JSON.stringify(download));
    },
    newest: async (countMax) => {
      database.run(FORGET, countMax);
      return database.all(NEWEST, countMax).map((row): KeptDownload => Kept.parse(jsonOf(row)));
    },
    setAside: async (id, one) => void database.run(SET_ASIDE, id, one.what, JSON.stringify(one)),
    asideOf: async (id) => database.all(ASIDE, id).map((row) => SetAside.parse(jsonOf(row))),
  };
}

function jsonOf(row: unknown): unknown {
  const json: unknown = JSON.parse(Row.parse(row).json);
  return json;
}
