import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { moved } from '../../../src/domain/actions/action-event';
import { ProposalId, QuoteId, TradeId } from '../../../src/domain/identifiers';
import { keyOfProposal } from '../../../src/domain/own-trade';
import { FourEyes } from '../../../src/domain/policy/four-eyes';
import { Price } from '../../../src/domain/price';
import type { Outcome } from '../../../src/domain/failure';
import type { Proposal } from '../../../src/domain/offers';
import type { Listing } from '../../../src/domain/record';
import { ACCEPT, actionId, COUNTER, DELETE, PROPOSE, QUOTE, testActions, WITHDRAW } from '../twins/actions';
import { failure, singleProposal, singleQuote, type FakePlatform } from '../twins/fake-platform';
import { MemoryMassWithdrawals } from '../twins/memory-stores';

const FOUR_EYES = FourEyes.parse({ above: { quantity: { MW: 0 }, kinds: ['send-quote'] } });
const ANNA = { name: 'anna', session: '0a1b2c3d' };

const shown = 'as shown';
const HERE = 'this page';
const FROM_HERE = { page: HERE, by: ANNA };
const THERE = 'another page';
const RECALL = { id: actionId(900), actions: [] };
const said = (outcome: Outcome<Action>): string =>
  outcome.ok ? (outcome.value.failure?.message ?? outcome.value.state) : outcome.failure.message;
const ANOTHER = 'Stopped: everything was withdrawn at 09:00:00 CET from another workbook.';
/** Quotes that this desk sent and that are live on the platform. */
const live = (platform: FakePlatform): unknown[] =>
  (platform.quotesByRequest.get('RQ-2') ?? []).filter(
    (quote) => quote['quotation-id'] !== 'Q-2' && quote['state'] === 'active',
  );

it('writes down who pressed it, what was found live, and what came of it', async () => {
  const { desk, withdrawAll, noted, clock } = testActions();
  await withdrawAll.press(RECALL, FROM_HERE);
  expect(noted.map(({ entry, by, shown: text }) => [entry, by, text])).toEqual([
    ['withdraw-all', ANNA, 'anna pressed Withdraw all: nothing was known to be live.'],
  ]);
  await withdrawAll.press(RECALL, FROM_HERE);
  expect(noted).toHaveLength(1);
  await desk.put(actionId(1), { body: QUOTE, shown });
  await withdrawAll.press({ id: actionId(901), actions: [] }, FROM_HERE);
  await clock.advance(0);
  expect(noted.slice(1).map(({ shown: text }) => text)).toEqual([
    'anna pressed Withdraw all: 1 quote to take off the market.',
    'anna pressed Withdraw all at 09:00:00 CET. 1 quote: 1 withdrawn.',
  ]);
});

it('writes down how what was not known at first ended, once all of it has', async () => {
  const { desk, withdrawAll, noted, platform, clock } = testActions();
  await desk.put(actionId(1), { body: QUOTE, shown });
  platform.fault('withdrawQuote', { when: 'after', failure: failure('unknown-outcome') });
  await withdrawAll.press(RECALL, FROM_HERE);
  await clock.advance(0);
  await clock.advance(120_000);
  expect(noted.map(({ by, shown: text }) => [by, text]).slice(1)).toEqual([
    [ANNA, 'anna pressed Withdraw all at 09:00:00 CET. 1 quote: 0 withdrawn, 1 unknown.'],
    [
      ANNA,
      'anna pressed Withdraw all at 09:00:00 CET; the outcome of all, now that it is known: 1 quote: 1 withdrawn.',
    ],
  ]);
});

/** Two quotes, of which the first withdrawal's answer is lost while the other is refused for a while. */
async function lostAndRefused(times: number, then?: Parameters<FakePlatform['fault']>[1]) {
  const rig = testActions();
  const dearer = { ...QUOTE, price: { shape: 'single', price: Price.parse('32') } } as const;
  await rig.desk.put(actionId(1), { body: QUOTE, shown });
  await rig.desk.put(actionId(2), { body: dearer, shown });
  rig.platform.fault('withdrawQuote', { when: 'after', failure: failure('unknown-outcome') });
  for (let time = 0; time < times; time++)
    rig.platform.fault('withdrawQuote', { when: 'before', failure: failure('throttled') });
  if (then) rig.platform.fault('withdrawQuote', then);
  const pressed = rig.withdrawAll.press(RECALL, FROM_HERE);
  for (let turn = 0; turn < 60; turn++) await rig.clock.advance(2_000);
  await pressed;
  return rig.noted.slice(1).map(({ shown: text }) => text);
}

it('counts what ended while another was still refused as it stands when the outcome is written down', async () => {
  expect(await lostAndRefused(4)).toEqual([
    'anna pressed Withdraw all at 09:00:00 CET. 2 quotes: 2 withdrawn.',
  ]);
});

it('writes down how all of it ended where one ends while the other is refused, and that is lost then', async () => {
  expect(await lostAndRefused(4, { when: 'after', failure: failure('unknown-outcome') })).toEqual([
    'anna pressed Withdraw all at 09:00:00 CET. 2 quotes: 1 withdrawn, 1 unknown.',
    'anna pressed Withdraw all at 09:00:00 CET; the outcome of all, now that it is known: 2 quotes: 2 withdrawn.',
  ]);
});

it('says of a quote that its record calls withdrawn that it was already over, of one that it calls accepted that it traded, and neither of one that is there', async () => {
  for (const [state, outcome] of [
    ['withdrawn', '0 withdrawn, 1 already over'],
    ['accepted', '1 already traded'],
    ['active', '0 withdrawn, 1 not withdrawn'],
  ]) {
    const { desk, withdrawAll, noted, platform, clock } = testActions();
    const sent = await desk.put(actionId(1), { body: QUOTE, shown });
    const quoteId = sent.ok ? sent.value.quoteId : undefined;
    platform.changeQuote('RQ-2', quoteId ?? '', { state });
    platform.fault('withdrawQuote', { when: 'before', failure: failure('wrong-state') });
    await withdrawAll.press(RECALL, FROM_HERE);
    await clock.advance(0);
    expect(noted[1]?.shown).toBe(`anna pressed Withdraw all at 09:00:00 CET. 1 quote: ${outcome}.`);
  }
});

it('takes no refusal for the end while an earlier try of the same is not known to have failed', async () => {
  const { desk, withdrawAll, noted, platform, clock } = testActions();
  const sent = await desk.put(actionId(1), { body: QUOTE, shown });
  platform.fault('withdrawQuote', { when: 'before', failure: failure('unknown-outcome') });
  platform.fault('withdrawQuote', { when: 'before', failure: failure('wrong-state') });
  await withdrawAll.press(RECALL, FROM_HERE);
  for (let turn = 0; turn < 20; turn++) await clock.advance(1_000);
  expect(platform.callsOf('withdrawQuote')).toHaveLength(2);
  const told = () => noted.slice(2).map(({ shown: text }) => text);
  expect(told()).toEqual([]);
  platform.changeQuote('RQ-2', (sent.ok && sent.value.quoteId) || '', { state: 'withdrawn' });
  desk.lookNow();
  await clock.advance(1_000);
  expect(told()).toEqual([
    'anna pressed Withdraw all at 09:00:00 CET; the outcome of all, now that it is known: 1 quote: 1 withdrawn.',
  ]);
});

it('waits for what a person presses once more while the press is not answered yet', async () => {
  const rig = testActions();
  const { desk, platform, clock } = rig;
  const sent = await desk.put(actionId(1), { body: QUOTE, shown });
  const dearer = { ...QUOTE, price: { shape: 'single', price: Price.parse('32') } } as const;
  await desk.put(actionId(2), { body: dearer, shown });
  platform.fault('withdrawQuote', { when: 'before', failure: failure('wrong-state') });
  platform.fault('withdrawQuote', { when: 'before', failure: failure('throttled') });
  const pressed = rig.withdrawAll.press(RECALL, FROM_HERE);
  await clock.advance(0);
  platform.fault('withdrawQuote', { when: 'after', failure: failure('unknown-outcome') });
  const quoteId = sent.ok ? sent.value.quoteId : undefined;
  if (!quoteId) throw new Error('Nothing is live.');
  const body = { kind: 'withdraw-quote', requestId: QUOTE.requestId, quoteId } as const;
  await desk.put(actionId(3), { body, shown }, FROM_HERE);
  platform.hold('quotes');
  await clock.advance(250);
  await pressed;
  await clock.advance(0);
  expect(rig.noted[1]?.shown).toBe(
    'anna pressed Withdraw all at 09:00:00 CET. 2 quotes: 1 withdrawn, 1 in progress.',
  );
});

it('says of a quote whose request was over that it was already over, though it is tried', async () => {
  const { desk, withdrawAll, noted, platform, conclusions, clock } = testActions();
  await desk.put(actionId(1), { body: QUOTE, shown });
  platform.change('RQ-2', { state: 'closed' });
  await conclusions.readNow(QUOTE.requestId);
  platform.fault('withdrawQuote', { when: 'before', failure: failure('wrong-state') });
  await withdrawAll.press(RECALL, FROM_HERE);
  await clock.advance(0);
  expect(platform.callsOf('withdrawQuote')).toHaveLength(1);
  expect(noted.map(({ shown: text }) => text)).toEqual([
    'anna pressed Withdraw all: nothing was known to be live; 1 quote tried to be sure, over by its trades or request, but its own record has not said so.',
    'anna pressed Withdraw all at 09:00:00 CET. 1 quote: 0 withdrawn, 1 already over.',
  ]);
});

it('words each withdrawal alike, whoever names it, as part of the press, with the terms of its quote in the line', async () => {
  const { desk, withdrawAll, journal, own } = testActions();
  const dearer = { ...QUOTE, price: { shape: 'single', price: Price.parse('32') } } as const;
  await desk.put(actionId(1), { body: QUOTE, shown });
  await desk.put(actionId(2), { body: dearer, shown });
  const [named] = own.read();
  if (!named) throw new Error('Nothing is live.');
  const { requestId, quoteId } = named;
  const body = { kind: 'withdraw-quote', requestId, quoteId } as const;
  const byPage = { id: actionId(3), body, shown: `Withdraw quote ${quoteId}: ask 31.00, quantity 10 (RQ-2)` };
  await withdrawAll.press({ ...RECALL, actions: [byPage] }, FROM_HERE);
  const lines = journal.read().filter(({ body: one }) => one.kind === 'withdraw-quote');
  expect(lines.map(({ shown: text, withdraws }) => [text, withdraws]).sort()).toEqual([
    [
      'Withdraw quote Q-sent-1: ask 31.00, quantity 10 (RQ-2) · part of Withdraw all at 09:00:00 CET',
      { direction: 'ask', price: QUOTE.price, quantity: '10' },
    ],
    [
      'Withdraw quote Q-sent-2: ask 32.00, quantity 10 (RQ-2) · part of Withdraw all at 09:00:00 CET',
      { direction: 'ask', price: dearer.price, quantity: '10' },
    ],
  ]);
});

it('keeps the end of a text that is too long for the journal: that it is part of the press', async () => {
  const { desk, withdrawAll, journal, own } = testActions();
  await desk.put(actionId(1), { body: QUOTE, shown });
  const [{ requestId, quoteId } = { requestId: QUOTE.requestId, quoteId: QuoteId.parse('Q-9') }] = own.read();
  const body = { kind: 'withdraw-quote', requestId, quoteId } as const;
  await withdrawAll.press({ ...RECALL, actions: [{ id: actionId(3), body, shown: 'x'.repeat(500) }] });
  const line = journal.read().find(({ body: one }) => one.kind === 'withdraw-quote');
  expect(line?.shown).toHaveLength(500);
  expect(line?.shown).toMatch(/x · part of Withdraw all at 09:00:00 CET$/);
});

it.each([
  ['its request is over', false],
  ['its trades come to all of it', true],
])(
  'says why it tries a quote that is over by another word than its own record: %s',
  async (why, isTraded) => {
    const filled = new Map<string, string>();
    const { desk, withdrawAll, own, journal, platform, conclusions, clock } = testActions({
      filled: (id) => filled.get(id),
    });
    const sent = await desk.put(actionId(1), { body: QUOTE, shown });
    if (isTraded) {
      filled.set((sent.ok && sent.value.quoteId) || '', '10');
      own.taken(actionId(1), { id: TradeId.parse('TR-1'), trade: undefined });
    } else {
      platform.change('RQ-2', { state: 'closed' });
      await conclusions.readNow(QUOTE.requestId);
    }
    await clock.advance(0);
    await withdrawAll.press(RECALL, FROM_HERE);
    const line = journal.read().find(({ body: one }) => one.kind === 'withdraw-quote');
    expect(line?.shown).toBe(
      `Withdraw quote Q-sent-1: ask 31.00, quantity 10 (RQ-2) · part of Withdraw all at 09:00:00 CET: ${why}, but its own record has not said so`,
    );
  },
);

it('tries a quote that trades alone call over, by their sum; not one that its own record calls so', async () => {
  const filled = new Map<string, string>();
  const { desk, withdrawAll, own, platform, clock } = testActions({ filled: (id) => filled.get(id) });
  const sent = await desk.put(actionId(1), { body: QUOTE, shown });
  const quoteId = sent.ok ? sent.value.quoteId : undefined;
  filled.set(quoteId ?? '', '10');
  own.taken(actionId(1), { id: TradeId.parse('TR-1'), trade: undefined });
  await clock.advance(0);
  expect(own.read()).toEqual([]);
  await withdrawAll.press(RECALL, FROM_HERE);
  await clock.advance(0);
  expect(platform.callsOf('withdrawQuote')).toHaveLength(1);
  expect(own.notOver()).toEqual([]);
});

/** A quote whose withdrawal is lost, and that is wholly taken; a look finds its own record called accepted. */
async function takenInOutage() {
  const filled = new Map<string, string>();
  const rig = testActions({ filled: (id) => filled.get(id) });
  const { desk, withdrawAll, own, platform, clock } = rig;
  const sent = await desk.put(actionId(1), { body: QUOTE, shown });
  const quoteId = (sent.ok && sent.value.quoteId) || '';
  platform.fault('withdrawQuote', { when: 'before', failure: failure('unknown-outcome') });
  const pressed = withdrawAll.press(RECALL, FROM_HERE);
  await clock.advance(0);
  const trade = () => {
    filled.set(quoteId, '10');
    own.taken(actionId(1), { id: TradeId.parse('TR-1'), trade: undefined });
  };
  const withdrawals = () =>
    rig.journal.read().flatMap(({ body, state }) => (body.kind === 'withdraw-quote' ? state : []));
  return { ...rig, quoteId, pressed, trade, withdrawals };
}

it('calls a lost withdrawal over where its quote is called accepted and its trades come to all of it', async () => {
  for (const isTraded of [true, false]) {
    const { platform, quoteId, trade, withdrawals, clock, pressed } = await takenInOutage();
    platform.changeQuote('RQ-2', quoteId, { state: 'accepted', 'all-or-none': false });
    for (let time = 0; time < 12; time++)
      platform.fault('withdrawQuote', { when: 'before', failure: failure('unknown-outcome') });
    if (isTraded) trade();
    await clock.advance(120_000);
    await pressed;
    expect(withdrawals().includes('unknown')).toBe(!isTraded);
  }
});

it('says that a rest may be live for as long as it may be, and no longer', async () => {
  const { platform, quoteId, trade, clock, pressed, journal, desk } = await takenInOutage();
  platform.changeQuote('RQ-2', quoteId, { state: 'accepted', 'all-or-none': false });
  for (let time = 0; time < 40; time++)
    platform.fault('withdrawQuote', { when: 'before', failure: failure('unknown-outcome') });
  const told = () => journal.read().findLast(({ body }) => body.kind === 'withdraw-quote');
  for (let time = 0; time < 20; time++) await clock.advance(1_000);
  await pressed;
  expect(told()?.evidence).toContain('not known whether the rest can still be taken');
  trade();
  desk.lookNow();
  for (let time = 0; time < 20; time++) await clock.advance(1_000);
  expect(told()).toMatchObject({
    state: 'rejected',
    recovered: expect.stringMatching(/^The answer was lost\./) as string,
  });
  expect(told()).not.toHaveProperty('evidence');
});

it('tells a trade as traded at the press already, whatever the withdrawal was answered', async () => {
  const filled = new Map<string, string>();
  const { desk, withdrawAll, own, noted, platform, clock } = testActions({ filled: (id) => filled.get(id) });
  const dearer = { ...QUOTE, price: { shape: 'single', price: Price.parse('32') } } as const;
  const sent = await desk.put(actionId(1), { body: QUOTE, shown });
  await desk.put(actionId(2), { body: dearer, shown });
  filled.set((sent.ok && sent.value.quoteId) || '', '10');
  own.taken(actionId(1), { id: TradeId.parse('TR-1'), trade: undefined });
  for (let time = 0; time < 2; time++)
    platform.fault('withdrawQuote', { when: 'before', failure: failure('unknown-outcome') });
  await withdrawAll.press(RECALL, FROM_HERE);
  await clock.advance(120_000);
  expect(noted.slice(1).map(({ shown: text }) => text)).toEqual([
    'anna pressed Withdraw all at 09:00:00 CET. 2 quotes: 1 already traded, 1 unknown.',
    // One count, of all that was pressed.
    'anna pressed Withdraw all at 09:00:00 CET; the outcome of all, now that it is known: 2 quotes: 1 withdrawn, 1 already traded.',
  ]);
});

it('tells what trades took as traded, also where its withdrawal or deletion is confirmed', async () => {
  const filled = new Map<string, string>();
  const { desk, withdrawAll, own, offers, noted, platform, clock } = testActions({
    filled: (id) => filled.get(id),
  });
  const sent = await desk.put(actionId(1), { body: QUOTE, shown });
  const proposed = await desk.put(actionId(2), { body: PROPOSE, shown });
  filled.set((sent.ok && sent.value.quoteId) || '', '10');
  filled.set(keyOfProposal(ProposalId.parse(proposed.ok && proposed.value.proposalId)), '10');
  own.taken(actionId(1), { id: TradeId.parse('TR-1'), trade: undefined });
  offers.taken();
  await withdrawAll.press({ ...RECALL, proposals: true }, FROM_HERE);
  await clock.advance(0);
  expect([platform.callsOf('withdrawQuote').length, platform.callsOf('deleteProposals').length]).toEqual([
    1, 1,
  ]);
  expect(noted.at(-1)?.shown).toBe(
    'anna pressed Withdraw all at 09:00:00 CET. 1 quote: 1 already traded. 1 firm proposal: 1 already traded.',
  );
});

it('counts firm proposals apart from quotes, as the pane does', async () => {
  const { desk, withdrawAll, noted, clock } = testActions();
  await desk.put(actionId(1), { body: QUOTE, shown });
  await desk.put(actionId(2), { body: PROPOSE, shown });
  await withdrawAll.press({ ...RECALL, proposals: true }, FROM_HERE);
  await clock.advance(0);
  expect(noted.at(-1)?.shown).toBe(
    'anna pressed Withdraw all at 09:00:00 CET. 1 quote: 1 withdrawn. 1 firm proposal: 1 deleted.',
  );
});

it('ends the earlier tries of a withdrawal once a later one is refused as its quote is proven over', async () => {
  for (const [word, ends] of [
    ['rejected', 'rejected'],
    ['withdrawn', 'done'],
    ['locked', 'unknown'],
  ]) {
    const { platform, quoteId, withdrawals, clock, pressed } = await takenInOutage();
    const message = `The platform refused it because the state has changed: ${quoteId} is ${word}.`;
    for (let time = 0; time < 30; time++) {
      platform.fault('quotes', { when: 'before', failure: failure('unavailable') });
      platform.fault('withdrawQuote', {
        when: 'before',
        failure: { kind: 'wrong-state', message, next: '', service: { status: 409 } },
      });
    }
    await clock.advance(10_000);
    await pressed;
    expect([...withdrawals()].sort()).toEqual(['rejected', ends].sort());
  }
});

it('ends each earlier try of a withdrawal once, although two later ones are done at the same moment', async () => {
  const { desk, platform, journalStore } = testActions();
  for (const number of [1, 2]) {
    platform.fault('withdrawQuote', { when: 'before', failure: failure('unknown-outcome') });
    await desk.put(actionId(number), { body: WITHDRAW, shown: 'as shown' });
  }
  const before = journalStore.lines.length;
  await Promise.all(
    [3, 4].map((number) => desk.put(actionId(number), { body: WITHDRAW, shown: 'as shown' })),
  );
  const done = journalStore.lines.slice(before).filter(({ state }) => state === 'done');
  // The platform withdraws it once, so that the fourth finds nothing.
  expect(done.map(({ id }) => id).sort()).toEqual([1, 2, 3].map(actionId));
});

it('cancels what waits for an approval, naming who withdrew everything, and counts it', async () => {
  const { desk, withdrawAll, noted, clock } = testActions({ fourEyes: () => FOUR_EYES });
  const pressed = await desk.put(
    actionId(1),
    { body: QUOTE, shown },
    { by: { name: 'Tom', session: '1a1b2c3d' } },
  );
  expect(said(pressed)).toBe('waiting');
  await withdrawAll.press(RECALL, FROM_HERE);
  await clock.advance(0);
  const found = await desk.find([actionId(1)]);
  expect(found).toMatchObject({ value: [{ state: 'cancelled', failure: { kind: 'wrong-state' } }] });
  expect(found.ok && found.value[0]?.failure?.message).toBe(
    'Stopped: everything was withdrawn at 09:00:00 CET by anna, before this was approved.',
  );
  expect(noted[0]?.shown).toBe(
    'anna pressed Withdraw all: nothing was known to be live; 1 that waited for an approval cancelled.',
  );
});

it('stops what another page has pressed and what has not left yet, and sends nothing of it', async () => {
  const { desk, withdrawAll, platform, clock } = testActions();
  const release = platform.hold('quotes');
  const pressed = desk.put(actionId(1), { body: QUOTE, shown }, { page: THERE });
  await clock.advance(0);
  await withdrawAll.press(RECALL, FROM_HERE);
  release();
  expect(said(await pressed)).toBe(ANOTHER);
  expect(await pressed).toMatchObject({ value: { state: 'cancelled' } });
  expect(platform.callsOf('sendQuote')).toEqual([]);
});

it('takes nothing more that was pressed before it, and what is pressed after it goes', async () => {
  const { desk, withdrawAll, platform } = testActions();
  await withdrawAll.press(RECALL, FROM_HERE);
  const late = { body: QUOTE, shown, recall: 0 };
  expect(said(await desk.put(actionId(1), late, { page: THERE }))).toBe(ANOTHER);
  expect(said(await desk.put(actionId(2), { ...late, body: PROPOSE }, { page: THERE }))).toBe(ANOTHER);
  expect(said(await desk.put(actionId(3), late, { page: HERE }))).toBe(
    'Stopped: everything was withdrawn at 09:00:00 CET.',
  );
  expect(platform.callsOf('sendQuote')).toEqual([]);
  const after = { ...late, recall: 1 };
  expect(said(await desk.put(actionId(4), after, { page: THERE }))).toBe('done');
  expect(live(platform)).toHaveLength(1);
});

it('leaves acceptances and new requests alone: they leave nothing standing', async () => {
  const { desk, withdrawAll } = testActions();
  await withdrawAll.press(RECALL, FROM_HERE);
  expect(said(await desk.put(actionId(1), { body: ACCEPT, shown, recall: 0 }, { page: THERE }))).toBe('done');
});

it('withdraws what was on its way as soon as it is live, and says so in the journal', async () => {
  const { desk, withdrawAll, platform, clock, journal } = testActions();
  const release = platform.hold('sendQuote');
  const pressed = desk.put(actionId(1), { body: QUOTE, shown }, { page: THERE });
  await clock.advance(0);
  expect(platform.callsOf('sendQuote')).toHaveLength(1);
  await withdrawAll.press(RECALL, FROM_HERE);
  expect(platform.callsOf('withdrawQuote')).toEqual([]);
  release();
  expect(said(await pressed)).toBe('done');
  await clock.advance(0);
  expect(live(platform)).toEqual([]);
  expect(journal.read().find(({ body }) => body.kind === 'withdraw-quote')).toMatchObject({
    state: 'done',
    recall: 1,
    // Sent by the desk itself, for whom pressed "Withdraw all"; the offer is whose it was.
    by: ANNA,
    shown:
      'Withdraw quote Q-sent-1: ask 31.00, quantity 10 (RQ-2) · known to be live only after Withdraw all at 09:00:00 CET',
  });
});

it('withdraws a quote whose answer was lost once it is found live, however much later', async () => {
  const { desk, withdrawAll, platform, clock } = testActions();
  platform.fault('sendQuote', { when: 'after', failure: failure('unknown-outcome') });
  const pressed = await desk.put(actionId(1), { body: QUOTE, shown }, { page: THERE });
  expect(said(pressed)).not.toBe('done');
  await withdrawAll.press(RECALL, FROM_HERE);
  expect(live(platform)).toHaveLength(1);
  await clock.advance(60_000);
  await clock.advance(0);
  expect(live(platform)).toEqual([]);
});

describe('a quote whose answer was lost, at a desk that does not know its own name,', () => {
  async function lost() {
    const rig = testActions({ ownName: null });
    rig.platform.fault('sendQuote', { when: 'after', failure: failure('unknown-outcome') });
    await rig.desk.put(actionId(1), { body: QUOTE, shown }, { page: THERE });
    return rig;
  }

  it('is withdrawn where it may be the one that is listed, and is done by that', async () => {
    const { withdrawAll, platform, clock, journal } = await lost();
    await clock.advance(60_000);
    expect([live(platform).length, platform.callsOf('withdrawQuote')]).toEqual([1, []]);
    await withdrawAll.press(RECALL, FROM_HERE);
    await clock.advance(1_000);
    await clock.advance(1_000);
    expect(live(platform)).toEqual([]);
    expect(journal.read().find(({ id }) => id === actionId(1))).toMatchObject({ state: 'done' });
  });

  it('stays unknown where the platform does not let it be withdrawn, which is tried once', async () => {
    const { withdrawAll, platform, clock, journal } = await lost();
    platform.fault('withdrawQuote', { when: 'before', failure: failure('wrong-state') });
    await withdrawAll.press(RECALL, FROM_HERE);
    await clock.advance(3_600_000);
    expect(platform.callsOf('withdrawQuote')).toHaveLength(1);
    expect(journal.read().find(({ id }) => id === actionId(1))).toMatchObject({ state: 'unknown' });
  });
});

it('deletes firm proposals where one whose answer was lost may be among those listed', async () => {
  const { desk, withdrawAll, platform, clock } = testActions({ ownName: null });
  platform.fault('addProposal', { when: 'after', failure: failure('unknown-outcome') });
  await desk.put(actionId(1), { body: PROPOSE, shown }, { page: THERE });
  await withdrawAll.press({ ...RECALL, proposals: true }, FROM_HERE);
  await clock.advance(5_000);
  expect(platform.callsOf('deleteProposals')).toHaveLength(1);
});

it('withdraws what the gateway knows to be live and the page does not, and each once', async () => {
  const { desk, withdrawAll, platform } = testActions();
  const sent = await desk.put(actionId(1), { body: QUOTE, shown });
  const dearer = { ...QUOTE, price: { shape: 'single', price: Price.parse('32') } } as const;
  const next = await desk.put(actionId(2), { body: dearer, shown });
  if (!sent.ok || !next.ok || !sent.value.quoteId) throw new Error('Nothing is live.');
  const named = { kind: 'withdraw-quote', requestId: QUOTE.requestId, quoteId: sent.value.quoteId } as const;
  const press = { id: actionId(900), actions: [{ id: actionId(3), body: named, shown }] };
  const { recall, results } = await withdrawAll.press(press, FROM_HERE);
  expect(recall).toMatchObject({ number: 1, id: actionId(900) });
  expect(results.map(said)).toEqual(['done']);
  expect(live(platform)).toEqual([]);
  expect(platform.callsOf('withdrawQuote')).toHaveLength(2);
  expect((await withdrawAll.press(press, FROM_HERE)).recall.number).toBe(1);
  expect(platform.callsOf('withdrawQuote')).toHaveLength(2);
});

it('withdraws nothing but quotes and proposals, whatever it is handed', async () => {
  const { withdrawAll, platform } = testActions();
  const { results } = await withdrawAll.press({
    id: actionId(900),
    actions: [{ id: actionId(1), body: QUOTE, shown }],
  });
  expect(results.map(said)).toEqual([
    'Withdraw all accepts only quote withdrawals and price proposal deletions.',
  ]);
  expect(platform.calls).toEqual([]);
});

it('holds over a restart, and on a disk that is full', async () => {
  const recallStore = new MemoryMassWithdrawals();
  const first = testActions({ recallStore });
  await first.withdrawAll.press(RECALL, FROM_HERE);
  const { desk } = testActions({ recallStore });
  expect(said(await desk.put(actionId(1), { body: QUOTE, shown, recall: 0 }, { page: THERE }))).toBe(
    'Stopped: everything was withdrawn at 09:00:00 CET.',
  );
  recallStore.full = true;
  const full = testActions({ recallStore });
  await full.withdrawAll.press({ ...RECALL, id: actionId(901) }, FROM_HERE);
  expect(said(await full.desk.put(actionId(2), { body: QUOTE, shown, recall: 1 }, { page: THERE }))).toBe(
    ANOTHER,
  );
});

it('withdraws after a restart what a gateway that ended in the middle left live, once', async () => {
  const recallStore = new MemoryMassWithdrawals();
  const { desk, platform, journalStore, recalls } = testActions({ recallStore });
  await desk.put(actionId(1), { body: QUOTE, shown });
  // It ended before the first withdrawal was written down.
  recalls.begin(actionId(900), FROM_HERE);
  expect(live(platform)).toHaveLength(1);
  const next = testActions({ recallStore, journalStore, platform });
  next.own.start(await next.journal.standing());
  await next.desk.start();
  next.withdrawAll.sweep();
  next.withdrawAll.sweep();
  await next.clock.advance(0);
  expect(live(platform)).toEqual([]);
  expect(platform.callsOf('withdrawQuote')).toHaveLength(1);
});

it('is over only when what went live at the last moment is withdrawn', async () => {
  const { desk, withdrawAll, platform, clock } = testActions();
  const release = platform.hold('sendQuote');
  void desk.put(actionId(1), { body: QUOTE, shown }, { page: THERE });
  await clock.advance(0);
  await withdrawAll.press(RECALL, FROM_HERE);
  const stopped = desk.stop();
  release();
  await stopped;
  expect(platform.callsOf('sendQuote')).toHaveLength(1);
  expect(platform.callsOf('withdrawQuote')).toHaveLength(1);
  expect(live(platform)).toEqual([]);
});

it('does not take a proposal for a quote', async () => {
  const { desk, withdrawAll, platform, clock } = testActions();
  const release = platform.hold('addProposal');
  const pressed = desk.put(actionId(1), { body: PROPOSE, shown }, { page: THERE });
  await clock.advance(0);
  await withdrawAll.press(RECALL, FROM_HERE);
  release();
  expect(said(await pressed)).toBe('done');
  await clock.advance(0);
  expect(platform.callsOf('withdrawQuote')).toEqual([]);
  expect(platform.callsOf('deleteProposals')).toEqual([]);
});

describe('firm price proposals', () => {
  const proposals = true;
  const ours = (platform: FakePlatform) =>
    platform.beside('proposals', 'RQ-2').filter(({ counterparty }) => counterparty === 'Us');

  it('are deleted by the same press where that is wanted, and left alone where it is not', async () => {
    for (const wanted of [true, false]) {
      const { desk, withdrawAll, platform, offers } = testActions();
      await desk.put(actionId(1), { body: PROPOSE, shown });
      expect(offers.read()).toMatchObject([{ what: 'proposal', requestId: 'RQ-2', number: 'P-sent-1' }]);
      await withdrawAll.press({ ...RECALL, proposals: wanted }, FROM_HERE);
      expect(ours(platform)).toHaveLength(wanted ? 0 : 1);
      expect(offers.read()).toHaveLength(wanted ? 0 : 1);
    }
  });

  it('are deleted once, although the page names them too', async () => {
    const { desk, withdrawAll, platform } = testActions();
    await desk.put(actionId(1), { body: PROPOSE, shown });
    const actions = [{ id: actionId(2), body: DELETE, shown }];
    const { results } = await withdrawAll.press({ id: actionId(900), actions, proposals }, FROM_HERE);
    expect(results.map(said)).toEqual(['done']);
    expect(platform.callsOf('deleteProposals')).toHaveLength(1);
  });

  /** A desk whose proposal is listed, and is the only one there; `list` has it read the list as it is now. */
  async function replacing(
    named: {
      readonly ownName?: null;
      readonly filled?: () => string | undefined;
      readonly tradedAt?: () => number;
    } = {},
  ) {
    const lists: { readAt: number; listing: Listing<Proposal> }[] = [];
    const rig = testActions({
      ...named,
      listed: (kind) => {
        const read = kind === 'proposals' ? lists.at(-1) : undefined;
        return read && { readAt: read.readAt, listing: () => read.listing };
      },
    });
    const { desk, platform, clock, offers } = rig;
    await desk.put(actionId(1), { body: PROPOSE, shown });
    const list = async (waitMs = 70_000) => {
      await clock.advance(waitMs);
      const found = await platform.proposals(PROPOSE.requestId, { lane: 'polling' });
      if (found.ok) lists.push({ readAt: clock.now(), listing: found.value });
      await clock.advance(1_000);
      const numbers = offers.read().map(({ number }) => number);
      await clock.advance(0);
      return numbers;
    };
    const others = (...ids: string[]) =>
      platform.addBeside(
        'proposals',
        'RQ-2',
        ids.map((id) => singleProposal('RQ-2', id)),
      );
    const line = async () => (await rig.journal.find(actionId(1)))?.over?.how;
    return { ...rig, list, others, line };
  }

  it('that another’s replaced are over, and no press, sweep or page has that one deleted', async () => {
    const { withdrawAll, platform, list, others, line } = await replacing();
    expect(await list()).toEqual(['P-sent-1']);
    others('P-theirs');
    expect(await list()).toEqual([]);
    expect(await line()).toBe('replaced');
    const actions = [{ id: actionId(2), body: DELETE, shown }];
    const { results } = await withdrawAll.press({ ...RECALL, actions, proposals }, FROM_HERE);
    withdrawAll.sweep();
    await list();
    expect(results.map(said)).toEqual([
      'Another party’s price proposal has replaced yours, and only that one would be deleted.',
    ]);
    expect(platform.callsOf('deleteProposals')).toEqual([]);
  });

  it('are deleted all the same where the desk has never seen its own listed: that list may have none of its own', async () => {
    const { withdrawAll, platform, clock, list, line } = await replacing();
    const at = new Date(clock.now() + 10_000).toISOString();
    platform.addBeside('proposals', 'RQ-2', [singleProposal('RQ-2', 'P-theirs', { 'created-at': at })]);
    await list();
    expect(await line()).toBeUndefined();
    await withdrawAll.press({ ...RECALL, proposals }, FROM_HERE);
    expect(platform.callsOf('deleteProposals')).toHaveLength(1);
  });

  it('are deleted all the same where the name that the desk goes by is not known: the newer one may be a colleague’s', async () => {
    const { withdrawAll, platform, list, others, line } = await replacing({ ownName: null });
    platform.addBeside('proposals', 'RQ-2', [
      singleProposal('RQ-2', 'P-sent-1', { counterparty: undefined }),
    ]);
    expect(await list()).toEqual(['P-sent-1']);
    others('P-theirs');
    await list();
    expect(await line()).not.toBe('replaced');
    await withdrawAll.press({ ...RECALL, proposals }, FROM_HERE);
    expect(platform.callsOf('deleteProposals')).toHaveLength(1);
  });

  it('are deleted all the same where the list is merely without them, too early, or has what was there before', async () => {
    for (const [waitMs, ids] of [
      [70_000, []],
      [5_000, ['P-theirs']],
      [70_000, ['P-2']],
    ] as const) {
      const { withdrawAll, platform, list, others, line } = await replacing();
      await list(10_000);
      others(...ids);
      await list(waitMs);
      expect(await line()).not.toBe('replaced');
      await withdrawAll.press({ ...RECALL, proposals }, FROM_HERE);
      expect(platform.callsOf('deleteProposals')).toHaveLength(1);
    }
  });

  it('are deleted all the same where what is listed may be the desk’s own, or goes by its name', async () => {
    const { withdrawAll, desk, platform, list, others, line } = await replacing();
    await list();
    platform.fault('addProposal', { when: 'before', failure: failure('unknown-outcome') });
    const price = { shape: 'single', price: Price.parse('33') } as const;
    await desk.put(actionId(2), { body: { ...PROPOSE, price }, shown });
    others('P-theirs');
    await list();
    expect(await line()).toBeUndefined();
    await withdrawAll.press({ ...RECALL, proposals }, FROM_HERE);
    expect(platform.callsOf('deleteProposals').length).toBeGreaterThan(0);
    const colleague = await replacing();
    await colleague.list();
    const raw = singleProposal('RQ-2', 'P-colleague', { counterparty: 'Us' });
    colleague.platform.addBeside('proposals', 'RQ-2', [raw]);
    expect(await colleague.list()).toEqual(['P-sent-1']);
  });

  it('whose deletion was lost are not deleted again once another’s has replaced them', async () => {
    const { withdrawAll, platform, journal, clock, list, others } = await replacing();
    await list();
    platform.fault('deleteProposals', { when: 'before', failure: failure('unknown-outcome') });
    const pressed = withdrawAll.press({ ...RECALL, proposals }, FROM_HERE);
    await clock.advance(0);
    others('P-theirs');
    await clock.advance(120_000);
    await pressed;
    expect(platform.callsOf('deleteProposals')).toHaveLength(1);
    expect(platform.beside('proposals', 'RQ-2')).toHaveLength(1);
    expect(journal.read().find(({ body }) => body.kind === 'delete-proposals')?.state).toBe('done');
  });

  it('whose deletion was refused for a while are not deleted then once a list has shown that another’s replaced them', async () => {
    const { withdrawAll, platform, clock, list, others } = await replacing();
    await list();
    for (let time = 0; time < 8; time++)
      platform.fault('deleteProposals', { when: 'before', failure: failure('throttled') });
    const pressed = withdrawAll.press({ ...RECALL, proposals }, FROM_HERE);
    others('P-theirs');
    await list(5_000);
    const before = platform.callsOf('deleteProposals').length;
    await clock.advance(120_000);
    await pressed;
    expect(platform.callsOf('deleteProposals')).toHaveLength(before);
    expect(platform.beside('proposals', 'RQ-2')).toHaveLength(1);
  });

  describe('that trades alone call taken', () => {
    const deletions = (platform: FakePlatform) => platform.callsOf('deleteProposals').length;

    async function taken() {
      const world: { filled?: string; tradedAt: number } = { tradedAt: 0 };
      const rig = await replacing({ filled: () => world.filled, tradedAt: () => world.tradedAt });
      expect(await rig.list()).toEqual(['P-sent-1']);
      Object.assign(world, { filled: '10', tradedAt: rig.clock.now() });
      rig.offers.taken();
      expect(rig.offers.read()).toEqual([]);
      return rig;
    }

    it('are deleted all the same, also after a restart, and once', async () => {
      const { withdrawAll, platform, journalStore, clock, offers } = await taken();
      await clock.advance(0);
      const next = testActions({ journalStore });
      next.offers.start(await next.journal.standing());
      expect(next.offers.proposedBefore({ number: 1, at: Infinity })).toEqual([PROPOSE.requestId]);
      await withdrawAll.press({ ...RECALL, proposals }, FROM_HERE);
      expect(deletions(platform)).toBe(1);
      expect(offers.proposedBefore({ number: 1, at: Infinity })).toEqual([]);
    });

    it('are not told as live beside the one that the desk sent in their place, and not once it is there', async () => {
      const { desk, offers } = await taken();
      const recall = { number: 1, at: Infinity };
      expect(offers.proposedBefore(recall)).toEqual([PROPOSE.requestId]);
      await desk.put(actionId(2), { body: { ...PROPOSE, proposalKind: 'indicative' }, shown });
      expect(offers.proposedBefore(recall)).toEqual([]);
    });

    it('are left alone once their own record says so, or another’s has replaced them', async () => {
      const own = await taken();
      own.platform.addBeside('proposals', 'RQ-2', [
        singleProposal('RQ-2', 'P-sent-1', { counterparty: 'Us', state: 'accepted' }),
      ]);
      await own.list();
      await own.withdrawAll.press({ ...RECALL, proposals }, FROM_HERE);
      expect(deletions(own.platform)).toBe(0);
      const other = await taken();
      other.others('P-theirs');
      await other.list();
      await other.withdrawAll.press({ ...RECALL, proposals }, FROM_HERE);
      expect(deletions(other.platform)).toBe(0);
      expect(other.offers.isReplaced(PROPOSE.requestId)).toBe(true);
    });
  });

  it('that were on their way are deleted as soon as they are live', async () => {
    const { desk, withdrawAll, platform, clock } = testActions();
    const release = platform.hold('addProposal');
    const pressed = desk.put(actionId(1), { body: PROPOSE, shown }, { page: THERE });
    await clock.advance(0);
    await withdrawAll.press({ ...RECALL, proposals }, FROM_HERE);
    release();
    expect(said(await pressed)).toBe('done');
    await clock.advance(0);
    expect(ours(platform)).toEqual([]);
  });

  describe('that were on their way while what they replace was deleted', () => {
    async function under() {
      const rig = testActions();
      await rig.desk.put(actionId(1), { body: PROPOSE, shown });
      const sent = rig.platform.hold('addProposal');
      const pressed = rig.desk.put(
        actionId(2),
        { body: { ...PROPOSE, allOrNone: false }, shown },
        { page: THERE },
      );
      await rig.clock.advance(10);
      return { ...rig, sent, pressed };
    }

    it('are deleted too, as soon as they are live', async () => {
      const { withdrawAll, platform, clock, sent, pressed, offers } = await under();
      await withdrawAll.press({ ...RECALL, proposals }, FROM_HERE);
      expect(platform.callsOf('deleteProposals')).toHaveLength(1);
      await clock.advance(10);
      sent();
      expect(said(await pressed)).toBe('done');
      await clock.advance(10);
      expect(ours(platform)).toEqual([]);
      expect(platform.callsOf('deleteProposals')).toHaveLength(2);
      expect(offers.read()).toEqual([]);
    });

    it('are deleted too where their answer comes first', async () => {
      const { withdrawAll, platform, clock, sent, pressed, offers } = await under();
      const deleted = platform.hold('deleteProposals');
      const press = withdrawAll.press({ ...RECALL, proposals }, FROM_HERE);
      await clock.advance(10);
      sent();
      expect(said(await pressed)).toBe('done');
      await clock.advance(10);
      deleted();
      await press;
      await clock.advance(10);
      expect(platform.callsOf('deleteProposals')).toHaveLength(2);
      expect(ours(platform)).toEqual([]);
      expect(offers.read()).toEqual([]);
    });
  });

  it('are no risk when they are indicative, replaced by such, or gone', async () => {
    const { desk, offers } = testActions();
    await desk.put(actionId(1), { body: PROPOSE, shown });
    await desk.put(actionId(2), { body: { ...PROPOSE, proposalKind: 'indicative' }, shown });
    expect(offers.read()).toEqual([]);
    await desk.put(actionId(3), { body: PROPOSE, shown });
    expect(offers.read()).toHaveLength(1);
    await desk.put(actionId(4), { body: DELETE, shown });
    expect(offers.read()).toEqual([]);
  });

  describe('of which an older action turns out to be done after them', () => {
    const firm = PROPOSE;
    const indicative = { ...PROPOSE, proposalKind: 'indicative' } as const;

    /** The answer to the first is lost and a person settles it; then a firm one at 33 is sent, and the records correct the first. */
    async function corrected(body: Action['body']) {
      const rig = testActions();
      const { desk, platform, clock, journal } = rig;
      const call = body.kind === 'delete-proposals' ? 'deleteProposals' : 'addProposal';
      platform.fault(call, { when: 'before', failure: failure('unknown-outcome') });
      await desk.put(actionId(1), { body, shown });
      await desk.settle(actionId(1), { verdict: 'not-executed', note: 'The web client has none.' });
      await clock.advance(1_000);
      const dearer = { ...firm, price: { shape: 'single', price: Price.parse('33') } } as const;
      expect(said(await desk.put(actionId(2), { body: dearer, shown }))).toBe('done');
      const settled = journal.read().find(({ id }) => id === actionId(1));
      if (settled?.settledBy !== 'person') throw new Error('It is not settled.');
      const executed = moved(settled, {
        type: 'corrected',
        at: clock.now() + 60_000,
        verdict: 'executed',
        proof: 'It is listed as withdrawn.',
        ...(body.kind === 'send-proposal' && { proposalId: ProposalId.parse('P-old') }),
      });
      await journal.record(executed);
      return { ...rig, executed };
    }

    it.each([
      ['an indicative one', indicative],
      ['a firm one', firm],
      ['a deletion', DELETE],
    ] as const)(
      'stand as they are, also after a restart, and are withdrawn with all: %s',
      async (_, body) => {
        const { offers, executed, journalStore, platform, withdrawAll } = await corrected(body);
        const standing = [{ what: 'proposal', number: 'P-sent-1', price: { price: '33' } }];
        offers.take(executed);
        expect(offers.read()).toMatchObject(standing);
        const next = testActions({ journalStore, platform });
        next.offers.start(await next.journal.standing());
        expect(next.offers.read()).toMatchObject(standing);
        await withdrawAll.press({ ...RECALL, proposals }, FROM_HERE);
        expect(ours(platform)).toEqual([]);
        expect(offers.read()).toEqual([]);
        offers.take(executed);
        expect(offers.read()).toEqual([]);
      },
    );
  });

  it('are known after a restart, as counteroffers are, and swept where the gateway ended in the middle', async () => {
    const recallStore = new MemoryMassWithdrawals();
    const { desk, platform, journalStore, recalls } = testActions({ recallStore });
    await desk.put(actionId(1), { body: PROPOSE, shown });
    await desk.put(actionId(2), { body: COUNTER, shown });
    recalls.begin(actionId(900), FROM_HERE, { proposals });
    const next = testActions({ recallStore, journalStore, platform });
    next.own.start(await next.journal.standing());
    next.offers.start(await next.journal.standing());
    expect(next.offers.read().map(({ what }) => what)).toEqual(['proposal', 'counteroffer']);
    await next.desk.start();
    next.withdrawAll.sweep();
    await next.clock.advance(0);
    await next.clock.advance(0);
    expect(ours(platform)).toEqual([]);
    expect(next.offers.read().map(({ what }) => what)).toEqual(['counteroffer']);
  });
});

describe('a quote that a person settles as executed', () => {
  const settlement = { verdict: 'executed', note: 'The web client shows it.' } as const;

  it('needs its number: without it nobody could withdraw it', async () => {
    const { desk, withdrawAll, platform, clock } = testActions();
    platform.fault('sendQuote', { when: 'before', failure: failure('unknown-outcome') });
    await desk.put(actionId(1), { body: QUOTE, shown }, { page: THERE });
    await withdrawAll.press(RECALL, FROM_HERE);
    expect(said(await desk.settle(actionId(1), settlement))).toContain('without its number');
    platform.quotesByRequest.get('RQ-2')?.push(singleQuote('RQ-2', 'Q-late', { state: 'active' }));
    const settled = await desk.settle(actionId(1), { ...settlement, quoteId: QuoteId.parse('Q-late') });
    expect(said(settled)).toBe('done');
    await clock.advance(0);
    expect(live(platform)).toEqual([]);
  });
});

describe('an offer that a person settled as not executed, and that turns out to be live after Withdraw all,', () => {
  const settlement = { verdict: 'not-executed', note: 'The web client has none.' } as const;

  it.each([
    ['a quote', QUOTE, 'sendQuote', 'withdrawQuote'],
    ['a firm price proposal', PROPOSE, 'addProposal', 'deleteProposals'],
  ] as const)('is left to a person, until all is withdrawn once more: %s', async (_, body, call, takeOff) => {
    const recallStore = new MemoryMassWithdrawals();
    const { desk, withdrawAll, platform, clock, journal, journalStore } = testActions({ recallStore });
    platform.fault(call, { when: 'after', failure: failure('unknown-outcome') });
    await desk.put(actionId(1), { body, shown }, { page: THERE });
    platform.down = failure('unavailable');
    const settling = desk.settle(actionId(1), settlement);
    await clock.advance(10_000);
    expect(said(await settling)).toContain('A person recorded');
    await withdrawAll.press({ ...RECALL, proposals: true }, FROM_HERE);
    await clock.advance(1_000);
    platform.down = undefined;
    await clock.advance(120_000);
    expect(journal.read()).toMatchObject([{ state: 'done', corrected: expect.any(String) as string }]);
    withdrawAll.sweep();
    await clock.advance(1_000);
    const next = testActions({ recallStore, journalStore, platform, clock });
    next.own.start(await next.journal.standing());
    next.offers.start(await next.journal.standing());
    await next.desk.start();
    next.withdrawAll.sweep();
    await clock.advance(1_000);
    expect(platform.callsOf(takeOff)).toEqual([]);
    await next.withdrawAll.press({ ...RECALL, id: actionId(901), proposals: true }, FROM_HERE);
    expect(platform.callsOf(takeOff)).toHaveLength(1);
  });
});

it('takes again after a restart, or when the platform is back, what an earlier try of it left live', async () => {
  const recallStore = new MemoryMassWithdrawals();
  const { desk, withdrawAll, platform, clock } = testActions({ recallStore });
  await desk.put(actionId(1), { body: QUOTE, shown });
  platform.down = failure('unavailable');
  const pressed = withdrawAll.press(RECALL, FROM_HERE);
  for (let passedMs = 0; passedMs < 62_000; passedMs += 250) await clock.advance(250);
  await pressed;
  expect(live(platform)).toHaveLength(1);
  platform.down = undefined;
  withdrawAll.sweep();
  await clock.advance(0);
  await clock.advance(0);
  expect(live(platform)).toEqual([]);
});
