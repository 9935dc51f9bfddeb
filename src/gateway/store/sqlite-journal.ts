import * as z from 'zod/mini';
import { Action } from '../../domain/action';
import type { JournalStore } from '../actions/journal-store';
import type { Database } from './database';

const STEPS = [
  `CREATE TABLE journal (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, state TEXT NOT NULL,
     created_at INTEGER NOT NULL, line TEXT NOT NULL
   ) STRICT;
   CREATE INDEX journal_by_id ON journal (id, sequence);
   CREATE INDEX journal_by_start ON journal (created_at);`,
];
const NEWEST = 'sequence = (SELECT max(sequence) FROM journal AS later WHERE later.id = journal.id)';
const APPEND = 'INSERT INTO journal (id, state, created_at, line) VALUES (?, ?, ?, ?)';
const FIND = 'SELECT line FROM journal WHERE id = ? ORDER BY sequence DESC LIMIT 1';
const UNRESOLVED = `SELECT line FROM journal WHERE ${NEWEST} AND state NOT IN ('done', 'rejected', 'cancelled')
  ORDER BY sequence`;
const SHOWN = `SELECT line FROM journal WHERE ${NEWEST} ORDER BY created_at DESC, sequence DESC LIMIT ?`;

/** The journal in SQLite: one row per line, never changed, each append its own commit with a full sync. */
export function sqliteJournal(database: Database): JournalStore {
  database.migrate('journal', STEPS);
  return {
    append: async (...actions) => {
      const rows = actions.map((action) => ({ ...action, line: JSON.stringify(action) }));
      database.atomically(() => {
        for (const { id, state, createdAt, line } of rows) {
          database.run(APPEND, id, state, Math.floor(createdAt), line);
        }
      });
    },
    find: async (id) => {
      const row = database.get(FIND, id);
      return row === undefined ? undefined : actionOf(row);
    },
    unresolved: async () => database.all(UNRESOLVED).map(actionOf),
    newest: async (countMax) => database.all(SHOWN, countMax).map(actionOf),
  };
}

const Row = z.object({ line: z.string() });
const actionOf = (row: unknown): Action => Action.parse(JSON.parse(Row.parse(row).line));
