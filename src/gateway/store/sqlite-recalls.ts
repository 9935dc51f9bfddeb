import { Recall } from '../../domain/recall';
import type { RecallStore } from '../actions/recall-store';
import type { Database } from './database';

export const STEPS = [
  `CREATE TABLE recall (
    number INTEGER PRIMARY KEY, at INTEGER NOT NULL, id TEXT NOT NULL
  ) STRICT`,
];

export function sqliteRecalls(database: Database): RecallStore {
  database.migrate('recalls', STEPS);
  return {
    append: async ({ number, at, id }) =>
      void database.run('INSERT OR REPLACE INTO recall VALUES (?, ?, ?)', number, Math.floor(at), id),
    newest: async () => {
      const row = database.get('SELECT number, at, id FROM recall ORDER BY number DESC LIMIT 1');
      return row === undefined ? undefined : Recall.parse(row);
    },
  };
}
