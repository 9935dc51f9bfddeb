import { describe, expect, it } from 'vitest';
import { isReadBack } from '../../../chaos/actions/judgement';
import type { Action, ActionBody } from '../../../src/domain/action';
import { differencesIn } from '../../../src/domain/executed';
import { sentence, success, type Outcome } from '../../../src/domain/failure';
import { TradeId } from '../../../src/domain/identifiers';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import { DoubtedTrades } from '../../../src/gateway/actions/doubted-trades';
import { csvLine } from '../../../src/gateway/actions/journal-export';
import { allLines, verifiedLines } from '../../../src/gateway/storage/journal-chain';
import { ACCEPT, actionId, QUOTE, TAKE, testActions } from '../twins/actions';
import { failure, singleQuote, singleRequest } from '../twins/fake-platform';

const MINUTE_MS = 60_000;
type Started = ReturnType<typeof testActions>;

const put = async ({ desk }: Started, body: ActionBody, count = 1): Promise<Action> => {
  const outcome: Outcome<Action> = await desk.put(actionId(count), { body, shown: 'as shown' });
  if (!outcome.ok) throw new Error(sentence(outcome.failure));
  return outcome.value;
};
const now = ({ journal }: Started) => journal.read()[0];
/** As the platform writes a trade in full. */
const details = { 'quantity-unit': 'MW', 'price-unit': 'EUR/MWh' };
const correct = ({ platform }: Started, over: Record<string, unknown>): void => {
  for (const raw of platform.tradeRaws) Object.assign(raw, over);
};

const STANDARD: ActionBody = {
  ...ACCEPT,
  lastSeen: { type: 'standard-spread', spreadPrice: Price.parse('1') },
};
function standardSpread(): Started {
  const started = testActions();
  started.platform.addRequest(
    singleRequest('RQ-1', { contract: 'standard-spread', legs: [{ action: 'buy' }, { action: 'sell' }] }),
    [singleQuote('RQ-1', 'Q-1', { type: 'standard-spread', 'spread-price': 1, legs: null })],
  );
  return started;
}

it.each([
  ['quote', ACCEPT, 'North', '30.1'],
  ['price proposal', TAKE, 'North', '29.5'],
])(
  'tells what an accepted %s traded, by the trade itself, in a line of its own',
  async (_, body, counterparty, price) => {
    const started = testActions();
    const { clock, journalStore, ended } = started;
    const told: (Action | undefined)[] = [];
    started.journal.onChange(() => told.push(now(started)));
    expect(await put(started, body)).not.toHaveProperty('executed');
    correct(started, details);
    await clock.advance(10);
    const executed = {
      quantity: '10',
      quantityUnit: 'MW',
      price,
      priceUnit: 'EUR/MWh',
      side: 'buy',
      counterparty,
    };
    expect(now(started)).toMatchObject({ state: 'done', tradeId: 'T-1', executed });
    expect(now(started)).not.toHaveProperty('evidence');
    expect(told.at(-1)?.executed).toEqual(executed);
    expect(journalStore.lines.map(({ state }) => state)).toEqual(['staged', 'sending', 'done', 'done']);
    const [, , done, read] = journalStore.lines;
    expect(done && read && isReadBack(done, read)).toBe(true);
    expect(ended).toHaveLength(1);
    await clock.advance(60 * MINUTE_MS);
    expect(started.platform.callsOf('trade')).toHaveLength(1);
    expect(journalStore.lines).toHaveLength(4);
  },
);

it('says for good that the answer was lost, which trade proves the outcome and when it was read, and nothing of what could not be read before', async () => {
  const started = testActions();
  const { platform, clock, journalStore } = started;
  platform.fault('executeTrade', { when: 'after', failure: failure('unknown-outcome') });
  for (let time = 0; time < 6; time++)
    platform.fault('trades', { when: 'before', failure: failure('unavailable') });
  await put(started, ACCEPT);
  for (let time = 0; time < 60; time++) await clock.advance(2_000);
  expect(now(started)).toMatchObject({ state: 'done', tradeId: 'T-1', executed: { quantity: '10' } });
  const says =
    /^The answer was lost\. The platform’s records, read at \d\d:\d\d:\d\d CET, prove the outcome: trade T-1\.$/;
  const { lines } = journalStore;
  expect(lines.some(({ evidence }) => evidence?.includes('could not be read'))).toBe(true);
  const done = lines.filter(({ state }) => state === 'done');
  expect(done.length).toBeGreaterThan(1);
  for (const { recovered, evidence } of done) {
    expect(recovered).toMatch(says);
    expect(evidence).toBeUndefined();
  }
});

it('fills in nothing that the trade does not say', async () => {
  const started = testActions();
  await put(started, ACCEPT);
  correct(started, { quantity: null, counterparty: null });
  await started.clock.advance(10);
  expect(now(started)?.executed).toEqual({ price: '30.1', side: 'buy' });
});

it('says so when less was traded, or at another price, than was asked for', async () => {
  const started = testActions();
  await put(started, ACCEPT);
  correct(started, { ...details, quantity: 6, price: 30.2 });
  await started.clock.advance(10);
  expect(now(started)).toMatchObject({
    state: 'done',
    executed: { quantity: '6', price: '30.2' },
    evidence:
      'Executed: 6 MW. Asked for: 10 MW. The rest may be in another trade of the request: check before you trade it again. It was executed at 30.2; you accepted 30.1.',
  });
});

it('has the units, the quantity and the side of each leg of a swap from that leg', async () => {
  const started = testActions();
  await put(started, ACCEPT);
  const power = {
    commodity: 'power',
    quantity: 20,
    'quantity-unit': 'MW',
    'price-unit': 'EUR/MWh',
    price: 78.25,
  };
  correct(started, {
    ...{ commodity: 'goo', action: null, price: null, 'price-unit': 'EUR/certificate' },
    ...{ quantity: 175_200, 'quantity-unit': 'certificates' },
    legs: [
      { commodity: 'goo', action: 'sell', price: 0.38 },
      { ...power, action: 'buy' },
      { ...power, action: 'sell', 'quantity-unit': null, 'price-unit': null },
    ],
  });
  await started.clock.advance(10);
  const { executed } = now(started) ?? {};
  expect(executed?.legs).toMatchObject([
    { action: 'sell', quantity: '175200', quantityUnit: 'certificates', priceUnit: 'EUR/certificate' },
    { action: 'buy', quantity: '20', quantityUnit: 'MW', price: '78.25', priceUnit: 'EUR/MWh' },
    { action: 'sell', quantity: '20', price: '78.25' },
  ]);
  expect(executed?.legs?.[2]).not.toHaveProperty('priceUnit');
  expect(executed).not.toHaveProperty('priceUnit');
});

it('reads it until it can, less and less often, and after a restart', async () => {
  const first = testActions();
  const { platform, clock, journalStore } = first;
  const trade = platform.trade.bind(platform);
  let asked = 0;
  platform.trade = async () => {
    asked += 1;
    return { ok: false, failure: failure('unavailable') };
  };
  await put(first, ACCEPT);
  await clock.advance(60 * MINUTE_MS);
  expect(asked).toBeGreaterThan(10);
  expect(asked).toBeLessThan(40);
  await first.desk.stop();
  platform.trade = trade;
  const second = testActions({ platform, clock, journalStore });
  await second.desk.start();
  await clock.advance(2_000);
  expect(now(second)).toMatchObject({ state: 'done', executed: { quantity: '10' } });
  const third = testActions({ platform, clock, journalStore });
  const calls = platform.callsOf('trade').length;
  await third.desk.start();
  await clock.advance(60 * MINUTE_MS);
  expect(now(third)?.executed?.quantity).toBe('10');
  expect(platform.callsOf('trade')).toHaveLength(calls);
});

it('is read in the lane of an acceptance at first', async () => {
  const started = testActions();
  await put(started, ACCEPT);
  await started.clock.advance(10);
  expect(started.platform.callsOf('trade').map(({ lane }) => lane)).toEqual(['accept']);
});

it('matches the legs of a trade by their product where it has them in another order', async () => {
  const days = { deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31' };
  const legs = ['DE', 'FR'].map((market) => ({ commodity: 'power', market, ...days }));
  const started = testActions({ legsOf: () => legs });
  const leg = (market: string, action: string) => ({
    commodity: 'power',
    market,
    'delivery-start': '2027-01-01',
    'delivery-end': '2027-12-31',
    action,
    quantity: 10,
  });
  const [de, fr] = [leg('DE', 'buy'), leg('FR', 'sell')];
  started.platform.addRequest(singleRequest('RQ-1', { contract: 'spread', legs: [de, fr] }), [
    singleQuote('RQ-1', 'Q-1', { legs: [{ price: 85 }, { price: 80 }] }),
  ]);
  const accepted: ActionBody = {
    ...ACCEPT,
    lastSeen: { type: 'per-leg', legPrices: [Price.parse('85'), Price.parse('80')] },
  };
  await put(started, accepted);
  correct(started, {
    contract: 'spread',
    price: null,
    legs: [
      { ...fr, price: 80 },
      { ...de, price: 85 },
    ],
  });
  await started.clock.advance(10);
  expect(now(started)?.executed).toMatchObject({
    legPrices: ['85', '80'],
    legs: [{ market: 'DE' }, { market: 'FR' }],
  });
  expect(now(started)).not.toHaveProperty('evidence');
});

describe('a standard spread', () => {
  it('is read again until its leg prices are there', async () => {
    const started = standardSpread();
    const { platform, clock, desk, journalStore } = started;
    platform.executeTrade = async () => {
      platform.addTrade({
        'trade-id': 'T-1',
        'request-id': 'RQ-1',
        contract: 'standard-spread',
        quantity: 10,
        legs: [{ action: 'buy' }, { action: 'sell' }],
      });
      return success({ tradeId: TradeId.parse('T-1') });
    };
    expect((await put(started, STANDARD)).state).toBe('done');
    await clock.advance(30 * MINUTE_MS);
    const legs = [
      { action: 'buy', quantity: '10' },
      { action: 'sell', quantity: '10' },
    ];
    expect(now(started)?.executed).toEqual({ quantity: '10', side: 'buy', legs });
    expect(desk.awaitingTerms().map(({ tradeId }) => tradeId)).toEqual(['T-1']);
    const lines = journalStore.lines.length;
    correct(started, {
      legs: [
        { action: 'buy', price: 30 },
        { action: 'sell', price: 29 },
      ],
    });
    await clock.advance(11 * MINUTE_MS);
    expect(now(started)?.executed).toEqual({
      ...{ quantity: '10', legPrices: ['30', '29'], side: 'buy' },
      legs: [
        { ...legs[0], price: '30' },
        { ...legs[1], price: '29' },
      ],
    });
    expect(journalStore.lines).toHaveLength(lines + 1);
    expect(desk.awaitingTerms()).toEqual([]);
  });

  it('is read again at once when something is heard of its request', async () => {
    const started = standardSpread();
    const { platform, clock, desk } = started;
    platform.executeTrade = async () => {
      platform.addTrade({
        'trade-id': 'T-1',
        'request-id': 'RQ-1',
        quantity: 10,
        legs: [{ action: 'buy' }, { action: 'sell' }],
      });
      return success({ tradeId: TradeId.parse('T-1') });
    };
    await put(started, STANDARD);
    await clock.advance(60 * MINUTE_MS);
    correct(started, {
      legs: [
        { action: 'buy', price: 30 },
        { action: 'sell', price: 28 },
      ],
    });
    desk.hint(desk.unsettledOn('RQ-1'));
    await clock.advance(10);
    expect(now(started)).toMatchObject({
      executed: { legPrices: ['30', '28'] },
      evidence: 'It was executed at 30 / 28; you accepted 1.',
    });
  });
});

it('costs no call that the cells have made already, nor one for each event, and follows a correction', async () => {
  const started = testActions();
  const { clock, desk, platform } = started;
  await put(started, ACCEPT);
  await clock.advance(MINUTE_MS);
  expect(now(started)?.executed?.price).toBe('30.1');
  desk.hint([...desk.unsettledOn('RQ-1'), actionId(1)]);
  await clock.advance(MINUTE_MS);
  expect(platform.callsOf('trade')).toHaveLength(1);
  correct(started, { price: 30.05 });
  const [trade] = desk.tradesOn('RQ-1');
  if (!trade) throw new Error('The acceptance made no trade.');
  started.forget(trade);
  desk.tradeCorrected(trade);
  await clock.advance(10);
  expect(platform.callsOf('trade')).toHaveLength(2);
  expect(now(started)).toMatchObject({
    executed: { price: '30.05' },
    evidence: 'It was executed at 30.05; you accepted 30.1.',
  });
});

it('tells nothing of a trade that a person named and that is another request’s', async () => {
  const started = testActions();
  started.platform.fault('executeTrade', { when: 'before', failure: failure('unknown-outcome') });
  await put(started, ACCEPT);
  started.platform.addTrade({
    'trade-id': 'T-7',
    'request-id': 'RQ-9',
    action: 'buy',
    price: 1,
    quantity: 1,
  });
  await started.desk.settle(actionId(1), {
    verdict: 'executed',
    note: 'seen',
    tradeId: TradeId.parse('T-7'),
  });
  await started.clock.advance(10);
  expect(now(started)).toMatchObject({
    state: 'done',
    settledBy: 'person',
    executed: {},
    contradictions: [
      {
        about: 'state',
        tradeId: 'T-7',
        says: 'Trade T-7 is of request RQ-9, not of RQ-1: the executed quantity and price are not known. Ask the operator before you trade it again.',
      },
    ],
  });
  const calls = started.platform.callsOf('trade').length;
  await started.clock.advance(60 * MINUTE_MS);
  expect(started.platform.callsOf('trade')).toHaveLength(calls);
});

it('keeps the chain of the journal whole, and its CSV readable', async () => {
  const started = testActions();
  await put(started, ACCEPT);
  await started.clock.advance(10);
  const { journalStore } = started;
  const checked = await verifiedLines(allLines(journalStore), undefined);
  expect(checked).toMatchObject({ state: 'whole' });
  const csv = (await journalStore.linesAfter(undefined, 10)).map((line) => csvLine(line));
  expect(csv).toHaveLength(4);
  expect(csv[3]).toContain('T-1');
});

describe('what is left of a request', () => {
  const left = (started: Started): void => {
    for (const id of ['RQ-1', 'RQ-2'])
      started.platform.change(id, { 'remaining-quantity': 6, 'all-or-none': false });
    started.platform.changeQuote('RQ-1', 'Q-1', { 'all-or-none': false });
  };
  const quantity = (text: string) => Quantity.parse(text);

  it.each<[string, ActionBody, string]>([
    ['the whole of a quote', ACCEPT, 'Take no more than that.'],
    ['a part', { ...ACCEPT, quantity: quantity('6.5') }, 'Take no more than that.'],
    ['a quote', { ...QUOTE, allOrNone: false }, 'Offer no more than that.'],
    ['the whole of a price proposal', TAKE, 'Take no more than that.'],
  ])('is the most that is sent: %s', async (_, body, next) => {
    const started = testActions();
    left(started);
    const action = await put(started, body);
    expect(action).toMatchObject({ state: 'rejected', failure: { kind: 'invalid-argument' } });
    expect(action.failure?.message).toMatch(/^6 MW of the request is left; (10|6\.5) MW is more\.$/);
    expect(action.failure?.next).toContain(next.split('. ')[0]);
    expect(started.platform.calls.map(({ name }) => name)).not.toContain('executeTrade');
  });

  it.each<[string, ActionBody, Record<string, unknown>]>([
    ['a quote is taken', ACCEPT, {}],
    [
      'a quote that does not say its quantity is taken',
      { ...ACCEPT, shownQuantity: undefined },
      { quantity: null },
    ],
    ['a quote is sent', QUOTE, {}],
  ])('may be nothing: then nothing leaves where %s', async (_, body, quote) => {
    const started = testActions();
    for (const id of ['RQ-1', 'RQ-2']) started.platform.change(id, { 'remaining-quantity': 0 });
    started.platform.changeQuote('RQ-1', 'Q-1', quote);
    const action = await put(started, body);
    expect(action).toMatchObject({
      state: 'rejected',
      failure: { kind: 'invalid-argument', message: 'Nothing of the request is left.' },
    });
    const sent = started.platform.calls.map(({ name }) => name);
    expect(sent).toContain('request');
    expect(sent).not.toEqual(expect.arrayContaining(['executeTrade']));
    expect(sent).not.toEqual(expect.arrayContaining(['sendQuote']));
  });

  it('can be taken and offered', async () => {
    const started = testActions();
    left(started);
    expect((await put(started, { ...ACCEPT, quantity: quantity('6') }, 1)).state).toBe('done');
    expect((await put(started, { ...QUOTE, quantity: quantity('6'), allOrNone: false }, 2)).state).toBe(
      'done',
    );
  });
});

describe('a standard spread of which the operator has not entered the prices', () => {
  const priced = async (fields: Record<string, unknown>, prices: readonly unknown[] = [null, null]) => {
    const started = standardSpread();
    const { platform, clock } = started;
    platform.executeTrade = async () => {
      platform.addTrade({
        ...{ 'trade-id': 'T-1', 'request-id': 'RQ-1', quantity: 10, ...fields },
        legs: [
          { action: 'buy', price: prices[0] },
          { action: 'sell', price: prices[1] },
        ],
      });
      return success({ tradeId: TradeId.parse('T-1') });
    };
    await put(started, STANDARD);
    await clock.advance(10);
    return started;
  };

  it.each([
    [2.5, 'It was executed at 2.5; you accepted 1.'],
    [-1, 'It was executed at -1; you accepted 1.'],
    [1, undefined],
  ])('is held against what was accepted by its net price: %s', async (net, evidence) => {
    const started = await priced({ contract: 'standard-spread', 'spread-price': net });
    expect(now(started)?.executed).toMatchObject({ price: String(net) });
    expect(now(started)?.evidence).toBe(evidence);
    const action = now(started);
    expect(action && differencesIn(action)).toEqual(evidence === undefined ? [] : ['price']);
    expect(started.desk.awaitingTerms()).toHaveLength(1);
  });

  it.each([
    [{ contract: 'standard-spread' }, undefined],
    [{ contract: 'spread', 'spread-price': 1 }, '1'],
  ])('is not final where it has 0 in their place: %j', async (fields, net) => {
    const started = await priced(fields, [0, 0]);
    expect(now(started)).not.toHaveProperty('evidence');
    expect(now(started)?.executed).not.toHaveProperty('legPrices');
    expect(now(started)?.executed?.price).toBe(net);
    expect(now(started)?.executed?.legs?.map(({ price }) => price)).toEqual([undefined, undefined]);
    expect(started.desk.awaitingTerms()).toHaveLength(1);
    correct(started, { legs: [30, 29].map((price, at) => ({ action: at === 0 ? 'buy' : 'sell', price })) });
    started.desk.hint(started.desk.unsettledOn('RQ-1'));
    await started.clock.advance(10);
    expect(now(started)?.executed?.legPrices).toEqual(['30', '29']);
    expect(now(started)).not.toHaveProperty('evidence');
  });

  it('is read once more when it is told as traded after it had prices, by request or by trade', async () => {
    const started = await priced({ contract: 'standard-spread' }, [30, 28]);
    const { desk } = started;
    expect(now(started)?.executed?.legPrices).toEqual(['30', '28']);
    expect(desk.pricedBefore({ requestId: 'RQ-1' })).toEqual(['T-1']);
    expect(desk.pricedBefore({ tradeId: TradeId.parse('T-1') })).toEqual(['T-1']);
    expect(desk.pricedBefore({ requestId: 'RQ-2' })).toEqual([]);
    expect(desk.pricedBefore({ requestId: 'RQ-1', tradeId: TradeId.parse('T-9') })).toEqual([]);
  });

  it('is not read once more where it is no standard spread', async () => {
    const started = testActions();
    await put(started, ACCEPT);
    await started.clock.advance(10);
    expect(started.desk.pricedBefore({ requestId: 'RQ-1' })).toEqual([]);
  });
});

describe('a trade that proves nothing', () => {
  const CANCELLED =
    'Trade T-1 is cancelled by its record: it counts for nothing. Ask the operator before you trade it again.';
  const state = (says: string, tradeId = 'T-1') => [{ about: 'state', tradeId, says }];

  it('as its record calls it cancelled is told, and is not executed', async () => {
    const started = testActions();
    await put(started, ACCEPT);
    correct(started, { ...details, state: 'cancelled' });
    await started.clock.advance(10);
    expect(now(started)).toMatchObject({ state: 'done', executed: {}, contradictions: state(CANCELLED) });
    const calls = started.platform.callsOf('trade').length;
    await started.clock.advance(60 * MINUTE_MS);
    expect(started.platform.callsOf('trade')).toHaveLength(calls);
  });

  it('is told when it is cancelled later, until it stands again', async () => {
    const started = testActions();
    await put(started, ACCEPT);
    await started.clock.advance(10);
    expect(now(started)?.executed?.quantity).toBe('10');
    for (const [word, executed, says] of [
      ['cancelled', {}, state(CANCELLED)],
      ['executed', { quantity: '10' }, undefined],
    ] as const) {
      correct(started, { state: word });
      started.forget(TradeId.parse('T-1'));
      started.desk.tradeCorrected(TradeId.parse('T-1'));
      await started.clock.advance(10);
      expect(now(started)?.executed).toMatchObject(executed);
      expect(now(started)?.contradictions).toEqual(says);
      expect(now(started)?.executed?.quantity).toBe(word === 'executed' ? '10' : undefined);
    }
  });

  it('as it was there before the press is told', async () => {
    const started = testActions();
    started.platform.addTrade({
      ...{ 'trade-id': 'T-7', 'request-id': 'RQ-1', action: 'buy', price: 30.1, quantity: 10 },
    });
    started.platform.executeTrade = async () => success({ tradeId: TradeId.parse('T-7') });
    await put(started, ACCEPT);
    await started.clock.advance(10);
    const says =
      'Trade T-7 was there before you pressed: the executed quantity and price are not known. Ask the operator before you trade it again.';
    expect(now(started)).toMatchObject({ executed: {}, contradictions: state(says, 'T-7') });
  });
});

it.each([
  [{ 'pre-trade': { 'quotation-id': 'QX' } }, 'quote QX instead of Q-1'],
  [{ counterparty: 'Beta' }, 'Beta instead of North'],
  [
    { 'pre-trade': { 'quotation-id': 'QX' }, counterparty: 'Beta' },
    'quote QX instead of Q-1 and Beta instead of North',
  ],
  [{ 'pre-trade': { 'quotation-id': 'Q-1' }, counterparty: ' NORTH' }, undefined],
])('tells a trade that names another offer or party than was accepted: %j', async (fields, names) => {
  const started = testActions();
  await put(started, ACCEPT);
  correct(started, fields);
  await started.clock.advance(10);
  expect(now(started)?.executed?.quantity).toBe('10');
  const says = `The record of trade T-1 names ${names}. Ask the operator before you count on it.`;
  expect(now(started)?.contradictions).toEqual(
    names === undefined ? undefined : [{ about: 'offer', tradeId: 'T-1', says }],
  );
});

describe('a trade that the platform answered with', () => {
  const named = (): { started: Started; kept: Record<string, unknown>[] } => {
    const started = testActions({ legsOf: () => [{ action: 'buy', market: 'DE' }] });
    const execute = started.platform.executeTrade.bind(started.platform);
    const kept: Record<string, unknown>[] = [];
    started.platform.executeTrade = async (acceptance) => {
      const made = await execute(acceptance);
      kept.push(...started.platform.tradeRaws.splice(0));
      return made;
    };
    return { started, kept };
  };

  it('and does not find is told after a minute, until it is there', async () => {
    const { started, kept } = named();
    await put(started, ACCEPT);
    await started.clock.advance(50_000);
    expect(now(started)).not.toHaveProperty('contradictions');
    await started.clock.advance(2 * MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'done', tradeId: 'T-1' });
    expect(now(started)?.contradictions).toEqual([
      {
        about: 'unread',
        tradeId: 'T-1',
        says: 'The platform answered with trade T-1 and does not find it: only its answer says that it was executed. Ask the operator before you trade it again.',
      },
    ]);
    const lines = started.journalStore.lines.length;
    await started.clock.advance(10 * MINUTE_MS);
    expect(started.journalStore.lines).toHaveLength(lines);
    started.platform.tradeRaws.push(...kept);
    await started.clock.advance(10 * MINUTE_MS);
    expect(now(started)).toMatchObject({ executed: { quantity: '10' } });
    expect(now(started)).not.toHaveProperty('contradictions');
  });

  it.each([
    ['executed', { state: 'done', tradeId: 'T-1', executed: { quantity: '4' } }],
    [
      'cancelled',
      { state: 'unknown', evidence: 'Trade T-1, which the answer named, does not say that it was executed.' },
    ],
  ])(
    'with a word that it is not executed yet is unknown until its record is there: %s',
    async (status, end) => {
      const { started, kept } = named();
      const execute = started.platform.executeTrade.bind(started.platform);
      started.platform.executeTrade = async (acceptance) => {
        await execute(acceptance);
        const service = { status: 202, number: 'T-1' };
        return { ok: false, failure: { ...failure('unknown-outcome'), service } };
      };
      await put(started, ACCEPT);
      await started.clock.advance(2 * MINUTE_MS);
      expect(now(started)).toMatchObject({ state: 'unknown' });
      expect(now(started)).not.toHaveProperty('tradeId');
      // Without the number that was answered its record would prove nothing: it names another counterparty and quantity.
      started.platform.tradeRaws.push(
        ...kept.map((raw) => ({ ...raw, counterparty: 'South', quantity: 4, status })),
      );
      await started.clock.advance(2 * MINUTE_MS);
      expect(now(started)).toMatchObject(end);
    },
  );

  it('on the other side than was pressed is told', async () => {
    const { started, kept } = named();
    await put(started, ACCEPT);
    started.platform.tradeRaws.push(...kept.map((raw) => ({ ...raw, action: 'sell' })));
    await started.clock.advance(MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'done', executed: { side: 'sell' } });
    const says =
      'The record of trade T-1 says you sold; you pressed Buy. Ask the operator: tradeSide of the service profile may be wrong.';
    expect(now(started)?.contradictions).toEqual([{ about: 'side', tradeId: 'T-1', says }]);
    const csv = (await started.journalStore.linesAfter(undefined, 10)).map((line) => csvLine(line));
    expect(csv.at(-1)).toContain(says);
    // Once the operator has put it right, nothing is said of it.
    correct(started, { action: 'buy' });
    started.forget(TradeId.parse('T-1'));
    started.desk.tradeCorrected(TradeId.parse('T-1'));
    await started.clock.advance(MINUTE_MS);
    expect(now(started)?.executed?.side).toBe('buy');
    expect(now(started)).not.toHaveProperty('contradictions');
  });

  it('of another product than was accepted is told, and is in no sum', async () => {
    const { started, kept } = named();
    started.platform.change('RQ-1', { legs: [{ action: 'buy', market: 'DE', quantity: 10 }] });
    const doubted = new DoubtedTrades(started.journal);
    await doubted.start();
    await put(started, ACCEPT);
    started.platform.tradeRaws.push(...kept.map((raw) => ({ ...raw, market: 'FR' })));
    await started.clock.advance(MINUTE_MS);
    expect(now(started)).toMatchObject({ state: 'done', tradeId: 'T-1' });
    const says =
      'The record of trade T-1 is not what you accepted: market FR instead of DE. Ask the operator before you count on it.';
    expect(now(started)?.contradictions).toEqual([{ about: 'product', tradeId: 'T-1', says }]);
    expect([...doubted.read()]).toEqual(['T-1']);
    const csv = (await started.journalStore.linesAfter(undefined, 10)).map((line) => csvLine(line));
    expect(csv.at(-1)).toContain(says);
    correct(started, { market: 'DE' });
    started.forget(TradeId.parse('T-1'));
    started.desk.tradeCorrected(TradeId.parse('T-1'));
    await started.clock.advance(MINUTE_MS);
    expect(now(started)).not.toHaveProperty('contradictions');
    expect([...doubted.read()]).toEqual([]);
  });

  it('is no difference where a unit is written in small letters', async () => {
    const started = testActions({ legsOf: () => [{ action: 'buy', quantityUnit: 'MW' }] });
    await put(started, { ...ACCEPT, shownQuantity: Quantity.parse('10') });
    correct(started, { quantity: '10', 'quantity-unit': 'mw' });
    await started.clock.advance(10);
    expect(now(started)?.executed?.quantityUnit).toBe('mw');
    expect(now(started)?.evidence).toBeUndefined();
  });

  it.each([
    ['10', 'Executed: 10 MWh. Asked for: 10 MW.'],
    ['87600', 'Executed: 87600 MWh. Asked for: 10 MW.'],
  ])('in another unit is told, each with its own: %s', async (quantity, says) => {
    const started = testActions({ legsOf: () => [{ action: 'buy', quantityUnit: 'MW' }] });
    await put(started, { ...ACCEPT, shownQuantity: Quantity.parse('10') });
    correct(started, { quantity, 'quantity-unit': 'MWh' });
    await started.clock.advance(10);
    const action = now(started);
    expect(action?.evidence).toBe(`${says} The units differ: check on the platform what was traded.`);
    expect(action && differencesIn(action)).toEqual(['quantity']);
  });
});
