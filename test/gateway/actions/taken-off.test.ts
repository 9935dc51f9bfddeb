import { expect, it } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import { wasOverBefore } from '../../../src/domain/actions/state-words';
import { OUTCOME_COLUMNS } from '../../../src/domain/journal/columns';
import { TradeId, type QuoteId } from '../../../src/domain/identifiers';
import { actionId, PROPOSE, QUOTE, testActions } from '../twins/actions';
import { failure } from '../twins/fake-platform';
import { MemoryJournal } from '../twins/memory-stores';

type Desk = ReturnType<typeof testActions>;
const shown = 'as shown';

/** What the journal's file and DESK.JOURNAL say of the newest line of an action. */
async function outcome({ journal }: Desk, count: number): Promise<unknown> {
  const line = await journal.find(actionId(count));
  return line && OUTCOME_COLUMNS['outcome']?.value(line);
}

async function pressed({ desk, clock }: Desk, count: number, body: ActionBody): Promise<Action | undefined> {
  const taken = await desk.put(actionId(count), { body, shown });
  await clock.advance(1_000);
  return taken.ok ? taken.value : undefined;
}

const withdrawalOf = (sent: Action | undefined): ActionBody => {
  if (!sent?.quoteId) throw new Error('The quote has no number.');
  return { kind: 'withdraw-quote', requestId: QUOTE.requestId, quoteId: sent.quoteId };
};

/** The same journal and platform, taken up by the next run. */
async function restarted({ journalStore, platform, clock }: Desk): Promise<Desk> {
  const next = testActions({ journalStore, platform, clock });
  await next.desk.start();
  const standing = await next.journal.standing();
  next.own.start(standing, { past: next.journal.read() });
  next.offers.start(standing);
  await clock.advance(0);
  return next;
}

it('the line of a quote says that it was withdrawn once its withdrawal is done, and still after a restart', async () => {
  const rig = testActions();
  const sent = await pressed(rig, 1, QUOTE);
  expect(await outcome(rig, 1)).toBe('live');
  const off = await pressed(rig, 2, withdrawalOf(sent));
  expect(await outcome(rig, 1)).toBe('over: was withdrawn');
  const lines = rig.journalStore.lines.length;
  const next = await restarted(rig);
  expect(await outcome(next, 1)).toBe('over: was withdrawn');
  expect((await next.journal.find(actionId(1)))?.over?.at).toBe(off?.endedAt);
  expect(next.journalStore.lines).toHaveLength(lines);
});

it('so does the line of a quote or a price proposal that Withdraw all took off', async () => {
  const rig = testActions();
  await pressed(rig, 1, QUOTE);
  await pressed(rig, 2, PROPOSE);
  await rig.withdrawAll.press({ id: actionId(900), actions: [], proposals: true });
  await rig.clock.advance(0);
  expect(await outcome(rig, 1)).toBe('over: was withdrawn');
  expect(await outcome(rig, 2)).toBe('over: was withdrawn');
});

it('what the last run withdrew and did not tell is told at the start', async () => {
  const rig = testActions();
  await pressed(rig, 1, QUOTE).then((sent) => pressed(rig, 2, withdrawalOf(sent)));
  const journalStore = new MemoryJournal();
  await journalStore.append(...rig.journalStore.lines.filter(({ over }) => !over));
  const next = await restarted({ ...rig, journalStore });
  expect(await outcome(next, 1)).toBe('over: was withdrawn');
});

it('a quote stays live while its withdrawal is unknown, refused, or recorded by a person alone', async () => {
  const rig = testActions();
  const first = await pressed(rig, 1, QUOTE);
  rig.platform.fault('withdrawQuote', { when: 'before', failure: failure('wrong-state') });
  expect((await pressed(rig, 2, withdrawalOf(first)))?.state).toBe('rejected');
  expect(await outcome(rig, 1)).toBe('live');
  rig.platform.fault('withdrawQuote', { when: 'before', failure: failure('unknown-outcome') });
  rig.platform.fault('quotes', { when: 'before', failure: failure('unavailable') });
  expect((await rig.desk.put(actionId(3), { body: withdrawalOf(first), shown })).ok).toBe(true);
  expect((await rig.journal.find(actionId(3)))?.state).toBe('unknown');
  expect(await outcome(rig, 1)).toBe('live');
  await rig.desk.settle(actionId(3), { verdict: 'executed', note: 'seen in the web client' });
  expect((await rig.journal.find(actionId(3)))?.state).toBe('done');
  expect(await outcome(rig, 1)).toBe('live');
});

it('a withdrawal whose quote had ended by its own record is told as over before, and one whose quote may be live is not', async () => {
  const rig = testActions();
  const sent = await pressed(rig, 1, QUOTE);
  rig.platform.fault('withdrawQuote', { when: 'before', failure: failure('unknown-outcome') });
  rig.platform.changeQuote(QUOTE.requestId, String(sent?.quoteId), { state: 'rejected' });
  await pressed(rig, 2, withdrawalOf(sent));
  await rig.clock.advance(60_000);
  const ended = await rig.journal.find(actionId(2));
  expect(ended?.state).toBe('rejected');
  expect(ended && wasOverBefore(ended)).toBe(true);
  const live = await pressed(rig, 3, QUOTE);
  rig.platform.fault('withdrawQuote', { when: 'before', failure: failure('wrong-state') });
  const refused = await pressed(rig, 4, withdrawalOf(live));
  expect(refused?.state).toBe('rejected');
  expect(refused && wasOverBefore(refused)).toBe(false);
});

/** A reading of the request's quotes, as a room or a cell brings it. */
async function read({ platform, own, clock }: Desk): Promise<void> {
  const listing = await platform.quotes(QUOTE.requestId, { lane: 'polling' });
  if (!listing.ok) throw new Error('The quotes cannot be read.');
  own.seen(listing.value);
  await clock.advance(0);
}

const live = ({ own }: Desk): readonly QuoteId[] => own.read().map(({ quoteId }) => quoteId);

/** The platform confirms a withdrawal, and goes on listing its quote as active. */
async function refusedLater(rig: Desk): Promise<Action> {
  const sent = await pressed(rig, 1, QUOTE);
  expect((await pressed(rig, 2, withdrawalOf(sent)))?.state).toBe('done');
  rig.platform.changeQuote(QUOTE.requestId, String(sent?.quoteId), { state: 'active' });
  if (!sent) throw new Error('Nothing was sent.');
  return sent;
}

it('a confirmed withdrawal that a later reading disproves is an alarm: the quote is live again, also after a restart, and can be withdrawn', async () => {
  const rig = testActions();
  const sent = await refusedLater(rig);
  expect(await outcome(rig, 1)).toBe('over: was withdrawn');
  await rig.clock.advance(60_000);
  await read(rig);
  expect(await outcome(rig, 1)).toBe('live');
  expect(live(rig)).toEqual([sent.quoteId]);
  const alarm = await rig.journal.find(actionId(2));
  expect(alarm).toMatchObject({
    state: 'rejected',
    corrected: `The platform confirmed that it is withdrawn; its records prove otherwise. Quote ${sent.quoteId} is still active.`,
  });
  const next = await restarted(rig);
  expect(await outcome(next, 1)).toBe('live');
  expect(live(next)).toEqual([sent.quoteId]);
  await next.withdrawAll.press({ id: actionId(900), actions: [] });
  await next.clock.advance(0);
  expect(live(next)).toEqual([]);
  expect(await outcome(next, 1)).toBe('over: was withdrawn');
});

it('so it is where the reading comes after a restart, and not while lists may lag or show nothing of it', async () => {
  const rig = testActions();
  const sent = await refusedLater(rig);
  await rig.clock.advance(30_000);
  await read(rig);
  expect(await outcome(rig, 1)).toBe('over: was withdrawn');
  const next = await restarted(rig);
  await next.clock.advance(60_000);
  next.own.seen({ records: [], unreadable: [] });
  await next.clock.advance(0);
  expect(await outcome(next, 1)).toBe('over: was withdrawn');
  await read(next);
  expect(await outcome(next, 1)).toBe('live');
  expect(live(next)).toEqual([sent.quoteId]);
});

it('two confirmed withdrawals of one quote are disproved together', async () => {
  const rig = testActions();
  const sent = await refusedLater(rig);
  expect((await pressed(rig, 3, withdrawalOf(sent)))?.state).toBe('done');
  rig.platform.changeQuote(QUOTE.requestId, String(sent.quoteId), { state: 'active' });
  await rig.clock.advance(60_000);
  await read(rig);
  expect(await outcome(rig, 1)).toBe('live');
  expect(live(rig)).toEqual([sent.quoteId]);
  expect((await rig.journal.find(actionId(2)))?.state).toBe('rejected');
  expect((await rig.journal.find(actionId(3)))?.state).toBe('rejected');
});

it('a whole quote whose record says that it was accepted was not withdrawn, whatever the platform had confirmed', async () => {
  const rig = testActions();
  const sent = await refusedLater(rig);
  rig.platform.changeQuote(QUOTE.requestId, String(sent.quoteId), { state: 'accepted' });
  await read(rig);
  await read(rig);
  expect(await outcome(rig, 1)).toBe('over: was taken');
  expect((await rig.journal.find(actionId(2)))?.corrected).toContain(`Quote ${sent.quoteId} is accepted.`);
});

it.each(['a look of the desk', 'a reading of the market'])(
  'a withdrawal that a person recorded is on the line of its quote as soon as the record says so: %s',
  async (how) => {
    const rig = testActions();
    const sent = await pressed(rig, 1, QUOTE);
    rig.platform.fault('withdrawQuote', { when: 'before', failure: failure('unknown-outcome') });
    await rig.desk.put(actionId(2), { body: withdrawalOf(sent), shown });
    await rig.desk.settle(actionId(2), { verdict: 'executed', note: 'seen in the web client' });
    expect(await outcome(rig, 1)).toBe('live');
    rig.platform.changeQuote(QUOTE.requestId, String(sent?.quoteId), { state: 'withdrawn' });
    if (how === 'a reading of the market') await read(rig);
    else rig.desk.hint([actionId(2)]);
    await rig.clock.advance(how === 'a reading of the market' ? 0 : 1_000);
    expect(await outcome(rig, 1)).toBe('over: was withdrawn');
    expect(await rig.journal.find(actionId(2))).not.toHaveProperty('corrected');
    expect(await outcome(await restarted(rig), 1)).toBe('over: was withdrawn');
  },
);

it('a trade that proves that a withdrawn quote was taken makes its line a fill and its withdrawal an alarm', async () => {
  const filled = new Map<string, string>();
  const rig = testActions({ filled: (id) => filled.get(id) });
  const sent = await pressed(rig, 1, QUOTE);
  await pressed(rig, 2, withdrawalOf(sent));
  expect(await outcome(rig, 1)).toBe('over: was withdrawn');
  const trade = { id: TradeId.parse('TR-1'), trade: undefined };
  // A part may have been taken before it was withdrawn.
  filled.set(sent?.quoteId ?? '', '4');
  rig.own.taken(actionId(1), trade);
  await rig.clock.advance(0);
  expect((await rig.journal.find(actionId(1)))?.over?.how).toBe('withdrawn');
  filled.set(sent?.quoteId ?? '', '10');
  rig.own.taken(actionId(1), { ...trade, id: TradeId.parse('TR-2') });
  await rig.clock.advance(0);
  expect((await rig.journal.find(actionId(1)))?.over?.how).toBe('accepted');
  const off = await rig.journal.find(actionId(2));
  expect([off?.state, off?.corrected]).toEqual([
    'rejected',
    expect.stringContaining('was taken: trade TR-2'),
  ]);
  // Nothing of it is live, and it may be withdrawn again.
  expect(rig.own.read()).toEqual([]);
  expect(rig.own.notOver()).toMatchObject([{ quoteId: sent?.quoteId }]);
});
