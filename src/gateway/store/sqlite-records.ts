import type { Database } from 'libsql';
import * as z from 'zod/mini';
import { ResourceKey } from '../../domain/resource';
import type { RecordStore } from '../answers/record-store';

const Row = z.pipe(
  z.object({ key: ResourceKey, json: z.string(), fetched_at: z.number(), final: z.number() }),
  z.transform(({ fetched_at: fetchedAt, final, ...rest }) => ({ ...rest, fetchedAt, final: final === 1 })),
);

export function sqliteRecords(database: Database): RecordStore {
  database.exec(`CREATE TABLE IF NOT EXISTS record (
    key TEXT PRIMARY KEY, json TEXT NOT NULL, fetched_at INTEGER NOT NULL, final INTEGER NOT NULL
  ) WITHOUT ROWID`);
  const find = database.prepare('SELECT key, json, fetched_at, final FROM record WHERE key = ?');
  const save = database.prepare(`INSERT INTO record VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE
    SET json = excluded.json, fetched_at = excluded.fetched_at, final = excluded.final WHERE record.final = 0`);
  const forget = database.prepare('DELETE FROM record WHERE final = 0 AND fetched_at < ?');
  return {
    find: async (key) => {
      const row = find.get(key);
      return row === undefined ? undefined : Row.parse(row);
    },
    save: async (records) => {
      database.transaction(() => {
        for (const { key, json, fetchedAt, final } of records) save.run(key, json, fetchedAt, final ? 1 : 0);
      })();
    },
    forget: async (before) => void forget.run(before),
  };
}
