import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '../../../src/domain/failure';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { IN_MEMORY } from '../../../src/gateway/storage/place';
import { openStores, type Stores } from '../../../src/gateway/storage/stores';
import { action } from '../actions/sample-lines';
import { databaseAt } from './implementations';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-stores-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function storesIn(dataFolder: string): Promise<Outcome<Stores>> {
  const parts = { clock: new ManualClock(0), log: silentLog, onNotKept: () => undefined };
  return openStores({ dataFolder, environment: 'simulator' }, parts);
}

async function opened(dataFolder: string): Promise<Stores> {
  const stores = await storesIn(dataFolder);
  if (!stores.ok) throw new Error(stores.failure.message);
  return stores.value;
}

it('keep what they were given, and take their place until they are closed', async () => {
  const folder = newFolder();
  const first = await opened(folder);
  await first.journal.append(action(1));
  expect(await storesIn(folder)).toMatchObject({ failure: { kind: 'wrong-state' } });
  await first.close();
  const second = await opened(folder);
  expect(await second.journal.find(action(1).id)).toEqual(action(1));
  await second.close();
});

it('keep nothing in memory beyond their end, and none of another', async () => {
  const [one, other] = [await opened(IN_MEMORY), await opened(IN_MEMORY)];
  await one.journal.append(action(1));
  expect(await other.journal.written()).toBe(0);
  await one.close();
  await other.close();
});

it('say in a sentence why they cannot be opened, and leave the place free', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'simulator'), 'a file where a folder should be');
  expect(await storesIn(folder)).toMatchObject({
    failure: { kind: 'unavailable', message: expect.stringContaining('no folder can be made') as string },
  });
  rmSync(join(folder, 'simulator'));
  mkdirSync(join(folder, 'simulator'));
  const stores = await opened(folder);
  await stores.close();
});

it('say that their tables cannot be brought up to date, and leave the place free', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'simulator'));
  const path = join(folder, 'simulator', 'spreaddesk.db');
  const strange = databaseAt(path);
  strange.run('CREATE TABLE event (something INTEGER)');
  strange.close();
  expect(await storesIn(folder)).toMatchObject({
    failure: {
      kind: 'unavailable',
      message: expect.stringContaining('cannot be brought up to date') as string,
    },
  });
  const mended = databaseAt(path);
  mended.run('DROP TABLE event');
  mended.close();
  const stores = await opened(folder);
  await stores.close();
});
