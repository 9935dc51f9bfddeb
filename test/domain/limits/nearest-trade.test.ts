import { describe, expect, it } from 'vitest';
import type { ActionBody } from '../../../src/domain/action';
import type { Leg } from '../../../src/domain/leg';
import { preTradeCheck, type PreTrade } from '../../../src/domain/limits/check';
import type { LimitedRequest } from '../../../src/domain/limits/commitment';
import { BUILT_IN_LIMITS, Limits } from '../../../src/domain/limits/limits';
import { lastTrades, type LastTrade } from '../../../src/domain/limits/same-product';
import { present } from '../../../src/domain/present';
import { Quantity } from '../../../src/domain/quantity';
import { price } from '../written-price';
import { codes, NOW, quote, request } from './situation';

const GAS = {
  commodity: 'gas',
  market: 'TTF',
  loadProfile: 'base',
  deliveryStart: '2026-12-01',
  deliveryEnd: '2026-12-31',
};
const POWER = { ...GAS, commodity: 'power', market: 'DE' };
const SUN: Partial<Leg> = {
  commodity: 'goo',
  market: 'EU-SOLAR',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  priceUnit: 'EUR/certificate',
  quantityUnit: 'certificates',
  quantity: Quantity.parse('5000'),
};
const traded = (amount: string, product: Partial<Leg>, day = 24): LastTrade => {
  const raw = {
    commodity: product.commodity,
    market: product.market,
    'load-profile': product.loadProfile,
    'delivery-start': product.deliveryStart,
    'delivery-end': product.deliveryEnd,
    'price-unit': product.priceUnit ?? 'EUR/MWh',
  };
  const [last] = lastTrades({ tradedAt: Date.UTC(2026, 10, day), price: price(amount), raw });
  if (!last) throw new Error('a trade of no product');
  return last;
};
const QUARTER = { deliveryStart: '2027-01-01', deliveryEnd: '2027-03-31' };
const YEAR = { deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31' };
const WEEKEND = { deliveryStart: '2026-11-28', deliveryEnd: '2026-11-29' };

const checked = (
  body: ActionBody,
  asked: LimitedRequest,
  trades: readonly LastTrade[],
  { limits = BUILT_IN_LIMITS, ...seen }: Partial<PreTrade> & { limits?: Limits } = {},
) => preTradeCheck(body, { request: asked, offers: [], recent: [], now: NOW, trades, ...seen }, limits);
const said = (...of: Parameters<typeof checked>): string[] => {
  const { blocks, warnings } = checked(...of);
  return [...blocks, ...warnings]
    .filter(({ code }) => code === 'nearest-trade')
    .map(({ message }) => message);
};

describe('where a request has no reference of its own', () => {
  const hubs = [
    traded('32.26', { ...GAS, ...YEAR, market: 'THE' }, 23),
    traded('30.93', { ...GAS, ...QUARTER, market: 'THE' }),
  ];

  it('gas of ten times the nearest trade, a tenth of it or below zero is not sent, and what is near is ticked as before', () => {
    expect(codes(checked(quote('31.4'), request(GAS), hubs))).toEqual(['warn no-reference']);
    for (const slip of ['314', '3.14', '-31.4', '155', '0']) {
      expect(codes(checked(quote(slip), request(GAS), hubs)), slip).toContain('block nearest-trade');
    }
    expect(codes(checked(quote('100'), request(GAS), hubs))).toContain('warn nearest-trade');
    expect(codes(checked(quote('10'), request(GAS), hubs))).toContain('warn nearest-trade');
  });

  it('names the trade, how far off the price is, and that gas is not traded below zero', () => {
    const beside = 'THE Q1-27 base, traded on 24 Nov 2026, at 30.93';
    expect(said(quote('314'), request(GAS), hubs)).toEqual([
      `314.00 is 10.2 times ${beside}; the block level is 5 times.`,
    ]);
    expect(said(quote('3.14'), request(GAS), hubs)).toEqual([
      `3.14 is far below ${beside}, which is 9.9 times as much; the block level is 5 times, either way.`,
    ]);
    expect(said(quote('-31.4'), request(GAS), hubs)).toEqual([
      `−31.40 has the opposite sign to ${beside}. Gas is not traded below zero.`,
    ]);
  });

  it('its own market comes before another, its load profile before another, the nearest delivery, the newest', () => {
    const FAR = { deliveryStart: '2029-01-01', deliveryEnd: '2029-12-31' };
    const order = [
      traded('100', { ...POWER, ...YEAR }, 24),
      traded('100', { ...POWER, ...FAR }),
      traded('100', { ...POWER, ...QUARTER, loadProfile: 'peak' }),
      traded('100', { ...POWER, market: 'FR' }),
    ];
    const names = ['DE Cal-27 base', 'DE Cal-29 base', 'DE Q1-27 peak', 'FR Dec-26 base'];
    names.forEach((name, at) => {
      expect(said(quote('5000'), request(POWER), order.slice(at).toReversed())[0]).toContain(name);
    });
    expect(
      said(quote('5000'), request(POWER), [
        traded('100', GAS),
        traded('1', { ...POWER, priceUnit: 'GBP/MWh' }),
      ]),
    ).toEqual([]);
  });

  it('power may be as low as it likes: a tick', () => {
    const year = [traded('80', { ...POWER, ...YEAR })];
    expect(codes(checked(quote('7.1'), request(POWER), year))).toContain('warn nearest-trade');
    expect(codes(checked(quote('-80'), request(POWER), year))).toContain('warn nearest-trade');
    expect(codes(checked(quote('800'), request(POWER), year))).toContain('block nearest-trade');
  });

  it('a weekend of power says nothing of a month, nor a month of a weekend', () => {
    expect(said(quote('81'), request(POWER), [traded('-2.4', { ...POWER, ...WEEKEND })])).toEqual([]);
    expect(said(quote('-2.4'), request({ ...POWER, ...WEEKEND }), [traded('81', POWER)])).toEqual([]);
  });

  it('another market of power or certificates wants a tick and blocks nothing: only hubs of gas hang together so', () => {
    const other = [traded('10', { ...POWER, ...YEAR, market: 'NO4' })];
    expect(codes(checked(quote('80'), request(POWER), other))).toContain('warn nearest-trade');
    const goo = (amount: string, market: string) => [
      traded(amount, { ...SUN, market, deliveryStart: '2028-01-01', deliveryEnd: '2028-12-31' }),
    ];
    const body = quote('3.8', { quantity: '5000' });
    expect(codes(checked(body, request(SUN), goo('0.38', 'EU-HYDRO')))).toContain('warn nearest-trade');
    expect(codes(checked(body, request(SUN), goo('0.38', 'EU-SOLAR')))).toContain('block nearest-trade');
  });

  it('is not asked where the market is known', () => {
    const offers = [
      { id: 'Q-1', direction: 'ask', price: { shape: 'single', price: price('300') } },
    ] as const;
    expect(said(quote('314'), request(GAS), hubs, { offers })).toEqual([]);
  });

  it('levels that are not set are never reached', () => {
    const limits = Limits.parse({ ...BUILT_IN_LIMITS, nearestTrade: { warnTimes: '20' } });
    expect(said(quote('314'), request(GAS), hubs, { limits })).toEqual([]);
    expect(codes(checked(quote('700'), request(GAS), hubs, { limits }))).toContain('warn nearest-trade');
    const off = Limits.parse({ ...BUILT_IN_LIMITS, nearestTrade: {} });
    expect(said(quote('-314'), request(GAS), hubs, { limits: off })).toEqual([]);
  });
});

describe('several legs', () => {
  const [NL, DE] = [
    { ...POWER, ...YEAR, market: 'NL' },
    { ...POWER, ...YEAR },
  ];
  const spread = request(NL, { ...DE, action: 'sell' });
  const trades = [traded('73.8', NL), traded('71.3', DE)];
  const legs = (...legPrices: string[]): ActionBody => quote('0', { price: { shape: 'per-leg', legPrices } });

  it('are each held beside their own', () => {
    expect(said(legs('738', '713'), spread, trades)).toEqual([
      'Leg 1: 738.00 is 10 times NL Cal-27 base, traded on 24 Nov 2026, at 73.80; the block level is 5 times.',
      'Leg 2: 713.00 is 10 times DE Cal-27 base, traded on 24 Nov 2026, at 71.30; the block level is 5 times.',
    ]);
    expect(said(legs('74', '71'), spread, trades)).toEqual([]);
    expect(
      said(quote('0', { price: { shape: 'standard-spread', spreadPrice: '738' } }), spread, trades),
    ).toEqual([]);
  });

  it('also beside a market that says their net price alone, and not beside one that says each', () => {
    const analytics = { raw: { 'best-price': 2.5 } };
    expect(said(legs('738', '713'), spread, trades, { analytics })).toHaveLength(2);
    const offer = (legPrices: string[]) => ({
      id: 'P-1',
      direction: 'ask' as const,
      kind: 'firm' as const,
      price: { shape: 'per-leg' as const, legPrices: legPrices.map(price) },
    });
    expect(said(legs('738', '713'), spread, trades, { offers: [offer(['700', '690'])] })).toEqual([]);
  });

  it('a leg that is off as far as would block a single is not sent, though the net price is near', () => {
    const offers = [
      {
        id: 'P-1',
        direction: 'ask' as const,
        kind: 'firm' as const,
        price: { shape: 'per-leg' as const, legPrices: ['73.81', '71.27'].map(price) },
      },
    ];
    expect(
      codes(checked(legs('738', '713'), spread, [], { offers })).filter((one) => /^block/.test(one)),
    ).toEqual(['block best-price', 'block best-price']);
    expect(codes(checked(legs('120', '117.5'), spread, [], { offers }))).toContain('block best-price');
    // Nearer it is a tick, as of a single.
    const near = codes(checked(legs('90', '87.5'), spread, [], { offers }));
    expect(near.filter((one) => /best-price$/.test(one))).toEqual(['warn best-price', 'warn best-price']);
  });

  it('of a swap the certificate and the power, once each', () => {
    const swap: LimitedRequest = {
      ...request(SUN, { ...DE, action: 'sell' }, DE),
      ...present({ swapType: 'green-grey-swap' as const }),
    };
    const known = [traded('0.38', SUN), traded('71.3', DE)];
    const swapped = (certificate: string, power: string) =>
      quote('0', { price: { shape: 'per-leg', legPrices: [certificate, power, power] }, quantity: '5000' });
    expect(said(swapped('0.36', '70.2'), swap, known)).toEqual([]);
    expect(said(swapped('0.36', '702'), swap, known)).toEqual([
      'Leg 2: 702.00 is 9.9 times DE Cal-27 base, traded on 24 Nov 2026, at 71.30; the block level is 5 times.',
    ]);
    const { blocks, warnings } = checked(swapped('3.6', '70.2'), swap, known);
    // The power is as it should be: what is wrong is leg 1.
    expect([...blocks, ...warnings].map(({ code, leg }) => `${code} ${leg}`)).toEqual([
      'best-price 0',
      'factor-of-ten 0',
    ]);
  });
});
