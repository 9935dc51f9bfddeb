import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LogSync } from '../../../src/gateway/storage/database';

function logFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'log');
  writeFileSync(path, 'lines');
  return path;
}

/** A disk that works until it is told that it is done. */
function slowDisk() {
  const ends: { done: () => void; fail: (error: Error) => void }[] = [];
  const sync = (): Promise<void> =>
    new Promise((done, fail) => {
      ends.push({ done, fail });
    });
  return { ends, sync };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('lets those who come while the disk works wait for it once more, together', async () => {
  const { ends, sync } = slowDisk();
  const log = new LogSync(logFile(), sync);
  const told: string[] = [];
  const wait = (name: string): void => void log.wait().then(() => told.push(name));
  wait('first');
  await turn();
  wait('second');
  wait('third');
  await turn();
  expect(ends).toHaveLength(1);
  ends[0]?.done();
  await turn();
  expect(told).toEqual(['first']);
  expect(ends).toHaveLength(2);
  ends[1]?.done();
  await turn();
  expect(told).toEqual(['first', 'second', 'third']);
  expect(ends).toHaveLength(2);
  log.close();
});

it('fails with the code that SQLite has for it, for those who waited, and tries again for the next', async () => {
  const { ends, sync } = slowDisk();
  const log = new LogSync(logFile(), sync);
  const first = log.wait();
  await turn();
  ends[0]?.fail(new Error('EIO'));
  await expect(first).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
  const second = log.wait();
  await turn();
  ends[1]?.done();
  await expect(second).resolves.toBeUndefined();
  log.close();
});

it('waits for nothing once it is closed: whoever closed the database has waited', async () => {
  const { ends, sync } = slowDisk();
  const log = new LogSync(logFile(), sync);
  const under = log.wait();
  await turn();
  const waiting = log.wait();
  log.close();
  ends[0]?.done();
  await under;
  await waiting;
  expect(ends).toHaveLength(1);
});
