import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/gateway/storage/database';
import { sqliteJournal } from '../../../src/gateway/storage/sqlite-journal';
import { action } from '../actions/sample-lines';

it('runs as a program, beside the gateway that holds the lock, and tells how it is used', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-'));
  mkdirSync(join(folder, 'simulator'));
  const path = join(folder, 'simulator', 'spreaddesk.db');
  const database = openDatabase(path);
  if (!database.ok) throw new Error(database.failure.message);
  await sqliteJournal(database.value).append(action(1));
  const where = ['--data', folder, '--environment', 'simulator'];
  const program = (...words: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'src/gateway/cli/journal-main.ts', ...words], {
      cwd: join(import.meta.dirname, '..', '..', '..'),
      encoding: 'utf8',
    });
  expect(program('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('verify') as string,
  });
  expect(program('verify', ...where)).toMatchObject({ status: 0, stderr: '' });
  expect(program('verify')).toMatchObject({ status: 2 });
  const forger = new Libsql(path);
  forger.exec("DROP TRIGGER journal_is_not_changed; UPDATE journal SET state = 'done'");
  forger.close();
  expect(program('verify', ...where)).toMatchObject({ status: 1, stdout: '' });
  database.value.close();
  rmSync(folder, { recursive: true, force: true });
});
