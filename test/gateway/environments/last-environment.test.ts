import { expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { silentLog } from '../../../src/effects/log';
import { LastEnvironment } from '../../../src/gateway/environments/last-environment';
import { deskKeeper, SealedCredentials, sealedRows } from '../../../src/gateway/storage/vault/vault';
import { MemorySharedRows } from '../twins/shared-rows';

const KEY = {
  credentials: randomBytes(32),
  peers: randomBytes(32),
  programs: 'programs',
  webhookToken: () => 'token',
};
const CREDENTIALS = { apiKey: 'the-key', clientId: 'the-client', clientSecret: 'the-secret' };
const SANDBOX = { name: 'sandbox', service: 'https://sandbox.example' } as const;
const GIVEN = { environment: 'simulator' } as const;
const PLACES = [{ name: 'simulator', service: 'http://127.0.0.1:1' } as const, SANDBOX];

async function machine(rows: MemorySharedRows, key = KEY) {
  const place = await sealedRows(rows);
  const vault = new SealedCredentials({ place, keys: deskKeeper(key), log: silentLog });
  const lastEnvironment = new LastEnvironment(rows, silentLog);
  return { vault, lastEnvironment, first: () => lastEnvironment.first(GIVEN, { vault, places: PLACES }) };
}

it('goes on signed in where a person signed in on the machine that led before', async () => {
  const rows = new MemorySharedRows();
  const one = await machine(rows);
  await one.vault.keep(SANDBOX, CREDENTIALS);
  await one.lastEnvironment.put('sandbox', true);
  expect(one.vault.sealing).toBe('desk');
  const next = await machine(rows);
  expect(next.vault.has('sandbox')).toBe(true);
  expect(await next.first()).toEqual({ environment: 'sandbox', credentials: CREDENTIALS });
});

it('keeps nothing of the credentials that can be read, and opens none without the desk’s key', async () => {
  const rows = new MemorySharedRows();
  const one = await machine(rows);
  await one.vault.keep(SANDBOX, CREDENTIALS);
  await one.lastEnvironment.put('sandbox', true);
  for (const secret of Object.values(CREDENTIALS)) expect(rows.text).not.toContain(secret);
  const foreign = await machine(rows, { ...KEY, credentials: randomBytes(32) });
  expect(await foreign.first()).toEqual({ environment: 'sandbox' });
});

it('stays signed out where a person signed out, and begins as the settings say where nobody was', async () => {
  const rows = new MemorySharedRows();
  const one = await machine(rows);
  expect(await one.first()).toEqual(GIVEN);
  await one.vault.keep(SANDBOX, CREDENTIALS);
  await one.lastEnvironment.put('sandbox', false);
  expect(await (await machine(rows)).first()).toEqual({ environment: 'sandbox' });
});

it('takes the credentials of the settings where none are kept for the same environment', async () => {
  const rows = new MemorySharedRows();
  const { lastEnvironment, vault } = await machine(rows);
  await lastEnvironment.put('sandbox', true);
  const given = { environment: 'sandbox', credentials: CREDENTIALS } as const;
  expect(await lastEnvironment.first(given, { vault, places: PLACES })).toEqual(given);
  expect(await lastEnvironment.first(GIVEN, { vault, places: PLACES })).toEqual({ environment: 'sandbox' });
});

it('wipes what a person wants forgotten, for every machine', async () => {
  const rows = new MemorySharedRows();
  const one = await machine(rows);
  await one.vault.keep(SANDBOX, CREDENTIALS);
  expect((await one.vault.forget('sandbox')).ok).toBe(true);
  expect((await machine(rows)).vault.has('sandbox')).toBe(false);
  rows.fails = true;
  expect((await one.vault.keep(SANDBOX, CREDENTIALS)).ok).toBe(false);
});
