import { expect, it } from 'vitest';
import { QuoteId } from '../../../src/domain/identifiers';
import type { Doubts } from '../../../src/gateway/actions/journal-check';
import { ACCEPT, actionId, QUOTE, testActions, WITHDRAW } from '../twins/actions';
import { failure } from '../twins/fake-platform';
import { MemoryJournal } from '../twins/memory-stores';

const ID = actionId(1);
const DOUBTED: Doubts = { ids: new Set([ID]), isAnyMissing: true };
const MISSING: Doubts = { ids: new Set(), isAnyMissing: true };

/** The same journal and platform, taken up again by a gateway that found these doubts at its start. */
async function restarted(
  { journalStore, platform, clock }: ReturnType<typeof testActions>,
  doubts: Doubts,
): Promise<ReturnType<typeof testActions>> {
  const again = testActions({ journalStore, platform, clock, doubts });
  again.own.start(await again.journal.standing());
  await again.desk.start();
  return again;
}

it('an outcome whose line was changed is unknown, and is looked up without anything being sent again', async () => {
  const first = testActions();
  const by = { name: 'Anna Ott', session: '0a1b2c3d' };
  const done = await first.desk.put(ID, { body: ACCEPT, shown: 'as shown' }, { by });
  expect(done).toMatchObject({ ok: true, value: { state: 'done', tradeId: expect.anything() as unknown } });
  const sound = await restarted(first, MISSING);
  expect(sound.journal.read()).toMatchObject([{ state: 'done' }]);
  const { journal, platform, clock } = await restarted(first, DOUBTED);
  expect(journal.read()).toMatchObject([{ state: 'unknown', by, failure: { kind: 'unknown-outcome' } }]);
  expect(journal.read()[0]?.tradeId).toBeUndefined();
  await clock.advance(5_000);
  expect(journal.read()).toMatchObject([{ state: 'done', tradeId: done.ok && done.value.tradeId }]);
  expect(platform.tradeRaws).toHaveLength(1);
  expect(first.journalStore.lines.at(-1)?.state).toBe('done');
});

it('what stands as staged is not said to be unsent while a line may be missing', async () => {
  const journalStore = new MemoryJournal();
  await journalStore.append({ id: ID, body: ACCEPT, shown: '', state: 'staged', createdAt: 0 });
  const first = testActions({ journalStore });
  const unsure = await restarted(first, MISSING);
  expect(unsure.journal.read()).toMatchObject([{ state: 'unknown' }]);
  expect(journalStore.lines).toHaveLength(1);
  const sure = await restarted(first, { ids: new Set(), isAnyMissing: false });
  expect(sure.journal.read()).toMatchObject([{ state: 'cancelled' }]);
});

it('a quote counts as live while the line that says it is withdrawn was changed', async () => {
  const first = testActions();
  const sent = await first.desk.put(actionId(2), { body: QUOTE, shown: '' });
  const quoteId = QuoteId.parse(sent.ok ? sent.value.quoteId : '');
  const withdraw = { ...WITHDRAW, quoteId } as typeof WITHDRAW;
  expect(await first.desk.put(ID, { body: withdraw, shown: '' })).toMatchObject({ value: { state: 'done' } });
  expect((await restarted(first, MISSING)).own.read()).toEqual([]);
  expect((await restarted(first, DOUBTED)).own.read()).toMatchObject([{ quoteId }]);
});

it('an unknown action stays open, and holds back no withdrawal', async () => {
  const first = testActions();
  first.platform.fault('executeTrade', { when: 'before', failure: failure('unknown-outcome') });
  await first.desk.put(ID, { body: ACCEPT, shown: '' });
  const { desk } = await restarted(first, DOUBTED);
  expect(await desk.put(actionId(3), { body: ACCEPT, shown: '' })).toMatchObject({ ok: false });
  expect(await desk.put(actionId(4), { body: WITHDRAW, shown: '' })).toMatchObject({
    ok: true,
    value: { state: 'done' },
  });
});
