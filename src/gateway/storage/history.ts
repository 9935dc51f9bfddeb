import * as z from 'zod/mini';
import type { HistoryField, SeenValue } from '../../domain/history';
import type { RequestId } from '../../domain/identifiers';
import type { Database } from './database';

/** A value of a field of a request, with when it was seen. */
export interface StoredValue extends SeenValue {
  readonly id: RequestId;
  readonly field: HistoryField;
}

/** Where what was seen of requests is kept. */
export interface HistoryStore {
  /** A value with the moment of one that is kept already takes its place. What a power cut takes is a gap. */
  keep(values: readonly StoredValue[]): Promise<void>;
  /** The newest values of a field, oldest first. */
  find(id: RequestId, field: HistoryField, count: number): Promise<readonly SeenValue[]>;
  /** Forgets what was last seen before this moment (epoch ms). */
  forget(before: number): Promise<void>;
}

export const STEPS = [
  `CREATE TABLE seen_value (
    request_id TEXT NOT NULL, field TEXT NOT NULL, seen_at INTEGER NOT NULL, until INTEGER NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (request_id, field, seen_at)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX seen_value_by_end ON seen_value (until)`,
];
const Row = z.object({ seen_at: z.number(), until: z.number(), value: z.string() });
const KEEP = `INSERT INTO seen_value (request_id, field, seen_at, until, value) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (request_id, field, seen_at) DO UPDATE SET until = excluded.until, value = excluded.value`;
const FIND = `SELECT seen_at, until, value FROM seen_value WHERE request_id = ? AND field = ?
  ORDER BY seen_at DESC LIMIT ?`;

export function sqliteHistory(database: Database): HistoryStore {
  database.migrate('history', STEPS);
  return {
    keep: async (values) =>
      database.unhurried(() =>
        database.atomically(() => {
          for (const { id, field, at, until, value } of values)
            database.run(KEEP, id, field, Math.floor(at), Math.floor(until), value);
        }),
      ),
    find: async (id, field, count) =>
      database
        .all(FIND, id, field, count)
        .map((row) => Row.parse(row))
        .map(({ seen_at: at, until, value }) => ({ at, until, value }))
        .reverse(),
    forget: async (before) => void database.run('DELETE FROM seen_value WHERE until < ?', Math.floor(before)),
  };
}
