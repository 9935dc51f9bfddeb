import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import Libsql from 'libsql';
import { afterEach, expect, it } from 'vitest';
import type { Outcome } from '../../../src/domain/failure';
import { TradeId } from '../../../src/domain/identifiers';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { allLines, chained, verifiedLines } from '../../../src/gateway/storage/journal-chain';
import { StartCheck } from '../../../src/gateway/actions/journal-check';
import { openDatabase, type Database } from '../../../src/gateway/storage/database';
import { openJournalReader, type JournalReader } from '../../../src/gateway/storage/journal-reader';
import { sqliteJournal } from '../../../src/gateway/storage/sqlite-journal';
import { action } from '../actions/sample-lines';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});
function filePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'simulator'));
  return join(folder, 'simulator', 'spreaddesk.db');
}
function opened(path = ':memory:'): Database {
  const database = openDatabase(path);
  if (!database.ok) throw new Error(database.failure.message);
  ends.push(() => database.value.close());
  return database.value;
}
const readerOf = (path: string): Promise<Outcome<JournalReader>> =>
  openJournalReader({ dataFolder: dirname(dirname(path)), environment: 'simulator' });
/** Checks what stands in the file, as the command does. */
async function verified(path: string) {
  const reader = await readerOf(path);
  if (!reader.ok) throw new Error(reader.failure.message);
  const result = await verifiedLines(allLines(reader.value), await reader.value.written());
  await reader.value.close();
  return result;
}

/** What the version before the chain made and wrote. */
const FORMER = `
  CREATE TABLE schema_version (store TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
  CREATE TABLE journal (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, state TEXT NOT NULL,
    created_at INTEGER NOT NULL, line TEXT NOT NULL
  ) STRICT;
  CREATE INDEX journal_by_id ON journal (id, sequence);
  CREATE INDEX journal_by_start ON journal (created_at);
  INSERT INTO schema_version (store, version) VALUES ('journal', 1);`;

function formerFile(actions: readonly ReturnType<typeof action>[]): string {
  const path = filePath();
  const former = new Libsql(path);
  former.exec(FORMER);
  const append = former.prepare('INSERT INTO journal (id, state, created_at, line) VALUES (?, ?, ?, ?)');
  former.exec('BEGIN');
  for (const one of actions) append.run(one.id, one.state, one.createdAt, JSON.stringify(one));
  former.exec('COMMIT');
  former.close();
  return path;
}

it('chains what the version before it wrote, byte for byte and in its order, and goes on from there', async () => {
  const written = Array.from({ length: 1_203 }, (_, count) => action(count, { shown: `"−4,25" ${count}` }));
  const path = formerFile(written);
  expect(await readerOf(path)).toMatchObject({
    ok: false,
    failure: {
      kind: 'wrong-state',
      next: 'Start the gateway on this data folder once: it chains them.',
    },
  });
  const journal = sqliteJournal(opened(path));
  await journal.append(action(5_000));
  const texts = [];
  for await (const { text } of allLines(journal)) texts.push(text);
  expect(texts).toEqual([...written, action(5_000)].map((one) => JSON.stringify(one)));
  expect(await journal.find(action(7).id)).toEqual(written[7]);
  expect(await verified(path)).toMatchObject({ state: 'whole', head: { sequence: 1_204 } });
});

it('takes over an empty journal of the version before it', async () => {
  const path = formerFile([]);
  const journal = sqliteJournal(opened(path));
  expect(await verified(path)).toMatchObject({ state: 'whole', head: { sequence: 0 } });
  await journal.append(action(1));
  expect(await verified(path)).toMatchObject({ state: 'whole', head: { sequence: 1 } });
});

it.each([
  "UPDATE journal SET state = 'done'",
  'UPDATE journal SET sequence = 9 WHERE sequence = 1',
  'DELETE FROM journal',
  'DELETE FROM journal WHERE sequence = 2',
  "INSERT OR REPLACE INTO journal VALUES (1, 'a', 'b', 1, '{}', '', '')",
  "INSERT INTO journal VALUES (9, 'a', 'b', 1, '{}', '', '')",
  "INSERT INTO journal VALUES (3, 'a', 'b', 1, '{}', '', '')",
  "INSERT INTO journal (id, state, created_at, line, previous, hash) VALUES ('a', 'b', 1, '{}', '', '')",
])('is refused by the database itself: %s', async (sql) => {
  const database = opened();
  const journal = sqliteJournal(database);
  await journal.append(action(1), action(2));
  expect(() => database.run(sql)).toThrow(/^A line of the journal/);
  const lines = await journal.linesAfter(undefined, 10);
  expect(lines.map(({ columns }) => columns.state)).toEqual(['staged', 'staged']);
});

it('writes several lines as one, all or none', async () => {
  const database = opened();
  const journal = sqliteJournal(database);
  await journal.append(action(1));
  database.run(`CREATE TRIGGER full BEFORE INSERT ON journal WHEN NEW.id = '${action(3).id}'
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  await expect(journal.append(action(2), action(3), action(4))).rejects.toThrow('full');
  expect(await journal.newest(10)).toEqual([action(1)]);
  await journal.append(action(5), action(6));
  expect((await journal.head()).sequence).toBe(3);
  expect(await verifiedLines(allLines(journal))).toMatchObject({ state: 'whole' });
});

const TRIGGERS = ['journal_is_not_changed', 'journal_is_not_cut', 'journal_goes_on'];
const TEXT_COLUMNS = ['id', 'state', 'line', 'previous', 'hash'] as const;

/** A journal of six lines, and a hand that takes the triggers away first, as a forger would. */
async function forgeable(): Promise<{ path: string; forge: (sql: string) => void }> {
  const path = filePath();
  const database = opened(path);
  await sqliteJournal(database).append(...[1, 2, 3, 4, 5, 6].map((count) => action(count, { shown: 'ü �' })));
  database.close();
  const forger = new Libsql(path);
  ends.push(() => forger.close());
  for (const trigger of TRIGGERS) forger.exec(`DROP TRIGGER ${trigger}`);
  return { path, forge: (sql) => forger.exec(sql) };
}

it('any change of any byte of any line is found, and the line named', async () => {
  const { path, forge } = await forgeable();
  forge('CREATE TABLE honest AS SELECT * FROM journal');
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(...TEXT_COLUMNS),
      fc.nat(),
      fc.integer({ min: 0, max: 255 }),
      async (line, column, at, byte) => {
        forge('DELETE FROM journal; INSERT INTO journal SELECT * FROM honest');
        const hex = byte.toString(16).padStart(2, '0');
        const bytes = `CAST(${column} AS BLOB)`;
        const place = `(${at} % length(${bytes}))`;
        // Joined as hexadecimal text, for joining bytes makes text of them and ends it at a zero byte.
        const whole = `hex(substr(${bytes}, 1, ${place})) || '${hex}' || hex(substr(${bytes}, ${place} + 2))`;
        forge(`UPDATE journal SET ${column} = CAST(unhex(${whole}) AS TEXT) WHERE sequence = ${line}`);
        const same = `SELECT 1 FROM journal JOIN honest USING (sequence) WHERE sequence = ${line}
          AND CAST(journal.${column} AS BLOB) = CAST(honest.${column} AS BLOB)`;
        forge(`CREATE TABLE IF NOT EXISTS outcome (same INTEGER); DELETE FROM outcome;
          INSERT INTO outcome ${same}`);
        const isSame = new Libsql(path).prepare('SELECT * FROM outcome').all().length > 0;
        const result = await verified(path);
        expect(result).toMatchObject(isSame ? { state: 'whole' } : { state: 'broken', line });
      },
    ),
    { numRuns: 40 },
  );
});

it.each([
  ['UPDATE journal SET created_at = created_at + 1 WHERE sequence = 3', 3],
  ['UPDATE journal SET sequence = 0 WHERE sequence = 1', 1],
  ['UPDATE journal SET sequence = 99 WHERE sequence = 6', 6],
  ['UPDATE journal SET sequence = 9223372036854775807 WHERE sequence = 6', 6],
  ['DELETE FROM journal WHERE sequence = 4', 4],
  ['DELETE FROM journal WHERE sequence = 6', 6],
  ['DELETE FROM journal', 1],
  ["INSERT INTO journal VALUES (-7, 'a', 'staged', 1, '{}', '', '')", 1],
  [
    "INSERT INTO journal VALUES (7, 'a', 'staged', 1, '{}', (SELECT hash FROM journal WHERE sequence = 6), '')",
    7,
  ],
])('finds what a forger does without changing a text: %s', async (sql, line) => {
  const { path, forge } = await forgeable();
  forge(sql);
  expect(await verified(path)).toMatchObject({ state: 'broken', line });
});

it('says that there is nothing to read, or nothing that it can', async () => {
  const path = filePath();
  expect(await readerOf(path)).toMatchObject({ failure: { kind: 'not-found' } });
  const strange = new Libsql(path);
  strange.exec('CREATE TABLE t (a)');
  strange.close();
  expect(await readerOf(path)).toMatchObject({ failure: { kind: 'unreadable' } });
});

const damaged = async (sql: string) => {
  const { path, forge } = await forgeable();
  forge(sql);
  const database = opened(path);
  return { database, journal: sqliteJournal(database) };
};

it.each([
  ['damaged', "UPDATE journal SET line = '{' || line WHERE sequence = 7"],
  ['no text', "UPDATE journal SET line = CAST(X'ff' AS TEXT) WHERE sequence = 7"],
  ['filed under another state', "UPDATE journal SET state = 'rejected' WHERE sequence = 7"],
  ['filed under another moment', 'UPDATE journal SET created_at = 7 WHERE sequence = 7'],
])('takes an outcome for unknown whose line is %s, and keeps what was sent', async (_, sql) => {
  const { path, forge } = await forgeable();
  const first = opened(path);
  const ended = action(3, { shown: 'ü �', state: 'done', endedAt: 5, tradeId: TradeId.parse('T-3') });
  const line = chained(await sqliteJournal(first).head(), JSON.stringify(ended));
  first.close();
  forge(`INSERT INTO journal VALUES (7, '${ended.id}', 'done', ${ended.createdAt}, '${line.text}',
    '${line.previous}', '${line.hash}')`);
  const right = opened(path);
  expect(await sqliteJournal(right).find(ended.id)).toEqual(ended);
  right.close();
  forge(sql);
  const journal = sqliteJournal(opened(path));
  const found = await journal.find(ended.id);
  expect(found).toMatchObject({ state: 'unknown', body: ended.body, failure: { kind: 'unknown-outcome' } });
  expect(found?.tradeId).toBeUndefined();
  const newest = await journal.newest(10);
  expect(newest).toHaveLength(6);
  expect(newest.find(({ id }) => id === ended.id)?.state).toBe('unknown');
});

it('loses no open action when the newest line of one cannot be read, and leaves out one of which nothing can', async () => {
  const { path, forge } = await forgeable();
  forge("UPDATE journal SET line = CAST(X'fe' AS TEXT) WHERE sequence = 2");
  const database = opened(path);
  const journal = sqliteJournal(database);
  const staged = action(3, { shown: 'ü �' });
  await journal.append({ ...staged, state: 'sending', sentAt: 9 });
  forge("UPDATE journal SET line = 'null' WHERE sequence = 7");
  const unresolved = await journal.unresolved();
  expect(unresolved.map(({ id, state }) => [id, state])).toEqual([
    [action(1).id, 'staged'],
    [action(4).id, 'staged'],
    [action(5).id, 'staged'],
    [action(6).id, 'staged'],
    [action(3).id, 'unknown'],
  ]);
  await journal.append(action(9));
  expect(await journal.find(action(9).id)).toEqual(action(9));
  expect(await journal.written()).toBe(8);
});

it('says at the start that its end was cut off, by its own count of lines', async () => {
  const { journal } = await damaged('DELETE FROM journal WHERE sequence > 4');
  const check = await StartCheck.open({ source: journal, clock: new ManualClock(0), log: silentLog });
  expect(check.read().failure?.message).toContain('ends at line 4, and 6 lines were written');
  expect(check.doubts.isAnyMissing).toBe(true);
});

it('finds nothing wrong at the start with what it wrote, and with what was chained afterwards', async () => {
  const journal = sqliteJournal(opened(formerFile([action(1), action(2)])));
  await journal.append(action(3));
  const clock = new ManualClock(0);
  const check = await StartCheck.open({ source: journal, clock, log: silentLog });
  expect(check.read()).toEqual({ state: 'checking' });
  check.start();
  await clock.advance(60_000);
  expect(check.read()).toEqual({ state: 'whole' });
});
