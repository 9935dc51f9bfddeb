import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Libsql from 'libsql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backupCommand } from '../../../src/gateway/cli/backup';
import { openDatabase, type Database } from '../../../src/gateway/storage/database';
import { sqliteJournal } from '../../../src/gateway/storage/sqlite-journal';
import { action } from '../actions/sample-lines';

let folder = '';
const ends: (() => void)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spreaddesk-backup-'));
});
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
  rmSync(folder, { recursive: true, force: true });
});

const path = (data: string, environment: string): string => join(folder, data, environment, 'spreaddesk.db');
function opened(data: string, environment: string): Database {
  mkdirSync(join(folder, data, environment), { recursive: true });
  const database = openDatabase(path(data, environment));
  if (!database.ok) throw new Error(database.failure.message);
  ends.push(() => database.value.close());
  return database.value;
}
async function run(...words: string[]) {
  const streams = { out: new PassThrough(), problems: new PassThrough() };
  const code = await backupCommand(words, streams);
  streams.out.end();
  streams.problems.end();
  return { code, out: await text(streams.out), problems: await text(streams.problems) };
}
const backup = (to = 'copy') => run('--data', join(folder, 'data'), '--out', join(folder, to));
const containing = (part: string): unknown => expect.stringContaining(part);

it('copies every environment while a gateway writes, and the copy goes on where it was made', async () => {
  const journal = sqliteJournal(opened('data', 'production'));
  await journal.append(action(1), action(2));
  sqliteJournal(opened('data', 'simulator'));
  expect(statSync(`${path('data', 'production')}-wal`).size).toBeGreaterThan(0);
  expect(await backup()).toEqual({
    code: 0,
    out:
      `simulator is copied to ${path('copy', 'simulator')}. Its journal is whole: 0 lines.\n` +
      `production is copied to ${path('copy', 'production')}. Its journal is whole: 2 lines.\n`,
    problems: '',
  });
  await journal.append(action(3));
  const restored = sqliteJournal(opened('copy', 'production'));
  expect(await restored.unresolved()).toEqual([action(1), action(2)]);
  await restored.append(action(4));
  expect((await restored.head()).sequence).toBe(3);
});

it('writes nothing over, and leaves everything alone then', async () => {
  sqliteJournal(opened('data', 'simulator'));
  sqliteJournal(opened('copy', 'simulator'));
  expect(await backup()).toMatchObject({ code: 2, problems: containing('nothing is written over') });
});

it('says that the journal which it has copied is not as it was written', async () => {
  const database = opened('data', 'simulator');
  await sqliteJournal(database).append(action(1), action(2));
  const forger = new Libsql(path('data', 'simulator'));
  forger.exec("DROP TRIGGER journal_is_not_changed; UPDATE journal SET line = '{}' WHERE sequence = 2");
  forger.close();
  expect(await backup()).toMatchObject({ code: 1, out: containing('not as it was written') });
});

it('says what it needs, and that there is nothing to copy', async () => {
  expect(await run()).toMatchObject({ code: 2, problems: containing('--data FOLDER and --out FOLDER') });
  expect(await run('--to', 'x')).toMatchObject({ code: 2, problems: containing('--help') });
  for (const option of ['--data', '--out'])
    expect(await run('--data', folder, '--out', join(folder, 'copy'), option, '')).toMatchObject({
      code: 2,
      problems: containing(`${option} needs a value behind it.`),
    });
  expect(await run('--help')).toMatchObject({ code: 0, out: containing('npm run backup') });
  expect(await backup()).toMatchObject({ code: 2, problems: containing('There is no data of SpreadDesk') });
});
