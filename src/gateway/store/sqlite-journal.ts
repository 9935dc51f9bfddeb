import * as z from 'zod/mini';
import { Action } from '../../domain/action';
import type { JournalStore } from '../actions/journal-store';
import { chained, START, type Head } from '../journal/chain';
import type { Database, Step } from './database';
import { keptLines } from './sqlite-journal-lines';

export const STEPS: readonly Step[] = [
  `CREATE TABLE journal (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, state TEXT NOT NULL,
     created_at INTEGER NOT NULL, line TEXT NOT NULL
   ) STRICT;
   CREATE INDEX journal_by_id ON journal (id, sequence);
   CREATE INDEX journal_by_start ON journal (created_at);`,
  `ALTER TABLE journal RENAME TO journal_unchained;
   CREATE TABLE journal (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, state TEXT NOT NULL,
     created_at INTEGER NOT NULL, line TEXT NOT NULL, previous TEXT NOT NULL, hash TEXT NOT NULL
   ) STRICT;`,
  chainLines,
  `DROP TABLE journal_unchained;
   CREATE INDEX journal_by_id ON journal (id, sequence);
   CREATE INDEX journal_by_start ON journal (created_at);
   CREATE TRIGGER journal_is_not_changed BEFORE UPDATE ON journal
     BEGIN SELECT RAISE(ABORT, 'A line of the journal is never changed.'); END;
   CREATE TRIGGER journal_is_not_cut BEFORE DELETE ON journal
     BEGIN SELECT RAISE(ABORT, 'A line of the journal is never taken away.'); END;
   CREATE TRIGGER journal_goes_on BEFORE INSERT ON journal
     WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM journal)
       OR NEW.previous IS NOT coalesce((SELECT hash FROM journal ORDER BY sequence DESC LIMIT 1), '${START.hash}')
     BEGIN SELECT RAISE(ABORT, 'A line of the journal follows its last one.'); END;`,
];
const NEWEST = 'sequence = (SELECT max(sequence) FROM journal AS later WHERE later.id = journal.id)';
const HEAD = 'SELECT sequence, hash FROM journal ORDER BY sequence DESC LIMIT 1';
const APPEND = `INSERT INTO journal (sequence, id, state, created_at, line, previous, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const FIND = 'SELECT line FROM journal WHERE id = ? ORDER BY sequence DESC LIMIT 1';
const UNRESOLVED = `SELECT line FROM journal WHERE ${NEWEST} AND state NOT IN ('done', 'rejected', 'cancelled')
  ORDER BY sequence`;
const SHOWN = `SELECT line FROM journal WHERE ${NEWEST} ORDER BY created_at DESC, sequence DESC LIMIT ?`;

/** The journal in SQLite: one row per line, never changed, each append its own commit with a full sync. */
export function sqliteJournal(database: Database): JournalStore {
  database.migrate('journal', STEPS);
  return {
    append: async (...actions) => {
      const rows = actions.map((action) => ({
        id: action.id,
        state: action.state,
        created_at: Math.floor(action.createdAt),
        line: JSON.stringify(action),
      }));
      database.atomically(() => rows.reduce((head, row) => added(database, head, row), headOf(database)));
    },
    find: async (id) => {
      const row = database.get(FIND, id);
      return row === undefined ? undefined : actionOf(row);
    },
    unresolved: async () => database.all(UNRESOLVED).map(actionOf),
    newest: async (countMax) => database.all(SHOWN, countMax).map(actionOf),
    linesAfter: async (after, countMax) => keptLines(database, after, countMax),
    head: async () => headOf(database),
  };
}

interface Row {
  readonly id: string;
  readonly state: string;
  readonly created_at: number;
  readonly line: string;
}

function added(database: Database, head: Head, { id, state, created_at: at, line }: Row): Head {
  const next = chained(head, line);
  database.run(APPEND, next.sequence, id, state, at, line, next.previous, next.hash);
  return next;
}

const HeadRow = z.object({ sequence: z.int(), hash: z.string() });
function headOf(database: Database): Head {
  const row = database.get(HEAD);
  return row === undefined ? START : HeadRow.parse(row);
}

const LINES_AT_ONCE = 500;
const FORMER =
  'SELECT sequence, id, state, created_at, line FROM journal_unchained WHERE sequence > ? ORDER BY sequence LIMIT ?';
const FormerRow = z.object({
  sequence: z.int(),
  id: z.string(),
  state: z.string(),
  created_at: z.int(),
  line: z.string(),
});

/** Lines written before there was a chain are chained as they stand, byte for byte, in the order they were written. */
function chainLines(database: Database): void {
  let head = START;
  for (let after = 0; ;) {
    const rows = z.array(FormerRow).parse(database.all(FORMER, after, LINES_AT_ONCE));
    for (const row of rows) head = added(database, head, row);
    const last = rows.at(-1);
    if (!last) return;
    after = last.sequence;
  }
}

const LineRow = z.object({ line: z.string() });
const actionOf = (row: unknown): Action => Action.parse(JSON.parse(LineRow.parse(row).line));
