import { expect, it } from 'vitest';
import { QuoteId } from '../../../src/domain/identifiers';
import { silentLog } from '../../../src/effects/log';
import { HandedOn, KillSwitch } from '../../../src/gateway/actions/kill-switch';
import { actionId, QUOTE, testActions, WITHDRAW } from '../twins/actions';
import { failure } from '../twins/fake-platform';

const shown = 'as shown';
const ANNA = { name: 'anna', session: '0a1b2c3d' };
const PRESS = { id: actionId(900), actions: [] };

/** A desk with a quote of its own that is live, and what is left of it when its gateway leads no more. */
async function left({ keep }: { keep?: (handedOn: HandedOn) => void } = {}) {
  const parts = testActions();
  const { desk, own, platform, clock } = parts;
  const sent = await desk.put(actionId(1), { body: QUOTE, shown });
  const quoteId = QuoteId.parse(sent.ok ? sent.value.quoteId : undefined);
  const kept: HandedOn[] = [];
  const killSwitch = new KillSwitch({
    remains: {
      environment: 'simulator',
      recall: 0,
      quotes: own.notOver(),
      proposedOn: [QUOTE.requestId],
      line: { writes: platform, close: async () => undefined },
    },
    keep: keep ?? ((handedOn) => void kept.push(handedOn)),
    clock,
    log: silentLog,
  });
  const isLive = (id: string): boolean =>
    (platform.quotesByRequest.get('RQ-2') ?? []).some(
      (quote) => quote['quotation-id'] === id && quote['state'] === 'active',
    );
  return { ...parts, killSwitch, kept, quoteId, isLive };
}

it('takes off the market what the page names and what the gateway knew, and has it on disk before and after', async () => {
  const { killSwitch, kept, quoteId, isLive, platform } = await left();
  expect(isLive(quoteId)).toBe(true);
  const named = { id: actionId(2), body: WITHDRAW, shown };
  const answer = await killSwitch.press({ ...PRESS, actions: [named] }, ANNA);
  expect(answer).toMatchObject({
    recall: { number: 1, by: ANNA },
    results: [{ action: { id: named.id, state: 'done' } }],
  });
  expect([isLive(quoteId), isLive('Q-2')]).toEqual([false, false]);
  expect(kept.map(({ actions }) => actions.map(({ state }) => state))).toEqual([
    ['sending', 'sending'],
    ['done', 'done'],
  ]);
  expect(kept[1]?.actions.map(({ shown: text }) => text)).toEqual([
    'as shown · part of Withdraw all',
    `Withdraw quote ${quoteId}: ask 31.00, quantity 10 (RQ-2) · part of Withdraw all`,
  ]);
  expect(platform.beside('proposals', 'RQ-2')).toHaveLength(1);
  // As it lies in the file.
  expect(HandedOn.parse(JSON.parse(JSON.stringify(kept[1])))).toEqual(kept[1]);
});

it('deletes firm price proposals where they were meant, and refuses anything that takes risk on', async () => {
  const { killSwitch, platform } = await left();
  const actions = [{ id: actionId(2), body: QUOTE, shown }];
  const answer = await killSwitch.press({ ...PRESS, actions, proposals: true }, undefined);
  expect(answer.results).toMatchObject([{ failure: { kind: 'invalid-argument' } }]);
  expect(platform.beside('proposals', 'RQ-2')).toHaveLength(0);
  expect(platform.offers).toHaveLength(1);
});

it('is one press under one id, and goes again while the platform does not take it', async () => {
  const { killSwitch, quoteId, isLive, platform, clock, kept } = await left();
  platform.fault('withdrawQuote', { when: 'before', failure: failure('unavailable') });
  const pressed = [killSwitch.press(PRESS, ANNA), killSwitch.press(PRESS, ANNA)];
  await clock.advance(5_000);
  const [first, second] = await Promise.all(pressed);
  expect(second).toBe(first);
  expect(isLive(quoteId)).toBe(false);
  expect(kept.at(-1)?.actions).toMatchObject([{ state: 'done' }]);
  expect(platform.calls.filter(({ name }) => name === 'withdrawQuote')).toHaveLength(2);
});

it('withdraws all the same where the disk keeps nothing', async () => {
  const { killSwitch, quoteId, isLive } = await left({
    keep: () => {
      throw new Error('The disk is full.');
    },
  });
  await killSwitch.press(PRESS, ANNA);
  expect(isLive(quoteId)).toBe(false);
});

it('is in the journal once whoever leads next was handed it, with what was pressed before stopped', async () => {
  const { killSwitch, kept, withdrawAll, desk, noted, journalStore, recalls, clock } = await left();
  await killSwitch.press(PRESS, ANNA);
  const handedOn = HandedOn.parse(kept.at(-1));
  expect(await withdrawAll.handedOn(handedOn)).toMatchObject({ ok: true });
  await clock.advance(0);
  expect(await desk.find([actionId(1)])).toMatchObject({ value: [{ over: { how: 'withdrawn' } }] });
  const lines = journalStore.lines.length;
  expect(await withdrawAll.handedOn(handedOn)).toMatchObject({ ok: true });
  expect(journalStore.lines).toHaveLength(lines);
  const [action] = handedOn.actions;
  expect(await desk.find([action?.id ?? actionId(0)])).toMatchObject({
    value: [{ state: 'done', by: ANNA }],
  });
  expect(noted.map(({ shown: text }) => text)).toEqual([
    'anna pressed Withdraw all at 09:00:00 CET while no machine could lead this desk. The last one sent it without the database: 1 quote: 1 withdrawn.',
  ]);
  expect(recalls.number).toBe(1);
  const late = await desk.put(actionId(3), { body: QUOTE, shown, recall: 0 });
  expect(late).toMatchObject({ ok: false, failure: { kind: 'wrong-state' } });
});

it('stops nothing that was sent after that press, however late it is handed on', async () => {
  const { killSwitch, kept, withdrawAll, desk, clock, recalls, own } = await left();
  await killSwitch.press(PRESS, ANNA);
  await clock.advance(60_000);
  const later = await desk.put(actionId(4), { body: QUOTE, shown });
  expect(later).toMatchObject({ value: { state: 'done' } });
  expect(await withdrawAll.handedOn(HandedOn.parse(kept.at(-1)))).toMatchObject({ ok: true });
  expect(recalls.number).toBe(0);
  expect(own.notOver()).toHaveLength(1);
});

it('looks up what its machine left in the middle', async () => {
  const { killSwitch, kept, withdrawAll, desk } = await left();
  await killSwitch.press(PRESS, ANNA);
  const [begun] = kept;
  expect(await withdrawAll.handedOn(HandedOn.parse(begun))).toMatchObject({ ok: true });
  const found = await desk.find([begun?.actions[0]?.id ?? actionId(0)]);
  expect(found).toMatchObject({ value: [{ state: 'unknown' }] });
});
