import { describe, expect, it } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import { QuoteId } from '../../../src/domain/identifiers';
import { liveOn } from '../../../src/domain/live-on';
import { actionId, QUOTE, testActions } from '../twins/actions';
import { failure, singleQuote } from '../twins/fake-platform';

const ID = actionId(1);
const MINUTE_MS = 60_000;
type Started = ReturnType<typeof testActions>;
const event = (requestId: string, over: object = {}) => ({ type: 'quotation-created', requestId, ...over });
const quote = (id: string, time: number, over: object = {}) =>
  singleQuote('RQ-2', id, {
    'price-direction': 'ask',
    legs: [{ price: 31 }],
    counterparty: 'Us',
    'created-at': new Date(time).toISOString(),
    ...over,
  });
const now = ({ journal }: Started): Action | undefined => journal.read().find(({ id }) => id === ID);
const liveQuotes = ({ own }: Started): string[] => own.read().map(({ quoteId }) => quoteId);

/** The answer to a quote is lost, a colleague's equal one is there first, and is taken for it. */
async function adopted(started = testActions()): Promise<Started> {
  const { platform, desk, clock } = started;
  platform.fault('sendQuote', { when: 'before', failure: failure('unknown-outcome') });
  await desk.put(ID, { body: QUOTE, shown: 'as shown' });
  platform.quotesByRequest.get('RQ-2')?.push(quote('Q-theirs', clock.now()));
  await clock.advance(2_000);
  expect(now(started)).toMatchObject({ state: 'done', quoteId: 'Q-theirs', isFound: true });
  return started;
}
const appears = ({ platform, clock }: Started, over: object = {}): void =>
  void platform.quotesByRequest.get('RQ-2')?.push(quote('Q-ours', clock.now(), over));

describe('a quote that was found by its terms', () => {
  it('has a twin once an equal one appears, which is told in red and withdrawn with all others', async () => {
    const started = await adopted();
    await started.clock.advance(18_000);
    appears(started);
    await started.clock.advance(2 * MINUTE_MS);
    expect(now(started)?.contradictions).toEqual([
      {
        about: 'twin',
        quoteId: 'Q-ours',
        says: 'Quote Q-ours says what you sent too, as Q-theirs does: one of them may be a colleague’s. Withdraw all takes both off.',
      },
    ]);
    expect(started.own.read()).toMatchObject([{ quoteId: 'Q-theirs' }, { quoteId: 'Q-ours', isTwin: true }]);
    // By itself the desk takes off neither.
    expect(started.platform.callsOf('withdrawQuote')).toEqual([]);
    await started.withdrawAll.press({ id: actionId(9), actions: [] });
    await started.clock.advance(1);
    const withdrawn = started.platform.callsOf('withdrawQuote').map(({ id }) => id);
    expect(new Set(withdrawn)).toEqual(new Set(['Q-theirs', 'Q-ours']));
    expect(liveQuotes(started)).toEqual([]);
    expect(now(started)?.contradictions).toBeUndefined();
    expect(now(started)?.over).toMatchObject({ how: 'withdrawn' });
  });

  it('has one that is taken off where Withdraw all was pressed before it appeared', async () => {
    const started = await adopted();
    await started.withdrawAll.press({ id: actionId(9), actions: [] });
    appears(started);
    await started.clock.advance(2 * MINUTE_MS);
    await started.clock.advance(1);
    expect(started.platform.callsOf('withdrawQuote').map(({ id }) => id)).toEqual(['Q-theirs', 'Q-ours']);
    expect(liveQuotes(started)).toEqual([]);
  });

  it('has it after a restart too, and loses it once its own record calls it over', async () => {
    const first = await adopted();
    appears(first);
    await first.clock.advance(2 * MINUTE_MS);
    const { journalStore, platform, clock } = first;
    const second = testActions({ journalStore, platform, clock });
    second.own.start(await second.journal.standing());
    await second.desk.start();
    expect(new Set(liveQuotes(second))).toEqual(new Set(['Q-theirs', 'Q-ours']));
    platform.changeQuote('RQ-2', 'Q-ours', { state: 'withdrawn' });
    const quotes = await platform.quotes(QUOTE.requestId, { lane: 'asked' });
    if (quotes.ok) second.own.seen(quotes.value);
    await clock.advance(1);
    expect(liveQuotes(second)).toEqual(['Q-theirs']);
    expect(now(second)?.contradictions).toBeUndefined();
    expect(now(second)).not.toHaveProperty('over');
  });

  it('has it after a restart where the other one alone was withdrawn', async () => {
    const first = await adopted();
    appears(first);
    await first.clock.advance(2 * MINUTE_MS);
    const quoteId = now(first)?.quoteId;
    const body = { kind: 'withdraw-quote', requestId: QUOTE.requestId, quoteId } as ActionBody;
    await first.desk.put(actionId(3), { body, shown: '' });
    expect(liveQuotes(first)).toEqual(['Q-ours']);
    const { journalStore, platform, clock } = first;
    const second = testActions({ journalStore, platform, clock });
    second.own.start(await second.journal.standing(), { past: await second.journal.newest(100) });
    expect(liveQuotes(second)).toEqual(['Q-ours']);
  });

  it('has it after a restart too where the other one was taken: nothing of that is said of the twin', async () => {
    const first = await adopted();
    appears(first);
    await first.clock.advance(2 * MINUTE_MS);
    first.platform.changeQuote('RQ-2', 'Q-theirs', { state: 'accepted' });
    const quotes = await first.platform.quotes(QUOTE.requestId, { lane: 'asked' });
    if (quotes.ok) first.own.seen(quotes.value);
    await first.clock.advance(1);
    expect(now(first)?.over).toMatchObject({ how: 'accepted' });
    const { journalStore, platform, clock } = first;
    const second = testActions({ journalStore, platform, clock });
    second.own.start(await second.journal.standing(), { past: await second.journal.newest(100) });
    expect(liveQuotes(second)).toEqual(['Q-ours']);
    expect(second.own.endOf(QuoteId.parse('Q-ours'))).toBeUndefined();
    // Without a record of its own it stays, and is withdrawn with all others.
    await clock.advance(25 * 60 * MINUTE_MS);
    expect(second.own.notOver().map(({ quoteId }) => quoteId)).toEqual(['Q-ours']);
  });

  it('is a twin still once its own record calls it active, and no quote takes its place', async () => {
    const started = await adopted();
    appears(started);
    await started.clock.advance(2 * MINUTE_MS);
    const quotes = await started.platform.quotes(QUOTE.requestId, { lane: 'asked' });
    if (!quotes.ok) throw new Error(quotes.failure.message);
    started.own.seen(quotes.value);
    const own = started.own.read();
    expect(own[1]).toMatchObject({ quoteId: 'Q-ours', isTwin: true });
    const known = { own, quotes: quotes.value.records, isOwn: () => true };
    const { records } = quotes.value;
    for (const listed of [records, []])
      expect(
        liveOn(QUOTE, { ...known, quotes: listed, isOwn: () => false }).map(({ quoteId }) => quoteId),
      ).toEqual(['Q-theirs']);
    expect(liveOn(QUOTE, known).map(({ quoteId }) => quoteId)).not.toContain('Q-ours');
  });

  it.each([
    ['a rival’s', { counterparty: 'Rival' }, 0],
    ['of another price', { legs: [{ price: 32 }] }, 0],
    ['withdrawn', { state: 'withdrawn' }, 0],
    ['made well after it', {}, 2 * MINUTE_MS],
  ])('has none in one that is %s', async (_, over, waitMs) => {
    const started = await adopted();
    await started.clock.advance(waitMs);
    appears(started, over);
    started.desk.heard(event('RQ-2'));
    await started.clock.advance(2 * MINUTE_MS);
    expect(now(started)).not.toHaveProperty('contradictions');
    expect(liveQuotes(started)).toEqual(['Q-theirs']);
  });

  it('has none in the quote of another press', async () => {
    const started = await adopted();
    await started.desk.put(actionId(2), { body: QUOTE, shown: 'again' });
    await started.clock.advance(5 * MINUTE_MS);
    expect(now(started)).not.toHaveProperty('contradictions');
    expect(liveQuotes(started)).toEqual(['Q-theirs', 'Q-sent-1']);
  });
});

it('one whose number the answer named is not live where its own record calls it rejected', async () => {
  const started = testActions();
  const named = { ...failure('unknown-outcome'), service: { status: 201, number: 'Q-sent-1' } };
  started.platform.fault('sendQuote', { when: 'after', failure: named });
  await started.desk.put(ID, { body: QUOTE, shown: 'as shown' });
  started.platform.changeQuote('RQ-2', 'Q-sent-1', { state: 'rejected' });
  await started.clock.advance(2_000);
  expect(now(started)).toMatchObject({ state: 'rejected' });
  expect(liveQuotes(started)).toEqual([]);
});

it('one whose number the answer named was not found by its terms', async () => {
  const started = testActions();
  const named = { ...failure('unknown-outcome'), service: { status: 200, number: 'Q-sent-1' } };
  started.platform.fault('sendQuote', { when: 'after', failure: named });
  await started.desk.put(ID, { body: QUOTE, shown: 'as shown' });
  await started.clock.advance(2_000);
  expect(now(started)).toMatchObject({ state: 'done', quoteId: 'Q-sent-1' });
  expect(now(started)).not.toHaveProperty('isFound');
});
