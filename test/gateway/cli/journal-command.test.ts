import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Libsql from 'libsql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JournalStore } from '../../../src/gateway/storage/journal-store';
import { journalCommand } from '../../../src/gateway/cli/journal-command';
import { openDatabase, type Database } from '../../../src/gateway/storage/database';
import { sqliteJournal } from '../../../src/gateway/storage/sqlite-journal';
import { action } from '../actions/sample-lines';

let folder = '';
let database: Database;
let journal: JournalStore;
const databasePath = () => join(folder, 'simulator', 'spreaddesk.db');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spreaddesk-'));
  mkdirSync(join(folder, 'simulator'));
  const opened = openDatabase(databasePath());
  if (!opened.ok) throw new Error(opened.failure.message);
  database = opened.value;
  journal = sqliteJournal(database);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const containing = (part: string): unknown => expect.stringContaining(part);

async function run(...words: string[]) {
  return runAt(undefined, ...words);
}
/** With the data folder that the settings name. */
async function runAt(kept: string | undefined, ...words: string[]) {
  const streams = { out: new PassThrough(), problems: new PassThrough() };
  const code = await journalCommand(words, streams, { folder: kept });
  streams.out.end();
  streams.problems.end();
  return { code, out: await text(streams.out), problems: await text(streams.problems) };
}
const where = () => ['--data', folder, '--environment', 'simulator'];
const exportedFile = async (name = 'journal.jsonl'): Promise<string> => {
  const path = join(folder, name);
  expect(await run('export', ...where(), '--out', path)).toMatchObject({ code: 0 });
  return path;
};
/** Changes a line as somebody does who has the file. */
function forge(sql: string): void {
  const forger = new Libsql(databasePath());
  forger.exec(`DROP TRIGGER journal_is_not_changed; DROP TRIGGER journal_is_not_cut; ${sql}`);
  forger.close();
}

it('verifies the journal of a gateway that runs', async () => {
  expect(await run('verify', ...where())).toEqual({ code: 0, out: 'The journal is empty.\n', problems: '' });
  await journal.append(action(1), action(2));
  const { hash } = await journal.head();
  expect(await run('verify', ...where())).toEqual({
    code: 0,
    out: `The journal is whole: 2 lines, the last one ${hash}.\n`,
    problems: '',
  });
  await journal.append(action(3));
  expect((await run('verify', ...where())).out).toContain('3 lines');
});

it('names the first line that is not as it was written', async () => {
  await journal.append(action(1), action(2), action(3), action(4));
  forge("UPDATE journal SET line = replace(line, '30.1', '30.2') WHERE sequence IN (3, 4)");
  expect(await run('verify', ...where())).toEqual({
    code: 1,
    out: '',
    problems:
      'The journal is not as it was written. Line 3 is not what was written: it, or a line before it, was changed. ' +
      'Up to line 2 it is whole. Copy the data folder before anything else; docs/journal.md says what follows.\n',
  });
});

it('takes the data folder of the settings, unless one is typed', async () => {
  await journal.append(action(1));
  const simulator = ['verify', '--environment', 'simulator'];
  expect(await runAt(folder, ...simulator)).toMatchObject({ code: 0, out: containing('1 line') });
  expect(await runAt(folder, ...simulator, '--data', 'nowhere')).toMatchObject({
    code: 2,
    problems: containing('There is no journal at'),
  });
});

it('takes no other data folder where an empty one is typed', async () => {
  expect(await runAt(folder, 'verify', '--environment', 'simulator', '--data', '')).toMatchObject({
    code: 2,
    problems: containing('--data needs a value behind it.'),
  });
});

it('finds out that the end was cut off', async () => {
  await journal.append(action(1), action(2));
  forge('DELETE FROM journal WHERE sequence = 2');
  const { code, problems } = await run('verify', ...where());
  expect(code).toBe(1);
  expect(problems).toContain('The journal ends at line 1, and 2 lines were written.');
});

it('exports a file that can be verified by itself and against the journal, and never writes over one', async () => {
  await journal.append(action(1), action(2));
  const path = await exportedFile();
  expect(statSync(path).mode & 0o077).toBe(0);
  const byItself = await run('verify', '--file', path);
  expect(byItself).toMatchObject({ code: 0, out: containing('by itself alone') });
  await journal.append(action(3));
  const compared = await run('verify', ...where(), '--file', path);
  expect(compared).toMatchObject({ code: 0, out: containing('1 line') });
  const again = await run('export', ...where(), '--out', path);
  expect(again).toMatchObject({ code: 2, problems: containing('is there already') });
});

it('finds what was changed in a file, and a file that was made up', async () => {
  await journal.append(action(1), action(2));
  const path = await exportedFile();
  writeFileSync(path, readFileSync(path, 'utf8').replace('30.1', '30.2'));
  expect(await run('verify', '--file', path)).toMatchObject({
    code: 1,
    problems: containing('Line 1 is not what was written'),
  });
  const honest = await exportedFile('again.jsonl');
  forge("UPDATE journal SET hash = '' WHERE sequence = 2");
  expect(await run('verify', '--file', honest)).toMatchObject({ code: 0 });
  expect(await run('verify', ...where(), '--file', honest)).toMatchObject({ code: 1 });
});

it('exports a broken journal too, and says that it is broken', async () => {
  await journal.append(action(1), action(2));
  forge("UPDATE journal SET state = 'done' WHERE sequence = 1");
  const { code, out, problems } = await run('export', ...where());
  expect(out.split('\n')).toHaveLength(3);
  expect([code, problems]).toEqual([
    1,
    'Everything was exported, but the journal is not as it was written. ' +
      'Line 1 is filed under another id, state or time than its own. ' +
      'Copy the data folder before anything else; docs/journal.md says what follows.\n',
  ]);
});

it('exports for a spreadsheet', async () => {
  await journal.append(action(1, { shown: '=1+1' }));
  const { out, problems } = await run('export', ...where(), '--format', 'csv');
  expect(problems).toBe('');
  expect(out).toContain(",'=1+1,");
});

it.each([
  [[], 'Say what to do: export or verify.'],
  [['erase'], 'There is no command erase.'],
  [['verify', 'all'], 'all is one word too many.'],
  [['verify'], '--data FOLDER is needed: the data folder of the gateway, or DESK_DATA'],
  [['export', '--data', 'x'], '--environment is needed: simulator, sandbox or production.'],
  [['export', '--data', 'x', '--environment', 'test'], '--environment is needed'],
  [['export', '--format', 'xlsx'], '--format is jsonl or csv, not xlsx.'],
  [['verify', '--out', 'x'], '--format and --out belong to export.'],
  [['export', '--file', 'x'], '--file belongs to verify'],
  [['verify', '--fast'], '--fast'],
  [['export', '--whole'], '--whole belongs to verify.'],
  [['verify', '--data', 'x', '--environment', 'sandbox', '--whole'], '--whole asks it of a --file.'],
  [['verify', '--file', 'x.jsonl', '--whole'], 'A file alone cannot be seen to be whole'],
  [['verify', '--data', 'nowhere', '--environment', 'sandbox'], 'There is no journal at'],
  [['verify', '--file', 'nowhere.jsonl'], 'nowhere.jsonl cannot be found'],
])('ends with 2 and a sentence for %j', async (words, problem) => {
  const ended = await run(...words);
  expect(ended).toMatchObject({ code: 2, out: '', problems: containing(problem) });
  expect(ended.problems.trim().split('\n')).toHaveLength(1);
});

it('says of a CSV that it cannot be verified, and what can', async () => {
  await journal.append(action(1), action(2));
  const path = join(folder, 'journal.csv');
  await run('export', ...where(), '--format', 'csv', '--out', path);
  for (const beside of [[], where()])
    expect(await run('verify', ...beside, '--file', path)).toMatchObject({
      code: 2,
      problems: containing(
        `${path} is a CSV export, which cannot be verified. Export the journal as JSON Lines`,
      ),
    });
});

it('does not call an empty file whole, and says that a cut end cannot be seen in a file alone', async () => {
  const path = join(folder, 'empty.jsonl');
  writeFileSync(path, '');
  const empty = await run('verify', '--file', path);
  expect(empty).toMatchObject({ code: 2, out: '', problems: containing('is empty, so nothing is proven') });
  expect(await run('verify', ...where(), '--file', path)).toMatchObject({ code: 0 });
  await journal.append(action(1), action(2));
  for (const more of [[], ['--whole']]) {
    expect(await run('verify', ...where(), '--file', path, ...more)).toMatchObject({
      code: 1,
      problems: `${path} is empty, so nothing is proven by it: the journal that it is held against has 2 lines.\n`,
    });
  }
  const whole = await exportedFile();
  const [first] = readFileSync(whole, 'utf8').split('\n');
  writeFileSync(path, `${first}\n`);
  const cut = await run('verify', '--file', path);
  expect(cut).toMatchObject({ code: 0, out: containing('lines cut off at its end cannot be seen this way') });
  expect(cut.out).toContain('npm run journal -- verify --data FOLDER --environment NAME --file FILE');
  expect((await run('verify', ...where(), '--file', path)).out).toContain('The journal goes on: 1 line');
});

it('ends with 1 for a file that lacks lines where it has to be whole, and with 0 once it has them all', async () => {
  await journal.append(action(1), action(2));
  const whole = await exportedFile();
  const verified = (path: string) => run('verify', ...where(), '--file', path, '--whole');
  expect(await verified(whole)).toMatchObject({ code: 0, problems: '' });
  const [first] = readFileSync(whole, 'utf8').split('\n');
  const cut = join(folder, 'cut.jsonl');
  writeFileSync(cut, `${first}\n`);
  expect(await verified(cut)).toMatchObject({
    code: 1,
    problems: containing(
      'is not whole. The journal goes on: 1 line stands in it that the file does not have.',
    ),
  });
  writeFileSync(cut, '');
  expect(await verified(cut)).toMatchObject({ code: 1 });
});
