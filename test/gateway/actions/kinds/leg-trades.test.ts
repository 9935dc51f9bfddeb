import { describe, expect, it } from 'vitest';
import { readTrade } from '../../../../src/contract/service/read-trade';
import { readQuote } from '../../../../src/contract/service/read-offers';
import type { Action, CommittedLeg } from '../../../../src/domain/action';
import type { Acceptance } from '../../../../src/domain/executed';
import { TradeId } from '../../../../src/domain/identifiers';
import { Price } from '../../../../src/domain/price';
import { Quantity } from '../../../../src/domain/quantity';
import type { Trade } from '../../../../src/domain/trade';
import { verdict } from '../../../../src/gateway/actions/kinds/kinds';
import { ACCEPT, actionId } from '../../twins/actions';
import { singleQuote } from '../../twins/fake-platform';

const price = (text: string) => Price.parse(text);
const DE = {
  action: 'buy',
  commodity: 'power',
  market: 'DE',
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-12-31',
  'load-profile': 'base',
};
const FR = { ...DE, action: 'sell', market: 'FR' };
const LEGS = [DE, FR].map(({ action, market }) => ({
  action: action as 'buy' | 'sell',
  commodity: 'power',
  market,
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  loadProfile: 'base',
  quantityUnit: 'MW',
}));
const COMMITTED: CommittedLeg[] = (['buy', 'sell'] as const).map((side) => ({
  commodity: 'power',
  side,
  volumes: [
    { unit: 'MW', amount: '10' },
    { unit: 'MWh', amount: '87600' },
  ],
}));

/** A record of one leg alone. */
function trade(id: string, leg: object, over: object = {}): Trade {
  const read = readTrade({
    'trade-id': id,
    'traded-at': '2026-11-28T10:00:00Z',
    'request-id': 'RQ-1',
    contract: 'single',
    quantity: 10,
    'quantity-unit': 'MW',
    counterparty: 'North',
    ...leg,
    ...over,
  });
  if (!read.ok) throw new Error(read.failure.message);
  return read.value;
}
const leg1 = (id: string, over: object = {}) => trade(id, DE, { price: 30, ...over });
const leg2 = (id: string, over: object = {}) => trade(id, FR, { price: 28.5, ...over });

const SPREAD: Acceptance = {
  ...ACCEPT,
  lastSeen: { type: 'per-leg', legPrices: [price('30'), price('28.5')] },
};
const STANDARD: Acceptance = { ...ACCEPT, lastSeen: { type: 'standard-spread', spreadPrice: price('1.5') } };
const KINDS = [
  ['a spread', SPREAD],
  ['a standard spread', STANDARD],
] as const;

const before = {
  tradeIds: [],
  quoteIds: [],
  committed: COMMITTED,
  offered: { quantity: Quantity.parse('10') },
};
function judged(
  body: Acceptance,
  trades: readonly Trade[],
  { state = 'accepted', others = [] }: { state?: string; others?: readonly Action[] } = {},
) {
  const quote = readQuote(singleQuote('RQ-1', 'Q-1', { state, counterparty: 'North' }));
  if (!quote.ok) throw new Error(quote.failure.message);
  return verdict(
    { body, before, legs: LEGS, sentAt: 0, state: 'acknowledged' },
    {
      request: { state: 'traded' },
      quotes: { records: [quote.value], complete: true },
      trades: { records: trades, complete: true },
      zone: 'Europe/Berlin',
    },
    others,
  );
}

describe.each(KINDS)('%s that was traded in a trade for each leg', (_, body) => {
  it('is done by both trades together, in whatever order they are listed', () => {
    const done = { verdict: 'done', tradeId: 'T-1', legTradeIds: ['T-1', 'T-2'] };
    expect(judged(body, [leg1('T-1'), leg2('T-2')])).toEqual(done);
    expect(judged(body, [leg2('T-2'), leg1('T-1')])).toEqual(done);
    // The leg, or the trade itself, may say the product.
    const inLegs = ({ raw }: Trade) => {
      const { action, price: at, ...rest } = raw;
      return trade(String(rest['trade-id']), { ...rest, contract: 'spread', legs: [{ action, price: at }] });
    };
    expect(judged(body, [leg1('T-1'), leg2('T-2')].map(inLegs))).toEqual(done);
  });

  it('is open while one leg alone is listed, and says so', () => {
    expect(judged(body, [leg1('T-1')])).toEqual({
      verdict: 'unknown',
      evidence: 'Trade T-1 is of one leg of it alone; no trade of leg 2 is listed yet.',
      mayBe: ['T-1'],
    });
    expect(judged(body, [leg2('T-2')])).toMatchObject({
      evidence: 'Trade T-2 is of one leg of it alone; no trade of leg 1 is listed yet.',
    });
  });

  it.each([
    ['another day', { 'delivery-start': '2028-01-01', 'delivery-end': '2028-12-31' }],
    ['no day', { 'delivery-start': null }],
    ['the other side', { action: 'buy' }],
    ['another quantity', { quantity: 4 }],
    ['no quantity', { quantity: null }],
    ['another price', { price: 29 }],
    ['another market', { market: 'NL' }],
    ['another counterparty', { counterparty: 'South' }],
    ['another request', { 'request-id': undefined }],
    ['the offer of somebody else', { 'pre-trade': { 'quotation-id': 'Q-9' } }],
    ['a word that it was cancelled', { status: 'cancelled' }],
  ])('is open where the trade of a leg says %s', (__, over) => {
    expect(judged(body, [leg1('T-1'), leg2('T-2', over)]).verdict).toBe('unknown');
  });

  it('is never done by the halves of two deals', () => {
    const offer = (id: string) => ({ 'pre-trade': { 'quotation-id': 'Q-1', 'spread-id': id } });
    expect(judged(body, [leg1('T-1', offer('S-1')), leg2('T-4', offer('S-2'))]).verdict).toBe('unknown');
    expect(judged(body, [leg1('T-1', offer('S-1')), leg2('T-2', offer('S-1'))]).verdict).toBe('done');
    const all = [leg1('T-1'), leg2('T-2'), leg1('T-3'), leg2('T-4')];
    expect(judged(body, all)).toEqual({
      verdict: 'unknown',
      evidence:
        'Trades T-1, T-3, T-2, T-4 are each of one leg of it; which of them belong together nothing says.',
      mayBe: ['T-1', 'T-3', 'T-2', 'T-4'],
    });
    expect(judged(body, all.slice(0, 3)).verdict).toBe('unknown');
    // Of a part there may be another one at any time.
    const part = { quantity: Quantity.parse('10') };
    const late = { 'traded-at': '2026-11-28T10:00:40Z' };
    expect(judged({ ...body, ...part }, [leg1('T-1'), leg2('T-4', late)]).verdict).toBe('unknown');
    expect(judged({ ...body, ...part }, [leg1('T-1'), leg2('T-2')]).verdict).toBe('done');
    expect(judged(body, [leg1('T-1'), leg2('T-2', late)]).verdict).toBe('done');
  });

  it('is told apart from what another acceptance made', () => {
    const other = (over: object) =>
      ({ id: actionId(9), body, shown: '', state: 'done', createdAt: 0, sentAt: 0, ...over }) as Action;
    const all = [leg1('T-1'), leg2('T-2'), leg1('T-3'), leg2('T-4')];
    const [first, second] = [TradeId.parse('T-3'), TradeId.parse('T-4')];
    expect(
      judged(body, all, { others: [other({ tradeId: first, legTradeIds: [first, second] })] }),
    ).toMatchObject({
      verdict: 'done',
      legTradeIds: ['T-1', 'T-2'],
    });
    // One on its way may have made them.
    expect(judged(body, all.slice(0, 2), { others: [other({ state: 'unknown' })] }).verdict).toBe('unknown');
  });

  it('is not done while the whole of its quote is on offer still, and not refused while a leg of it is there', () => {
    expect(judged(body, [leg1('T-1'), leg2('T-2')], { state: 'active' }).verdict).toBe('unknown');
    expect(judged(body, [leg1('T-1')], { state: 'withdrawn' }).verdict).toBe('unknown');
  });
});

it('a record without legs that has the price of one leg is of that leg', () => {
  const bare = { contract: undefined, 'delivery-start': undefined };
  expect(judged(SPREAD, [leg1('T-1', bare)]).verdict).toBe('unknown');
  // The net price is that of all of it.
  expect(judged(SPREAD, [leg1('T-1', { ...bare, price: 1.5 })]).verdict).toBe('done');
  expect(judged(STANDARD, [leg1('T-1', { ...bare, price: 1.5 })])).toEqual({
    verdict: 'done',
    tradeId: 'T-1',
  });
});
