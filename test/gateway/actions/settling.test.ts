import { expect, it } from 'vitest';
import { TradeId } from '../../../src/domain/identifiers';
import { ACCEPT, actionId, QUOTE, testActions, WITHDRAW } from '../twins/actions';
import { failure } from '../twins/fake-platform';
import { MemoryJournal } from '../twins/memory-stores';

const lost = failure('unknown-outcome');
const ID = actionId(1);
const executed = {
  verdict: 'executed',
  note: 'The web client shows it.',
  tradeId: TradeId.parse('T-7'),
} as const;
const notExecuted = { verdict: 'not-executed', note: 'The operator says no.' } as const;

async function unknownAcceptance(journalStore = new MemoryJournal()) {
  const started = testActions({ journalStore });
  started.platform.fault('executeTrade', { when: 'before', failure: lost });
  await started.desk.put(ID, { body: ACCEPT, shown: 'as shown' });
  return started;
}

it('a person settles an unknown action as executed, with its trade, and it is looked up no more', async () => {
  const { desk, journal, platform, clock, ended } = await unknownAcceptance();
  const outcome = await desk.settle(ID, executed);
  const settled = { state: 'done', settledBy: 'person', note: executed.note, tradeId: 'T-7' };
  expect(outcome).toMatchObject({ ok: true, value: settled });
  expect(journal.read()[0]).toMatchObject(settled);
  expect(ended).toHaveLength(1);
  const lists = platform.callsOf('trades').length;
  await clock.advance(600_000);
  expect(platform.callsOf('trades')).toHaveLength(lists);
  // Its trade alone is still read: what it was for is told once it can be.
  expect(new Set(platform.callsOf('trade').map(({ id }) => id))).toEqual(new Set(['T-7']));
});

it('a person settles an unknown action as not executed, and the request is free again', async () => {
  const { desk } = await unknownAcceptance();
  expect((await desk.put(actionId(2), { body: ACCEPT, shown: 'again' })).ok).toBe(false);
  expect(await desk.settle(ID, notExecuted)).toMatchObject({
    ok: true,
    value: { state: 'rejected', settledBy: 'person', failure: { kind: 'wrong-state' } },
  });
  expect(await desk.put(actionId(3), { body: ACCEPT, shown: 'again' })).toMatchObject({
    ok: true,
    value: { state: 'done' },
  });
});

it('a person settles what the service has only taken', async () => {
  const { desk, platform } = testActions();
  platform.executeTrade = async () => ({ ok: true, value: {} });
  await desk.put(ID, { body: ACCEPT, shown: 'as shown' });
  expect(await desk.settle(ID, executed)).toMatchObject({ ok: true, value: { state: 'done' } });
});

it('nothing else can be settled: neither what is over, nor what is on its way, nor what never was', async () => {
  const { desk, platform, clock } = testActions();
  await desk.put(ID, { body: WITHDRAW, shown: 'as shown' });
  expect(await desk.settle(ID, notExecuted)).toMatchObject({
    failure: { kind: 'wrong-state', message: 'This action is done: there is nothing to resolve.' },
  });
  platform.hold('sendQuote');
  void desk.put(actionId(2), { body: QUOTE, shown: 'as shown' });
  await clock.advance(0);
  expect(await desk.settle(actionId(2), notExecuted)).toMatchObject({ failure: { kind: 'wrong-state' } });
  expect(await desk.settle(actionId(3), notExecuted)).toMatchObject({ failure: { kind: 'not-found' } });
});

it('a person cannot settle as not executed what the platform’s records prove to be done', async () => {
  const { desk, platform, journal } = await unknownAcceptance();
  platform.execute(ACCEPT);
  expect(await desk.settle(ID, notExecuted)).toMatchObject({
    failure: { kind: 'wrong-state', message: 'This action is done: there is nothing to resolve.' },
  });
  expect(journal.read()[0]).toMatchObject({ state: 'done', tradeId: 'T-1' });
  expect(journal.read()[0]).not.toHaveProperty('settledBy');
});

it('a look that is under way does not end what a person settled; what the records prove later corrects it', async () => {
  const { desk, platform, clock, journalStore, ended } = await unknownAcceptance();
  const release = platform.hold('trades');
  await clock.advance(1_100);
  const settled = desk.settle(ID, notExecuted);
  await clock.advance(5_000);
  expect(await settled).toMatchObject({ ok: true, value: { settledBy: 'person' } });
  platform.execute(ACCEPT);
  release();
  await clock.advance(600_000);
  const [staged, sending, unknown, rejected, done] = journalStore.lines;
  expect([staged, sending, unknown].map((line) => line?.state)).toEqual(['staged', 'sending', 'unknown']);
  expect(rejected).toMatchObject({ state: 'rejected', settledBy: 'person', note: notExecuted.note });
  expect(done).toMatchObject({
    state: 'done',
    tradeId: 'T-1',
    note: notExecuted.note,
    corrected: expect.stringContaining('trade T-1') as string,
  });
  expect(ended.map(({ state }) => state)).toEqual(['rejected', 'done']);
});

it('settles nothing while the journal cannot be written, and goes on looking', async () => {
  const journalStore = new MemoryJournal();
  const { desk, journal, platform, clock } = await unknownAcceptance(journalStore);
  journalStore.full = true;
  expect(await desk.settle(ID, executed)).toMatchObject({ failure: { kind: 'unavailable' } });
  expect(journal.read()[0]?.state).toBe('unknown');
  journalStore.full = false;
  platform.execute(ACCEPT);
  await clock.advance(60_000);
  expect(journal.read()[0]).toMatchObject({ state: 'done', tradeId: 'T-1' });
});

it('what a person settled stays settled after a restart', async () => {
  const first = await unknownAcceptance();
  await first.desk.settle(ID, executed);
  const { journalStore, platform, clock } = first;
  const second = testActions({ journalStore, platform, clock });
  await second.desk.start();
  expect(second.journal.read()[0]).toMatchObject({ state: 'done', note: executed.note });
  expect(await second.desk.settle(ID, notExecuted)).toMatchObject({ failure: { kind: 'wrong-state' } });
});
