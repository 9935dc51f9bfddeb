import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/effects/log';
import { fileKeyPlace, KeyKeeper } from '../../../../src/gateway/storage/vault/key-keeper';
import { MemoryKeyPlace } from '../../twins/key-places';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const places = () => [new MemoryKeyPlace('keychain'), new MemoryKeyPlace('file')] as const;

it('keeps the key in the keychain, and finds the same one the next time', async () => {
  const [keychain, file] = places();
  const first = await KeyKeeper.of([keychain, file], silentLog);
  expect([first.where, await first.find()]).toEqual(['keychain', undefined]);
  const key = await first.need();
  expect(key).toHaveLength(32);
  expect(file.key).toBeUndefined();
  const second = await KeyKeeper.of([keychain, file], silentLog);
  expect(await second.need()).toEqual(key);
});

it('falls to the file where there is no keychain, and says so', async () => {
  const [keychain, file] = places();
  keychain.fails = 'always';
  const keeper = await KeyKeeper.of([keychain, file], silentLog);
  expect(keeper.where).toBe('file');
  expect((await keeper.need()).toString('base64')).toBe(file.key);
});

it.each([
  [
    'set your DBUS_SESSION_BUS_ADDRESS instead',
    ['This machine has no keychain; keys lie in a file.', undefined],
  ],
  [
    'the keychain is locked',
    ['The keychain cannot be used; keys lie in a file.', { reason: 'Error: the keychain is locked' }],
  ],
])('says in one sentence where keys lie: %s', async (reason, line) => {
  const [, file] = places();
  const logged: unknown[] = [];
  const log = {
    ...silentLog,
    info: (message: string, fields?: object) => void logged.push([message, fields]),
  };
  const keychain = {
    name: 'keychain' as const,
    read: () => Promise.reject(new Error(reason)),
    write: () => Promise.reject(new Error(reason)),
  };
  await KeyKeeper.of([keychain, file], log);
  expect(logged).toEqual([line]);
});

it('falls to the file when the keychain can be read and takes nothing', async () => {
  const [keychain, file] = places();
  keychain.fails = 'writing';
  const keeper = await KeyKeeper.of([keychain, file], silentLog);
  await keeper.need();
  expect([keeper.where, file.key?.length]).toEqual(['file', 44]);
});

it('stays with a file that has the key already when a keychain appears', async () => {
  const [keychain, file] = places();
  keychain.fails = 'always';
  const key = await (await KeyKeeper.of([keychain, file], silentLog)).need();
  keychain.fails = 'never';
  const later = await KeyKeeper.of([keychain, file], silentLog);
  expect([later.where, await later.find()]).toEqual(['file', key]);
});

it('makes a new key instead of one that is damaged', async () => {
  const [keychain, file] = places();
  keychain.key = 'not a key';
  const keeper = await KeyKeeper.of([keychain, file], silentLog);
  expect(await keeper.find()).toBeUndefined();
  expect(await keeper.need()).toHaveLength(32);
});

it('writes a file that nobody else can read, whatever was there before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-key-'));
  folders.push(folder);
  const path = join(folder, 'deeper', 'data.key');
  const place = fileKeyPlace(path);
  expect(await place.read()).toBeUndefined();
  await place.write('first');
  writeFileSync(`${path}.new`, 'left behind', { mode: 0o666 });
  await place.write('second');
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['second\n', 0o600]);
});
