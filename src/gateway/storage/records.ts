import * as z from 'zod/mini';
import { ResourceKey, type ResourceKind } from '../../domain/resources/resource';
import type { Database } from './database';

/** The value of a resource as it crosses the wire, in JSON, with when the service gave it (epoch ms). */
export interface StoredRecord {
  readonly key: ResourceKey;
  readonly json: string;
  readonly fetchedAt: number;
  /** It never changes again: never asked for twice. */
  readonly final: boolean;
}

/** Where answers outlive a restart. The newest record of a key replaces the one before, but never a final one. */
export interface RecordStore {
  find(key: ResourceKey): Promise<StoredRecord | undefined>;
  save(records: readonly StoredRecord[]): Promise<void>;
  /** Those of some kinds of resource, in the order of their keys: those after one. */
  piece(kinds: readonly ResourceKind[], piece: RecordPiece): Promise<readonly StoredRecord[]>;
  /** Forgets what was fetched before this moment, or, if it is final, before `finalBefore`; without that what is final stays. */
  forget(before: number, finalBefore?: number): Promise<void>;
}

interface RecordPiece {
  readonly after?: string | undefined;
  readonly countMax: number;
}

const Row = z.object({ key: ResourceKey, json: z.string(), fetched_at: z.number(), final: z.number() });

export const STEPS = [
  `CREATE TABLE record (
    key TEXT PRIMARY KEY, json TEXT NOT NULL, fetched_at INTEGER NOT NULL, final INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
];
const PIECE = `SELECT key, json, fetched_at, final FROM record
  WHERE key > ? AND json_extract(key, '$.kind') IN (SELECT value FROM json_each(?)) ORDER BY key LIMIT ?`;
const SAVE = `INSERT INTO record (key, json, fetched_at, final) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE
  SET json = excluded.json, fetched_at = excluded.fetched_at, final = excluded.final WHERE record.final = 0`;

export function sqliteRecords(database: Database): RecordStore {
  database.migrate('record', STEPS);
  return {
    find: async (key) => {
      const row = database.get('SELECT key, json, fetched_at, final FROM record WHERE key = ?', key);
      return row === undefined ? undefined : recordOf(row);
    },
    // What a power cut takes is asked for again; a withdrawal must not wait while the disk syncs answers.
    save: async (records) =>
      database.unhurried(() =>
        database.atomically(() => {
          for (const { key, json, fetchedAt, final } of records) {
            database.run(SAVE, key, json, Math.floor(fetchedAt), final ? 1 : 0);
          }
        }),
      ),
    piece: async (kinds, { after = '', countMax }) =>
      database.all(PIECE, after, JSON.stringify(kinds), countMax).map(recordOf),
    forget: async (before, finalBefore) =>
      void database.run(
        'DELETE FROM record WHERE fetched_at < CASE final WHEN 0 THEN ?1 ELSE ?2 END',
        Math.floor(before),
        finalBefore === undefined ? null : Math.floor(finalBefore),
      ),
  };
}

function recordOf(row: unknown): StoredRecord {
  const { key, json, fetched_at: fetchedAt, final } = Row.parse(row);
  return { key, json, fetchedAt, final: final === 1 };
}
