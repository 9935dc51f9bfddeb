import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Outcome } from '../../../../src/domain/failure';
import { silentLog } from '../../../../src/effects/log';
import { KeyKeeper } from '../../../../src/gateway/storage/vault/key-keeper';
import { NO_VAULT, SealedCredentials, sealedFiles } from '../../../../src/gateway/storage/vault/vault';
import { MemoryKeyPlace } from '../../twins/key-places';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const CREDENTIALS = { apiKey: 'key', clientId: 'id', clientSecret: 'secret' };
const SANDBOX = { name: 'sandbox', service: 'https://sandbox.example' } as const;
const PRODUCTION = { name: 'production', service: 'https://real.example' } as const;

async function openVault(place = new MemoryKeyPlace('keychain')) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'desk-vault-'));
  folders.push(dataFolder);
  const keys = await KeyKeeper.of([place, new MemoryKeyPlace('file')], silentLog);
  const vault = new SealedCredentials({ place: sealedFiles(dataFolder), keys, log: silentLog });
  return { vault, place, file: (name: string) => join(dataFolder, name, 'credentials.sealed') };
}

const messageOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'fine' : outcome.failure.message);

it('gives back what it kept, for that environment alone', async () => {
  const { vault } = await openVault();
  expect(vault.has('sandbox')).toBe(false);
  expect((await vault.keep(SANDBOX, CREDENTIALS)).ok).toBe(true);
  expect([vault.has('sandbox'), vault.has('production')]).toEqual([true, false]);
  expect(await vault.open(SANDBOX)).toEqual({ ok: true, value: CREDENTIALS });
  expect(messageOf(await vault.open(PRODUCTION))).toBe('No credentials are kept for this environment.');
});

it('opens no file that was moved to another environment, nor for another address', async () => {
  const { vault, file } = await openVault();
  await vault.keep(SANDBOX, CREDENTIALS);
  mkdirSync(join(file('production'), '..'));
  copyFileSync(file('sandbox'), file('production'));
  expect(messageOf(await vault.open(PRODUCTION))).toContain('damaged, or were sealed elsewhere');
  const elsewhere = { ...SANDBOX, service: 'https://evil.example' };
  expect(messageOf(await vault.open(elsewhere))).toContain('damaged, or were sealed elsewhere');
});

it('says that a damaged file cannot be opened, offers it no more, and takes new ones', async () => {
  const { vault, file } = await openVault();
  await vault.keep(SANDBOX, CREDENTIALS);
  writeFileSync(file('sandbox'), 'spoilt');
  let told = 0;
  vault.onChange(() => (told += 1));
  expect((await vault.open(SANDBOX)).ok).toBe(false);
  expect([vault.has('sandbox'), told]).toEqual([false, 1]);
  await vault.keep(SANDBOX, CREDENTIALS);
  expect([vault.has('sandbox'), (await vault.open(SANDBOX)).ok]).toEqual([true, true]);
});

it('says that the key cannot be had, and keeps the file for when it can', async () => {
  const { vault, place } = await openVault();
  await vault.keep(SANDBOX, CREDENTIALS);
  place.fails = 'always';
  expect(messageOf(await vault.open(SANDBOX))).toBe(
    'The key of the kept credentials cannot be had just now.',
  );
  place.fails = 'never';
  expect((await vault.open(SANDBOX)).ok).toBe(true);
});

it('wipes what it kept, and what it cannot open as well', async () => {
  const { vault, file } = await openVault();
  await vault.keep(SANDBOX, CREDENTIALS);
  writeFileSync(file('sandbox'), 'spoilt');
  await vault.open(SANDBOX);
  expect((await vault.forget('sandbox')).ok).toBe(true);
  expect([existsSync(file('sandbox')), vault.has('sandbox')]).toEqual([false, false]);
  expect((await vault.forget('sandbox')).ok).toBe(true);
});

it('says that it cannot keep them when the folder cannot be written to', async () => {
  const { vault, file } = await openVault();
  writeFileSync(join(file('sandbox'), '..'), 'a file where a folder should be');
  chmodSync(join(file('sandbox'), '..'), 0o400);
  expect(messageOf(await vault.keep(SANDBOX, CREDENTIALS))).toBe('The credentials could not be kept.');
});

it('without a data folder nothing is kept', async () => {
  expect([NO_VAULT.sealing, NO_VAULT.has('sandbox')]).toEqual([undefined, false]);
  expect((await NO_VAULT.keep(SANDBOX, CREDENTIALS)).ok).toBe(false);
});
