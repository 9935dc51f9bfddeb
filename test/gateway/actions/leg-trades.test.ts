import { describe, expect, it } from 'vitest';
import type { ActionBody } from '../../../src/domain/action';
import { success } from '../../../src/domain/failure';
import { TradeId } from '../../../src/domain/identifiers';
import { Price } from '../../../src/domain/price';
import { ACCEPT, actionId, testActions } from '../twins/actions';
import { singleQuote, singleRequest } from '../twins/fake-platform';

const MINUTE_MS = 60_000;
const leg = (market: string, action: string, over: object = {}) => ({
  commodity: 'power',
  market,
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-12-31',
  'load-profile': 'base',
  'quantity-unit': 'MW',
  'price-unit': 'EUR/MWh',
  action,
  quantity: 10,
  ...over,
});
const SPREAD: ActionBody = {
  ...ACCEPT,
  lastSeen: { type: 'per-leg', legPrices: [Price.parse('30'), Price.parse('28.5')] },
};

/** Accepts a spread of which the platform makes a trade for each leg; `answers`: with the number of the first. */
async function accepted(answers: { tradeId?: TradeId }) {
  const told: (readonly TradeId[] | undefined)[] = [];
  const started = testActions({ onLegTrades: ({ legTradeIds }) => void told.push(legTradeIds) });
  const { platform, desk, clock, journal } = started;
  platform.addRequest(
    singleRequest('RQ-1', { contract: 'spread', legs: [leg('DE', 'buy'), leg('FR', 'sell')] }),
    [singleQuote('RQ-1', 'Q-1', { legs: [{ price: 30 }, { price: 28.5 }] })],
  );
  const trade = (id: string, of: object) =>
    platform.addTrade({
      'trade-id': id,
      'request-id': 'RQ-1',
      contract: 'single',
      counterparty: 'North',
      ...of,
    });
  platform.executeTrade = async () => {
    platform.changeQuote('RQ-1', 'Q-1', { state: 'accepted' });
    return success(answers);
  };
  await desk.put(actionId(1), { body: SPREAD, shown: 'as shown' });
  return {
    ...started,
    told,
    now: () => journal.read()[0],
    first: () => trade('T-1', leg('DE', 'buy', { price: 30 })),
    // Listed late, and of the same moment.
    second: () =>
      trade('T-2', leg('FR', 'sell', { price: 28.5, 'traded-at': platform.tradeRaws[0]?.['traded-at'] })),
    wait: async (ms: number) => {
      for (let sinceMs = 0; sinceMs < ms; sinceMs += 1_000) await clock.advance(1_000);
    },
  };
}
const T1 = TradeId.parse('T-1');
const BOTH = ['T-1', 'T-2'];
const EXECUTED = {
  quantity: '10',
  legPrices: ['30', '28.5'],
  counterparty: 'North',
  legs: [
    { market: 'DE', action: 'buy', price: '30' },
    { market: 'FR', action: 'sell', price: '28.5' },
  ],
};

it('an accepted spread whose answer names no trade is done by the trades of its legs together', async () => {
  const { first, second, now, wait, told } = await accepted({});
  first();
  await wait(MINUTE_MS);
  expect(now()).toMatchObject({
    state: 'acknowledged',
    evidence: 'Trade T-1 is of one leg of it alone; no trade of leg 2 is listed yet.',
  });
  second();
  await wait(2 * MINUTE_MS);
  expect(now()).toMatchObject({ state: 'done', tradeId: 'T-1', legTradeIds: BOTH, executed: EXECUTED });
  expect(now()).not.toHaveProperty('contradictions');
  expect(now()).not.toHaveProperty('evidence');
  expect(told).toEqual([]);
});

it('the trade of the other leg is found beside the one that was answered, and nothing is called wrong before', async () => {
  const { first, second, now, wait, journalStore, told } = await accepted({ tradeId: T1 });
  first();
  await wait(20_000);
  expect(now()).toMatchObject({ state: 'done', tradeId: 'T-1' });
  expect(now()).not.toHaveProperty('executed');
  second();
  await wait(MINUTE_MS);
  expect(now()).toMatchObject({ state: 'done', legTradeIds: BOTH, executed: EXECUTED });
  expect(journalStore.lines.some(({ contradictions }) => contradictions)).toBe(false);
  expect(told).toEqual([BOTH]);
});

it('one leg alone is told after a minute, until the trade of the other is there', async () => {
  const { first, second, now, wait } = await accepted({ tradeId: T1 });
  first();
  await wait(3 * MINUTE_MS);
  const says =
    'The record of trade T-1 is not what you accepted: one leg instead of 2. Ask the operator before you count on it.';
  expect(now()?.contradictions).toEqual([{ about: 'product', tradeId: 'T-1', says }]);
  second();
  await wait(5 * MINUTE_MS);
  expect(now()).toMatchObject({ legTradeIds: BOTH, executed: EXECUTED });
  expect(now()).not.toHaveProperty('contradictions');
});

it('a trade of one leg that says another product is told at once', async () => {
  const { platform, now, wait } = await accepted({ tradeId: T1 });
  platform.addTrade({
    'trade-id': 'T-1',
    'request-id': 'RQ-1',
    contract: 'single',
    ...leg('NL', 'buy', { price: 30 }),
  });
  await wait(10_000);
  expect(now()?.contradictions?.[0]?.says).toContain('one leg instead of 2');
});

describe('a trade of the other leg that may be of another deal', () => {
  const other = (platform: { addTrade: (raw: Record<string, unknown>) => void }, over: object = {}) =>
    platform.addTrade({
      ...{ 'trade-id': 'T-9', 'request-id': 'RQ-1', contract: 'single', counterparty: 'North' },
      ...leg('FR', 'sell', { price: 28.5 }),
      ...over,
    });

  it('is not taken for its own while its own may still be listed', async () => {
    const { first, second, platform, now, wait, told } = await accepted({ tradeId: T1 });
    first();
    other(platform);
    await wait(20_000);
    second();
    await wait(5 * MINUTE_MS);
    expect(now()).not.toHaveProperty('legTradeIds');
    expect(told).toEqual([]);
  });

  it('is its own at once where both bear the number of one deal', async () => {
    const { platform, now, wait } = await accepted({ tradeId: T1 });
    const deal = { 'pre-trade': { 'spread-id': 'S-1' } };
    platform.addTrade({
      ...{ 'trade-id': 'T-1', 'request-id': 'RQ-1', contract: 'single', counterparty: 'North' },
      ...leg('DE', 'buy', { price: 30, ...deal }),
    });
    other(platform, deal);
    await wait(20_000);
    expect(now()).toMatchObject({ legTradeIds: ['T-1', 'T-9'] });
  });

  it('is not taken for its own while another new trade cannot be read', async () => {
    const { first, second, platform, now, wait } = await accepted({ tradeId: T1 });
    first();
    second();
    platform.addTrade({ 'trade-id': 'T-10', 'request-id': 'RQ-1', contract: 'single', quantity: 'many' });
    await wait(5 * MINUTE_MS);
    expect(now()).not.toHaveProperty('legTradeIds');
  });
});

it('the trade of the other leg is searched for within a day of a run, and no longer', async () => {
  const { first, second, desk, platform, clock, journalStore, wait } = await accepted({ tradeId: T1 });
  first();
  await wait(5 * MINUTE_MS);
  const searches = () => platform.callsOf('trades').length;
  const early = searches();
  await clock.advance(3_600_000);
  expect(searches()).toBeGreaterThan(early);
  await clock.advance(24 * 3_600_000);
  const late = searches();
  await clock.advance(24 * 3_600_000);
  expect(searches()).toBe(late);
  await desk.stop();
  second();
  const next = testActions({ platform, clock, journalStore });
  await next.desk.start();
  await clock.advance(MINUTE_MS);
  expect(next.journal.read()[0]).toMatchObject({ legTradeIds: BOTH });
});
