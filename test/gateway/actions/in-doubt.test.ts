import { expect, it } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import type { Outcome } from '../../../src/domain/failure';
import { DeskEntries } from '../../../src/gateway/actions/desk-entries';
import { startedNoted } from '../../../src/domain/notes/desk-notes';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { ACCEPT, actionId, BODIES, executed, SENT, testActions, WITHDRAW } from '../twins/actions';
import { failure } from '../twins/fake-platform';
import { MemoryJournal } from '../twins/memory-stores';

const put = (desk: ReturnType<typeof testActions>['desk'], body: ActionBody = ACCEPT, count = 1) =>
  desk.put(actionId(count), { body, shown: 'as shown' });
const kindOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'told' : outcome.failure.kind);
const HOUR_MS = 3_600_000;
const FATES = ['kept', 'lost'] as const;

it.each(FATES)('sends nothing whose line is in doubt and was %s, and says nothing of it', async (fate) => {
  for (const body of BODIES) {
    const { desk, journalStore, platform, journal, ended } = testActions();
    journalStore.inDoubt = fate;
    expect(kindOf(await put(desk, body))).toBe('unknown-outcome');
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(0);
    expect(journal.read()).toEqual([]);
    expect(ended).toEqual([]);
    // The same press again hears no more, and another one no less.
    expect(kindOf(await put(desk, body))).toBe('unknown-outcome');
    expect(kindOf(await desk.find([actionId(1)]))).toBe('unknown-outcome');
    expect(kindOf(await put(desk, WITHDRAW, 2))).toBe('unknown-outcome');
    expect(platform.callsOf('withdrawQuote')).toHaveLength(0);
  }
});

it.each(FATES)(
  'says nothing of what the platform did when its last line is in doubt and was %s',
  async (fate) => {
    const { desk, journalStore, platform, journal, ended, clock } = testActions();
    const release = platform.hold('executeTrade');
    const result = put(desk);
    await clock.advance(0);
    journalStore.inDoubt = fate;
    release();
    expect(kindOf(await result)).toBe('unknown-outcome');
    expect(executed(platform, 'accept-quote')).toBe(1);
    expect(journal.read().map(({ state }) => state)).toEqual(['sending']);
    expect(ended).toEqual([]);
    expect(kindOf(await desk.find([actionId(1)]))).toBe('unknown-outcome');
  },
);

it('never writes again what a former leader has in memory', async () => {
  const { desk, journalStore, platform, journal, clock } = testActions();
  const release = platform.hold('executeTrade');
  const result = put(desk);
  await clock.advance(0);
  journalStore.full = true;
  release();
  await result;
  expect(journal.isWhole).toBe(false);
  const before = journalStore.all.length;
  journalStore.full = false;
  journalStore.inDoubt = 'lost';
  await clock.advance(10_000);
  expect(journal.isOver).toBe(true);
  // Even a store that takes lines again gets none: another gateway has written since.
  journalStore.inDoubt = undefined;
  journalStore.cut = false;
  await clock.advance(HOUR_MS);
  expect(kindOf(await put(desk, WITHDRAW, 2))).toBe('unknown-outcome');
  expect(journalStore.all).toHaveLength(before);
});

it.each(FATES)('is taken up by the next: what was %s in doubt is sent at most once', async (fate) => {
  const first = testActions();
  first.journalStore.inDoubt = fate;
  await put(first.desk);
  const journalStore = new MemoryJournal();
  journalStore.all.push(...first.journalStore.all);
  const next = testActions({ journalStore, platform: first.platform });
  await next.desk.start();
  const again = await put(next.desk);
  const action: Action | undefined = again.ok ? again.value : undefined;
  // A line that was kept says "staged", so that nothing can have left: the same id finds it, and it is not sent.
  expect(action?.state).toBe(fate === 'kept' ? 'cancelled' : 'done');
  expect(executed(first.platform, 'accept-quote')).toBe(fate === 'kept' ? 0 : 1);
});

it('looks up what was "sending", and sends it under no door and no id again', async () => {
  const first = testActions();
  first.platform.fault('executeTrade', { when: 'after', failure: failure('unknown-outcome') });
  const journalStore = new MemoryJournal();
  await put(first.desk);
  journalStore.all.push(...first.journalStore.all.filter(({ state }) => state !== 'unknown'));
  expect(journalStore.lines.at(-1)?.state).toBe('sending');
  const next = testActions({ journalStore, platform: first.platform });
  await next.desk.start();
  await next.clock.advance(60_000);
  expect(await put(next.desk)).toMatchObject({ ok: true, value: { state: 'done' } });
  expect(executed(first.platform, 'accept-quote')).toBe(1);
});

it('does not say that nothing was sent when the journal cannot be read', async () => {
  const { desk, journalStore } = testActions();
  journalStore.find = () => Promise.reject(new Error('no connection'));
  expect(kindOf(await put(desk))).toBe('unknown-outcome');
});

it('keeps a line of the desk that is in doubt for no later writing', async () => {
  const clock = new ManualClock(0);
  const store = new MemoryJournal();
  const entries = await DeskEntries.open({ store, clock, log: silentLog });
  store.inDoubt = 'kept';
  expect(await entries.record(startedNoted({ name: 'gateway', session: 'gateway' }))).toBe(false);
  store.inDoubt = undefined;
  store.cut = false;
  await clock.advance(HOUR_MS);
  expect(await entries.write(startedNoted({ name: 'gateway', session: 'gateway' }))).toBe(false);
  expect(store.all).toHaveLength(1);
});
