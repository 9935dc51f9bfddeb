import { describe, expect, it } from 'vitest';
import { ActionBody, type CommittedLeg } from '../../../src/domain/action';
import { preTradeCheck, type PreTrade } from '../../../src/domain/limits/check';
import { dayTotals } from '../../../src/domain/limits/day-checks';
import { ActionId, QuoteId } from '../../../src/domain/identifiers';
import { BUILT_IN_LIMITS, Limits } from '../../../src/domain/limits/limits';
import type { RecentAction, SeenOffer } from '../../../src/domain/limits/references';
import { lastTrades, type LastTrade } from '../../../src/domain/limits/same-product';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import { sidesOf } from '../../../src/domain/request';
import { unitsProblem, type Side } from '../../../src/domain/leg';
import { price } from '../written-price';
import { acceptance, NOW, OPEN, quote, request, SPREAD, spreadQuote } from './situation';

const YEAR = {
  commodity: 'power',
  market: 'DE',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  loadProfile: 'base',
};
const offer = (id: string, amount: string, over: Partial<SeenOffer> = {}): SeenOffer => ({
  id,
  direction: 'ask',
  price: { shape: 'single', price: price(amount) },
  counterparty: `By ${id}`,
  ...over,
});
const trade = (amount: number, over: Record<string, unknown> = {}): LastTrade => {
  const raw = {
    commodity: 'power',
    market: 'DE',
    'delivery-start': '2027-01-01',
    'delivery-end': '2027-12-31',
    'load-profile': 'base',
    ...over,
  };
  const price = Price.parse(String(amount));
  const [last] = lastTrades({ tradedAt: Date.UTC(2026, 10, 19), price, raw });
  if (!last) throw new Error('a trade of no product');
  return last;
};
const PERCENT = { bestPrice: { warnPercent: '1', ignoreUpTo: '0' } };
const found = (body: ActionBody, seen: Partial<PreTrade>, limits: Record<string, unknown> = {}) =>
  preTradeCheck(
    body,
    { request: request(YEAR), offers: [], recent: [], now: NOW, ...seen },
    Limits.parse({ ...OPEN, ...limits }),
  );

it('names the last trade of the nearest other product where nothing else is known', () => {
  const of = (year: number, amount: number, over: Record<string, unknown> = {}): LastTrade =>
    trade(amount, { 'delivery-start': `${year}-01-01`, 'delivery-end': `${year}-12-31`, ...over });
  const trades = [
    of(2029, 60),
    of(2028, 70),
    of(2028, 1, { market: 'FR' }),
    of(2028, 2, { 'load-profile': 'peak' }),
  ];
  const told = (known: readonly LastTrade[]) =>
    found(quote('314'), { trades: known }, { ...PERCENT, noReference: 'warn' }).warnings.map(
      ({ message }) => message,
    );
  expect(told(trades)[0]).toContain(
    'The nearest known trade is DE Cal-28 base, traded on 19 Nov 2026, at 70.00: yours is 348.6 % above it.',
  );
  expect(told([of(2028, 70, { commodity: 'gas' })])[0]).toMatch(/^No reference to check.*(?<!it)\.$/);
});

describe('a price is held against the first of these that is known', () => {
  const asks = [offer('Q-1', '85'), offer('Q-2', '84'), offer('Q-3', '1', { state: 'withdrawn' })];
  const bids = [offer('Q-4', '83', { direction: 'bid' })];
  const firm = [offer('P-1', '82', { kind: 'firm', direction: 'bid' })];
  const indicative = [offer('P-2', '81', { kind: 'indicative', direction: 'bid' })];
  const analytics = { raw: { 'best-price': null, 'average-price': 80.5, 'traded-price': 80 } };
  const trades = [
    trade(70),
    trade(79),
    trade(10, { market: 'FR' }),
    trade(20, { 'load-profile': 'peak' }),
    trade(30, { 'price-unit': 'GBP/MWh' }),
  ].map((one, at) => ({ ...one, tradedAt: one.tradedAt + at }));
  const rest = { analytics, trades };

  it.each<[string, Partial<PreTrade>]>([
    ['the best ask 84.00 EUR/MWh (By Q-2)', { offers: [...asks, ...bids, ...firm, ...indicative], ...rest }],
    ['the best bid 83.00 EUR/MWh (By Q-4)', { offers: [...bids, ...firm, ...indicative], ...rest }],
    ['the best firm bid 82.00 EUR/MWh (By P-1)', { offers: [...firm, ...indicative], ...rest }],
    ['the platform’s average price 80.50 EUR/MWh', { offers: indicative, ...rest }],
    ['the last trade of the same product (19 Nov 2026) 79.00 EUR/MWh', { offers: indicative, trades }],
    ['the best indicative proposal 81.00 EUR/MWh (By P-2)', { offers: indicative }],
  ])('%s', (name, seen) => {
    const [finding] = found(quote('160'), seen, PERCENT).warnings;
    expect(finding?.message).toContain(` %) above ${name}; the warn level is 1 %.`);
  });

  it("and never one that the desk sent itself, nor another on that side under the desk's name", () => {
    const mine = offer('Q-9', '160', { direction: 'bid', counterparty: 'We' });
    const fromTheWeb = offer('Q-10', '161', { direction: 'bid', counterparty: 'We' });
    const theirs = offer('Q-11', '83', { direction: 'bid', counterparty: 'They' });
    const recent = [
      {
        id: ActionId.parse(crypto.randomUUID()),
        body: quote('160'),
        state: 'done' as const,
        createdAt: NOW - 1000,
        quoteId: QuoteId.parse('Q-9'),
      },
    ];
    const against = (offers: readonly SeenOffer[]) =>
      found(quote('160'), { offers, recent }, PERCENT).warnings.map(({ message }) => message);
    expect(against([mine, fromTheWeb, theirs])).toEqual([
      expect.stringContaining(' %) above the best bid 83.00 EUR/MWh (They)'),
    ]);
    expect(against([mine, fromTheWeb])).toEqual([]);
  });

  it('and never analytics that count offers, once the desk has offered on the request: its own price may be in them', () => {
    const own = { 'best-price': 8.9, 'average-price': 8.9, 'traded-price': null };
    const slip = {
      id: ActionId.parse(crypto.randomUUID()),
      body: quote('8.9'),
      state: 'done' as const,
      createdAt: NOW - 1000,
      quoteId: QuoteId.parse('Q-9'),
    };
    const against = (recent: readonly RecentAction[], raw = own) =>
      found(quote('89'), { analytics: { raw }, recent }, PERCENT).warnings.map(({ code }) => code);
    expect(against([])).toContain('best-price');
    expect(against([slip])).not.toContain('best-price');
    // What was refused is in no analytics, and a traded price is no offer.
    expect(against([{ ...slip, state: 'rejected' }])).toContain('best-price');
    const traded = { ...own, 'traded-price': 80 } as unknown as typeof own;
    expect(against([slip], traded)).toContain('best-price');
  });

  it('and analytics that were read before the desk offered, in which its price cannot be', () => {
    const raw = { 'best-price': 31.42 };
    const own = {
      id: ActionId.parse(crypto.randomUUID()),
      body: quote('31.4'),
      state: 'done' as const,
      createdAt: NOW - 1000,
    };
    const against = (readAt: number, state: RecentAction['state'] = 'done') =>
      found(quote('89'), { analytics: { raw, readAt }, recent: [{ ...own, state }] }, PERCENT).warnings.map(
        ({ code }) => code,
      );
    expect(against(NOW - 1001)).toContain('best-price');
    expect(against(NOW - 1000)).not.toContain('best-price');
    expect(against(NOW)).not.toContain('best-price');
    expect(against(NOW, 'unknown')).not.toContain('best-price');
  });

  it('and the last price of the desk blocks no correction once it was withdrawn, but is told', () => {
    const at = (ms: number) => ({
      id: ActionId.parse(crypto.randomUUID()),
      state: 'done' as const,
      createdAt: NOW - ms,
    });
    const quoteId = QuoteId.parse('Q-9');
    const slip = { ...at(2000), body: quote('8.9'), quoteId };
    const withdrawn = {
      ...at(1000),
      body: ActionBody.parse({ kind: 'withdraw-quote', requestId: request(YEAR).id, quoteId }),
    };
    const levels = { lastPrice: { warnPercent: '10', blockPercent: '50', ignoreUpTo: '0' } };
    const codesOf = (recent: readonly RecentAction[]) => {
      const { warnings, blocks } = found(quote('89'), { recent }, levels);
      return { warnings: warnings.map(({ code }) => code), blocks: blocks.map(({ code }) => code) };
    };
    expect(codesOf([slip])).toEqual({ warnings: [], blocks: ['last-price'] });
    expect(codesOf([slip, withdrawn])).toEqual({ warnings: ['last-price'], blocks: [] });
    // Where the market is known, what was taken back is no yardstick.
    const market = { offers: [offer('Q-1', '88')] };
    const beside = (recent: readonly RecentAction[]) => {
      const { warnings, blocks } = found(quote('89'), { ...market, recent }, levels);
      return [...warnings, ...blocks].map(({ code }) => code);
    };
    expect(beside([slip])).toContain('last-price');
    expect(beside([slip, withdrawn])).not.toContain('last-price');
  });

  it('but blocks what is as far from the nearest trade as from the last price, also once that was withdrawn', () => {
    const quoteId = QuoteId.parse('Q-9');
    const id = ActionId.parse(crypto.randomUUID());
    const sent = { id, state: 'done' as const, createdAt: NOW - 2000, body: quote('86.5'), quoteId };
    const withdrawn = {
      ...sent,
      createdAt: NOW - 1000,
      body: ActionBody.parse({ kind: 'withdraw-quote', requestId: request(YEAR).id, quoteId }),
    };
    const near = trade(86.78, { 'delivery-start': '2028-01-01', 'delivery-end': '2028-12-31' });
    const blocksOf = (amount: string, recent: readonly RecentAction[]) =>
      found(quote(amount), { recent, trades: [near] }, { ...BUILT_IN_LIMITS }).blocks.map(({ code }) => code);
    expect(blocksOf('5', [sent])).toEqual(['last-price']);
    expect(blocksOf('5', [sent, withdrawn])).toEqual(['last-price']);
    expect(blocksOf('86.6', [sent, withdrawn])).toEqual([]);
    expect(blocksOf('86.6', [{ ...sent, body: quote('5') }, withdrawn])).toEqual([]);
  });

  it('and is told in one line not to be checked where none of them is', () => {
    const all = { ...PERCENT, signFlip: 'warn', factorOfTen: 'warn', lastPrice: PERCENT.bestPrice };
    expect(found(quote('160'), {}, all).notChecked.map(({ code }) => code)).toEqual(['no-reference']);
  });

  /** Their sign is made by the former rule, buy leg minus sell leg (interface document, section 2, spread price rule 6). */
  it.each<[string, Side, Side, ActionBody]>([
    ['sells leg 1', 'sell', 'buy', spreadQuote('73.3', '71.4')],
    ['buys leg 1', 'buy', 'sell', spreadQuote('71.4', '73.3')],
  ])('analytics of a custom spread that %s, by the sign of today', (_, first, second, body) => {
    const spread = request({ action: first }, { action: second });
    const signs = { signFlip: 'warn' };
    const seen = (best: number) => ({ request: spread, analytics: { raw: { 'best-price': best } } });
    expect(found(body, seen(-2), signs).warnings).toEqual([]);
    expect(found(body, seen(2), signs).warnings.map(({ code }) => code)).toEqual(['sign-flip']);
  });

  it('analytics of a standard spread as they are', () => {
    const net = quote('0', { price: { shape: 'standard-spread', spreadPrice: '1.9' } });
    const standard = { ...SPREAD, contract: 'standard-spread' };
    const seen = (best: number) => ({ request: standard, analytics: { raw: { 'best-price': best } } });
    expect(found(net, seen(2), { signFlip: 'warn' }).warnings).toEqual([]);
    expect(found(net, seen(-2), { signFlip: 'warn' }).warnings).toHaveLength(1);
  });

  it('says on which side of it the price is', () => {
    expect(
      found(quote('40.2'), { offers: [offer('P-1', '41.5', { kind: 'firm' })] }, PERCENT).warnings[0]
        ?.message,
    ).toBe('40.20 is 1.30 (3.14 %) below the best firm ask 41.50 EUR/MWh (By P-1); the warn level is 1 %.');
  });
});

describe('an acceptance', () => {
  const mine = offer('Q-1', '84.15', { quantity: Quantity.parse('10') });
  const body = acceptance('84.15');

  it('says by how much it is worse than the best offer, in price and in money over the quantity', () => {
    const seen = { offers: [mine, offer('Q-2', '84', { quantity: Quantity.parse('5') })] };
    expect(found(body, seen).warnings).toEqual([
      {
        code: 'worse-than-best',
        size: '0.15',
        beside: { name: 'the best ask', price: '84', counterparty: 'By Q-2' },
        message:
          '84.15 is 0.15 EUR/MWh worse than the best ask 84.00 EUR/MWh (By Q-2), which is 13,140 EUR over the whole quantity. That one is for 5 MW.',
      },
    ]);
  });

  it.each<[string, SeenOffer]>([
    ['equal', offer('Q-2', '84.15')],
    ['dearer', offer('Q-2', '90')],
    ['withdrawn', offer('Q-2', '80', { state: 'withdrawn' })],
    ['on the other side', offer('Q-2', '80', { direction: 'bid' })],
    ['a price proposal, which it cannot take', offer('Q-2', '80', { kind: 'firm' })],
  ])('is not worse than an offer that is %s', (_, other) => {
    expect(found(body, { offers: [mine, other] }).warnings).toEqual([]);
    expect(found(body, { offers: [mine, other, offer('Q-3', '84.14')] }).warnings).toHaveLength(1);
  });

  it('of a bid is worse when it is lower, and never worse than what is only indicative', () => {
    const bid = { direction: 'bid', kind: 'firm' } as const;
    const take = ActionBody.parse({
      kind: 'accept-proposal',
      requestId: 'RQ-1',
      proposalId: 'P-1',
      lastSeen: { type: 'per-leg', legPrices: ['80'] },
    });
    const offers = [offer('P-1', '80', bid), offer('P-2', '90', { ...bid, kind: 'indicative' })];
    expect(found(take, { offers }).warnings).toEqual([]);
    expect(found(take, { offers: [...offers, offer('P-3', '81', bid)] }).warnings[0]).toMatchObject({
      code: 'worse-than-best',
      size: '1',
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['price', { 'price-unit': 'GBP/MWh' }, 'GBP/MWh, and its request in EUR/MWh'],
    ['currency', { currency: 'GBP' }, 'GBP, and its request in EUR/MWh'],
    ['leg', { legs: [{ 'price-unit': 'ct/kWh' }] }, 'ct/kWh, and its request in EUR/MWh'],
    ['quantity', { 'quantity-unit': 'MWh' }, 'MWh, and its request in MW'],
  ])(
    'of an offer with another unit of its %s wants a tick, and such a one is no reference',
    (_, raw, units) => {
      expect(found(body, { offers: [{ ...mine, raw }] }).warnings).toEqual([
        { code: 'units', about: 'offer', message: `The offer is in ${units}: check what you accept.` },
      ]);
      const cheaper = offer('Q-2', '75', { raw });
      expect(found(body, { offers: [mine, cheaper] }).warnings).toEqual([]);
      expect(found(quote('40.2'), { offers: [cheaper] }, PERCENT).warnings).toEqual(
        found(quote('40.2'), { offers: [] }, PERCENT).warnings,
      );
    },
  );

  it.each([
    { 'price-unit': '€/MWh', currency: 'eur', 'quantity-unit': 'mw' },
    { 'price-unit': 'what', currency: '?' },
  ])('of an offer that spells its units otherwise, or in words that nobody knows, wants none: %j', (raw) => {
    expect(found(body, { offers: [{ ...mine, raw }] }).warnings).toEqual([]);
  });

  it('names the offers that cannot be read, and are not compared', () => {
    const { warnings, notChecked } = found(body, { offers: [mine], unreadable: 1 });
    expect(warnings).toEqual([]);
    expect(notChecked.map(({ message }) => message)).toEqual([
      '1 other price cannot be read and is not compared.',
    ]);
  });

  it('far from the best is said once', () => {
    const seen = { offers: [mine, offer('Q-2', '60')] };
    expect(found(body, seen, PERCENT).warnings.map(({ code }) => code)).toEqual(['worse-than-best']);
    const block = { bestPrice: { blockPercent: '1', ignoreUpTo: '0' } };
    expect(found(body, seen, block).blocks.map(({ code }) => code)).toEqual(['best-price']);
  });
});

describe('legs in different units', () => {
  const units = (one: string | undefined, two: string | undefined) =>
    [one, two].map((priceUnit) => (priceUnit === undefined ? {} : { priceUnit }));

  it.each([
    ['EUR/MWh', 'GBP/MWh', true],
    ['EUR/MWh', 'EUR/therm', true],
    ['GBP/therm', 'GBp/therm', true],
    ['EUR/MWh', 'eur / mwh', false],
    ['p/therm', 'GBp/therm', false],
    ['EUR/MWh', undefined, false],
    [undefined, undefined, false],
  ])('%s and %s have no net price: %j', (one, two, isProblem) => {
    expect(unitsProblem(units(one, two)) !== undefined).toBe(isProblem);
  });

  it('want a tick leg by leg, have no net price, and as a standard spread are not sent', () => {
    const mixed = request({}, { action: 'sell', priceUnit: 'GBP/MWh' });
    expect(sidesOf(mixed)).toBeUndefined();
    expect(sidesOf(SPREAD)).toEqual(['buy', 'sell']);
    const body = spreadQuote('85', '70');
    expect(found(body, { request: mixed }).warnings).toEqual([
      {
        code: 'units',
        message: 'Leg 1 is priced in EUR/MWh and leg 2 in GBP/MWh, so the legs have no net price.',
      },
    ]);
    const net = quote('0', { price: { shape: 'standard-spread', spreadPrice: '15' } });
    const standard = { ...mixed, contract: 'standard-spread' };
    expect(found(net, { request: standard }).blocks.map(({ code }) => code)).toEqual(['units']);
    expect(found(body, { request: SPREAD }).warnings).toEqual([]);
  });
});

describe('the limits of a day', () => {
  const levels = { volumePerDay: [{ unit: 'MW', warn: '50', block: '100' }] };
  const sold = (amount: string, over: Partial<CommittedLeg> = {}): CommittedLeg[] => [
    { commodity: 'power', side: 'sell', volumes: [{ unit: 'MW', amount }], ...over },
  ];

  it('count what is live and was done today on the same side of the same commodity', () => {
    const today = dayTotals(sold('30'), dayTotals(sold('11')));
    expect(found(quote('10'), { today }, levels).warnings).toEqual([
      {
        code: 'volume-day',
        about: 'sold power MW',
        size: '51',
        message:
          'With today’s live quotes and trades, sold power comes to 51 MW; the warn level of a day is 50 MW.',
      },
    ]);
    expect(found(quote('10'), { today: dayTotals(sold('91')) }, levels).blocks).toHaveLength(1);
    for (const other of [sold('99', { side: 'buy' }), sold('99', { commodity: 'gas' }), sold('40')]) {
      expect(found(quote('10'), { today: dayTotals(other) }, levels).warnings).toEqual([]);
    }
  });

  it('never count an energy as a power: what has no level in its own unit is not checked, and that is told', () => {
    const whole = request({ quantityUnit: 'MWh' });
    const told = found(quote('10'), { request: whole, today: dayTotals(sold('91')) }, levels);
    expect(told.notChecked.map(({ message }) => message)).toContain(
      'Volume of the day not checked: this desk has no level of a day in MWh.',
    );
    expect([...told.warnings, ...told.blocks].filter(({ code }) => code === 'volume-day')).toEqual([]);
    expect(found(quote('10'), {}, levels).notChecked.filter(({ code }) => code === 'volume-day')).toEqual([]);
  });

  it('count the money of the whole delivery, and nothing of what nobody can take', () => {
    const money = { notionalPerDay: [{ unit: 'EUR', warn: '6307200' }] };
    const before = sold('0', { notional: { unit: 'EUR', amount: '1' } });
    const today = dayTotals(before);
    expect(found(quote('72'), { today }, money).warnings[0]).toMatchObject({
      code: 'notional-day',
      size: '6307201',
    });
    expect(found(quote('72'), {}, money).warnings).toEqual([]);
    const indicative = quote('72', { kind: 'send-proposal', proposalKind: 'indicative' });
    expect(found(indicative, { today }, money).warnings).toEqual([]);
  });
});

it.each([
  ['bid', { 'best-price': 31.42, 'price-direction': 'bid' }, 'platform’s best bid 31.42'],
  ['ask', { 'average-price': 31.42, 'price-direction': 'ask' }, 'platform’s average ask 31.42'],
  ['nothing that it knows', { 'best-price': 31.42, 'price-direction': 'both' }, 'platform’s best price'],
  ['what was traded', { 'traded-price': 31.42, 'price-direction': 'ask' }, 'platform’s traded price'],
])('the side of the analytics is named as they say it: %s', (_, raw, name) => {
  const [finding] = found(quote('50'), { analytics: { raw } }, PERCENT).warnings;
  expect(finding?.message).toContain(name);
});

it('a leg that is ten times or more away is found, whatever the net price is', () => {
  const best = {
    ...offer('Q-1', '1'),
    price: { shape: 'per-leg', legPrices: [price('84'), price('80')] },
  } as const;
  const seen = { request: SPREAD, offers: [best] };
  expect(
    found(spreadQuote('2004', '2000'), seen, { factorOfTen: 'warn' }).warnings.map(({ about }) => about),
  ).toEqual(['leg 1', 'leg 2']);
  expect(found(spreadQuote('84', '80.2'), seen, { factorOfTen: 'warn' }).warnings).toEqual([]);
});

it('a leg is told of as a single is: a tick beyond the warn level, though the net price is as it should be, and a block beyond the other', () => {
  const best = {
    ...offer('Q-1', '1'),
    price: { shape: 'per-leg', legPrices: [price('80.18'), price('82.3')] },
  } as const;
  const seen = { request: SPREAD, offers: [best] };
  const levels = { bestPrice: BUILT_IN_LIMITS.bestPrice };
  const near = found(spreadQuote('60.2', '62.32'), seen, levels);
  expect(near.blocks).toEqual([]);
  expect(near.warnings.map(({ code, about, leg, size }) => ({ code, about, leg, size }))).toEqual([
    { code: 'best-price', about: 'leg 1', leg: 0, size: '19.98' },
    { code: 'best-price', about: 'leg 2', leg: 1, size: '19.98' },
  ]);
  expect(found(spreadQuote('80.3', '62.32'), seen, levels).warnings.map(({ about }) => about)).toContain(
    'leg 2',
  );
  const far = found(spreadQuote('30.2', '32.32'), seen, levels);
  expect(far.blocks.map(({ about }) => about)).toEqual(['leg 1', 'leg 2']);
  expect(found(spreadQuote('75.2', '77.32'), seen, levels).warnings).toEqual([]);
});
