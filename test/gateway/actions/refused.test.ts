import { describe, expect, it } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import { RequestId } from '../../../src/domain/identifiers';
import { Price } from '../../../src/domain/price';
import { ACCEPT, actionId, QUOTE, testActions } from '../twins/actions';
import { failure, singleQuote, singleRequest, type CallName } from '../twins/fake-platform';

const ID = actionId(1);
const MINUTE_MS = 60_000;
const refusal = (kind: 'wrong-state' | 'invalid-argument' = 'wrong-state', status = 409) => ({
  ...failure(kind, 'The request has been traded.'),
  service: { status },
});
type Started = ReturnType<typeof testActions>;
const event = (requestId: string, over: object = {}) => ({ type: 'quotation-created', requestId, ...over });

/** The platform refused it, and executed it all the same where it `arrived`. */
async function refused(
  body: ActionBody,
  {
    call,
    arrived = true,
    said = refusal(),
    started = testActions(),
  }: { call: CallName; arrived?: boolean; said?: ReturnType<typeof failure>; started?: Started },
): Promise<Started> {
  started.platform.fault(call, { when: arrived ? 'after' : 'before', failure: said });
  await started.desk.put(ID, { body, shown: 'as shown' });
  expect(now(started)).toMatchObject({ state: 'rejected' });
  return started;
}
const now = ({ journal }: Started): Action | undefined => journal.read().find(({ id }) => id === ID);
const quote = (id: string, over: object = {}) =>
  singleQuote('RQ-2', id, { 'price-direction': 'ask', legs: [{ price: 31 }], counterparty: 'Us', ...over });
const list = ({ platform }: Started, ...raws: Record<string, unknown>[]): void =>
  void platform.quotesByRequest.get('RQ-2')?.push(...raws);
const at = (time: number) => ({ 'created-at': new Date(time).toISOString() });
const liveQuotes = ({ own }: Started): string[] => own.read().map(({ quoteId }) => quoteId);

describe('an acceptance that the platform refused and executed', () => {
  it('is told as executed once an event makes the desk look, with its trade', async () => {
    const started = await refused(ACCEPT, { call: 'executeTrade' });
    started.desk.heard(event('RQ-1'));
    await started.clock.advance(1_000);
    expect(now(started)).toMatchObject({
      state: 'done',
      tradeId: 'T-1',
      corrected:
        'The platform refused it; its records say otherwise. It was executed, by this press or by another of your company: trade T-1.',
      executed: { quantity: '10', price: '30.1' },
    });
    expect(started.ended.map(({ state }) => state)).toEqual(['rejected', 'done']);
  });

  it('is found without an event, and after a restart', async () => {
    const alone = await refused(ACCEPT, { call: 'executeTrade' });
    await alone.clock.advance(MINUTE_MS);
    expect(now(alone)).toMatchObject({ state: 'done', tradeId: 'T-1' });
    const first = await refused(ACCEPT, { call: 'executeTrade' });
    await first.desk.stop();
    const { journalStore, platform, clock } = first;
    const second = testActions({ journalStore, platform, clock });
    await second.desk.start();
    await clock.advance(MINUTE_MS);
    expect(now(second)).toMatchObject({ state: 'done', tradeId: 'T-1' });
  });

  it('is unknown where its trade proves nothing, holds back the next one, and a person resolves it', async () => {
    const started = await refused(ACCEPT, { call: 'executeTrade', arrived: false });
    const { platform, clock, desk } = started;
    platform.addTrade({
      'trade-id': 'T-7',
      'request-id': 'RQ-1',
      action: 'buy',
      price: 30.1,
      quantity: 10,
      counterparty: 'North',
    });
    await clock.advance(MINUTE_MS);
    expect(now(started)).toMatchObject({
      state: 'unknown',
      isDoubted: true,
      evidence: 'Trade T-7 is new on this request and may be this one; nothing proves it.',
      failure: { message: 'The request has been traded. The platform’s records say otherwise.' },
    });
    expect(await desk.put(actionId(2), { body: ACCEPT, shown: 'again' })).toMatchObject({ ok: false });
    const note = 'It was a colleague.';
    expect(await desk.settle(ID, { verdict: 'not-executed', note })).toMatchObject({ ok: true });
    expect(now(started)).toMatchObject({ state: 'rejected', settledBy: 'person' });
  });

  it('is what the platform said where nothing says otherwise, and costs two looks and no more', async () => {
    const started = await refused(ACCEPT, { call: 'executeTrade', arrived: false });
    const before = started.platform.calls.length;
    await started.clock.advance(5 * MINUTE_MS);
    const calls = started.platform.calls.length;
    expect(calls - before).toBeGreaterThan(0);
    await started.clock.advance(100 * MINUTE_MS);
    expect(started.platform.calls).toHaveLength(calls);
    expect(now(started)).toMatchObject({ state: 'rejected', failure: { kind: 'wrong-state' } });
  });

  it('is not looked up by itself where the price had moved', async () => {
    const moved = { ...failure('price-moved'), service: { status: 422 } };
    const started = await refused(ACCEPT, { call: 'executeTrade', arrived: false, said: moved });
    const calls = started.platform.calls.length;
    await started.clock.advance(5 * MINUTE_MS);
    expect(started.platform.calls).toHaveLength(calls);
  });
});

it.each([
  ['signed-out', 401],
  ['denied', 403],
] as const)('what was refused as %s and executed is found all the same', async (kind, status) => {
  const said = { ...failure(kind), service: { status } };
  const taken = await refused(ACCEPT, { call: 'executeTrade', said });
  await taken.clock.advance(MINUTE_MS);
  expect(now(taken)).toMatchObject({ state: 'done', tradeId: 'T-1' });
  const live = await refused(QUOTE, { call: 'sendQuote', said });
  await live.clock.advance(MINUTE_MS);
  expect(liveQuotes(live)).toEqual(['Q-sent-1']);
});

describe('events on the request of what was refused', () => {
  const moved = { ...failure('price-moved'), service: { status: 422 } };
  /** Several acceptances that were refused, on one request. */
  async function several(said: ReturnType<typeof failure>): Promise<Started> {
    const started = testActions();
    for (let count = 1; count <= 5; count++) {
      started.platform.fault('executeTrade', { when: 'before', failure: said });
      await started.desk.put(actionId(count), { body: ACCEPT, shown: 'as shown' });
    }
    await started.clock.advance(5 * MINUTE_MS);
    started.platform.calls.splice(0);
    return started;
  }
  const hourOf = async ({ clock, desk }: Started, heard: ReturnType<typeof event>): Promise<void> => {
    for (let count = 0; count < 120; count++) {
      desk.heard(heard);
      await clock.advance(MINUTE_MS / 2);
    }
  };

  it('bring about looks that all of them share, and ever fewer', async () => {
    const started = await several(refusal());
    await hourOf(started, event('RQ-1'));
    const { length } = started.platform.callsOf('quotes');
    expect(length).toBeGreaterThan(2);
    expect(length).toBeLessThan(8);
    expect(started.platform.calls).toHaveLength(2 * length);
  });

  it('bring about none where the price had moved, unless they tell of a trade or name that offer', async () => {
    const started = await several(moved);
    await hourOf(started, event('RQ-1', { quoteId: 'Q-9' }));
    expect(started.platform.calls).toEqual([]);
    started.desk.heard(event('RQ-1', { quoteId: 'Q-1' }));
    await started.clock.advance(1);
    expect(started.platform.calls.map(({ name }) => name).sort()).toEqual(['quotes', 'trades']);
    const traded = await several(moved);
    traded.desk.heard(event('RQ-1', { type: 'request-traded' }));
    await traded.clock.advance(1);
    expect(traded.platform.callsOf('quotes')).toHaveLength(1);
  });

  it('are looked into later where a look has just been, and not dropped', async () => {
    const started = await refused(ACCEPT, { call: 'executeTrade', arrived: false });
    await started.clock.advance(80_000);
    const looks = () => started.platform.callsOf('quotes').length;
    const before = looks();
    started.desk.heard(event('RQ-1'));
    await started.clock.advance(1_000);
    expect(looks()).toBe(before);
    await started.clock.advance(2 * MINUTE_MS);
    expect(looks()).toBe(before + 1);
  });

  it('have a day’s worth of looks, and no more', async () => {
    const started = testActions();
    for (let count = 1; count <= 110; count++) {
      const requestId = RequestId.parse(`RQ-${count + 10}`);
      started.platform.addRequest(singleRequest(requestId), [singleQuote(requestId, 'Q-1')]);
      started.platform.fault('executeTrade', { when: 'before', failure: moved });
      await started.desk.put(actionId(count), { body: { ...ACCEPT, requestId }, shown: 'as shown' });
    }
    await started.clock.advance(5 * MINUTE_MS);
    started.platform.calls.splice(0);
    for (let count = 1; count <= 110; count++)
      started.desk.heard(event(`RQ-${count + 10}`, { type: 'request-traded' }));
    await started.clock.advance(1_000);
    expect(started.platform.callsOf('quotes')).toHaveLength(100);
  });
});

describe('an acceptance of a standard spread that the platform refused', () => {
  const STANDARD: ActionBody = {
    ...ACCEPT,
    lastSeen: { type: 'standard-spread', spreadPrice: Price.parse('1') },
  };
  /** A trade as the operator enters its leg prices, `laterMs` after the refusal. */
  async function priced(laterMs: number, service: object = {}): Promise<Started> {
    const started = testActions();
    started.platform.addRequest(
      singleRequest('RQ-1', { contract: 'standard-spread', legs: [{ action: 'buy' }, { action: 'sell' }] }),
      [singleQuote('RQ-1', 'Q-1', { type: 'standard-spread', 'spread-price': 1, legs: null })],
    );
    const said = { ...refusal(), service: { status: 409, ...service } };
    await refused(STANDARD, { call: 'executeTrade', arrived: false, said, started });
    await started.clock.advance(laterMs);
    started.platform.addTrade({
      'trade-id': 'T-7',
      'request-id': 'RQ-1',
      contract: 'standard-spread',
      quantity: 10,
      counterparty: 'North',
      legs: [
        { action: 'buy', price: 30 },
        { action: 'sell', price: 29 },
      ],
    });
    started.platform.changeQuote('RQ-1', 'Q-1', { state: 'accepted' });
    started.desk.heard(event('RQ-1'));
    await started.clock.advance(10 * MINUTE_MS);
    return started;
  }

  it('is unknown where a trade comes hours later, which may be a colleague’s', async () => {
    expect(now(await priced(180 * MINUTE_MS))).toMatchObject({
      state: 'unknown',
      isDoubted: true,
      evidence: 'It may be trade T-7, whose leg prices came later.',
    });
  });

  it('was executed where the trade is of that minute, or the answer named it', async () => {
    expect(now(await priced(0))).toMatchObject({ state: 'done', tradeId: 'T-7' });
    const named = await priced(180 * MINUTE_MS, { number: 'T-7' });
    expect(now(named)).toMatchObject({ state: 'done', tradeId: 'T-7' });
  });
});

describe('a quote that the platform refused and took', () => {
  it('is live, told so, and withdrawn by Withdraw all, which was pressed before or after it was found', async () => {
    const said = refusal('invalid-argument', 422);
    const started = await refused(QUOTE, { call: 'sendQuote', said });
    await started.clock.advance(MINUTE_MS);
    expect(now(started)).toMatchObject({
      state: 'done',
      quoteId: 'Q-sent-1',
      corrected: expect.stringContaining('The platform refused it') as string,
    });
    expect(liveQuotes(started)).toEqual(['Q-sent-1']);

    const pressed = await refused(QUOTE, { call: 'sendQuote', said });
    await pressed.withdrawAll.press({ id: actionId(9), actions: [] });
    await pressed.clock.advance(MINUTE_MS);
    await pressed.clock.advance(1);
    expect(pressed.platform.callsOf('withdrawQuote')).toMatchObject([{ id: 'Q-sent-1' }]);
    expect(liveQuotes(pressed)).toEqual([]);
  });

  it('is unknown where its record does not say when it was made, and Withdraw all tries it', async () => {
    const started = await refused(QUOTE, { call: 'sendQuote', arrived: false });
    list(started, quote('Q-5'));
    await started.clock.advance(10 * MINUTE_MS);
    expect(now(started)).toMatchObject({
      state: 'unknown',
      evidence: 'It may be quote Q-5, which does not say when it was made.',
    });
    await started.withdrawAll.press({ id: actionId(9), actions: [] });
    await started.clock.advance(MINUTE_MS);
    expect(started.platform.callsOf('withdrawQuote')).toMatchObject([{ id: 'Q-5' }]);
  });

  it('is live once the record in doubt says that it was made then, and not where it was made well after', async () => {
    for (const [lateMs, state] of [
      [0, 'done'],
      [2 * MINUTE_MS, 'unknown'],
    ] as const) {
      const started = await refused(QUOTE, { call: 'sendQuote', arrived: false });
      const refusedAt = started.clock.now();
      list(started, quote('Q-5'));
      await started.clock.advance(MINUTE_MS);
      expect(now(started)).toMatchObject({ state: 'unknown', refusedAt });
      started.platform.changeQuote('RQ-2', 'Q-5', at(refusedAt + lateMs));
      await started.clock.advance(10 * MINUTE_MS);
      expect(now(started)).toMatchObject({ state });
      if (state === 'done')
        expect(now(started)?.corrected).toBe(
          'The platform refused it; its records say otherwise. It went live, by this press or by another of your company: quote Q-5.',
        );
    }
  });

  it('is tried where it may be listed under a name that nobody knows as the desk’s', async () => {
    const started = testActions({ ownName: null });
    await refused(QUOTE, { call: 'sendQuote', arrived: false, started });
    list(started, quote('Q-5', at(started.clock.now())));
    await started.clock.advance(MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'unknown', isDoubted: true });
    await started.withdrawAll.press({ id: actionId(9), actions: [] });
    await started.clock.advance(MINUTE_MS);
    expect(started.platform.callsOf('withdrawQuote')).toMatchObject([{ id: 'Q-5' }]);
  });

  it('is what the platform said where an equal one is a rival’s, was made later or is that of the next press', async () => {
    const rival = await refused(QUOTE, { call: 'sendQuote', arrived: false });
    list(rival, quote('Q-5', { counterparty: 'Rival', ...at(rival.clock.now()) }));
    await rival.clock.advance(5 * MINUTE_MS);
    expect(now(rival)).toMatchObject({ state: 'rejected' });

    const later = await refused(QUOTE, { call: 'sendQuote', arrived: false });
    await later.clock.advance(2 * MINUTE_MS);
    list(later, quote('Q-5', at(later.clock.now())));
    later.desk.heard(event('RQ-2'));
    await later.clock.advance(MINUTE_MS);
    expect(now(later)).toMatchObject({ state: 'rejected' });

    const again = await refused(QUOTE, { call: 'sendQuote', arrived: false });
    await again.desk.put(actionId(2), { body: QUOTE, shown: 'again' });
    await again.clock.advance(5 * MINUTE_MS);
    expect(now(again)).toMatchObject({ state: 'rejected' });
    expect(liveQuotes(again)).toEqual(['Q-sent-1']);
  });

  it('waits for an equal one whose outcome is open', async () => {
    const started = await refused(QUOTE, { call: 'sendQuote', arrived: false });
    started.platform.fault('sendQuote', { when: 'after', failure: failure('unknown-outcome') });
    await started.desk.put(actionId(2), { body: QUOTE, shown: 'again' });
    await started.clock.advance(5 * MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'rejected' });
    expect(liveQuotes(started)).toEqual(['Q-sent-1']);
  });
});
