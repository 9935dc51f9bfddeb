import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeDeskKey, readDeskKey } from '../../../src/gateway/storage/vault/desk-key';

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'desk-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'desk.key');
}
const sentenceOf = (path: string): string => {
  const read = readDeskKey(path);
  return read.ok ? '' : `${read.failure.message} ${read.failure.next}`;
};

it('makes a key that only its owner can read, and the same keys on every machine that holds the file', () => {
  const [here, there] = [place(), place()];
  expect(makeDeskKey(here).ok).toBe(true);
  expect(statSync(here).mode & 0o777).toBe(0o600);
  writeFileSync(there, readFileSync(here), { mode: 0o600 });
  const [one, other] = [readDeskKey(here), readDeskKey(there)];
  const keysOf = (read: typeof one): unknown =>
    read.ok && { ...read.value, webhookToken: read.value.webhookToken('simulator') };
  expect(keysOf(one)).toMatchObject({ webhookToken: expect.any(String) as string });
  expect(keysOf(one)).toEqual(keysOf(other));
});

it('uses one key for each purpose, none of which tells another one', () => {
  const path = place();
  makeDeskKey(path);
  const read = readDeskKey(path);
  if (!read.ok) throw new Error(read.failure.message);
  const { peers, credentials, programs, webhookToken } = read.value;
  const text = readFileSync(path, 'utf8');
  const all = [peers.toString('base64url'), credentials.toString('base64url'), programs];
  all.push(webhookToken('simulator'), webhookToken('production'));
  expect(new Set(all).size).toBe(5);
  expect(all.filter((one) => text.includes(one))).toEqual([]);
});

it('writes over no key', () => {
  const path = place();
  makeDeskKey(path);
  const before = readFileSync(path, 'utf8');
  expect(makeDeskKey(path).ok).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe(before);
});

it.skipIf(process.platform === 'win32')('refuses a key that others can read, and says what to do', () => {
  const path = place();
  makeDeskKey(path);
  chmodSync(path, 0o640);
  expect(sentenceOf(path)).toContain('chmod 600');
});

it('says how a key is made where there is none, and refuses what is no key', () => {
  const path = place();
  expect(sentenceOf(path)).toContain('by the command "desk", with "key');
  for (const text of ['', 'spreaddesk-key-1:short', 'secret']) {
    writeFileSync(path, text, { mode: 0o600 });
    expect(sentenceOf(path)).toContain('holds no key');
  }
});
