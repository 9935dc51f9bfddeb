import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { LogSync } from '../../../src/gateway/storage/database';
import { openDatabase, openReadOnly, type Database } from '../../../src/gateway/storage/database';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spreaddesk-'));
  path = join(folder, 'desk.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function opened(): Database {
  const database = openDatabase(path);
  if (!database.ok) throw new Error(database.failure.message);
  return database.value;
}

const NOTES = 'CREATE TABLE note (text TEXT NOT NULL) STRICT';
const notes = (database: Database): readonly unknown[] => database.all('SELECT text FROM note ORDER BY text');

it('keeps what was written, with every commit on disk and references checked', () => {
  const first = opened();
  first.migrate('notes', [NOTES]);
  first.run('INSERT INTO note VALUES (?)', 'prix négatif: −4,25');
  expect(first.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
  expect(first.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
  expect(first.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 });
  first.close();
  const second = opened();
  second.migrate('notes', [NOTES]);
  expect(notes(second)).toEqual([{ text: 'prix négatif: −4,25' }]);
  expect(second.get('SELECT text FROM note WHERE text = ?', 'nothing like it')).toBeUndefined();
  second.close();
});

it('writes without waiting for the disk what can be had again, and waits again for what follows', () => {
  const first = opened();
  first.migrate('notes', [NOTES]);
  const changed = first.unhurried(() => {
    expect(first.get('PRAGMA synchronous')).toEqual({ synchronous: 1 });
    return first.run('INSERT INTO note VALUES (?)', 'again');
  });
  expect(changed).toEqual({ changes: 1 });
  const broken = (): never =>
    first.unhurried(() => {
      throw new Error('broken');
    });
  expect(broken).toThrow('broken');
  expect(first.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
  first.close();
  const second = opened();
  expect(notes(second)).toEqual([{ text: 'again' }]);
  second.close();
});

it('commits beside the thread, in order and whole, and lets those who come meanwhile wait for the disk together', async () => {
  const first = opened();
  first.migrate('notes', [NOTES]);
  const written: string[] = [];
  const write = (text: string): Promise<void> =>
    first.committed(() => first.run('INSERT INTO note VALUES (?)', text)).then(() => void written.push(text));
  const all = ['a', 'b', 'c'].map(write);
  // Everybody sees it at once; whether it is on disk is what is waited for.
  expect(notes(first)).toHaveLength(3);
  expect(written).toEqual([]);
  expect(first.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
  await Promise.all(all);
  expect(written).toEqual(['a', 'b', 'c']);
  const broken = first.committed(() => {
    first.run('INSERT INTO note VALUES (?)', 'never');
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect(notes(first)).toHaveLength(3);
  const last = write('last');
  first.close();
  await last;
  const second = opened();
  expect(notes(second)).toEqual(['a', 'b', 'c', 'last'].map((text) => ({ text })));
  second.close();
});

it('tells of a sync that failed, and whoever wrote has that for an answer', async () => {
  const first = opened();
  first.migrate('notes', [NOTES]);
  const heard: unknown[] = [];
  first.onWriteFailed((error) => heard.push(error));
  const failure = Object.assign(new Error('not synced'), { code: 'SQLITE_IOERR_FSYNC' });
  const wait = vi.spyOn(LogSync.prototype, 'wait').mockRejectedValue(failure);
  onTestFinished(() => wait.mockRestore());
  const written = first.committed(() => first.run('INSERT INTO note VALUES (?)', 'lost?'));
  await expect(written).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
  expect(heard).toMatchObject([{ code: 'SQLITE_IOERR_FSYNC' }]);
  first.close();
});

it('refuses a folder that another gateway uses, clearly, and takes it once that one has closed', () => {
  const first = opened();
  const second = openDatabase(path);
  expect(second).toMatchObject({
    ok: false,
    failure: { kind: 'wrong-state', message: `Another SpreadDesk gateway is already running on ${path}.` },
  });
  first.migrate('notes', [NOTES]);
  first.run('INSERT INTO note VALUES (?)', 'still mine');
  first.close();
  first.close();
  const third = opened();
  expect(notes(third)).toHaveLength(1);
  third.close();
});

it('refuses another process too, and is free again when that one is killed', () => {
  const held = opened();
  const script = `
    const Libsql = require('libsql');
    try {
      new Libsql(process.argv[1], { timeout: 100 }).exec('BEGIN EXCLUSIVE');
      console.log('taken');
      process.kill(process.pid, 'SIGKILL');
    } catch (error) { console.log(error.code); }`;
  const other = () =>
    spawnSync(process.execPath, ['-e', script, `${path}.lock`], { encoding: 'utf8' }).stdout.trim();
  expect(other()).toBe('SQLITE_BUSY');
  held.close();
  expect(other()).toBe('taken');
  opened().close();
});

it('writes what an earlier process left in the log anew before anything is added to it', () => {
  const first = opened();
  first.migrate('notes', [NOTES]);
  first.run('INSERT INTO note VALUES (?)', 'in the log alone');
  // As kill -9 leaves it: nothing is folded in.
  const left = join(folder, 'left');
  for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${left}${end}`);
  first.close();
  expect(statSync(`${left}-wal`).size).toBeGreaterThan(0);
  const second = openDatabase(left);
  if (!second.ok) throw new Error(second.failure.message);
  expect(readFileSync(`${left}-wal`).every((byte) => byte === 0)).toBe(true);
  expect(notes(second.value)).toEqual([{ text: 'in the log alone' }]);
  second.value.close();
});

it('writes within a log that has its size already, which another start takes for empty', () => {
  const first = opened();
  first.migrate('notes', [NOTES]);
  const { size } = statSync(`${path}-wal`);
  expect(size).toBeGreaterThan(4_000_000);
  first.run('INSERT INTO note VALUES (?)', 'within');
  expect(statSync(`${path}-wal`).size).toBe(size);
  const left = join(folder, 'left');
  for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${left}${end}`);
  first.close();
  const read = openReadOnly(left);
  if (!read.ok) throw new Error(read.failure.message);
  expect(read.value.all('SELECT text FROM note')).toEqual([{ text: 'within' }]);
  read.value.close();
  for (const start of ['written', 'folded', 'empty']) {
    const again = openDatabase(left);
    if (!again.ok) throw new Error(again.failure.message);
    expect(notes(again.value), start).toEqual([{ text: 'within' }]);
    // As kill -9 leaves it right after it was opened.
    for (const end of ['', '-wal']) copyFileSync(`${left}${end}`, `${path}${end}`);
    again.value.close();
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${left}${end}`);
  }
});

it('leaves a log alone that it cannot fold, because somebody still reads it', () => {
  const first = opened();
  first.migrate('notes', [NOTES]);
  first.run('INSERT INTO note VALUES (?)', 'in the log alone');
  const left = join(folder, 'left');
  for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${left}${end}`);
  first.close();
  const reader = new Libsql(left);
  reader.exec('BEGIN');
  reader.prepare('SELECT text FROM note').all();
  const log = readFileSync(`${left}-wal`);
  const second = openDatabase(left);
  if (!second.ok) throw new Error(second.failure.message);
  expect(readFileSync(`${left}-wal`).equals(log)).toBe(true);
  reader.close();
  expect(notes(second.value)).toEqual([{ text: 'in the log alone' }]);
  second.value.close();
});

it('folds its log in when it is told to, and until then keeps a long one', () => {
  const database = opened();
  database.migrate('notes', [NOTES]);
  let writes = 0;
  const end = database.onWritten(() => (writes += 1));
  const size = statSync(path).size;
  // A hundred pages each.
  for (let note = 0; note < 12; note++) database.run('INSERT INTO note VALUES (?)', 'x'.repeat(409_600));
  expect(writes).toBe(12);
  expect(statSync(path).size).toBe(size);
  end();
  database.atomically(() => database.run('INSERT INTO note VALUES (?)', 'unheard'));
  expect(writes).toBe(12);
  database.fold();
  expect(statSync(path).size).toBeGreaterThan(4_900_000);
  expect(notes(database)).toHaveLength(13);
  database.close();
});

it('brings several stores up to date in one commit, or none of them', () => {
  const database = opened();
  const broken = { notes: [NOTES], worse: ['CREATE TABLE'] };
  expect(() => database.migrateAll(broken)).toThrow();
  expect(() => notes(database)).toThrow('no such table');
  database.migrateAll({ notes: [NOTES], more: ['CREATE TABLE more (text TEXT) STRICT'] });
  expect(database.all('SELECT store, version FROM schema_version ORDER BY store')).toEqual([
    { store: 'more', version: 1 },
    { store: 'notes', version: 1 },
  ]);
  database.close();
});

it('tells of every write that failed, and opens what needs no change without a write', () => {
  const database = opened();
  database.migrate('notes', [NOTES]);
  const errors: unknown[] = [];
  const end = database.onWriteFailed((error) => errors.push(error));
  expect(() => database.run('INSERT INTO note VALUES (NULL)')).toThrow('NOT NULL');
  expect(errors).toHaveLength(1);
  end();
  expect(() => database.run('INSERT INTO note VALUES (NULL)')).toThrow();
  expect(errors).toHaveLength(1);
  const changes = database.get('SELECT total_changes() AS count');
  database.migrate('notes', [NOTES]);
  expect(database.get('SELECT total_changes() AS count')).toEqual(changes);
  database.close();
});

it('keeps all of a transaction or nothing of it', () => {
  const database = opened();
  database.migrate('notes', [NOTES]);
  expect(() =>
    database.atomically(() => {
      database.run('INSERT INTO note VALUES (?)', 'one');
      throw new Error('half way');
    }),
  ).toThrow('half way');
  expect(notes(database)).toEqual([]);
  expect(database.atomically(() => database.run('INSERT INTO note VALUES (?)', 'two'))).toEqual({
    changes: 1,
  });
  database.close();
});

it('runs each step of a store once, in order, and leaves other stores alone', () => {
  const steps = [NOTES, "INSERT INTO note VALUES ('second step')"];
  const database = opened();
  database.migrate('notes', steps.slice(0, 1));
  database.migrate('notes', steps);
  database.migrate('notes', steps);
  database.migrate('other', ['CREATE TABLE other (id INTEGER) STRICT']);
  expect(notes(database)).toEqual([{ text: 'second step' }]);
  database.close();
});

it('leaves the tables as they were when a step fails', () => {
  const database = opened();
  database.migrate('notes', [NOTES]);
  expect(() => database.migrate('notes', [NOTES, "INSERT INTO note VALUES ('kept?')", 'not SQL'])).toThrow();
  expect(notes(database)).toEqual([]);
  database.migrate('notes', [NOTES, "INSERT INTO note VALUES ('now')"]);
  expect(notes(database)).toEqual([{ text: 'now' }]);
  database.close();
});

it('does not touch a folder that a newer version has written', () => {
  const database = opened();
  database.migrate('notes', [NOTES, "INSERT INTO note VALUES ('new')"]);
  expect(() => database.migrate('notes', [NOTES])).toThrow(
    'The data folder was written by a newer SpreadDesk (notes 2); install that one.',
  );
  database.close();
});

it('says when the file is not a database, or when its folder is not there', () => {
  writeFileSync(path, 'this is a text of a person, not a database. '.repeat(100));
  expect(openDatabase(path)).toMatchObject({ failure: { kind: 'unreadable' } });
  const nowhere = openDatabase(join(folder, 'nowhere', 'desk.sqlite'));
  expect(nowhere).toMatchObject({
    failure: {
      kind: 'unavailable',
      next: 'Check that the data folder exists, can be written to and has space left.',
    },
  });
});

it('keeps one in memory for as long as it is open', () => {
  const first = openDatabase(':memory:');
  const second = openDatabase(':memory:');
  expect(first.ok && second.ok).toBe(true);
});

it('says that it is closed to whoever comes too late', () => {
  const database = opened();
  database.migrate('notes', [NOTES]);
  database.close();
  const closed = 'The data folder is closed already.';
  expect(() => database.all('SELECT * FROM note')).toThrow(closed);
  expect(() => database.run("INSERT INTO note VALUES ('late')")).toThrow(closed);
  expect(() => database.atomically(() => undefined)).toThrow(closed);
});

it('leaves a disk without room for the whole log as free as it was', (context) => {
  // A disk of a megabyte in memory; mounting one takes an administrator.
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'spreaddesk-test', folder]);
  if (mount.status !== 0) return context.skip();
  try {
    const database = opened();
    expect(statSync(`${path}-wal`).size).toBeLessThan(100_000);
    database.migrate('notes', [NOTES]);
    database.run('INSERT INTO note VALUES (?)', 'kept');
    expect(notes(database)).toEqual([{ text: 'kept' }]);
    database.close();
  } finally {
    spawnSync('umount', ['-l', folder]);
  }
});
