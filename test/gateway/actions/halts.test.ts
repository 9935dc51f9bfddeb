import { describe, expect, it } from 'vitest';
import type { ActionBody } from '../../../src/domain/action';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { DeskEntries } from '../../../src/gateway/actions/desk-entries';
import { Halts } from '../../../src/gateway/actions/halts';
import { ACCEPT, BODIES, QUOTE, WITHDRAW, actionId, testActions } from '../twins/actions';
import { MORNING, ZONE } from '../twins/cache';
import { MemoryHalts, MemoryJournal } from '../twins/memory-stores';

const by = { name: 'Anna Ott', session: '0a1b2c3d' };
const admin = { name: 'Ada', session: '4e5f6a7b' };
const SENTENCE = 'Stopped after halt: Anna Ott halted the desk at 09:00:00 CET: a limit is wrong.';

async function opened(store = new MemoryHalts(), journal = new MemoryJournal()) {
  const clock = new ManualClock(MORNING);
  const entries = await DeskEntries.open({ store: journal, clock, log: silentLog });
  const halts = await Halts.open({ store, entries, clock, log: silentLog, zone: ZONE });
  return { store, journal, clock, entries, halts };
}

describe('a halt', () => {
  it('is in force at once, in the journal, and after a restart; it ends with a reason', async () => {
    const { halts, store, journal, entries } = await opened();
    let told = 0;
    halts.onChange(() => (told += 1));
    const { signal } = halts;
    halts.halt({ by, reason: 'a limit is wrong' });
    expect([halts.stopping(QUOTE)?.message, halts.stopping(WITHDRAW), signal.aborted, told]).toEqual([
      SENTENCE,
      undefined,
      true,
      1,
    ]);
    const again = await opened(store, journal);
    expect(again.halts.stopping(QUOTE)?.message).toBe(SENTENCE);
    expect(await again.halts.resume({ by: admin, reason: 'it is right now' })).toMatchObject({ ok: true });
    expect([again.halts.read(), again.halts.stopping(QUOTE)]).toEqual([undefined, undefined]);
    expect((await opened(store, journal)).halts.read()).toBeUndefined();
    expect(await again.halts.resume({ by: admin, reason: 'again' })).toMatchObject({ ok: false });
    expect(entries.read()).toMatchObject([{ entry: 'halt', by, reason: 'a limit is wrong' }]);
    expect((await journal.entries(9)).map(({ shown }) => shown)).toEqual([
      'Ada resumed the desk.',
      'Anna Ott halted the desk.',
    ]);
  });

  it('stops everything that takes risk on, and nothing that takes it off', async () => {
    const { halts } = await opened();
    halts.halt({ by });
    const goes = (body: ActionBody): boolean => halts.stopping(body) === undefined;
    const going = BODIES.filter(goes).map(({ kind }) => kind);
    expect(going.sort()).toEqual(['delete-proposals', 'withdraw-quote']);
    expect(goes({ kind: 'switch-risk', commodity: 'power', on: true })).toBe(true);
    expect(goes({ kind: 'switch-risk', commodity: 'power', on: false })).toBe(false);
  });

  it('holds although the disk is full, and is kept when there is room; a resumption is not', async () => {
    const { halts, store, journal, clock } = await opened();
    store.full = journal.full = true;
    halts.halt({ by });
    await clock.advance(0);
    expect(halts.read()).toMatchObject({ number: 1 });
    expect(await halts.resume({ by: admin, reason: 'over' })).toMatchObject({ ok: false });
    journal.full = false;
    expect(await halts.resume({ by: admin, reason: 'over' })).toMatchObject({ ok: false });
    expect(halts.read()).toMatchObject({ number: 1 });
    expect(await store.newest()).toBeUndefined();
    store.full = false;
    await clock.advance(5_000);
    expect(await store.newest()).toMatchObject({ number: 1, by });
    expect(clock.pending).toBe(0);
  });

  it('is not ended by the resumption of the one before it', async () => {
    const { halts, store } = await opened();
    halts.halt({ by });
    const resumed = halts.resume({ by: admin, reason: 'over' });
    halts.halt({ by, reason: 'a second one' });
    expect(await resumed).toMatchObject({ ok: false, failure: { kind: 'wrong-state' } });
    expect(halts.read()).toMatchObject({ number: 2 });
    expect(await store.newest()).toMatchObject({ number: 2, reason: 'a second one' });
  });

  it('is assumed where it cannot be read', async () => {
    const store = new MemoryHalts();
    store.newest = () => Promise.reject(new Error('malformed'));
    const { halts } = await opened(store);
    expect(halts.stopping(QUOTE)?.message).toContain('cannot be read');
  });
});

describe('an action at a desk that is halted', () => {
  it('is refused before it is written down', async () => {
    const { halts } = await opened();
    const { desk, journalStore, platform } = testActions({ halts });
    halts.halt({ by, reason: 'a limit is wrong' });
    expect(await desk.put(actionId(1), { body: QUOTE, shown: 'Quote' })).toMatchObject({
      ok: false,
      failure: { message: SENTENCE },
    });
    expect(journalStore.lines).toEqual([]);
    expect(await desk.put(actionId(2), { body: WITHDRAW, shown: 'Withdraw' })).toMatchObject({
      value: { state: 'done' },
    });
    expect(platform.callsOf('withdrawQuote')).toHaveLength(1);
  });

  it('is cancelled while it was being checked, and does not leave after it was written down as sent', async () => {
    for (const line of ['staged', 'sending']) {
      const { halts } = await opened();
      const { desk, journalStore, platform } = testActions({ halts });
      const append = journalStore.append.bind(journalStore);
      journalStore.append = async (...lines) => {
        await append(...lines);
        if (lines.some(({ state }) => state === line)) halts.halt({ by, reason: 'a limit is wrong' });
      };
      const outcome = await desk.put(actionId(1), { body: ACCEPT, shown: 'Accept' });
      const state = line === 'staged' ? 'cancelled' : 'rejected';
      expect(outcome).toMatchObject({ ok: true, value: { state, failure: { message: SENTENCE } } });
      expect(platform.callsOf('executeTrade')).toEqual([]);
    }
  });
});
