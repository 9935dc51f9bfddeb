import { describe, expect, it } from 'vitest';
import type { ActionBody } from '../../../src/domain/action';
import { failure } from '../twins/fake-platform';
import { testPrograms, TOM, wantedRow } from '../twins/programs';

const at = (price: string | undefined, over: Record<string, unknown> = {}) => [wantedRow(price, over)];
type Test = ReturnType<typeof testPrograms>;
const paused = at(undefined, { why: 'paused' });
const firm = { kind: 'firm-proposals' };

const quoteOf = (test: Test): string =>
  String(test.platform.quotesByRequest.get('RQ-2')?.at(-1)?.['quotation-id']);
const byHand = (test: Test, body: object, count = 700) =>
  test.desk.put(test.actionId(count), { body: body as ActionBody, shown: 'by hand' }, { by: TOM });
const withdrawal = (test: Test) => ({ kind: 'withdraw-quote', requestId: 'RQ-2', quoteId: quoteOf(test) });
const DELETION = { kind: 'delete-proposals', requestId: 'RQ-2' };
/** Prices of what stands there, by the platform's own record. */
const standing = (test: Test): unknown[] => test.platform.beside('proposals', 'RQ-2').map(({ legs }) => legs);

async function live(rows = at('31'), over: Record<string, unknown> = {}): Promise<Test> {
  const test = testPrograms();
  await test.start(rows, {}, over);
  await test.passing(3_000, 1, rows);
  return test;
}

describe('a quote that a person withdraws by hand is not put back', () => {
  const isOver = async (test: Test, rows = at('31')): Promise<void> => {
    const sent = test.sent().length;
    expect(await byHand(test, withdrawal(test))).toMatchObject({ ok: true, value: { state: 'done' } });
    await test.passing(20_000, 9, rows);
    expect([test.live(), test.sent().length]).toEqual([[], sent]);
    expect(test.row()).toMatchObject({
      state: 'stopped',
      says: expect.stringContaining('is over, and not by this program.') as string,
    });
  };

  it('where what was to replace it was given up before it left', async () => {
    const test = await live();
    const release = test.platform.hold('quotes');
    test.say(2, at('31.2'));
    await test.clock.advance(0);
    test.say(3, at('31'));
    release();
    await test.passing(3_000, 3, at('31'));
    expect([test.live(), test.row()?.state]).toEqual([['31 × 10'], 'in-step']);
    await isOver(test);
  });

  it('where what was to replace it was refused before it left', async () => {
    const test = await live();
    test.platform.fault('quotes', { when: 'before', failure: failure('throttled') });
    test.say(2, at('31.2'));
    await test.clock.advance(0);
    await test.passing(3_000, 3, at('31'));
    expect([test.live(), test.row()?.state]).toEqual([['31 × 10'], 'in-step']);
    await isOver(test);
  });

  it.each([
    ['to replace it', at('31.2')],
    ['as nothing was wanted', paused],
  ])('where its own withdrawal, %s, was lost, and is known not to have arrived', async (_, rows) => {
    const test = await live();
    test.platform.fault('withdrawQuote', { when: 'before', failure: failure('unknown-outcome') });
    test.say(2, rows);
    await test.clock.advance(0);
    const lost = test.journal.read().find(({ body }) => body.kind === 'withdraw-quote');
    expect(lost?.state).toBe('unknown');
    test.say(3, at('31'));
    const note = { verdict: 'not-executed' as const, note: 'not there' };
    if (lost) expect(await test.desk.settle(lost.id, note, TOM)).toMatchObject({ ok: true });
    await test.passing(3_000, 3, at('31'));
    expect([test.live(), test.row()?.state]).toEqual([['31 × 10'], 'in-step']);
    await isOver(test);
  });

  it('while what is to replace it is read for', async () => {
    const test = await live();
    const release = test.platform.hold('quotes');
    test.say(2, at('31.2'));
    await test.clock.advance(0);
    const pressed = isOver(test, at('31.2'));
    await test.clock.advance(0);
    release();
    await pressed;
  });

  it('where a part of it was taken, and its row goes on after a fill', async () => {
    const rows = at('31', { goesOn: true });
    const test = await live(rows);
    test.taken.add(quoteOf(test));
    test.filled.set(quoteOf(test), '4');
    await test.passing(3_000, 2, rows);
    expect(test.row()).toMatchObject({ state: 'in-step', fills: 1 });
    await isOver(test, rows);
  });

  it('outside of this desk, where a part of it was taken, and its row goes on after a fill', async () => {
    const rows = at('31', { goesOn: true });
    const test = await live(rows);
    const id = quoteOf(test);
    test.taken.add(id);
    test.filled.set(id, '4');
    await test.passing(3_000, 2, rows);
    test.platform.changeQuote('RQ-2', id, { state: 'withdrawn' });
    const read = await test.platform.quotes(wantedRow('31').requestId, { lane: 'polling' });
    if (read.ok) test.own.seen(read.value);
    await test.passing(20_000, 3, rows);
    expect(test.sent()).toHaveLength(1);
    expect(test.row()).toMatchObject({ state: 'stopped' });
  });
});

describe('a quote of which a part was taken, and the rest withdrawn outside of this desk', () => {
  const rows = at('31', { goesOn: true });
  const heard = async (test: Test, over: object): Promise<void> => {
    test.taken.add(quoteOf(test));
    test.filled.set(quoteOf(test), '4');
    test.platform.changeQuote('RQ-2', quoteOf(test), { quantity: 6, ...over });
    const read = await test.platform.quotes(wantedRow('31').requestId, { lane: 'polling' });
    if (read.ok) test.own.seen(read.value);
  };

  it('is not put back where both are heard of at once: nothing is even begun', async () => {
    const test = await live(rows);
    const { calls } = test.row() ?? {};
    await heard(test, { state: 'withdrawn' });
    await test.passing(20_000, 2, rows);
    expect(test.sent()).toEqual(['31']);
    expect(test.row()).toMatchObject({ state: 'stopped', fills: 1, calls });
  });

  it('is not put back by what was to replace it: that is given up', async () => {
    const test = await live(rows);
    await heard(test, {});
    await test.passing(3_000, 2, rows);
    expect(test.row()).toMatchObject({ state: 'in-step', fills: 1 });
    const next = at('31.2', { goesOn: true });
    // A platform that takes a withdrawal twice.
    test.platform.withdrawQuote = async () => ({ ok: true, value: undefined as never });
    const release = test.platform.hold('quotes');
    test.say(3, next);
    await test.clock.advance(0);
    expect(test.row()?.state).toBe('changing');
    const withdrawn = heard(test, { state: 'withdrawn' });
    release();
    await withdrawn;
    await test.passing(20_000, 4, next);
    expect(test.sent()).toEqual(['31']);
    expect(test.row()).toMatchObject({ state: 'stopped', fills: 1 });
  });
});

it('a quote that a list calls withdrawn before its own withdrawal is answered is replaced all the same', async () => {
  const test = await live();
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const withdraw = test.platform.withdrawQuote.bind(test.platform);
  test.platform.withdrawQuote = async (...of) => {
    const done = await withdraw(...of);
    await answered;
    return done;
  };
  test.say(2, at('31.2'));
  await test.clock.advance(0);
  expect(test.live()).toEqual([]);
  const read = await test.platform.quotes(wantedRow('31').requestId, { lane: 'polling' });
  if (read.ok) test.own.seen(read.value);
  test.say(3, at('31.2'));
  answer();
  await test.clock.advance(0);
  expect(test.live()).toEqual(['31.2 × 10']);
});

describe('a firm price proposal that a person deletes by hand is not put back', () => {
  it('where its own deletion was lost, and is known not to have arrived', async () => {
    const test = await live(at('31'), firm);
    test.platform.fault('deleteProposals', { when: 'before', failure: failure('unknown-outcome') });
    // It is sent again by itself, and refused.
    test.platform.fault('deleteProposals', { when: 'before', failure: failure('wrong-state') });
    test.say(2, paused);
    await test.clock.advance(0);
    const lost = test.journal.read().find(({ body }) => body.kind === 'delete-proposals');
    expect(lost?.state).toBe('unknown');
    test.say(3, at('31'));
    const note = { verdict: 'not-executed' as const, note: 'not there' };
    if (lost) expect(await test.desk.settle(lost.id, note, TOM)).toMatchObject({ ok: true });
    await test.passing(3_000, 3, at('31'));
    expect(test.row()).toMatchObject({ state: 'in-step', live: { proposalId: 'P-sent-1' } });
    await byHand(test, DELETION);
    await test.passing(20_000, 4, at('31'));
    expect(standing(test)).toEqual([]);
    expect(test.row()).toMatchObject({ state: 'stopped' });
  });

  it('while what is to replace it is read for: that does not leave', async () => {
    const test = await live(at('31'), firm);
    const release = test.platform.hold('proposals');
    test.say(2, at('31.2'));
    await test.clock.advance(0);
    const deleted = byHand(test, DELETION);
    await test.clock.advance(1_000);
    expect(await deleted).toMatchObject({ ok: true, value: { state: 'done' } });
    release();
    await test.passing(20_000, 3, at('31.2'));
    expect(test.platform.callsOf('addProposal')).toHaveLength(1);
    expect(test.row()).toMatchObject({ state: 'stopped' });
  });

  it('while what is to replace it is on its way: that is taken off', async () => {
    const test = await live(at('31'), firm);
    const answer = test.platform.hold('addProposal');
    test.say(2, at('31.2'));
    await test.clock.advance(0);
    expect(await byHand(test, DELETION)).toMatchObject({ ok: true, value: { state: 'done' } });
    answer();
    await test.passing(20_000, 3, at('31.2'));
    expect(test.platform.callsOf('addProposal')).toHaveLength(2);
    expect(standing(test)).toEqual([]);
    expect(test.row()).toMatchObject({ state: 'stopped' });
  });
});

describe('an indicative price proposal of a program', () => {
  const PROPOSAL = {
    ...{ kind: 'send-proposal', proposalKind: 'firm', requestId: 'RQ-2', direction: 'ask' },
    ...{ price: { shape: 'single', price: '30.9' }, quantity: '10', allOrNone: false },
  };

  it.each([
    ['that a person deletes by hand is not put back', DELETION, []],
    ['does not take the place of one that a person sent since', PROPOSAL, [[{ price: 30.9 }]]],
  ])('%s', async (_, body, stands) => {
    const test = await live(at('31'), { kind: 'indicative-proposals' });
    expect(await byHand(test, body)).toMatchObject({ ok: true, value: { state: 'done' } });
    await test.passing(20_000, 2, at('31.2'));
    expect(standing(test)).toEqual(stands);
    expect(test.row()).toMatchObject({
      state: 'stopped',
      says: 'Price proposal P-sent-1 is over, and not by this program.',
    });
  });
});

it('a row whose offers were deleted often is taken off as fast as the first time', async () => {
  const test = await live(at('31'), firm);
  for (let time = 0; time < 7; time++) {
    await test.passing(2_500, 2 + 2 * time, paused);
    await test.passing(2_500, 3 + 2 * time, at('31'));
  }
  expect(standing(test)).toHaveLength(1);
  test.say(90, paused);
  await test.clock.advance(0);
  expect(standing(test)).toEqual([]);
});
