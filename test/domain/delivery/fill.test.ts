import { describe, expect, it } from 'vitest';
import { energyOf, fillOf, positionOf, sidesOfFill } from '../../../src/domain/delivery/fill';
import { legsOfFill } from '../../../src/domain/delivery/fill-legs';
import { readTrade } from '../../../src/contract/service/read-trade';
import { TradeId } from '../../../src/domain/identifiers';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import type { Trade } from '../../../src/domain/trade';

const price = (text: string): Price => Price.parse(text);
const MW = {
  'quantity-unit': 'MW',
  'price-unit': 'EUR/MWh',
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-12-31',
  'load-profile': 'base',
  commodity: 'power',
  quantity: 15,
};

const trade = (fields: Partial<Trade> = {}): Trade => ({
  id: TradeId.parse('TR-1'),
  tradedAt: 1,
  quantity: Quantity.parse('15'),
  raw: {
    'quantity-unit': 'MW',
    legs: [
      { ...MW, action: 'sell', market: 'NL', price: 70.1 },
      { ...MW, action: 'buy', market: 'DE', price: 71.8 },
    ],
    'pre-trade': { 'quotation-id': 'QT-7' },
  },
  legPrices: [price('70.1'), price('71.8')],
  ...fields,
});

describe('a fill', () => {
  it('has no unit of price where it names two currencies', () => {
    const unitOf = (currency: string, unit = 'EUR/MWh'): string | undefined =>
      fillOf(trade({ raw: { ...MW, 'price-unit': unit, currency } })).legs[0]?.priceUnit;
    expect([unitOf('GBP'), unitOf('GBP', 'EUR')]).toEqual([undefined, undefined]);
    expect([unitOf('EUR'), unitOf('eur'), unitOf('GBP', 'p/therm'), unitOf('?')]).toEqual([
      'EUR/MWh',
      'EUR/MWh',
      'p/therm',
      'EUR/MWh',
    ]);
  });

  it('is what the trade states: own sides, net price, quantity and the quote that was taken', () => {
    const fill = fillOf(trade());
    expect(fill).toMatchObject({ price: '-1.7', quantity: '15', quantityUnit: 'MW', quoteId: 'QT-7' });
    expect(sidesOfFill(fill)).toEqual(['sell', 'buy']);
    expect(fill.legs.map((leg) => energyOf(leg))).toEqual(['131400', '131400']);
    const numbered = trade();
    expect(fillOf({ ...numbered, raw: { ...numbered.raw, 'pre-trade': { quoteId: 7 } } }).quoteId).toBe('7');
  });

  it('makes nothing up: no net price over two units, no sides where a leg says none', () => {
    const legs = [
      { ...MW, action: 'sell', price: 1 },
      { ...MW, price: 2, 'price-unit': 'GBp/therm' },
    ];
    const fill = fillOf(trade({ raw: { legs } }));
    expect(fill.price).toBeUndefined();
    expect(sidesOfFill(fill)).toEqual([]);
    expect(fill.quoteId).toBeUndefined();
  });

  it('says how each leg is cleared as far as the trade does', () => {
    const legs = [
      { ...MW, action: 'buy', clearing: { type: 'exchange', house: 'ECC' } },
      { ...MW, action: 'sell', clearing: { type: 'bilateral', house: null } },
      { ...MW, clearing: 7 },
    ];
    expect(fillOf(trade({ raw: { legs } })).legs.map(({ clearing }) => clearing)).toEqual([
      { type: 'exchange', house: 'ECC' },
      { type: 'bilateral' },
      undefined,
    ]);
  });

  it('of one product has its terms from the trade itself', () => {
    const { legPrices: _, ...rest } = trade();
    const single: Trade = {
      ...rest,
      action: 'buy',
      price: price('31.35'),
      raw: { ...MW, market: 'DE', quantity: undefined },
    };
    const fill = fillOf(single);
    expect(fill.price).toBe('31.35');
    expect(fill.legs).toMatchObject([{ action: 'buy', market: 'DE', quantity: '15' }]);
  });
});

describe('the position of fills', () => {
  it('is bought less sold by market and delivery, spreads by leg, with its energy', () => {
    const { rows, leftOut } = positionOf([fillOf(trade()), fillOf(trade())]);
    expect(leftOut).toBe(0);
    expect(rows).toMatchObject([
      { market: 'NL', unit: 'MW', cells: [{ net: '-30' }], energy: '-262800' },
      { market: 'DE', unit: 'MW', cells: [{ net: '30' }], energy: '262800' },
    ]);
  });

  it('never nets base and peak: they are other hours', () => {
    const cal = { ...MW, market: 'DE' };
    const legs = [
      { ...cal, action: 'buy', 'load-profile': 'base' },
      { ...cal, action: 'sell', 'load-profile': 'peak' },
    ];
    const { rows } = positionOf([fillOf(trade({ raw: { legs } }))]);
    expect(rows.map(({ market, load, cells }) => [market, load, cells[0]?.net])).toEqual([
      ['DE', 'base', '15'],
      ['DE', 'peak', '-15'],
    ]);
  });

  it('names no load of gas, which has base alone, and nets what says it with what does not', () => {
    const { 'load-profile': _, ...bare } = { ...MW, market: 'TTF', commodity: 'gas' };
    const legs = [
      { ...bare, action: 'buy', 'load-profile': 'base' },
      { ...bare, action: 'sell' },
    ];
    const { rows } = positionOf([fillOf(trade({ raw: { legs } }))]);
    expect(rows.map(({ load, cells }) => [load, cells[0]?.net])).toEqual([[undefined, '0']]);
  });

  it('counts legs that do not say enough', () => {
    const legs = [{ ...MW, market: 'NL', action: 'sell' }, { market: 'DE' }];
    const { rows, leftOut } = positionOf([fillOf(trade({ raw: { legs } }))]);
    expect(rows).toHaveLength(1);
    expect(leftOut).toBe(1);
  });
});

describe('a trade of two legs that has a side as a whole alone', () => {
  const sidesOf = (action: string, price: number | undefined, own: readonly (string | undefined)[] = []) => {
    const leg = { commodity: 'power', 'price-unit': 'EUR/MWh', quantity: 10 };
    const trade = readTrade({
      ...{ 'trade-id': 'T-1', 'traded-at': '2026-11-28T10:00:00Z', contract: 'spread', action, price },
      legs: [
        { ...leg, market: 'DE', price: 30, action: own[0] },
        { ...leg, market: 'FR', price: 29, action: own[1] },
      ],
    });
    if (!trade.ok) throw new Error(trade.failure.message);
    return legsOfFill(trade.value).map((one) => one.action);
  };

  it('has the sides that its net price proves', () => {
    expect(sidesOf('buy', 1)).toEqual(['buy', 'sell']);
    expect(sidesOf('sell', 1)).toEqual(['sell', 'buy']);
    expect(sidesOf('buy', 59)).toEqual(['buy', 'buy']);
    expect(sidesOf('buy', 1, [undefined, 'buy'])).toEqual(['sell', 'buy']);
    expect(sidesOf('buy', 59, ['sell'])).toEqual(['sell', 'sell']);
  });

  it('has none where it proves nothing', () => {
    expect(sidesOf('buy', -1)).toEqual([undefined, undefined]);
    expect(sidesOf('buy', undefined)).toEqual([undefined, undefined]);
    expect(sidesOf('buy', undefined, ['sell'])).toEqual(['sell', undefined]);
    expect(sidesOf('buy', 2, ['sell', 'buy'])).toEqual(['sell', 'buy']);
  });
});
