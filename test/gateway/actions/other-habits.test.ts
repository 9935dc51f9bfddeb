import { describe, expect, it } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import { sentence, success, type Outcome } from '../../../src/domain/failure';
import { QuoteId, RequestId, type ActionId } from '../../../src/domain/identifiers';
import { ACCEPT, actionId, COUNTER, PROPOSE, QUOTE, SENT, testActions } from '../twins/actions';
import {
  failure,
  singleProposal,
  singleQuote,
  singleRequest,
  type FakePlatform,
} from '../twins/fake-platform';

const lost = failure('unknown-outcome');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Started = ReturnType<typeof testActions>;
const put = ({ desk }: Pick<Started, 'desk'>, body: ActionBody, count = 1) =>
  desk.put(actionId(count), { body, shown: 'as shown' });
const actionOf = (outcome: Outcome<Action>): Action => {
  if (!outcome.ok) throw new Error(sentence(outcome.failure));
  return outcome.value;
};
const now = ({ journal }: Started, id: ActionId = actionId(1)) => journal.read().find((one) => one.id === id);

/** A lost answer, whose action is executed or is not. */
async function losing(body: ActionBody, how: 'before' | 'after', started = testActions()): Promise<Started> {
  started.platform.fault(SENT[body.kind], { when: how, failure: lost });
  expect(actionOf(await put(started, body)).state).toBe('unknown');
  return started;
}
const stranger = (id: string, over: Record<string, unknown> = {}) => ({
  'trade-id': id,
  'request-id': 'RQ-9',
  action: 'buy',
  price: 1,
  quantity: 1,
  ...over,
});

describe('a platform that closes first and lists the trade later', () => {
  it.each(['taken', 'lost'])(
    'has an acceptance that is %s found hours later, and never rejected before',
    async (how) => {
      const started = testActions();
      const { platform, clock } = started;
      if (how === 'taken') platform.executeTrade = async () => success({});
      else platform.fault('executeTrade', { when: 'before', failure: lost });
      const open = actionOf(await put(started, ACCEPT)).state;
      platform.change('RQ-1', { state: 'closed' });
      platform.quotesByRequest.set('RQ-1', []);
      await clock.advance(3 * 60 * MINUTE_MS);
      expect(now(started)?.state).toBe(open);
      platform.addTrade({
        'trade-id': 'T-1',
        'request-id': 'RQ-1',
        action: 'buy',
        price: 30.1,
        quantity: 10,
        counterparty: 'North',
      });
      await clock.advance(11 * MINUTE_MS);
      expect(now(started)).toMatchObject({ state: 'done', tradeId: 'T-1' });
    },
  );

  it('has it found when the trade is listed two days later, across a restart', async () => {
    const first = await losing(ACCEPT, 'before');
    const { platform, clock, journalStore } = first;
    const tradedAt = new Date(clock.now() + 2_000).toISOString();
    platform.change('RQ-1', { state: 'closed' });
    platform.quotesByRequest.set('RQ-1', []);
    await clock.advance(DAY_MS);
    await first.desk.stop();
    const second = testActions({ platform, clock, journalStore });
    await second.desk.start();
    await clock.advance(DAY_MS);
    expect(now(second)?.state).toBe('unknown');
    platform.addTrade({
      'trade-id': 'T-1',
      'request-id': 'RQ-1',
      action: 'buy',
      price: 30.1,
      quantity: 10,
      counterparty: 'North',
      'traded-at': tradedAt,
    });
    await clock.advance(11 * MINUTE_MS);
    expect(now(second)).toMatchObject({ state: 'done', tradeId: 'T-1' });
  });

  it('looks at once at what is open when something is heard of its request', async () => {
    const started = await losing(ACCEPT, 'before');
    const { platform, clock, desk } = started;
    await clock.advance(60 * MINUTE_MS);
    platform.execute(ACCEPT);
    desk.hint(desk.unsettledOn('RQ-1'));
    await clock.advance(10);
    expect(now(started)?.state).toBe('done');
  });
});

describe('a platform with other words for its venues', () => {
  it.each(['Tender', 'enquiry', 'RFQ', '', null])(
    'has a lost acceptance found on venue %j',
    async (venue) => {
      const started = await losing(ACCEPT, 'after');
      for (const raw of started.platform.tradeRaws) raw['venue'] = venue;
      await started.clock.advance(2_000);
      expect(now(started)).toMatchObject({ state: 'done', tradeId: 'T-1' });
    },
  );

  it.each(['market', 'GREEN', ' Spot '])(
    'reads no details of trades on %j, which come from no request',
    async (venue) => {
      const started = await losing(
        ACCEPT,
        'before',
        testActions({ otherVenues: ['market', 'green', 'spot'] }),
      );
      started.platform.addTrade(stranger('T-x', { venue }));
      started.platform.addTrade(stranger('T-y', { venue: 'auction' }));
      await started.clock.advance(MINUTE_MS);
      expect(started.platform.callsOf('trade').map(({ id }) => id)).toEqual(['T-y']);
    },
  );
});

describe('a day of many trades', () => {
  const many = (platform: FakePlatform, count: number, at: number, ours: number): void => {
    for (let one = 0; one < count; one++) {
      const isOurs = one === ours;
      const raw = isOurs
        ? {
            'trade-id': 'T-ours',
            'request-id': 'RQ-1',
            action: 'buy',
            price: 30.1,
            quantity: 10,
            counterparty: 'North',
          }
        : stranger(`T-x${one}`);
      platform.addTrade({ ...raw, 'traded-at': new Date(at + one).toISOString() });
    }
  };

  it.each([
    [60, 30],
    [60, 0],
    [60, 59],
    [500, 250],
  ])('has its own among %d new ones found, as number %d, each read once', async (count, ours) => {
    const started = await losing(ACCEPT, 'before');
    const { platform, clock } = started;
    platform.changeQuote('RQ-1', 'Q-1', { state: 'accepted' });
    many(platform, count, clock.now(), ours);
    await clock.advance(1_100);
    expect(platform.callsOf('trade')).toHaveLength(50);
    expect(now(started)?.state).toBe('unknown');
    await clock.advance(60 * MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'done', tradeId: 'T-ours' });
    // What was executed is told by the same reading.
    expect(now(started)?.executed).toBeDefined();
    expect(platform.callsOf('trade')).toHaveLength(count);
  });

  it('spends fewer calls on it once looking has lasted', async () => {
    const started = await losing(ACCEPT, 'before');
    const { platform, clock } = started;
    await clock.advance(10 * MINUTE_MS);
    many(platform, 500, clock.now(), 250);
    await clock.advance(MINUTE_MS);
    expect(platform.callsOf('trade')).toHaveLength(10);
  });

  it('keeps no acceptance waiting for its list', async () => {
    const started = testActions();
    const { platform, clock } = started;
    const release = platform.hold('trades');
    const result = put(started, ACCEPT);
    await clock.advance(700);
    expect(platform.callsOf('executeTrade')).toHaveLength(0);
    await clock.advance(200);
    expect(platform.callsOf('executeTrade')).toHaveLength(1);
    expect(actionOf(await result)).toMatchObject({ state: 'done', tradeId: 'T-1' });
    expect(now(started)?.before).not.toHaveProperty('tradeIds');
    release();
  });

  it('lets an acceptance go out when the list cannot be read, and finds what came of it', async () => {
    const started = testActions();
    started.platform.addTrade({
      'trade-id': 'T-old',
      'request-id': 'RQ-1',
      action: 'buy',
      price: 30.1,
      quantity: 10,
      counterparty: 'North',
      'traded-at': '2026-11-20T07:00:00Z',
    });
    started.platform.fault('trades', { when: 'before', failure: failure('unavailable') });
    await losing(ACCEPT, 'before', started);
    await started.clock.advance(MINUTE_MS);
    expect(now(started)).toMatchObject({
      state: 'unknown',
      evidence: 'Trade T-old is new on this request and may be this one; nothing proves it.',
    });
    const found = testActions();
    found.platform.fault('trades', { when: 'before', failure: failure('unavailable') });
    await losing(ACCEPT, 'after', found);
    await found.clock.advance(MINUTE_MS);
    expect(now(found)).toMatchObject({ state: 'done', tradeId: 'T-1' });
  });
});

describe('what cannot be read', () => {
  it('leaves a sent quote unknown, and says how many quotes it may be', async () => {
    const started = testActions();
    const { platform, clock } = started;
    platform.quotesByRequest.get('RQ-2')?.push(singleQuote('RQ-2', 'Q-bad', { legs: [] }));
    await losing(QUOTE, 'after', started);
    platform.quotesByRequest.get('RQ-2')?.push(singleQuote('RQ-2', 'Q-new', { legs: [] }));
    await clock.advance(2_000);
    expect(now(started)).toMatchObject({
      state: 'unknown',
      evidence:
        'Quote Q-sent-1 says what was sent, but 1 quote on this request cannot be read, and it may be this quote.',
    });
    platform.changeQuote('RQ-2', 'Q-new', { legs: [{ price: 99 }] });
    await clock.advance(MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'done', quoteId: 'Q-sent-1' });
  });

  it.each([
    [QUOTE, 'quotes'],
    [PROPOSE, 'proposals'],
    [COUNTER, 'counteroffers'],
  ] as const)('and was there before a $kind left is not that one later', async (body, list) => {
    const started = testActions();
    const { platform, clock } = started;
    const raw = {
      ...singleQuote(body.requestId, 'Q-bad', { counterparty: 'Us', 'price-direction': body.direction }),
      ...singleProposal(body.requestId, 'Q-bad', { counterparty: 'Us', 'price-direction': body.direction }),
      'counteroffer-id': 'Q-bad',
      legs: [] as unknown[],
    };
    const show = (legs: unknown[]): void => {
      if (list === 'quotes') platform.quotesByRequest.set(body.requestId, [{ ...raw, legs }]);
      else platform.addBeside(list, body.requestId, [{ ...raw, 'quotation-id': 'Q-1', legs }]);
    };
    show([]);
    await losing(body, 'before', started);
    expect(now(started)?.before?.unreadable).toEqual({ count: 1, ids: ['Q-bad'] });
    show([{ price: 31 }]);
    await clock.advance(MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'unknown' });
    expect(now(started)).not.toHaveProperty('evidence');
  });

  it('is said once it lasts, and keeps no other part from being used', async () => {
    const started = await losing(ACCEPT, 'before');
    const { platform, clock, journalStore } = started;
    const quotes = platform.quotes.bind(platform);
    const trades = platform.trades.bind(platform);
    platform.quotes = async () => ({ ok: false, failure: failure('unsupported') });
    platform.trades = async () => ({ ok: false, failure: failure('unavailable') });
    await clock.advance(10_000);
    expect(now(started)).not.toHaveProperty('evidence');
    await clock.advance(10_000);
    const says =
      'The list of quotes could not be read (the platform does not offer it). The list of trades could not be read (the platform did not answer).';
    expect(now(started)).toMatchObject({ state: 'unknown', evidence: says });
    const lines = journalStore.lines.length;
    await clock.advance(60 * MINUTE_MS);
    expect(journalStore.lines).toHaveLength(lines);
    platform.trades = trades;
    platform.execute(ACCEPT);
    await clock.advance(11 * MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'done', tradeId: 'T-1' });
    platform.quotes = quotes;
  });

  it('does not make a look forget what an earlier one found', async () => {
    const started = await losing(ACCEPT, 'after');
    const { platform, clock } = started;
    platform.addTrade({ ...platform.tradeRaws[0], 'trade-id': 'T-2' });
    await clock.advance(2_000);
    const says = 'Trades T-1, T-2 are new on this request, and each may be this one.';
    expect(now(started)).toMatchObject({ state: 'unknown', evidence: says });
    platform.down = failure('unavailable');
    await clock.advance(30 * MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'unknown', evidence: says });
  });

  it('is a trade whose details make no sense', async () => {
    const started = await losing(ACCEPT, 'before');
    started.platform.addTrade({ 'trade-id': 'T-bad', 'request-id': 'RQ-1' });
    await started.clock.advance(2_000);
    expect(now(started)).toMatchObject({
      state: 'unknown',
      evidence: '1 new trade cannot be read, and it may be this one.',
    });
  });
});

describe('the name of the desk', () => {
  const nameless = () => testActions({ ownName: null });

  it('is for a person to say while no offer of its own was ever seen', async () => {
    const started = await losing(QUOTE, 'after', nameless());
    await started.clock.advance(MINUTE_MS);
    expect(now(started)).toMatchObject({
      state: 'unknown',
      evidence: 'Quote Q-sent-1 from Us says what was sent. If Us is you, resolve it as live.',
    });
  });

  it.each<[string, ActionBody]>([
    ['on another list', PROPOSE],
    ['on another request', QUOTE],
  ])('is learned from what the desk sent before, %s', async (_, sentBefore) => {
    const started = nameless();
    const { platform, clock } = started;
    platform.addRequest(singleRequest('RQ-3', { role: 'recipient' }));
    expect(actionOf(await put(started, sentBefore, 7)).state).toBe('done');
    const body = { ...QUOTE, requestId: singleRequestId };
    await losing(body, 'after', started);
    await clock.advance(2_000);
    expect(now(started)).toMatchObject({ state: 'done' });
  });

  it('tells a rival’s equal quote from the desk’s own that comes late', async () => {
    const started = nameless();
    const { platform, clock } = started;
    expect(actionOf(await put(started, PROPOSE, 7)).state).toBe('done');
    await losing(QUOTE, 'before', started);
    platform.quotesByRequest
      .get('RQ-2')
      ?.push(singleQuote('RQ-2', 'Q-7', { counterparty: 'Nordkraft', legs: [{ price: 31 }] }));
    await clock.advance(MINUTE_MS);
    expect(now(started)).toMatchObject({
      state: 'unknown',
      evidence: 'Quote Q-7 says what was sent, but is from Nordkraft, not from you.',
    });
    platform.quotesByRequest
      .get('RQ-2')
      ?.push(singleQuote('RQ-2', 'Q-8', { counterparty: 'Us', legs: [{ price: 31 }] }));
    await clock.advance(2 * MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'done', quoteId: 'Q-8' });
  });

  it('is not known where offers of its own bear several names', async () => {
    const started = nameless();
    const { platform, clock } = started;
    platform.addRequest(singleRequest('RQ-3', { role: 'recipient' }));
    expect(actionOf(await put(started, PROPOSE, 7)).state).toBe('done');
    expect(actionOf(await put(started, QUOTE, 8)).state).toBe('done');
    platform.changeQuote('RQ-2', 'Q-sent-2', { counterparty: 'Somebody' });
    // The lists that stand before a quote and a proposal are read, and both names are learned.
    expect(actionOf(await put(started, { ...PROPOSE, requestId: QUOTE.requestId }, 9)).state).toBe('done');
    expect(actionOf(await put(started, { ...QUOTE, direction: QUOTE.direction }, 10)).state).toBe('done');
    await losing({ ...QUOTE, requestId: singleRequestId }, 'after', started);
    await clock.advance(MINUTE_MS);
    expect(now(started)?.evidence).toContain('If Us is you, resolve it as live.');
  });
});

describe('the name of the desk, learned after its first answer was lost', () => {
  const IS_IT_US = 'Quote Q-sent-1 from Us says what was sent. If Us is you, resolve it as live.';
  /** Sent, its answer lost, and taken by whoever asked. */
  const taken = async (trade: Record<string, unknown> = {}) => {
    const started = await losing(QUOTE, 'after', testActions({ ownName: null }));
    const { platform } = started;
    platform.changeQuote('RQ-2', 'Q-sent-1', { state: 'accepted' });
    platform.change('RQ-2', { state: 'traded' });
    platform.addTrade({
      ...{ 'trade-id': 'T-1', 'request-id': 'RQ-2', action: 'sell', price: 31, quantity: 10 },
      ...{ counterparty: 'North', 'pre-trade': { 'quotation-id': 'Q-sent-1' }, ...trade },
    });
    await started.clock.advance(MINUTE_MS);
    return started;
  };

  it('is that of the quote which its own trade names, where the other party is another', async () => {
    const started = await taken();
    expect(started.ended).toMatchObject([{ state: 'done', quoteId: 'Q-sent-1', isFound: true }]);
  });

  it('corrects nothing that the platform refused: that all trades listed are of its own account is not stated', async () => {
    const started = await taken();
    const { platform, desk, clock } = started;
    platform.addRequest(singleRequest('RQ-4', { role: 'recipient' }));
    const said = { ...failure('wrong-state', 'The request has been traded.'), service: { status: 409 } };
    platform.fault('sendQuote', { when: 'after', failure: said });
    const body = { ...QUOTE, requestId: RequestId.parse('RQ-4') };
    expect(actionOf(await put(started, body, 9)).state).toBe('rejected');
    desk.heard({ type: 'quotation-created', requestId: 'RQ-4' });
    await clock.advance(MINUTE_MS);
    const ended = started.journal.read().find(({ id }) => id === actionId(9));
    expect(ended?.state).not.toBe('done');
  });

  it.each<[string, Record<string, unknown>]>([
    ['was made with the maker of the quote', { counterparty: 'us' }],
    ['names nobody', { counterparty: undefined }],
    ['names no quote', { 'pre-trade': {} }],
    ['names another quote', { 'pre-trade': { 'quotation-id': 'Q-2' }, counterparty: 'North' }],
    ['is of another request', { 'request-id': 'RQ-1' }],
    ['is what whoever asked did', { action: 'buy' }],
  ])('is not taken from a trade that %s', async (_, trade) => {
    const started = await taken(trade);
    expect(now(started)).toMatchObject({ state: 'unknown', evidence: IS_IT_US });
  });

  it('is not taken from a trade on a request that the desk made, or of which the platform does not say who asked', async () => {
    const started = await losing(QUOTE, 'after', testActions({ ownName: null }));
    const { platform, clock } = started;
    platform.changeQuote('RQ-2', 'Q-sent-1', { state: 'accepted' });
    platform.change('RQ-2', { state: 'traded', role: 'broker' });
    platform.addTrade({
      ...{ 'trade-id': 'T-1', 'request-id': 'RQ-2', action: 'sell', price: 31, quantity: 10 },
      ...{ counterparty: 'North', 'pre-trade': { 'quotation-id': 'Q-sent-1' } },
    });
    await clock.advance(MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'unknown', evidence: IS_IT_US });
  });

  it('is taught by a person who resolves one as live, and what is found so may be a colleague’s', async () => {
    const started = await losing(QUOTE, 'after', testActions({ ownName: null }));
    const { platform, clock, desk, ended } = started;
    platform.addRequest(singleRequest('RQ-3', { role: 'recipient' }));
    platform.fault('sendQuote', { when: 'after', failure: lost });
    await put(started, { ...QUOTE, requestId: singleRequestId }, 2);
    // Long after, when looks are rare.
    await clock.advance(60 * MINUTE_MS);
    expect(now(started, actionId(2))?.state).toBe('unknown');
    await desk.settle(actionId(1), {
      verdict: 'executed',
      quoteId: QuoteId.parse('Q-sent-1'),
      note: 'Seen.',
    });
    await clock.advance(2_000);
    expect(ended.at(-1)).toMatchObject({
      id: actionId(2),
      state: 'done',
      quoteId: 'Q-sent-2',
      isFound: true,
    });
  });

  it('corrects by what a person taught nothing that a person resolved', async () => {
    const started = await losing(QUOTE, 'before', testActions({ ownName: null }));
    const { platform, clock, desk, ended } = started;
    platform.addRequest(singleRequest('RQ-3', { role: 'recipient' }));
    platform.fault('sendQuote', { when: 'before', failure: lost });
    await put(started, { ...QUOTE, requestId: singleRequestId }, 2);
    const theirs = { counterparty: 'Nordkraft', legs: [{ price: 31 }] };
    platform.quotesByRequest.get('RQ-2')?.push(singleQuote('RQ-2', 'Q-7', theirs));
    await desk.settle(actionId(1), { verdict: 'executed', quoteId: QuoteId.parse('Q-7'), note: 'A slip.' });
    await desk.settle(actionId(2), { verdict: 'not-executed', note: 'Not there.' });
    const createdAt = new Date(clock.now()).toISOString();
    const listed = singleQuote('RQ-3', 'Q-8', { ...theirs, 'created-at': createdAt });
    platform.quotesByRequest.set('RQ-3', [listed]);
    await clock.advance(30 * MINUTE_MS);
    expect(ended.at(-1)).toMatchObject({ id: actionId(2), state: 'rejected' });
    expect(ended.some(({ corrected }) => corrected !== undefined)).toBe(false);
  });
});

const singleRequestId = RequestId.parse('RQ-3');
