import { describe, expect, it } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import { QuoteId } from '../../../src/domain/identifiers';
import { ACCEPT, actionId, CREATE, PROPOSE, QUOTE, testActions, WITHDRAW } from '../twins/actions';
import { failure, singleQuote, type CallName } from '../twins/fake-platform';

const lost = failure('unknown-outcome');
const down = failure('unavailable');
const ID = actionId(1);
const note = 'The platform is down, nothing can have come of it.';
const notExecuted = { verdict: 'not-executed', note } as const;
const resolved = (as: string): string =>
  `A person resolved it as ${as}; the platform’s records prove otherwise. `;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
type Started = ReturnType<typeof testActions>;

/** An answer was lost, and a person settled it while nothing could be read. `arrived`: it was executed all the same. */
async function settledBlind(
  body: ActionBody,
  {
    call,
    arrived,
    settlement = notExecuted,
  }: {
    call: CallName;
    arrived: boolean;
    settlement?: Parameters<Started['desk']['settle']>[1];
  },
  started = testActions(),
): Promise<Started> {
  const { desk, platform, clock } = started;
  platform.fault(call, { when: arrived ? 'after' : 'before', failure: lost });
  await desk.put(ID, { body, shown: 'as shown' });
  platform.down = down;
  const settling = desk.settle(ID, settlement);
  await clock.advance(10_000);
  expect(await settling).toMatchObject({ ok: true, value: { settledBy: 'person', note: settlement.note } });
  platform.down = undefined;
  return started;
}
const now = ({ journal }: Started): Action | undefined => journal.read().find(({ id }) => id === ID);
const states = ({ journalStore }: Started): string[] =>
  journalStore.lines.filter(({ id }) => id === ID).map(({ state }) => state);
const liveQuotes = ({ own }: Started): string[] => own.read().map(({ quoteId }) => quoteId);

describe('what a person settled as not executed', () => {
  it('is corrected by the quote that stands, which is then withdrawn with all others', async () => {
    const started = await settledBlind(QUOTE, { call: 'sendQuote', arrived: true });
    const { desk, clock, ended, journalStore } = started;
    expect(liveQuotes(started)).toEqual([]);
    expect(desk.unsettledOn('RQ-2')).toEqual([ID]);
    await clock.advance(2 * MINUTE_MS);
    expect(now(started)).toMatchObject({
      state: 'done',
      quoteId: 'Q-sent-1',
      note,
      corrected: `${resolved('not live')}It went live: quote Q-sent-1.`,
    });
    expect(now(started)).not.toHaveProperty('failure');
    // The settlement stays in its own line.
    expect(states(started)).toEqual(['staged', 'sending', 'unknown', 'rejected', 'done']);
    expect(journalStore.lines[3]).toMatchObject({ settledBy: 'person', note });
    expect(ended.map(({ state }) => state)).toEqual(['rejected', 'done']);
    expect(liveQuotes(started)).toEqual(['Q-sent-1']);
    expect(desk.unsettledOn('RQ-2')).toEqual([]);
  });

  it('is corrected by the trade of an acceptance, whose terms are read back', async () => {
    const started = await settledBlind(ACCEPT, { call: 'executeTrade', arrived: true });
    await started.clock.advance(2 * MINUTE_MS);
    expect(now(started)).toMatchObject({
      state: 'done',
      tradeId: 'T-1',
      corrected: `${resolved('not executed')}It was executed: trade T-1.`,
      executed: { quantity: '10', price: '30.1' },
    });
  });

  it('is corrected at once when an event tells of its request', async () => {
    const started = await settledBlind(QUOTE, { call: 'sendQuote', arrived: true });
    started.desk.hint(started.desk.unsettledOn('RQ-2'));
    await started.clock.advance(10);
    expect(now(started)).toMatchObject({ state: 'done', quoteId: 'Q-sent-1' });
  });

  it('is corrected once the platform can be read again, also after a restart', async () => {
    const first = await settledBlind(QUOTE, { call: 'sendQuote', arrived: true });
    await first.desk.stop();
    const { journalStore, platform, clock } = first;
    await clock.advance(3 * DAY_MS);
    const second = testActions({ journalStore, platform, clock });
    await second.desk.start();
    await clock.advance(MINUTE_MS);
    expect(now(second)).toMatchObject({
      state: 'done',
      corrected: expect.stringContaining(resolved('not live')) as string,
    });
    // It is corrected once.
    await clock.advance(DAY_MS);
    expect(states(second)).toEqual(['staged', 'sending', 'unknown', 'rejected', 'done']);
  });

  it('stays as it is where nothing is there, for absence proves nothing, and is looked at ever more rarely', async () => {
    const started = await settledBlind(QUOTE, { call: 'sendQuote', arrived: false });
    const { platform, clock, desk } = started;
    const before = platform.calls.length;
    await clock.advance(DAY_MS);
    expect(now(started)).toMatchObject({ state: 'rejected', settledBy: 'person' });
    expect(now(started)).not.toHaveProperty('corrected');
    const callsOfDay = platform.calls.length - before;
    expect(callsOfDay).toBeGreaterThan(24);
    expect(callsOfDay).toBeLessThan(150);
    await clock.advance(14 * DAY_MS);
    expect(desk.unsettledOn('RQ-2')).toEqual([]);
    const after = platform.calls.length;
    await clock.advance(DAY_MS);
    expect(platform.calls).toHaveLength(after);
  });

  it('blocks nothing: what is pressed again is another action, whose quote is its own', async () => {
    const started = await settledBlind(QUOTE, { call: 'sendQuote', arrived: false });
    const again = await started.desk.put(actionId(2), { body: QUOTE, shown: 'again' });
    expect(again).toMatchObject({ ok: true, value: { state: 'done', quoteId: 'Q-sent-1' } });
    await started.clock.advance(DAY_MS);
    expect(now(started)).toMatchObject({ state: 'rejected', settledBy: 'person' });
    expect(liveQuotes(started)).toEqual(['Q-sent-1']);
  });

  it('is told though the same was pressed again: both quotes are live', async () => {
    const started = await settledBlind(QUOTE, { call: 'sendQuote', arrived: true });
    await started.desk.put(actionId(2), { body: QUOTE, shown: 'again' });
    await started.clock.advance(2 * MINUTE_MS);
    expect(now(started)).toMatchObject({
      quoteId: 'Q-sent-1',
      corrected: expect.stringContaining(resolved('not live')) as string,
    });
    expect(liveQuotes(started)).toEqual(['Q-sent-2', 'Q-sent-1']);
  });
});

describe('what came after a person settled it', () => {
  const HOURS_MS = 8 * 3_600_000;

  it('is another press: an equal quote made later elsewhere is neither adopted nor withdrawn', async () => {
    const started = await settledBlind(QUOTE, { call: 'sendQuote', arrived: false });
    const { platform, clock } = started;
    await clock.advance(HOURS_MS);
    const own = { 'price-direction': 'ask', legs: [{ price: 31 }], counterparty: 'Us' };
    const at = { 'created-at': new Date(clock.now()).toISOString() };
    platform.quotesByRequest.get('RQ-2')?.push(singleQuote('RQ-2', 'Q-web', { ...own, ...at }));
    await clock.advance(2 * HOURS_MS);
    expect(now(started)).toMatchObject({ state: 'rejected', settledBy: 'person' });
    expect(liveQuotes(started)).toEqual([]);
    expect(platform.callsOf('withdrawQuote')).toEqual([]);
  });

  it('corrects nothing where the record does not say when it was made', async () => {
    const started = await settledBlind(QUOTE, { call: 'sendQuote', arrived: true });
    started.platform.changeQuote('RQ-2', 'Q-sent-1', { 'created-at': undefined });
    await started.clock.advance(DAY_MS);
    expect(now(started)).toMatchObject({ state: 'rejected', settledBy: 'person' });
  });

  it('explains a withdrawn quote: a withdrawal that a person called not executed stays so', async () => {
    const started = testActions();
    await started.desk.put(actionId(3), { body: QUOTE, shown: 'live' });
    const body: ActionBody = { ...WITHDRAW, quoteId: QuoteId.parse('Q-sent-1') } as ActionBody;
    await settledBlind(body, { call: 'withdrawQuote', arrived: false }, started);
    started.platform.changeQuote('RQ-2', 'Q-sent-1', { state: 'withdrawn' });
    await started.clock.advance(DAY_MS);
    expect(now(started)).not.toHaveProperty('corrected');
  });
});

describe('the trade of a quote that no list shows any more', () => {
  const taken = { 'trade-id': 'T-9', 'request-id': 'RQ-2', action: 'sell', price: 31, quantity: 10 };
  const settled = async (
    trade: Record<string, unknown> = taken,
    started = testActions(),
  ): Promise<Started> => {
    await settledBlind(QUOTE, { call: 'sendQuote', arrived: false }, started);
    started.platform.addTrade(trade);
    await started.clock.advance(2 * MINUTE_MS);
    return started;
  };

  it('corrects what a person settled as not executed', async () => {
    const started = await settled();
    expect(now(started)).toMatchObject({
      state: 'done',
      tradeId: 'T-9',
      corrected: `${resolved('not live')}Trade T-9 on this request has its price and quantity, and nothing else that this desk sent explains it.`,
    });
    // Its number is not known: until its request is over it may be live.
    expect(started.offers.read()).toMatchObject([{ what: 'unnumbered-quote', requestId: 'RQ-2' }]);
  });

  it.each([
    ['another request', { ...taken, 'request-id': 'RQ-1' }],
    ['another price', { ...taken, price: 31.5 }],
    ['another quantity, for it was all or none', { ...taken, quantity: 5 }],
    ['the other side', { ...taken, action: 'buy' }],
    ['an older time', { ...taken, 'traded-at': '2026-11-01T08:00:00Z' }],
    ['another quote', { ...taken, 'pre-trade': { 'quotation-id': 'Q-2' } }],
  ])('corrects nothing where it is of %s', async (_, trade) => {
    const started = await settled(trade);
    expect(now(started)).toMatchObject({ state: 'rejected', settledBy: 'person' });
    expect(started.platform.callsOf('trades').length).toBeGreaterThan(0);
  });

  it('corrects nothing where another quote of this desk explains it', async () => {
    const started = testActions();
    const other = { ...QUOTE, direction: 'ask' } as const;
    await started.desk.put(actionId(7), { body: other, shown: 'earlier' });
    await settled(taken, started);
    expect(now(started)).toMatchObject({ state: 'rejected', settledBy: 'person' });
  });

  it('corrects nothing where it names a quote that is listed', async () => {
    const started = testActions();
    const listed = { 'price-direction': 'ask', legs: [{ price: 31 }], quantity: 20, counterparty: 'Us' };
    const trade = { ...taken, 'pre-trade': { 'quotation-id': 'Q-other' } };
    await settledBlind(QUOTE, { call: 'sendQuote', arrived: false }, started);
    started.platform.quotesByRequest.get('RQ-2')?.push(singleQuote('RQ-2', 'Q-other', listed));
    started.platform.addTrade(trade);
    await started.clock.advance(2 * MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'rejected', settledBy: 'person' });
  });

  it('corrects neither of two that a person settled and that both explain it', async () => {
    const started = testActions();
    started.platform.fault('sendQuote', { when: 'before', failure: lost });
    await started.desk.put(actionId(7), { body: QUOTE, shown: 'the other' });
    started.platform.down = down;
    const settling = started.desk.settle(actionId(7), notExecuted);
    await started.clock.advance(10_000);
    expect(await settling).toMatchObject({ ok: true });
    started.platform.down = undefined;
    await settledBlind(QUOTE, { call: 'sendQuote', arrived: false }, started);
    started.platform.addTrade(taken);
    await started.clock.advance(2 * MINUTE_MS);
    expect(started.journal.read().map(({ state }) => state)).toEqual(['rejected', 'rejected']);
  });

  it('corrects no indicative price, for nobody can take one', async () => {
    const body = { ...PROPOSE, proposalKind: 'indicative' } as ActionBody;
    const started = await settledBlind(body, { call: 'addProposal', arrived: false });
    started.platform.addTrade(taken);
    await started.clock.advance(2 * MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'rejected', settledBy: 'person' });
  });

  it('also tells of a firm price proposal that was taken', async () => {
    const started = await settledBlind(PROPOSE, { call: 'addProposal', arrived: false });
    started.platform.addTrade(taken);
    await started.clock.advance(2 * MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'done', tradeId: 'T-9' });
  });
});

describe('what a person settled as executed', () => {
  it('is corrected by the quote that says it is still active, which is live again', async () => {
    const started = testActions();
    const { desk, clock, platform } = started;
    await desk.put(actionId(3), { body: QUOTE, shown: 'live' });
    const body: ActionBody = { ...WITHDRAW, quoteId: QuoteId.parse('Q-sent-1') } as ActionBody;
    platform.fault('withdrawQuote', { when: 'before', failure: lost });
    await desk.put(ID, { body, shown: 'as shown' });
    // The desk itself would send it again.
    platform.down = down;
    await desk.settle(ID, { verdict: 'executed', note: 'Somebody said so.' });
    platform.down = undefined;
    expect(liveQuotes(started)).toEqual([]);
    // A list may lag for a moment.
    desk.hint(desk.unsettledOn('RQ-2'));
    await clock.advance(1_000);
    expect(now(started)).toMatchObject({ state: 'done', settledBy: 'person' });
    await clock.advance(3 * MINUTE_MS);
    expect(now(started)).toMatchObject({
      state: 'rejected',
      corrected: `${resolved('withdrawn')}Quote Q-sent-1 is still active.`,
    });
    expect(liveQuotes(started)).toEqual(['Q-sent-1']);
    const later = testActions({ journalStore: started.journalStore, platform, clock });
    later.own.start(await later.journal.standing());
    expect(liveQuotes(later)).toEqual(['Q-sent-1']);
  });

  it('is corrected by an offer that was withdrawn and of which nothing was traded', async () => {
    const settlement = { verdict: 'executed', note: 'I think so.' } as const;
    const started = await settledBlind(ACCEPT, { call: 'executeTrade', arrived: false, settlement });
    started.platform.changeQuote('RQ-1', 'Q-1', { state: 'withdrawn' });
    started.platform.change('RQ-1', { state: 'closed' });
    await started.clock.advance(2 * MINUTE_MS);
    expect(now(started)).toMatchObject({
      state: 'rejected',
      corrected: `${resolved('executed')}Quote Q-1 is withdrawn, and nothing of it was traded.`,
    });
  });

  it('is not disproved by what is not there, once the platform had taken it', async () => {
    const started = testActions();
    const { desk, platform, clock } = started;
    platform.executeTrade = async () => ({ ok: true, value: {} });
    await desk.put(ID, { body: ACCEPT, shown: 'as shown' });
    await desk.settle(ID, { verdict: 'executed', note: 'It was taken.' });
    expect(now(started)).toMatchObject({ settledFrom: 'acknowledged' });
    platform.changeQuote('RQ-1', 'Q-1', { state: 'withdrawn' });
    platform.change('RQ-1', { state: 'closed' });
    await clock.advance(DAY_MS);
    expect(now(started)).toMatchObject({ state: 'done', settledBy: 'person' });
  });

  it('gets the number that the records tell, and a wrong one is corrected', async () => {
    const settlement = { verdict: 'executed', note: 'The web client shows it.' } as const;
    const unnumbered = await settledBlind(CREATE, { call: 'createRequest', arrived: true, settlement });
    await unnumbered.clock.advance(2 * MINUTE_MS);
    expect(now(unnumbered)).toMatchObject({ state: 'done', newRequestId: 'RQ-made-1' });
    expect(now(unnumbered)).not.toHaveProperty('corrected');

    const quoteId = QuoteId.parse('Q-2');
    const wrong = await settledBlind(QUOTE, {
      call: 'sendQuote',
      arrived: true,
      settlement: { ...settlement, quoteId },
    });
    expect(liveQuotes(wrong)).toEqual(['Q-2']);
    await wrong.clock.advance(2 * MINUTE_MS);
    expect(now(wrong)).toMatchObject({
      quoteId: 'Q-sent-1',
      corrected: expect.stringContaining(resolved('live')) as string,
    });
    expect(liveQuotes(wrong)).toEqual(['Q-sent-1']);
  });

  it('leads by the number of a quote to what came of it since: it went live, and was taken', async () => {
    const settlement = { verdict: 'executed', note: 'Seen.', quoteId: QuoteId.parse('Q-sent-1') } as const;
    const started = await settledBlind(QUOTE, { call: 'sendQuote', arrived: true, settlement });
    started.platform.changeQuote('RQ-2', 'Q-sent-1', { state: 'accepted' });
    const quotes = await started.platform.quotes(QUOTE.requestId, { lane: 'asked' });
    if (quotes.ok) started.own.seen(quotes.value);
    await started.clock.advance(1);
    expect(now(started)).toMatchObject({ state: 'done', over: { how: 'accepted' } });
    expect(liveQuotes(started)).toEqual([]);
  });

  it('keeps its number where that was not there before', async () => {
    const settlement = { verdict: 'executed', note: 'Seen.', quoteId: QuoteId.parse('Q-77') } as const;
    const started = await settledBlind(QUOTE, { call: 'sendQuote', arrived: true, settlement });
    await started.clock.advance(DAY_MS);
    expect(now(started)).toMatchObject({ quoteId: 'Q-77' });
    expect(now(started)).not.toHaveProperty('corrected');
  });

  it('is left alone once the records prove just that', async () => {
    const settlement = { verdict: 'executed', note: 'Seen.', quoteId: QuoteId.parse('Q-sent-1') } as const;
    const started = await settledBlind(QUOTE, { call: 'sendQuote', arrived: true, settlement });
    await started.clock.advance(2 * MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'done', settledBy: 'person' });
    const calls = started.platform.calls.length;
    await started.clock.advance(DAY_MS);
    expect(started.platform.calls).toHaveLength(calls);
  });
});

it('another company’s equal quote corrects nothing', async () => {
  const started = await settledBlind(QUOTE, { call: 'sendQuote', arrived: false });
  const rival = { 'price-direction': 'ask', legs: [{ price: 31 }], counterparty: 'Rival' };
  started.platform.quotesByRequest.get('RQ-2')?.push(singleQuote('RQ-2', 'Q-rival', rival));
  await started.clock.advance(DAY_MS);
  expect(now(started)).toMatchObject({ state: 'rejected', settledBy: 'person' });
});
