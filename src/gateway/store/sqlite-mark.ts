import * as z from 'zod/mini';
import { Mark, type MarkStore } from '../events/mark-store';
import type { Database } from './database';

export const STEPS = [
  `CREATE TABLE reconciled (only INTEGER PRIMARY KEY CHECK (only = 1), json TEXT NOT NULL) STRICT`,
];
const Row = z.object({ json: z.string() });

export function sqliteMark(database: Database): MarkStore {
  database.migrate('reconciled', STEPS);
  return {
    read() {
      const row = database.get('SELECT json FROM reconciled WHERE only = 1');
      return row === undefined ? undefined : Mark.parse(JSON.parse(Row.parse(row).json));
    },
    write: (mark) =>
      void database.run('INSERT OR REPLACE INTO reconciled (only, json) VALUES (1, ?)', JSON.stringify(mark)),
  };
}
