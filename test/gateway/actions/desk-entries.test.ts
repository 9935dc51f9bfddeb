import { expect, it } from 'vitest';
import { silentLog } from '../../../src/effects/log';
import { countedIds } from '../../../src/effects/ids';
import { ManualClock } from '../../../src/effects/manual-clock';
import { DeskEntries } from '../../../src/gateway/actions/desk-entries';
import { allLines, verifiedLines } from '../../../src/gateway/storage/journal-chain';
import { MORNING } from '../twins/cache';
import { MemoryJournal } from '../twins/memory-stores';

const by = { name: 'Anna Ott', session: '0a1b2c3d' };
const armed = { entry: 'armed', shown: 'Anna Ott switched trading on.', by } as const;
const disarmed = { entry: 'disarmed', shown: 'Anna Ott switched trading off.', by } as const;

async function opened(store = new MemoryJournal()) {
  const clock = new ManualClock(MORNING);
  const entries = await DeskEntries.open({ store, clock, log: silentLog, ids: countedIds() });
  const told: number[] = [];
  entries.onChange(() => void told.push(entries.read().length));
  return { store, clock, entries, told };
}

it('writes down who did what, shows the newest first, and reads it again after a restart', async () => {
  const { store, entries, told } = await opened();
  expect(await entries.record(armed)).toBe(true);
  expect(await entries.write(disarmed)).toBe(true);
  expect(entries.read()).toMatchObject([{ ...disarmed, state: 'noted', createdAt: MORNING }, armed]);
  expect(told).toEqual([1, 2]);
  expect(await verifiedLines(allLines(store), 2)).toMatchObject({ state: 'whole', head: { sequence: 2 } });
  expect((await opened(store)).entries.read()).toEqual(entries.read());
});

it('refuses what cannot be written down before it happens, and shows nothing of it', async () => {
  const { store, entries, told } = await opened();
  store.full = true;
  expect(await entries.write(armed)).toBe(false);
  expect([entries.read(), entries.isWhole, told]).toEqual([[], true, []]);
  store.full = false;
  expect(await entries.write(armed)).toBe(true);
  expect(store.all).toHaveLength(1);
});

it('shows what has happened at once, and writes it once, in its order, when the disk has room again', async () => {
  const { store, clock, entries } = await opened();
  store.full = true;
  expect(await Promise.all([entries.record(armed), entries.record(disarmed)])).toEqual([false, false]);
  expect([entries.read().length, entries.isWhole, store.all.length]).toEqual([2, false, 0]);
  await clock.advance(5_000);
  expect(entries.isWhole).toBe(false);
  store.full = false;
  await clock.advance(5_000);
  expect(entries.isWhole).toBe(true);
  await clock.advance(60_000);
  expect(store.all).toMatchObject([armed, disarmed]);
});

it('writes what is still owed before what is new', async () => {
  const { store, entries } = await opened();
  store.full = true;
  await entries.record(armed);
  store.full = false;
  expect(await entries.write(disarmed)).toBe(true);
  expect([store.all.map((line) => 'entry' in line && line.entry), entries.isWhole]).toEqual([
    ['armed', 'disarmed'],
    true,
  ]);
});
