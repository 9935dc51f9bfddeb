import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Database } from './database';

/**
 * Where the sums over all stored trades are kept, as text of whoever adds them up, so that a start need not read every trade. There is
 * one; the newer replaces the older. It can be made again from the trades at any time.
 */
export interface PositionSnapshotStore {
  /** Nothing where there is none, or where it is not byte for byte what was written. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

export const STEPS = [
  `CREATE TABLE position_snapshot (only INTEGER PRIMARY KEY CHECK (only = 1), text TEXT NOT NULL, hash TEXT NOT NULL) STRICT`,
];
const Row = z.object({ text: z.string(), hash: z.string() });

export function sqlitePositionSnapshot(database: Database): PositionSnapshotStore {
  database.migrate('positions', STEPS);
  return {
    async read() {
      const row = database.get('SELECT text, hash FROM position_snapshot WHERE only = 1');
      if (row === undefined) return undefined;
      const { text, hash } = Row.parse(row);
      return hashOf(text) === hash ? text : undefined;
    },
    write: async (text) =>
      database.unhurried(
        () =>
          void database.run('INSERT OR REPLACE INTO position_snapshot VALUES (1, ?, ?)', text, hashOf(text)),
      ),
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
