import * as z from 'zod/mini';
import { Recall } from '../../domain/recall';
import type { RecallStore } from '../actions/recall-store';
import type { Database } from './database';

export const STEPS = [
  `CREATE TABLE recall (
    number INTEGER PRIMARY KEY, at INTEGER NOT NULL, id TEXT NOT NULL
  ) STRICT`,
  'ALTER TABLE recall ADD COLUMN proposals INTEGER NOT NULL DEFAULT 0',
];

const Row = z.extend(Recall, { proposals: z.int() });

export function sqliteRecalls(database: Database): RecallStore {
  database.migrate('recalls', STEPS);
  return {
    append: async ({ number, at, id, proposals }) =>
      void database.run(
        'INSERT OR REPLACE INTO recall (number, at, id, proposals) VALUES (?, ?, ?, ?)',
        number,
        Math.floor(at),
        id,
        proposals === true ? 1 : 0,
      ),
    newest: async () => {
      const row = database.get('SELECT number, at, id, proposals FROM recall ORDER BY number DESC LIMIT 1');
      if (row === undefined) return undefined;
      const { proposals, ...recall } = Row.parse(row);
      return proposals === 1 ? { ...recall, proposals: true } : recall;
    },
  };
}
