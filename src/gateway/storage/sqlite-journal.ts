import * as z from 'zod/mini';
import { Action } from '../../domain/action';
import { DeskEntry, NOTED } from '../../domain/desk-entry';
import type { Database, Step } from './database';
import { contentOf, chained, exactText, START, type Head, type KeptLine } from './journal-chain';
import { doubted, type JournalStore } from './journal-store';
import type { StandingRules } from './standing-lines';
import { keepStandpoint, keptStandpoint, STEPS as STANDPOINT } from './sqlite-standpoint';
import { standpointAfter, standpointOf, type KeyLine, type Standpoint } from './standpoint';

/**
 * Text of a column that is read as bytes: a forged byte may be no text at all, at which the driver would end the process.
 * Bytes that are no text give a text that was never written, so that its hash is not right any more.
 */
const columnText = z.pipe(
  z.instanceof(ArrayBuffer),
  z.transform((bytes: ArrayBuffer) => exactText(bytes) ?? `no text: ${Buffer.from(bytes).toString('hex')}`),
);

const LineRow = z.object({
  sequence: z.number(),
  id: columnText,
  state: columnText,
  created_at: z.number(),
  line: columnText,
  previous: columnText,
  hash: columnText,
});

/** A text column as {@link columnText} reads it. */
const BYTES = (name: string): string => `CAST(${name} AS BLOB) AS ${name}`;
const LINES = `SELECT sequence, ${BYTES('id')}, ${BYTES('state')}, created_at, ${BYTES('line')},
  ${BYTES('previous')}, ${BYTES('hash')} FROM journal WHERE sequence > ? ORDER BY sequence LIMIT ?`;

/** Lines that follow the line `after`, or the first ones: also one that was forged to stand before line 1. */
export const keptLines = (
  database: Pick<Database, 'all'>,
  after: number | undefined,
  countMax: number,
): readonly KeptLine[] => database.all(LINES, after ?? Number.MIN_SAFE_INTEGER, countMax).map(keptLine);

function keptLine(row: unknown): KeptLine {
  const { id, state, created_at: createdAt, line: text, ...rest } = LineRow.parse(row);
  return { ...rest, text, columns: { id, state, createdAt } };
}

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
  // An older gateway would not know what these lines say; with this step it refuses the folder instead.
  `CREATE INDEX journal_of_desk ON journal (created_at, sequence) WHERE state = '${NOTED}';`,
];
const NEWEST = 'sequence = (SELECT max(sequence) FROM journal AS later WHERE later.id = journal.id)';
const HEAD = `SELECT sequence, ${BYTES('hash')} FROM journal ORDER BY sequence DESC LIMIT 1`;
const WRITTEN = "SELECT seq FROM sqlite_sequence WHERE name = 'journal'";
const APPEND = `INSERT INTO journal (sequence, id, state, created_at, line, previous, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const COLUMNS = `${BYTES('id')}, ${BYTES('state')}, created_at, ${BYTES('line')}`;
const FIND = `SELECT ${COLUMNS} FROM journal WHERE id = ? ORDER BY sequence DESC LIMIT 1`;
const ALL_OF = `SELECT ${COLUMNS} FROM journal WHERE id = ? ORDER BY sequence DESC`;
/** A line that is no JSON any more says nothing here; the check of the journal tells of it. */
const field = (path: string, name: string): string =>
  `CASE WHEN json_valid(line) THEN json_extract(line, '$.${path}') END AS ${name}`;
const KEYS = `SELECT sequence, ${BYTES('id')}, ${BYTES('state')}, created_at, ${field('body.kind', 'kind')}, ${field('body.requestId', 'request')},
  ${field('body.quoteId', 'target')}, ${field('quoteId', 'quote')}, ${field('over.at', 'over_at')} FROM journal`;
const OPEN = `SELECT sequence, ${BYTES('id')} FROM journal WHERE ${NEWEST}
  AND state NOT IN ('done', 'rejected', 'cancelled', '${NOTED}') ORDER BY sequence`;
const DONE = `${KEYS} WHERE state = 'done' AND ${NEWEST} ORDER BY sequence`;
const TOUCHED = `${KEYS} WHERE sequence > ? AND state <> '${NOTED}' AND ${NEWEST} ORDER BY sequence`;
const BEFORE = `${KEYS} WHERE id = ? AND sequence <= ? ORDER BY sequence DESC LIMIT 1`;
const HASH = `SELECT sequence, ${BYTES('hash')} FROM journal WHERE sequence = ?`;
const LINE = `SELECT ${COLUMNS} FROM journal WHERE sequence = ?`;
const SHOWN = `SELECT ${COLUMNS} FROM journal WHERE state <> '${NOTED}' AND ${NEWEST}
  ORDER BY created_at DESC, sequence DESC LIMIT ?`;
const ENTRIES = `SELECT ${COLUMNS} FROM journal WHERE state = '${NOTED}'
  AND coalesce(?1, 1) IN (1, CASE WHEN json_valid(line) THEN json_extract(line, '$.entry') END)
  ORDER BY created_at DESC, sequence DESC LIMIT ?2`;

/**
 * The journal in SQLite: one row per line, never changed, each append its own commit with a full sync. `keepFrom`: a standpoint is kept
 * when so many lines had to be read to reach it.
 */
export function sqliteJournal(database: Database, { keepFrom = 1_000 } = {}): JournalStore {
  database.migrate('journal', STEPS);
  database.migrate('standpoint', STANDPOINT);
  return {
    append: async (...lines) => {
      const rows = lines.map((line) => ({
        id: line.id,
        state: line.state,
        created_at: Math.floor(line.createdAt),
        line: JSON.stringify(line),
      }));
      database.atomically(() => rows.reduce((head, row) => added(database, head, row), headOf(database)));
    },
    find: async (id) => {
      const row = database.get(FIND, id);
      return row === undefined ? undefined : actionOf(database, row);
    },
    unresolved: async () =>
      actionsOf(database, linesOf(database, standpointIn(database, NO_RULES, keepFrom).open)),
    newest: async (countMax) => actionsOf(database, database.all(SHOWN, countMax)),
    entries: async (countMax, kind) =>
      database.all(ENTRIES, kind ?? null, countMax).flatMap((row) => entryOf(row) ?? []),
    standing: async (doubted, overBefore = -Infinity) =>
      actionsOf(
        database,
        linesOf(database, standpointIn(database, { doubted, overBefore }, keepFrom).standing),
      ),
    linesAfter: async (after, countMax) => keptLines(database, after, countMax),
    head: async () => headOf(database),
    written: async () => Counts.parse(database.all(WRITTEN))[0]?.seq ?? 0,
  };
}

const words = z.nullable(z.string());
const KeyRow = z.object({
  sequence: z.int(),
  id: columnText,
  state: columnText,
  created_at: z.number(),
  kind: words,
  request: words,
  target: words,
  quote: words,
  over_at: z.nullable(z.number()),
});
const OpenRow = z.object({ sequence: z.int(), id: columnText });

function keyLine(row: unknown): KeyLine {
  const { created_at: createdAt, over_at: overAt, ...rest } = KeyRow.parse(row);
  return { ...rest, createdAt, overAt };
}

const linesOf = (database: Database, keys: readonly { readonly sequence: number }[]): readonly unknown[] =>
  keys.map(({ sequence }) => database.get(LINE, sequence));

const NO_RULES: StandingRules = { doubted: new Set(), overBefore: -Infinity };

/** Where the journal stands: from the standpoint that was kept, where the line it stands at is still that line, else from all lines. */
function standpointIn(database: Database, rules: StandingRules, keepFrom: number): Standpoint {
  const head = headOf(database);
  const kept = rules.doubted.size === 0 ? keptStandpoint(database) : undefined;
  const from = kept && hashAt(database, kept.head.sequence) === kept.head.hash ? kept : undefined;
  const next = from && goneOn(database, { from, head }, rules);
  const reached = next ?? wholeOf(database, head, rules);
  const linesRead = head.sequence - (next ? from.head.sequence : 0);
  if (rules.doubted.size === 0 && linesRead >= keepFrom) keepStandpoint(database, reached);
  return reached;
}

const wholeOf = (database: Database, head: Head, rules: StandingRules): Standpoint =>
  standpointOf(
    head,
    {
      open: database.all(OPEN).map((row) => OpenRow.parse(row)),
      done: database.all(DONE).map((row) => keyLine(row)),
    },
    rules,
  );

function goneOn(
  database: Database,
  { from, head }: { readonly from: Standpoint; readonly head: Head },
  rules: StandingRules,
): Standpoint | undefined {
  const touched = database.all(TOUCHED, from.head.sequence).map((row) => {
    const newest = keyLine(row);
    const before = database.get(BEFORE, newest.id, from.head.sequence);
    return { newest, before: before === undefined ? undefined : keyLine(before) };
  });
  return standpointAfter(from, { head, touched }, rules);
}

const hashAt = (database: Database, sequence: number): string | undefined =>
  z.array(HeadRow).parse(database.all(HASH, sequence))[0]?.hash;

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

const Counts = z.array(z.object({ seq: z.number() }));
const HeadRow = z.object({ sequence: z.int(), hash: columnText });
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

const NewestRow = z.object({ id: columnText, state: columnText, created_at: z.number(), line: columnText });
type NewestRow = z.infer<typeof NewestRow>;

/** What of an action's lines cannot be read at all is left out; the check of the journal names the line. */
const actionsOf = (database: Database, rows: readonly unknown[]): readonly Action[] =>
  rows.map((row) => actionOf(database, row)).filter((action) => action !== undefined);

/** The action of its newest line; where that line cannot be relied on, the action of its newest readable one, as unknown. */
function actionOf(database: Database, given: unknown): Action | undefined {
  const row = NewestRow.parse(given);
  const action = readable(row);
  if (action && action.state === row.state && Math.floor(action.createdAt) === row.created_at) return action;
  const lines = database.all(ALL_OF, row.id).map((line) => readable(NewestRow.parse(line)));
  const known = lines.find((line) => line !== undefined);
  return known && doubted(known);
}

function entryOf(given: unknown): DeskEntry | undefined {
  const { id, line } = NewestRow.parse(given);
  const entry = DeskEntry.safeParse(contentOf({ text: line })).data;
  return entry?.id === id ? entry : undefined;
}

function readable({ id, line }: NewestRow): Action | undefined {
  const action = Action.safeParse(contentOf({ text: line })).data;
  return action?.id === id ? action : undefined;
}
