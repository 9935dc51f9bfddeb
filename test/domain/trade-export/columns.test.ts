import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CapturedTrade } from '../../../src/domain/trade';
import type { TradeId } from '../../../src/domain/identifiers';
import type { RawRecord } from '../../../src/domain/record';
import { LEG_FIELDS, LEGS_MAX } from '../../../src/domain/trade-export/fields';
import { LEG_COLUMNS, tradedLegs } from '../../../src/domain/trade-export/full';
import {
  EXPORT_PRESETS,
  rowsOf,
  TRADE_COLUMNS,
  type ExportPreset,
} from '../../../src/domain/trade-export/preset';
import { captured, FETCHED_AT, leg, SINGLE, SPREAD } from './sample-trades';

const shown = (preset: ExportPreset, one: CapturedTrade): Record<string, unknown> =>
  Object.fromEntries(
    TRADE_COLUMNS[preset]
      .map((column) => [column.name, column.value(one)] as const)
      .filter(([, value]) => value !== undefined),
  );
const names = (preset: ExportPreset): string[] => TRADE_COLUMNS[preset].map(({ name }) => name);
const onLegs = (fields: readonly string[]): string[] =>
  [1, 2, 3].flatMap((number) => fields.map((field) => `leg-${number}-${field}`));

const WORTH = ['energy-mwh', 'notional', 'notional-currency'];

describe('the headers, which sheets and programs look for,', () => {
  it('are these for a desk', () => {
    expect(names('desk')).toEqual([
      ...'trade-id traded-at-utc traded-at-local venue commodity contract spread-type swap-type market'.split(
        ' ',
      ),
      ...'delivery-start delivery-end load-profile action price price-unit currency quantity'.split(' '),
      ...'quantity-unit counterparty request-id provisional'.split(' '),
      ...onLegs(['action', 'market', 'delivery-start', 'delivery-end', 'quantity', 'price']),
      'not-listed',
      ...WORTH,
      ...onLegs(WORTH),
      ...onLegs(['commodity', 'load-profile', 'quantity-unit', 'price-unit']),
      'net-price',
      'quote-id',
      'cancelled',
    ]);
  });

  it('are these for everything', () => {
    expect(names('full')).toEqual([
      ...'trade-id traded-at-utc traded-at-local traded-at request-id venue commodity contract'.split(' '),
      ...'spread-type swap-type market delivery-start delivery-end load-profile action price'.split(' '),
      ...'price-unit currency quantity quantity-unit counterparty all-or-none execution-view'.split(' '),
      ...'pre-trade provisional fetched-at-utc'.split(' '),
      ...onLegs([
        ...'action commodity market delivery-start delivery-end load-profile quantity'.split(' '),
        ...'quantity-unit price price-unit clearing-type clearing-house'.split(' '),
      ]),
      'other-fields',
      'not-listed',
      ...WORTH,
      ...onLegs(WORTH),
      'net-price',
      'quote-id',
      'cancelled',
    ]);
  });

  it('are the 58 fields of Table 1 in their order, and what is needed beside them', () => {
    const acer = names('acer');
    const numbers = acer.slice(0, 58).map((name) => Number(name.slice(0, 2)));
    expect(numbers).toEqual(Array.from({ length: 58 }, (_, index) => index + 1));
    expect(acer.slice(58)).toEqual([
      'request-id',
      'provisional',
      ...onLegs([
        ...'11-buy-sell-indicator 24-energy-commodity 35-price 40-quantity 42-quantity-unit'.split(' '),
        ...'48-delivery-point-or-zone 49-delivery-start-date 50-delivery-end-date 52-load-type'.split(' '),
      ]),
      'not-listed',
      ...onLegs(WORTH),
      'guarantee-of-origin',
      'cancelled',
    ]);
  });

  it('are these for the sheet of legs', () => {
    expect(LEG_COLUMNS.map(({ name }) => name)).toEqual([
      ...'trade-id traded-at-utc leg action commodity market delivery-start delivery-end load-profile'.split(
        ' ',
      ),
      ...'quantity quantity-unit price price-unit clearing-type clearing-house provisional'.split(' '),
      ...WORTH,
      'cancelled',
    ]);
  });

  it.each(EXPORT_PRESETS)('stand once each: %s', (preset) => {
    expect(new Set(names(preset)).size).toBe(names(preset).length);
  });
});

describe('a desk', () => {
  it('sees the legs of a spread in one line, and each on its own', () => {
    expect(shown('desk', captured(SPREAD, true))).toMatchObject({
      'trade-id': 'T-2',
      market: 'DE / FR',
      action: 'buy / sell',
      'delivery-start': '2027-01-01',
      'load-profile': 'base',
      quantity: '10',
      provisional: true,
      'leg-1-price': '30',
      'leg-2-price': '29.2',
      'leg-2-delivery-end': '2027-06-30',
    });
  });

  it('sees no one price and no one day where the legs differ', () => {
    expect(Object.keys(shown('desk', captured(SPREAD)))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(price|delivery-end)$/)]),
    );
  });

  it('sees the price of the trade as a whole: of a single its own, of a spread the net of its legs', () => {
    const net = (raw: RawRecord): unknown => shown('desk', captured(raw))['net-price'];
    expect(net(SINGLE)).toBe('30.1');
    expect(net(SPREAD)).toBe('0.8');
    expect(net({ ...SPREAD, legs: [leg({}), leg({ market: 'FR', price: 29.2 })] })).toBe('59.2');
    // The platform's own word for it counts more than what its legs come to.
    expect(net({ ...SPREAD, price: 0.75 })).toBe('0.75');
  });

  it('sees no price of the whole where there is none: of a swap, of units that differ, of prices still to come', () => {
    const swap = [
      leg({ commodity: 'goo', price: 1.05, 'price-unit': 'EUR/certificate' }),
      leg({}),
      leg({ action: 'sell' }),
    ];
    for (const legs of [
      swap,
      [leg({}), leg({ action: 'sell', 'price-unit': 'p/therm' })],
      [leg({ price: null }), leg({ action: 'sell', price: null })],
    ])
      expect(shown('desk', captured({ ...SPREAD, legs }))).not.toHaveProperty('net-price');
    // The platform's one price for a swap is none for the power of it.
    expect(shown('desk', captured({ ...SPREAD, price: 1.05, legs: swap }))).not.toHaveProperty('net-price');
  });

  it('names the quote that was taken where the record does, and has the net price in both sets', () => {
    const named = captured({ ...SPREAD, 'pre-trade': { 'quotation-id': 'QT-7' } });
    for (const preset of ['desk', 'full'] as const)
      expect(shown(preset, named)).toMatchObject({ 'quote-id': 'QT-7', 'net-price': '0.8' });
    expect(shown('desk', captured(SPREAD))).not.toHaveProperty('quote-id');
  });

  it.each(EXPORT_PRESETS)('sees that a trade was cancelled: %s', (preset) => {
    const shownIn = (over: Record<string, unknown>) => shown(preset, captured({ ...SINGLE, ...over }));
    expect(shownIn({ state: 'cancelled' })).toMatchObject({ cancelled: true });
    expect(shownIn({ deleted: true })).toMatchObject({ cancelled: true });
    expect(shownIn({ state: 'executed' })).toMatchObject({ cancelled: false });
  });

  it('sees a moment by both clocks', () => {
    const at = Date.parse('2026-11-20T08:15:02.120Z');
    expect(shown('desk', captured(SINGLE))).toMatchObject({ 'traded-at-utc': at, 'traded-at-local': at });
  });
});

describe('a decimal', () => {
  const priced = (price: number): unknown => shown('desk', captured({ ...SINGLE, price }))['price'];
  it('is exactly the number that the service wrote', () => {
    expect([30.1, -4.25, 0, -0, 1e-8, 123456789.12345678].map(priced)).toEqual([
      '30.1',
      '-4.25',
      '0',
      '0',
      '0.00000001',
      '123456789.12345678',
    ]);
  });
});

describe('everything', () => {
  it('includes what nobody knows yet, at its place', () => {
    const raw = {
      ...SPREAD,
      'carbon-price': 71.5,
      execution: { view: 'initiator', algo: 'x' },
      legs: [leg({}), leg({ 'delivery-start': 'tomorrow' }), leg({}), leg({ market: 'NL' })],
    };
    const full = shown('full', captured(raw));
    expect(jsonIn(full, 'other-fields')).toEqual({
      'carbon-price': 71.5,
      execution: { algo: 'x' },
      legs: [null, { 'delivery-start': 'tomorrow' }, null, leg({ market: 'NL' })],
    });
    expect(full).toMatchObject({ 'pre-trade': '{"auction-id":"A-7"}', 'fetched-at-utc': FETCHED_AT });
  });

  it('has no other fields where all is known', () => {
    expect(shown('full', captured(SPREAD))).not.toHaveProperty('other-fields');
    expect(shown('full', captured(SINGLE))).not.toHaveProperty('other-fields');
  });

  it('loses nothing that the service wrote', () => {
    fc.assert(
      fc.property(anyRecord, (raw) => {
        expect(rebuilt(shown('full', unread(raw)))).toEqual(withoutNothing(raw));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the columns in the order of ACER’s fields', () => {
  it('say what a single trade states, in the platform’s words', () => {
    expect(shown('acer', captured(SINGLE))).toMatchObject({
      '04-other-market-participant-id': 'Nordlicht Energie AG',
      '11-buy-sell-indicator': 'buy',
      '24-energy-commodity': 'power',
      '30-transaction-timestamp': '2026-11-20T08:15:02.120Z',
      '31-unique-transaction-id': 'T-1',
      '35-price': '30.1',
      '37-price-currency': 'EUR',
      '40-quantity': '10',
      '42-quantity-unit': 'MW',
      '48-delivery-point-or-zone': 'DE',
      '49-delivery-start-date': '2027-01-01',
      '52-load-type': 'base',
    });
  });

  it('say order, money and energy of a trade of one product, and which trade is one of certificates', () => {
    const ordered = { ...SINGLE, 'pre-trade': { 'order-id': 'OR-90010' } };
    expect(shown('acer', captured(ordered))).toMatchObject({
      '13-order-id': 'OR-90010',
      '38-notional-amount': '2636760',
      '39-notional-currency': 'EUR',
      '41-total-notional-contract-quantity': '87600',
      'guarantee-of-origin': false,
    });
    expect(shown('acer', captured(SINGLE))).not.toHaveProperty('13-order-id');
    const certificate = { ...SINGLE, commodity: 'goo', market: 'EU-WIND' };
    const swap = { ...SPREAD, legs: [leg({ commodity: 'goo' }), leg({}), leg({ action: 'sell' })] };
    const certificates = { ...SPREAD, legs: [leg({ commodity: 'goo' }), leg({ commodity: 'goo' })] };
    for (const raw of [certificate, certificates])
      expect(shown('acer', captured(raw))).toMatchObject({ 'guarantee-of-origin': true });
    expect(shown('acer', captured(swap))).toMatchObject({
      'leg-1-24-energy-commodity': 'goo',
      'leg-2-24-energy-commodity': 'power',
      'guarantee-of-origin': false,
    });
  });

  it('leave a spread’s fields to its legs where these differ', () => {
    const acer = shown('acer', captured(SPREAD));
    expect(acer).toMatchObject({ 'leg-1-notional': '2628000', 'guarantee-of-origin': false });
    expect(acer).not.toHaveProperty('38-notional-amount');
    expect(acer).not.toHaveProperty('11-buy-sell-indicator');
    expect(acer).toMatchObject({
      '24-energy-commodity': 'power',
      'leg-1-11-buy-sell-indicator': 'buy',
      'leg-2-11-buy-sell-indicator': 'sell',
      'leg-2-48-delivery-point-or-zone': 'FR',
    });
  });
});

describe('a row for each leg in the order of ACER’s fields', () => {
  const legs = (raw: RawRecord) => rowsOf('acer-legs', captured(raw)).map((row) => shown('acer-legs', row));

  it('has the 58 fields, which leg of how many it is, and no columns of legs', () => {
    expect(names('acer-legs')).toEqual([
      ...names('acer').slice(0, 58),
      ...'leg legs request-id provisional not-listed guarantee-of-origin cancelled'.split(' '),
    ]);
  });

  it('says of a leg what the leg says, and its own money and energy', () => {
    const spread = legs({ ...SPREAD, price: 0.8 });
    expect(spread).toMatchObject([
      {
        '11-buy-sell-indicator': 'buy',
        '31-unique-transaction-id': 'T-2',
        '35-price': '30',
        '38-notional-amount': '2628000',
        '39-notional-currency': 'EUR',
        '41-total-notional-contract-quantity': '87600',
        '48-delivery-point-or-zone': 'DE',
        '50-delivery-end-date': '2027-12-31',
        leg: '1',
        legs: '2',
      },
      {
        '11-buy-sell-indicator': 'sell',
        '35-price': '29.2',
        '48-delivery-point-or-zone': 'FR',
        '50-delivery-end-date': '2027-06-30',
        leg: '2',
        legs: '2',
      },
    ]);
    // The net price is the price of no leg.
    const unpriced = legs({ ...SPREAD, price: 0.8, legs: [leg({ price: null }), leg({ price: null })] });
    expect(unpriced.map((row) => row['40-quantity'])).toEqual(['10', '10']);
    for (const row of unpriced) expect(row).not.toHaveProperty('35-price');
  });

  it('tells a certificate leg of a swap, whose quantity is not that of its power', () => {
    const swap = legs({
      ...SPREAD,
      commodity: 'goo',
      'quantity-unit': 'MWh',
      legs: [leg({ commodity: 'goo', quantity: 5000, 'quantity-unit': 'MWh' }), leg({ quantity: null })],
    });
    expect(
      swap.map((row) => [row['24-energy-commodity'], row['guarantee-of-origin'], row['40-quantity']]),
    ).toEqual([
      ['goo', true, '5000'],
      ['power', false, undefined],
    ]);
  });

  it('leaves the currency out where a leg is priced in another than the trade says', () => {
    const gas = leg({
      commodity: 'gas',
      market: 'NBP',
      'price-unit': 'GBp/therm',
      'quantity-unit': 'MW',
      price: 80,
    });
    expect(legs({ ...SPREAD, legs: [leg({}), gas] }).map((row) => row['37-price-currency'])).toEqual([
      'EUR',
      undefined,
    ]);
  });

  it('of one product is the row of its trade', () => {
    expect(legs(SINGLE)).toMatchObject([
      {
        ...fieldsOfTable1(shown('acer', captured(SINGLE))),
        leg: '1',
        legs: '1',
        'guarantee-of-origin': false,
      },
    ]);
  });
});

const fieldsOfTable1 = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => /^\d\d-/.test(name)));

it('gives each leg a row with its number and its trade', () => {
  const rows = tradedLegs(captured(SPREAD)).map((one) =>
    LEG_COLUMNS.slice(0, 4).map((column) => column.value(one)),
  );
  const at = Date.parse('2026-11-20T08:15:02.120Z');
  expect(rows).toEqual([
    ['T-2', at, '1', 'buy'],
    ['T-2', at, '2', 'sell'],
  ]);
  expect(tradedLegs(captured(SINGLE))).toEqual([]);
});

function jsonIn(full: Record<string, unknown>, name: string): unknown {
  const written = full[name];
  return typeof written === 'string' ? JSON.parse(written) : undefined;
}

/** A record that no reader has looked at: its fields may have any form. */
const unread = (raw: RawRecord): CapturedTrade => ({
  trade: { id: 'T-1' as TradeId, tradedAt: 0, raw },
  provisional: false,
  fetchedAt: 0,
});

const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('2027-01-01', '2027-02-30', 'buy', 30.1, -0.5, '0', '30.10', true, '=1+1', {}, []),
);
const anyLeg = fc.dictionary(
  fc.oneof(fc.constantFrom(...LEG_FIELDS.map(({ path }) => String(path[0]))), fc.string()),
  anyValue,
);
const KNOWN = [...Object.keys(SPREAD), 'spreadType'];
const anyRecord: fc.Arbitrary<RawRecord> = fc
  .tuple(
    fc.dictionary(fc.oneof(fc.constantFrom(...KNOWN), fc.string()), anyValue),
    fc.option(fc.array(fc.oneof(anyLeg, anyValue), { maxLength: 5 }), { nil: undefined }),
  )
  .map(([record, legs]) => (legs ? { ...record, legs } : record));

/** Every single value of the columns and of the other fields, by its path, as the service wrote it. */
function rebuilt(full: Record<string, unknown>): Map<string, unknown> {
  const others: unknown = jsonIn(full, 'other-fields') ?? {};
  const told = new Map(leaves(others));
  for (const { name, path } of CARRIED) {
    const value = full[name];
    if (value !== undefined) told.set(JSON.stringify(path), value);
  }
  if ('pre-trade' in full) {
    for (const [path, value] of leaves(jsonIn(full, 'pre-trade'), ['pre-trade'])) told.set(path, value);
  }
  return withoutNulls(told);
}

/** An empty field and none, and no legs and an empty list of them, are the same to a table. */
const withoutNothing = (raw: RawRecord): Map<string, unknown> => {
  const { legs, ...rest } = raw;
  return withoutNulls(new Map(leaves(Array.isArray(legs) && legs.length === 0 ? rest : raw)));
};
const withoutNulls = (told: Map<string, unknown>): Map<string, unknown> =>
  new Map(
    [...told]
      .filter(([, value]) => value !== null)
      .map(([path, value]) => [path, DECIMALS.has(path) ? exact(value) : value]),
  );

/** A number is the same whether it was written as one or as text. */
function exact(value: unknown): unknown {
  if (typeof value !== 'number' && typeof value !== 'string') return value;
  try {
    const read = new Big(value);
    return read.eq(0) ? '0' : read.toFixed();
  } catch {
    return value;
  }
}

function leaves(value: unknown, path: readonly (string | number)[] = []): [string, unknown][] {
  if (typeof value !== 'object' || value === null) {
    return [[JSON.stringify(path), Object.is(value, -0) ? 0 : value]];
  }
  const parts: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  if (parts.length === 0)
    return path.length === 0 ? [] : [[JSON.stringify(path), Array.isArray(value) ? [] : {}]];
  return parts.flatMap(([step, part]) => leaves(part, [...path, step]));
}

const field = (name: string, kind = 'text', path: (string | number)[] = [name]) => ({ name, kind, path });
const CARRIED = [
  ...'trade-id traded-at request-id venue commodity contract spread-type market delivery-start'
    .split(' ')
    .map((name) => field(name)),
  ...'delivery-end load-profile action price-unit currency quantity-unit counterparty all-or-none'
    .split(' ')
    .map((name) => field(name)),
  field('price', 'decimal'),
  field('quantity', 'decimal'),
  field('swap-type', 'text', ['spreadType']),
  field('execution-view', 'text', ['execution', 'view']),
  ...Array.from({ length: LEGS_MAX }, (_, index) =>
    LEG_FIELDS.map(({ name, kind, path }) =>
      field(`leg-${index + 1}-${name}`, kind, ['legs', index, ...path]),
    ),
  ).flat(),
];
const DECIMALS = new Set(
  CARRIED.filter(({ kind }) => kind === 'decimal').map(({ path }) => JSON.stringify(path)),
);

describe('energy and money of the whole delivery', () => {
  const worth = (raw: RawRecord): unknown[] => WORTH.map((name) => shown('desk', captured(raw))[name]);
  const legWorth = (raw: RawRecord): unknown[][] =>
    tradedLegs(captured(raw)).map((one) =>
      LEG_COLUMNS.filter(({ name }) => WORTH.includes(name)).map((column) => column.value(one)),
    );

  it('are those of a trade of one product, exact, with the sign of its price', () => {
    // 8,760 hours of 2027 in Germany, of 10 MW.
    expect(worth(SINGLE)).toEqual(['87600', '2636760', 'EUR']);
    expect(worth({ ...SINGLE, price: -4.25 })).toEqual(['87600', '-372300', 'EUR']);
    expect(worth({ ...SINGLE, quantity: 5000, 'quantity-unit': 'MWh', 'load-profile': null })).toEqual([
      '5000',
      '150500',
      'EUR',
    ]);
  });

  it('stand in the row with each leg of a spread, as in the sheet of legs', () => {
    expect(shown('desk', captured(SPREAD))).toMatchObject({
      'leg-1-energy-mwh': '87600',
      'leg-1-notional': '2628000',
      'leg-1-notional-currency': 'EUR',
      'leg-2-energy-mwh': '43430',
      'leg-2-notional': '1268156',
    });
    const single = captured({ ...SINGLE, legs: [leg({ price: 30.1 })] });
    expect(shown('full', single)).toMatchObject({ 'energy-mwh': '87600', notional: '2636760' });
    expect(Object.keys(shown('full', single)).filter((name) => /^leg-.+(mwh|notional)/.test(name))).toEqual(
      [],
    );
  });

  it('count certificates as they are priced, one by one, without energy', () => {
    const raw = {
      ...SINGLE,
      commodity: 'goo',
      'load-profile': null,
      price: 0.53,
      'price-unit': 'EUR/certificate',
      quantity: 5000,
      'quantity-unit': 'certificates',
    };
    const worth = shown('desk', captured(raw));
    expect(worth).toMatchObject({ notional: '2650', 'notional-currency': 'EUR' });
    expect(worth).not.toHaveProperty('energy-mwh');
  });

  it.each([
    ['price', { price: -4.25 }],
    ['quantity', { quantity: 0.1234567890123456 }],
    ['first day', { 'delivery-start': '2027-02-01' }],
    ['first day, which is none', { 'delivery-start': 'soon' }],
    ['unit', { 'quantity-unit': 'kW' }],
  ])('are blank where the %s of the trade is not that of its only leg', (_, over) => {
    const of = (raw: RawRecord) =>
      shown('desk', captured({ ...SINGLE, legs: [leg({ price: '30.10' })], ...raw }));
    expect(of({})).toMatchObject({ 'energy-mwh': '87600', notional: '2636760' });
    expect(Object.keys(of(over))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/mwh|notional/)]),
    );
  });

  it('stand with the legs of a spread, and not with the spread', () => {
    const spread = { ...SPREAD, legs: [leg({}), leg({ quantity: 1, price: null })] };
    expect(worth(spread)).toEqual([undefined, undefined, undefined]);
    expect(legWorth(spread)).toEqual([
      ['87600', '2628000', 'EUR'],
      ['8760', undefined, undefined],
    ]);
  });

  it('are blank where unit, delivery or load profile are not known', () => {
    const blank = [undefined, undefined, undefined];
    expect(worth({ ...SINGLE, 'quantity-unit': 'lots' })).toEqual(blank);
    expect(worth({ ...SINGLE, 'delivery-end': null })).toEqual(blank);
    expect(worth({ ...SINGLE, 'load-profile': 'by the moon' })).toEqual(blank);
    expect(worth({ ...SINGLE, 'price-unit': null })).toEqual(['87600', undefined, undefined]);
  });
});
