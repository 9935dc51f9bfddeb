import type { Database } from 'libsql';
import * as z from 'zod/mini';
import { Action } from '../../domain/action';
import type { JournalStore } from '../actions/journal-store';

const Row = z.object({ line: z.string() });
const NEWEST = 'sequence = (SELECT max(sequence) FROM journal AS later WHERE later.id = journal.id)';

const actionOf = (row: unknown): Action => Action.parse(JSON.parse(Row.parse(row).line));

/**
 * The journal in SQLite: one row per line, never changed. It relies on a database that was opened with full
 * synchronous commits; each line is its own commit.
 */
export function sqliteJournal(database: Database): JournalStore {
  database.exec(`
    CREATE TABLE IF NOT EXISTS journal (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, state TEXT NOT NULL,
      created_at INTEGER NOT NULL, line TEXT NOT NULL
    );
    CREATE INDEX IF NOT EXISTS journal_by_id ON journal (id, sequence);
    CREATE INDEX IF NOT EXISTS journal_by_start ON journal (created_at);
  `);
  const append = database.prepare('INSERT INTO journal (id, state, created_at, line) VALUES (?, ?, ?, ?)');
  const find = database.prepare('SELECT line FROM journal WHERE id = ? ORDER BY sequence DESC LIMIT 1');
  const unresolved = database.prepare(
    `SELECT line FROM journal WHERE ${NEWEST} AND state NOT IN ('done', 'rejected', 'cancelled') ORDER BY sequence`,
  );
  const newest = database.prepare(
    `SELECT line FROM journal WHERE ${NEWEST} ORDER BY created_at DESC, sequence DESC LIMIT ?`,
  );
  return {
    append: async (action) =>
      void append.run(action.id, action.state, action.createdAt, JSON.stringify(action)),
    find: async (id) => {
      const row = find.get(id);
      return row === undefined ? undefined : actionOf(row);
    },
    unresolved: async () => unresolved.all().map(actionOf),
    newest: async (countMax) => newest.all(countMax).map(actionOf),
  };
}
