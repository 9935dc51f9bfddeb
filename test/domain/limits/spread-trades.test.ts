import { describe, expect, it } from 'vitest';
import { readTrade } from '../../../src/contract/service/read-trade';
import { preTradeCheck } from '../../../src/domain/limits/check';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { lastTrades, productOfKey, type LastTrade } from '../../../src/domain/limits/same-product';
import { codes, NOW, quote, request } from './situation';

const YEAR = { 'delivery-start': '2027-01-01', 'delivery-end': '2027-12-31', 'load-profile': 'base' };
const leg = (market: string, price: number | null, over: Record<string, unknown> = {}) => ({
  commodity: 'power',
  market,
  ...YEAR,
  action: 'buy',
  quantity: 10,
  price,
  ...over,
});
/** What the platform may say of a spread on the trade itself: one market, and the net. */
const spread = (over: Record<string, unknown> = {}) => ({
  'trade-id': 'TR-1',
  'traded-at': '2026-11-24T10:00:00Z',
  contract: 'spread',
  commodity: 'power',
  market: 'DE',
  ...YEAR,
  action: 'buy',
  price: 162,
  'price-unit': 'EUR/MWh',
  quantity: 10,
  legs: [leg('DE', 80), leg('FR', 82)],
  ...over,
});
const told = (raw: Record<string, unknown>): readonly LastTrade[] => {
  const read = readTrade(raw);
  if (!read.ok) throw new Error(read.failure.message);
  return lastTrades(read.value);
};
const prices = (raw: Record<string, unknown>): string[] =>
  told(raw).map(({ product, price }) => `${productOfKey(product)?.market} ${price}`);

const DE = request({
  commodity: 'power',
  market: 'DE',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  loadProfile: 'base',
});
const checked = (price: string, direction: 'bid' | 'ask', trades: readonly LastTrade[]): string[] =>
  codes(
    preTradeCheck(
      quote(price, { direction }),
      { request: DE, offers: [], recent: [], now: NOW, trades },
      BUILT_IN_LIMITS,
    ),
  );

describe('beside a spread of DE and FR that was traded at 162 net, its legs at 80 and 82', () => {
  it('twice the price of DE is found, and a fair price of DE goes', () => {
    expect(checked('160', 'bid', told(spread()))).toEqual(['block best-price']);
    expect(checked('80', 'ask', told(spread()))).toEqual([]);
  });

  it('and without prices of its legs there is no reference for either', () => {
    const unpriced = told(spread({ legs: [leg('DE', null), leg('FR', null)] }));
    expect(checked('160', 'bid', unpriced)).toEqual(['warn no-reference']);
    expect(checked('80', 'ask', unpriced)).toEqual(['warn no-reference']);
  });
});

describe('the price of a product from the record of a spread', () => {
  it('is that of its leg, in the unit of the trade where it is of its commodity', () => {
    expect(prices(spread())).toEqual(['de 80', 'fr 82']);
    expect(told(spread()).map(({ priceUnit }) => priceUnit)).toEqual(['EUR/MWh', 'EUR/MWh']);
    expect(prices(spread({ price: null }))).toEqual(['de 80', 'fr 82']);
    const sold = [leg('DE', 80), leg('FR', 82, { action: 'sell' })];
    for (const net of [-2, 2]) expect(prices(spread({ legs: sold, price: net }))).toEqual(['de 80', 'fr 82']);
    const swap = [
      leg('DE-WIND', 0.5, { commodity: 'goo', 'price-unit': 'EUR/certificate' }),
      leg('DE', 80),
      leg('FR', 80, { action: 'sell' }),
    ];
    const units = told(spread({ commodity: 'goo', 'price-unit': 'EUR/certificate', price: 0.5, legs: swap }));
    expect(units.map(({ price, priceUnit }) => [price, priceUnit])).toEqual([
      ['0.5', 'EUR/certificate'],
      ['80', undefined],
      ['80', undefined],
    ]);
  });

  it.each([
    ['whose legs come to another net', { legs: [leg('DE', 162), leg('FR', 162)] }],
    ['whose legs have no product of their own', { legs: [{ price: 80 }, { price: 82 }] }],
    ['that has no legs', { legs: undefined }],
    ['that is called a standard spread', { contract: 'standard-spread', legs: undefined }],
    ['that is known by its kind alone', { contract: undefined, 'spread-type': 'location', legs: [] }],
    ['that is a swap', { contract: 'single', spreadType: 'green-grey-swap', legs: null }],
  ])('is never the net, nor of one %s', (_, over) => expect(prices(spread(over))).toEqual([]));
});

it.each(['cancelled', 'Busted', 'disputed'])('a trade that is %s is no reference', (state) => {
  expect(prices(spread({ state }))).toEqual([]);
  expect(prices(spread({ contract: 'single', price: 80, legs: undefined, state }))).toEqual([]);
});

it('a single still says its price itself', () => {
  const single = { contract: 'single', price: 80, 'spread-type': null, spreadType: null };
  expect(prices(spread({ ...single, legs: [leg('DE', 80)] }))).toEqual(['de 80']);
  expect(prices(spread({ ...single, legs: undefined }))).toEqual(['de 80']);
  expect(prices(spread({ ...single, contract: undefined, legs: undefined }))).toEqual(['de 80']);
});
