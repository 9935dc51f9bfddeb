import { describe, expect, it } from 'vitest';
import type { Action, CommittedLeg } from '../../../src/domain/action';
import { tradedOtherwise } from '../../../src/domain/verdict/traded-otherwise';
import { readTrade } from '../../../src/contract/service/read-trade';
import { ACCEPT, QUOTE } from '../../gateway/twins/actions';

type Told = Pick<Action, 'body' | 'before' | 'legs'>;

const LEG = {
  action: 'buy',
  commodity: 'power',
  market: 'DE',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  loadProfile: 'base',
  quantityUnit: 'MW',
  priceUnit: 'EUR/MWh',
  clearing: { type: 'otc' },
} as const;
const committed = (amount = '10'): CommittedLeg => ({
  commodity: 'power',
  side: 'buy',
  volumes: [
    { unit: 'MW', amount },
    { unit: 'MWh', amount: String(8_760 * Number(amount)) },
  ],
});
const SINGLE: Told = {
  body: ACCEPT,
  legs: [LEG],
  before: { quoteIds: [], committed: [committed()] },
};
const SPREAD: Told = {
  body: ACCEPT,
  legs: [LEG, { ...LEG, action: 'sell', market: 'FR' }],
  before: { quoteIds: [], committed: [committed(), committed()] },
};

const raw = {
  commodity: 'power',
  market: 'DE',
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-12-31',
  'load-profile': 'base',
  action: 'buy',
  quantity: 10,
  'quantity-unit': 'MW',
  'price-unit': 'EUR/MWh',
  clearing: { type: 'otc' },
};
function saysOf(told: Told, fields: Record<string, unknown>): string | undefined {
  const trade = readTrade({
    'trade-id': 'T-1',
    'traded-at': '2026-11-28T10:00:00Z',
    'request-id': 'RQ-1',
    ...fields,
  });
  if (!trade.ok) throw new Error(trade.failure.message);
  const says = tradedOtherwise(told, trade.value, 'Europe/Berlin');
  return says
    ?.replace('The record of trade T-1 is not what you accepted: ', '')
    .replace('. Ask the operator before you count on it.', '');
}
const single = (over: Record<string, unknown>, told: Told = SINGLE) =>
  saysOf(told, { ...raw, price: 80, ...over });
const second = { ...raw, action: 'sell', market: 'FR', price: 29 };
const spread = (over: Record<string, unknown>, told: Told = SPREAD) =>
  saysOf(told, {
    contract: 'spread',
    quantity: 10,
    legs: [
      { ...raw, price: 30 },
      { ...second, ...over },
    ],
  });

describe('the trade of a single', () => {
  it.each([
    [{ market: 'FR' }, 'market FR instead of DE'],
    [{ 'delivery-start': '2028-01-01', 'delivery-end': '2028-12-31' }, 'delivery Cal-28 instead of Cal-27'],
    [{ 'delivery-end': '2027-06-30' }, 'delivery 1 Jan – 30 Jun 2027 instead of Cal-27'],
    [{ 'load-profile': 'peak' }, 'load peak instead of base'],
    [{ commodity: 'gas' }, 'gas instead of power'],
    [{ 'price-unit': 'GBP/MWh' }, 'price unit GBP/MWh instead of EUR/MWh'],
    [{ 'price-unit': null, currency: 'GBp' }, 'currency GBP instead of EUR'],
    [{ clearing: { type: 'exchange', house: 'ECC' } }, 'clearing exchange (ECC) instead of otc'],
    [{ market: 'FR', 'load-profile': 'peak' }, 'market FR instead of DE, load peak instead of base'],
  ])('is another one by %j', (over, says) => {
    expect(single(over)).toBe(says);
  });

  it.each([
    {},
    { market: 'de ', commodity: 'Power', 'load-profile': 'Base load' },
    { market: 'DE-LU' },
    { market: null, commodity: null, 'delivery-start': null, 'load-profile': null, 'price-unit': null },
    { 'delivery-start': '2026-12-31T23:00:00Z', 'delivery-end': '2027-12-31T23:00:00Z' },
    { 'delivery-start': '2027-01-01T00:00:00+01:00', 'delivery-end': '2028-01-01T00:00:00+01:00' },
    { 'delivery-end': '2027-12-31T23:59:59+01:00' },
    { 'price-unit': '€ / MWh' },
    { currency: 'EUR' },
    { clearing: { type: 'bilateral' } },
    { market: 'Germany' },
    { market: 'DE_LU', commodity: 'electricity', 'load-profile': 'Baseload 24/7' },
    { 'load-profile': '00-24' },
    { commodity: 'PW', 'load-profile': 'flat' },
    { 'price-unit': 'EUR' },
    { 'price-unit': 'EUR/MW' },
    { 'price-unit': 'Euro per MWh' },
    { 'delivery-start': '2027-01-01 00:00', 'delivery-end': '2028-01-01 00:00' },
    { 'delivery-start': '2027-01-01T00:00:00Z', 'delivery-end': '2027-12-31T00:00:00Z' },
    { 'delivery-start': '2027-01-01T00:00:00Z', 'delivery-end': '2028-01-01T00:00:00Z' },
    { 'delivery-start': '2027-01-01T00:00:00+01:00', 'delivery-end': '2027-12-31T00:00:00+01:00' },
    { 'delivery-start': '01.01.2027', 'delivery-end': '31.12.2027' },
    { clearing: { type: 'uncleared' } },
    { clearing: { type: 'Non-cleared' } },
    { clearing: { type: 'not cleared' } },
    { clearing: { type: 'off-exchange' } },
    { clearing: { type: 'OTC cleared', house: 'ECC' } },
    { clearing: { type: 'OTC', house: 'ECC' } },
    // Its quantity is told as a part of what was asked for.
    { quantity: 6 },
  ])('is what was accepted, written as %j', (over) => {
    expect(single(over)).toBeUndefined();
  });

  it('of gas begins with its gas day, whatever clock tells it', () => {
    const told: Told = { body: ACCEPT, legs: [{ ...LEG, commodity: 'gas', market: 'TTF' }] };
    const gas = { commodity: 'natural gas', market: 'TTF', 'load-profile': null };
    const ends = (first: string, last: string) =>
      single({ ...gas, 'delivery-start': first, 'delivery-end': last }, told);
    expect(ends('2027-01-01T06:00:00+01:00', '2028-01-01T06:00:00+01:00')).toBeUndefined();
    expect(ends('2027-01-01T05:00:00Z', '2028-01-01T05:00:00Z')).toBeUndefined();
    expect(ends('2027-01-02T05:00:00Z', '2028-01-01T05:00:00Z')).toContain('delivery');
    expect(ends('2027-01-01T05:00:00Z', '2028-01-02T05:00:00Z')).toContain('delivery');
  });

  it.each([
    [{ type: 'uncleared' }, 'clearing uncleared instead of exchange (ECC)'],
    [{ type: 'non-cleared' }, 'clearing non-cleared instead of exchange (ECC)'],
    [{ type: 'OTC' }, 'clearing OTC instead of exchange (ECC)'],
    [{ type: 'cleared', house: 'ECC AG' }, undefined],
    [{ type: 'future' }, undefined],
    [{ type: 'exchange', house: 'European Commodity Clearing' }, undefined],
  ])('that is cleared is not bilateral, whatever the name of the house: %j', (clearing, says) => {
    const told: Told = { ...SINGLE, legs: [{ ...LEG, clearing: { type: 'exchange', house: 'ECC' } }] };
    expect(single({ clearing }, told)).toBe(says);
  });

  it.each([
    ['DK1', 'DK2', 'market DK2 instead of DK1'],
    ['DK1', 'DK', undefined],
    ['UK', 'GB', undefined],
    ['FR', 'DE', 'market DE instead of FR'],
    ['FR', 'France', undefined],
    ['DE-AT', 'AT', undefined],
    ['TTF', 'NL', undefined],
    ['TTF', 'THE', 'market THE instead of TTF'],
  ])('in %s is in %s', (market, said, says) => {
    expect(single({ market: said }, { ...SINGLE, legs: [{ ...LEG, market }] })).toBe(says);
  });

  it.each([
    ['peak', '08-20 Mon-Fri', undefined],
    ['peak', '08-20', undefined],
    ['peak', '09-20', 'load 09-20 instead of peak'],
    ['peak', 'off-peak', 'load off-peak instead of peak'],
  ])('of %s is of %s', (loadProfile, said, says) => {
    expect(single({ 'load-profile': said }, { ...SINGLE, legs: [{ ...LEG, loadProfile }] })).toBe(says);
  });

  it.each([
    ['2027-12-31T22:59:59Z', '2027-12-31T23:00:00Z', false],
    ['2027-12-31T22:59:00Z', '2027-12-31T23:00:00Z', false],
    ['2027-12-31T22:30:00Z', '2027-12-31T23:00:00Z', false],
    ['2027-12-31T23:00:00Z', '2028-01-01T00:00:00+01:00', false],
    ['2027-12-31T23:00:00Z', '2028-01-01T23:00:00Z', true],
    ['2027-12-31T22:59:59Z', '2027-12-29T23:00:00Z', true],
    ['2027-12-31T22:59:59Z', '2028-01-02T22:59:59Z', true],
  ])('that ends %s ends otherwise at %s: %j', (deliveryEnd, said, isOther) => {
    const says = single({ 'delivery-end': said }, { ...SINGLE, legs: [{ ...LEG, deliveryEnd }] });
    expect(says !== undefined).toBe(isOther);
  });

  it('of gas is whole by any clock of the day', () => {
    const told: Told = {
      body: ACCEPT,
      legs: [{ ...LEG, commodity: 'natural-gas', market: 'TTF', priceUnit: 'EUR/MWh' }],
    };
    expect(single({ commodity: 'gas', market: 'TTF', 'load-profile': '00-24' }, told)).toBeUndefined();
    expect(single({ commodity: 'gas', market: 'TTF', 'price-unit': 'EUR/th' }, told)).toBe(
      'price unit EUR/th instead of EUR/MWh',
    );
  });

  it('is not compared with what the desk did not know', () => {
    expect(single({ market: 'FR' }, { body: ACCEPT })).toBeUndefined();
  });
});

describe('the trade of a spread', () => {
  it.each([
    [{ market: 'NL' }, 'leg 2: market NL instead of FR'],
    [
      { 'delivery-start': '2028-01-01', 'delivery-end': '2028-12-31' },
      'leg 2: delivery Cal-28 instead of Cal-27',
    ],
    [{ 'load-profile': 'peak' }, 'leg 2: load peak instead of base'],
    [{ 'price-unit': 'GBP/MWh', currency: 'GBP' }, 'leg 2: price unit GBP/MWh instead of EUR/MWh'],
    [{ 'quantity-unit': 'MWh' }, 'leg 2: 10 MWh in place of MW'],
    [{ quantity: 6 }, 'leg 2: 6 MW instead of 10 MW'],
    [{ clearing: { type: 'exchange', house: 'ECC' } }, 'leg 2: clearing exchange (ECC) instead of otc'],
    // A side alone is told in words of its own.
    [{ action: 'buy' }, undefined],
    [{ action: 'buy', market: 'NL' }, 'leg 2: buy instead of sell, leg 2: market NL instead of FR'],
  ])('is another one by its leg 2: %j', (over, says) => {
    expect(spread(over)).toBe(says);
  });

  it.each([{}, { quantity: 87_600, 'quantity-unit': 'MWh' }, { quantity: null, 'quantity-unit': 'mw' }])(
    'is what was accepted, written as %j',
    (over) => {
      expect(spread(over)).toBeUndefined();
    },
  );

  it('may have its legs in another order, and less of both', () => {
    const legs = (...of: unknown[]) => saysOf(SPREAD, { contract: 'spread', legs: of });
    expect(legs(second, raw)).toBeUndefined();
    expect(legs({ ...second, market: 'NL' }, raw)).toBe('leg 2: market NL instead of FR');
    expect(legs({ ...raw, quantity: 4 }, { ...second, quantity: 4 })).toBeUndefined();
  });

  it('has every leg', () => {
    expect(saysOf(SPREAD, { contract: 'spread', legs: [raw] })).toBe('one leg instead of 2');
    // All that it says is of the whole.
    expect(saysOf(SPREAD, { contract: 'spread', action: 'buy', price: 1, quantity: 10 })).toBeUndefined();
    expect(saysOf(SPREAD, { ...raw, contract: 'single', price: 1 })).toBe('one leg instead of 2');
    // A quote may be taken leg by leg.
    expect(saysOf({ ...SPREAD, body: QUOTE }, { contract: 'spread', legs: [raw] })).toBeUndefined();
    // Each against the leg that it is nearest to.
    const taken = (over: Record<string, unknown>) =>
      saysOf({ ...SPREAD, body: QUOTE }, { ...raw, contract: 'single', price: 80, ...over });
    expect(taken({})).toBeUndefined();
    expect(taken({ action: 'sell', market: 'FR' })).toBeUndefined();
    expect(taken({ action: 'sell' })).toContain('quoted: leg 1: sell instead of buy');
    expect(taken({ 'load-profile': 'peak' })).toContain('leg 1: load peak instead of base');
  });

  it('of certificates against power has each leg in its own unit', () => {
    const goo = {
      action: 'buy',
      commodity: 'goo',
      quantityUnit: 'certificates',
      priceUnit: 'EUR/certificate',
    } as const;
    const told: Told = {
      body: ACCEPT,
      legs: [goo, { ...LEG, action: 'sell' }, LEG],
      before: {
        quoteIds: [],
        committed: [
          { commodity: 'goo', side: 'buy', volumes: [{ unit: 'certificates', amount: '87600' }] },
          committed(),
          committed(),
        ],
      },
    };
    const swap = (quantity: number) =>
      saysOf(told, {
        ...{ contract: 'spread', commodity: 'goo', quantity: 87_600, 'quantity-unit': 'certificate' },
        'price-unit': 'EUR/certificates',
        legs: [
          { commodity: 'goo', action: 'buy', price: 0.4 },
          { ...raw, action: 'sell', price: 78 },
          { ...raw, price: 78.2, quantity },
        ],
      });
    expect(swap(10)).toBeUndefined();
    expect(swap(6)).toBe('leg 3: 6 MW instead of 10 MW');
  });

  describe('of a swap', () => {
    const goo = { commodity: 'goo', action: 'buy', quantityUnit: 'certificates' } as const;
    const power = (isWhole: boolean) => ({ ...committed(), ...(isWhole && { isWhole: true as const }) });
    const told = (isWhole: boolean): Told => ({
      body: ACCEPT,
      legs: [goo, LEG, { ...LEG, action: 'sell' }],
      before: {
        quoteIds: [],
        committed: [
          { commodity: 'goo', side: 'buy', volumes: [{ unit: 'certificates', amount: '1000' }] },
          power(isWhole),
          power(isWhole),
        ],
      },
    });
    const swap = (
      sizes: readonly number[],
      { isWhole = true, top = 1000 }: { readonly isWhole?: boolean; readonly top?: number | null } = {},
    ) =>
      saysOf(told(isWhole), {
        ...{ contract: 'spread', commodity: 'goo', quantity: top, 'quantity-unit': 'certificates' },
        legs: [
          { commodity: 'goo', action: 'buy', price: 2, quantity: sizes[0] },
          { ...raw, price: 80, quantity: sizes[1] },
          { ...raw, action: 'sell', price: 80, quantity: sizes[2] },
        ],
      });

    it('holds each leg against its own quantity', () => {
      expect(swap([1000, 10, 10])).toBeUndefined();
      expect(swap([10, 10, 10])).toBe('leg 1: 10 certificates instead of 1000 certificates');
      const halves = 'leg 2: 5 MW instead of 10 MW, leg 3: 5 MW instead of 10 MW';
      expect(swap([1000, 5, 5])).toBe(halves);
      expect(swap([1000, 5, 5], { top: null })).toBe(halves);
      expect(swap([500, 5, 5], { top: 500 })).toBeUndefined();
    });

    it('has no known share of power where a part of it was accepted', () => {
      expect(swap([1000, 5, 5], { isWhole: false })).toBeUndefined();
    });
  });

  it('in which all legs are less than the trade says is told; of a quote what is more is not known', () => {
    const legs = (quantity: number, body: Told['body'] = ACCEPT) =>
      saysOf(
        { ...SPREAD, body },
        {
          contract: 'spread',
          quantity: 10,
          legs: [
            { ...raw, quantity },
            { ...second, quantity },
          ],
        },
      );
    expect(legs(10)).toBeUndefined();
    expect(legs(6)).toBe('leg 1: 6 MW instead of 10 MW, leg 2: 6 MW instead of 10 MW');
    expect(legs(14)).toBe('leg 1: 14 MW instead of 10 MW, leg 2: 14 MW instead of 10 MW');
    expect(legs(6, QUOTE)).toContain('leg 1: 6 MW instead of 10 MW');
    expect(legs(14, QUOTE)).toBeUndefined();
  });

  describe('of legs of different amounts', () => {
    const told: Told = { ...SPREAD, before: { quoteIds: [], committed: [committed('5'), committed('20')] } };
    const legs = (first: number, over: Record<string, unknown>) =>
      saysOf(told, {
        contract: 'spread',
        legs: [
          { ...raw, quantity: first },
          { ...second, ...over },
        ],
      });

    // Of a request of 10 and 20 a quote of 5 is accepted whole: nobody knows how much of leg 2 goes with it.
    it.each([{ quantity: 10 }, { quantity: 20 }, { quantity: 175_200, 'quantity-unit': 'MWh' }])(
      'has no known share of leg 2: %j',
      (over) => {
        expect(legs(5, over)).toBeUndefined();
      },
    );

    it('has no more of leg 2 than its whole', () => {
      expect(legs(5, { quantity: 30 })).toBe('leg 2: 30 MW instead of 20 MW');
    });
  });

  it('may have a part of it written as energy', () => {
    const energy = (of: number) => ({ quantity: 8_760 * of, 'quantity-unit': 'MWh' });
    const legs = (first: Record<string, unknown>, over: Record<string, unknown>) =>
      saysOf(
        { ...SPREAD, body: QUOTE },
        {
          legs: [
            { ...raw, ...first },
            { ...second, ...over },
          ],
        },
      );
    expect(legs(energy(4), energy(4))).toBeUndefined();
    expect(legs({ quantity: 4 }, energy(4))).toBeUndefined();
    expect(legs({ quantity: 4 }, { quantity: 35.04, 'quantity-unit': 'GWh' })).toBeUndefined();
    expect(legs({ quantity: 4 }, { quantity: 96, 'quantity-unit': 'MWh/d' })).toBeUndefined();
    expect(legs({ quantity: 4 }, { quantity: 4, 'quantity-unit': 'MWh/h' })).toBeUndefined();
    expect(legs({ quantity: 4 }, { quantity: 4, 'quantity-unit': 'lots' })).toBeUndefined();
    expect(legs({ quantity: 4 }, { quantity: 4, 'quantity-unit': 'MWh' })).toContain(
      'leg 2: 4 MWh in place of MW',
    );
  });

  it('says of a leg only what the leg says, but for what all legs have alike', () => {
    const bare = [
      { action: 'buy', price: 30 },
      { action: 'sell', price: 29 },
    ];
    expect(saysOf(SPREAD, { ...raw, legs: bare })).toBeUndefined();
    expect(saysOf(SPREAD, { ...raw, 'load-profile': 'peak', legs: bare })).toBe(
      'leg 1: load peak instead of base, leg 2: load peak instead of base',
    );
    const unequal: Told = {
      ...SPREAD,
      before: { quoteIds: [], committed: [committed('20'), committed('10')] },
    };
    const { quantity: _, ...unsaid } = second;
    expect(saysOf(unequal, { quantity: 20, legs: [raw, unsaid].map((leg) => ({ ...leg, price: 30 })) })).toBe(
      'leg 1: 10 MW instead of 20 MW',
    );
    const sized = { ...raw, quantity: 6 };
    expect(saysOf(SPREAD, { quantity: 10, 'quantity-unit': 'MW', legs: [sized, unsaid] })).toBe(
      'leg 1: 6 MW instead of 10 MW',
    );
    expect(
      saysOf(SPREAD, { 'quantity-unit': 'MWh', legs: [raw, { ...second, 'quantity-unit': null }] }),
    ).toBeUndefined();
  });

  it('may be without its legs yet', () => {
    const fields = { contract: 'spread', action: 'buy', quantity: 10, price: 1 };
    expect(saysOf(SPREAD, { ...fields, legs: [] })).toBeUndefined();
  });

  it('of many legs is compared at once', () => {
    const years = Array.from({ length: 12 }, (_, at) => String(2027 + at));
    const told: Told = {
      body: ACCEPT,
      legs: years.map((year) => ({ ...LEG, deliveryStart: `${year}-01-01`, deliveryEnd: `${year}-12-31` })),
    };
    const legs = years.map((year) => ({
      ...raw,
      'delivery-start': `${year}-01-01`,
      'delivery-end': `${year}-12-31`,
    }));
    expect(saysOf(told, { legs: [...legs].reverse() })).toBeUndefined();
    expect(saysOf(told, { legs: legs.map((leg, at) => (at === 11 ? { ...leg, market: 'FR' } : leg)) })).toBe(
      'leg 12: market FR instead of DE',
    );
  });
});
