import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { Pairings } from '../../../src/gateway/people/pairings';
import { IN_MEMORY } from '../../../src/gateway/storage/place';
import {
  keptProgramKey,
  pairingStore,
  type Pairing,
  type PairingStore,
} from '../../../src/gateway/storage/vault/pairings';

const MINUTE_MS = 60_000;
const WRONG = '0000-0000';

async function opened(store: PairingStore = pairingStore(IN_MEMORY)) {
  const clock = new ManualClock(Date.parse('2026-11-20T09:00:00Z'));
  const shown: string[] = [];
  const pairings = await Pairings.open({
    store,
    clock,
    log: silentLog,
    account: 'desk',
    showCode: (code) => void shown.push(code),
  });
  return { pairings, clock, shown };
}

async function paired(pairings: Pairings, code = pairings.code): Promise<string> {
  const outcome = await pairings.pair(code);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value.key;
}

const kindOf = async (answer: ReturnType<Pairings['pair']>): Promise<string> => {
  const outcome = await answer;
  return outcome.ok ? 'paired' : outcome.failure.kind;
};

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'desk-pairings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('a pairing code', () => {
  it('is shown at the start, pairs one browser, and is followed by another one', async () => {
    const { pairings, shown } = await opened();
    const [first] = shown;
    expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    const key = await paired(pairings, first);
    expect(pairings.whoOf(key)?.name).toBe('desk');
    expect(pairings.whoOf(`${key}x`)?.name).toBeUndefined();
    expect(shown).toHaveLength(2);
    expect(shown[1]).not.toBe(first);
    expect(await kindOf(pairings.pair(first ?? ''))).toBe('denied');
    expect(await paired(pairings, shown[1])).not.toBe(key);
  });

  it('may be typed in small letters, without the hyphen, with O and L for digits', async () => {
    const { pairings } = await opened();
    const typed = ` ${pairings.code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    await paired(pairings, typed);
  });

  it('pairs one of two that come with it at the same moment', async () => {
    const { pairings } = await opened();
    const { code } = pairings;
    const ends = await Promise.all([kindOf(pairings.pair(code)), kindOf(pairings.pair(code))]);
    expect(ends).toEqual(['paired', 'denied']);
  });

  it('is not guessed: after ten wrong ones a minute passes, for the right one too', async () => {
    const { pairings, clock } = await opened();
    for (let guess = 0; guess < 10; guess++) expect(await kindOf(pairings.pair(WRONG))).toBe('denied');
    expect(await kindOf(pairings.pair(pairings.code))).toBe('throttled');
    await clock.advance(MINUTE_MS);
    expect(await kindOf(pairings.pair(pairings.code))).toBe('paired');
  });
});

describe('what was paired', () => {
  it('stays so over a restart; on the disk is no key of a browser, for nobody but the owner', async () => {
    const folder = dataFolder();
    const store = pairingStore(folder);
    const { pairings } = await opened(store);
    const key = await paired(pairings);
    const { pairings: next } = await opened(store);
    expect(next.whoOf(key)?.name).toBe('desk');
    const path = join(folder, 'pairings.json');
    expect(readFileSync(path, 'utf8')).not.toContain(key);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('is paired anew where the list cannot be read: nobody comes in by a damaged one', async () => {
    const folder = dataFolder();
    const store = pairingStore(folder);
    const { pairings } = await opened(store);
    const key = await paired(pairings);
    writeFileSync(join(folder, 'pairings.json'), '{"pairings":[');
    const { pairings: next } = await opened(store);
    expect(next.whoOf(key)?.name).toBeUndefined();
    expect(next.whoOf(await paired(next))?.name).toBe('desk');
  });

  it('has the name that was given with the code, over a restart too, or that of the account', async () => {
    const store = pairingStore(dataFolder());
    const { pairings } = await opened(store);
    const named = await pairings.pair(pairings.code, 'Anna Ott');
    const nameless = await paired(pairings);
    const { pairings: next } = await opened(store);
    expect(next.whoOf(named.ok ? named.value.key : '')?.name).toBe('Anna Ott');
    expect(next.whoOf(nameless)?.name).toBe('desk');
    expect(next.whoOf(next.programKey)?.name).toBe('desk');
  });

  it('is at most a hundred: the oldest goes', async () => {
    let kept: readonly Pairing[] = [];
    const { pairings } = await opened({
      outlastsRestart: true,
      read: async () => kept,
      write: async (next) => void (kept = next),
      writeProgramKey: async () => undefined,
    });
    const keys: string[] = [];
    for (let count = 0; count < 101; count++) keys.push(await paired(pairings));
    expect(kept).toHaveLength(100);
    expect(keys.map((key) => pairings.whoOf(key)?.name)).toEqual([
      undefined,
      ...Array<string>(100).fill('desk'),
    ]);
  });

  it('is let in even where the disk takes nothing, until the gateway ends', async () => {
    const full = async (): Promise<void> => Promise.reject(new Error('ENOSPC'));
    const store = { outlastsRestart: true, read: async () => [], write: full, writeProgramKey: full };
    const { pairings } = await opened(store);
    expect(pairings.whoOf(await paired(pairings))?.name).toBe('desk');
  });
});

it('knows programs that can read the data folder, by a key of this start alone', async () => {
  const folder = dataFolder();
  const store = pairingStore(folder);
  const { pairings } = await opened(store);
  const key = keptProgramKey(folder) ?? '';
  expect(pairings.whoOf(key)?.name).toBe('desk');
  if (process.platform !== 'win32') expect(statSync(join(folder, 'programs.key')).mode & 0o077).toBe(0);
  const { pairings: next } = await opened(store);
  expect(next.whoOf(key)?.name).toBeUndefined();
  expect(next.whoOf(keptProgramKey(folder) ?? '')?.name).toBe('desk');
  expect(keptProgramKey(IN_MEMORY)).toBeUndefined();
});
