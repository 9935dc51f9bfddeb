import { describe, expect, it } from 'vitest';
import { exactJson } from '../../../../src/contract/service/exact-json';
import type { BodyKind, RecordKind } from '../../../../src/contract/service/mapping';
import { profileFrom } from '../../../../src/contract/service/profile';
import { readQuote } from '../../../../src/contract/service/read-offers';
import { readRequest } from '../../../../src/contract/service/read-request';
import { readTrade } from '../../../../src/contract/service/read-trade';
import type { Failure, Outcome } from '../../../../src/domain/failure';
import { quantityOf } from '../../../../src/domain/quantity';
import { Dialect } from '../../../../src/gateway/platform/dialect/dialect';
import { counterofferBody, executionBody, quoteBody } from '../../../../src/gateway/platform/request-bodies';
import { DIALECTS, OFFER, quoteIdOf, requestIdOf, type WrittenDialect } from './dialects';

const dialectOf = (mapping: object): Dialect => new Dialect(profileFrom({ mapping }).mapping);
const of = ({ profile }: WrittenDialect): Dialect => new Dialect(profileFrom(profile).mapping);

interface AsSent {
  readonly raw: unknown;
  readonly ids?: Record<string, string>;
}

async function read<T>(
  dialect: Dialect,
  kind: RecordKind,
  reader: (raw: unknown) => Outcome<T>,
  { raw, ids = {} }: AsSent,
): Promise<Outcome<T>> {
  const translate = dialect.records(kind) ?? ((record: unknown) => record);
  return dialect.reader(kind, reader)(await translate(exactJson(JSON.stringify(raw)), ids));
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.failure.message} ${outcome.failure.next}`);
  return outcome.value;
}
function failureOf(outcome: Outcome<unknown>): Failure {
  if (outcome.ok) throw new Error(`It could be read: ${JSON.stringify(outcome.value)}`);
  return outcome.failure;
}

async function sent(dialect: Dialect, kind: BodyKind, body: Outcome<object>): Promise<string> {
  const written = dialect.body(kind, valueOf(body), {});
  return written ? valueOf(await written) : JSON.stringify(valueOf(body));
}

describe.each(DIALECTS)('a platform of $name', (written) => {
  const dialect = of(written);
  const { ids } = written;

  it('has its requests read', async () => {
    expect(valueOf(await read(dialect, 'request', readRequest, { raw: written.request }))).toMatchObject({
      id: ids.request,
      state: 'open',
      role: 'recipient',
      contract: 'spread',
      spreadType: 'location',
      commodity: 'power',
      allOrNone: true,
      legs: [
        {
          commodity: 'power',
          market: 'DE',
          deliveryStart: '2027-01-01',
          deliveryEnd: '2027-12-31',
          action: 'buy',
          quantity: '10.5',
          quantityUnit: 'MW',
          priceUnit: 'EUR/MWh',
        },
        { market: 'FR', action: 'sell', quantity: '10.5' },
      ],
    });
  });

  it('has its quotes read, to the last digit of their numbers', async () => {
    const quote = valueOf(
      await read(dialect, 'quote', readQuote, { raw: written.quote, ids: { 'request-id': ids.request } }),
    );
    expect(quote).toMatchObject({
      id: ids.quote,
      requestId: ids.request,
      state: 'active',
      direction: 'ask',
      price: { shape: 'per-leg', legPrices: ['29.5', '30.25'], spreadPrice: '-0.75' },
      quantity: '10.5',
      allOrNone: false,
      counterparty: 'Alpine Power',
    });
    expect(Math.abs((quote.createdAt ?? 0) - 1763625302000)).toBeLessThan(1000);
  });

  it('has its trades read', async () => {
    expect(valueOf(await read(dialect, 'trade', readTrade, { raw: written.trade }))).toMatchObject({
      id: ids.trade,
      requestId: ids.request,
      venue: 'tender',
      action: 'buy',
      price: '85.1',
      quantity: '10.5',
    });
  });

  it('is sent quotes, counteroffers and acceptances as it wants them', async () => {
    const offer = {
      ...OFFER,
      requestId: requestIdOf(written),
      quantity: quantityOf(10.5)!,
      request: { contract: 'spread', legs: [{ action: 'buy' }, { action: 'sell' }] },
    } as const;
    const quoteId = quoteIdOf(written);
    const quote = quoteBody(offer as never);
    expect(JSON.parse(await sent(dialect, 'quote', quote))).toEqual(written.sentQuote);
    const counteroffer = await sent(
      dialect,
      'counteroffer',
      counterofferBody({ ...offer, quoteId } as never),
    );
    const execution = await sent(
      dialect,
      'execution',
      executionBody({
        requestId: requestIdOf(written),
        quoteId,
        lastSeen: { type: 'per-leg', legPrices: [...OFFER.price.legPrices] },
      }),
    );
    for (const [is, wanted] of [
      [counteroffer, written.sentCounteroffer],
      [execution, written.sentExecution],
    ] as const) {
      expect(exactJson(is)).toEqual(typeof wanted === 'string' ? exactJson(wanted) : wanted);
    }
  });

  it('reads back what it is sent', async () => {
    const quote = valueOf(
      quoteBody({ ...OFFER, requestId: requestIdOf(written), quantity: quantityOf(10.5)! } as never),
    );
    const body = exactJson(await sent(dialect, 'quote', { ok: true, value: quote }));
    const whole = { ...written.quote, ...(body as object) };
    const back = valueOf(
      await read(dialect, 'quote', readQuote, { raw: whole, ids: { 'request-id': ids.request } }),
    );
    expect(back).toMatchObject({
      direction: 'ask',
      price: { legPrices: ['29.5', '30.25'] },
      quantity: '10.5',
    });
  });
});

describe('a map', () => {
  it('is not applied where the profile has none', () => {
    const plain = dialectOf({});
    expect(plain.records('trade')).toBeUndefined();
    expect(plain.body('quote', { quantity: 1 }, {})).toBeUndefined();
    expect(plain.reader('trade', readTrade)).toBe(readTrade);
    const other = dialectOf({ records: { quote: { fields: { state: 'status' } } } });
    expect(other.records('trade')).toBeUndefined();
    expect(other.records('quote')).toBeDefined();
  });

  it("keeps fields that it does not name, under the platform's names", async () => {
    const dialect = dialectOf({ records: { trade: { fields: { price: 'px.value' } } } });
    const trade = valueOf(
      await read(dialect, 'trade', readTrade, {
        raw: {
          'trade-id': 'T-1',
          'traded-at': '2026-11-20T10:00:00Z',
          action: 'buy',
          px: { value: 30, ccy: 'EUR' },
          price: 'indicative',
          brokerCode: 'X',
        },
      }),
    );
    expect(trade.price).toBe('30');
    expect(trade.raw).toMatchObject({
      px: { ccy: 'EUR' },
      'price (as sent)': 'indicative',
      brokerCode: 'X',
      price: 30,
    });
  });

  it('never takes a field of the same name for one that stands elsewhere', async () => {
    const dialect = dialectOf({ records: { trade: { fields: { price: 'px' } } } });
    const trade = { 'trade-id': 'T-1', 'traded-at': '2026-11-20T10:00:00Z', action: 'buy', price: 31 };
    expect(failureOf(await read(dialect, 'trade', readTrade, { raw: trade }))).toMatchObject({
      kind: 'unreadable',
      fields: [{ path: 'price', message: 'missing' }],
      next: expect.stringContaining('mapping.records.trade') as string,
    });
  });

  const quote = {
    'quotation-id': 'Q-1',
    'request-id': 'RQ-1',
    'price-direction': 'bid',
    state: 'active',
    legs: [{ price: 30 }],
    'created-at': '2026-11-20T10:00:00Z',
    quantity: 10,
  };

  it.each([
    [{ values: { id: 'number' } }, {}, 'quotation-id: "Q-1" is not a number (mapping.values.id)'],
    [{ values: { id: 'text' } }, { 'quotation-id': 7 }, 'quotation-id: 7 is not text (mapping.values.id)'],
    [
      { values: { decimal: { scaled: 2 } } },
      { legs: [{ price: 30.5 }] },
      'legs[0].price: 30.5 is not a whole number, as a scaled one is (mapping.values.decimal)',
    ],
    [
      { records: { 'offer-leg': { fields: { price: { at: 'price', as: 'text' } } } } },
      { legs: [{ price: '30,5' }] },
      'legs[0].price: "30,5" is not a number (mapping.records.offer-leg.fields.price.as)',
    ],
    [
      { words: { direction: { bid: 'B', ask: 'A' } } },
      {},
      'price-direction: "bid" is none of its words (B, A) (mapping.words.direction)',
    ],
    [
      { wordStyle: 'UPPER_SNAKE' },
      { 'price-direction': 'BID', state: 'Active' },
      'state: "Active" is none of its words (ACTIVE, WITHDRAWN, ACCEPTED, REJECTED) (mapping.wordStyle)',
    ],
    [
      { values: { time: 'epoch-seconds' } },
      { 'created-at': 1763625302120 },
      'created-at: 1763625302120 would be a time of another century (mapping.values.time)',
    ],
    [
      { values: { time: 'epoch-ms' } },
      { 'created-at': 1763625302 },
      'created-at: 1763625302 would be a time of another century (mapping.values.time)',
    ],
    [{ values: { time: 'epoch-ms' } }, {}, '"2026-11-20T10:00:00Z" is not a time (mapping.values.time)'],
    [
      { values: { flag: { true: 'Y', false: 'N' } } },
      { 'all-or-none': true },
      'all-or-none: true is not "Y" or "N" (mapping.values.flag)',
    ],
  ])(
    'of %j makes a record that is written otherwise unreadable, and names the key',
    async (mapping, over, says) => {
      const failure = failureOf(
        await read(dialectOf(mapping), 'quote', readQuote, { raw: { ...quote, ...over } }),
      );
      expect(failure.kind).toBe('unreadable');
      expect(failure.message).toContain(says);
      expect(failure.next).toContain('in the service profile');
    },
  );

  it('lets the other records of a list arrive, and leaves the number of the one that does not', async () => {
    const dialect = dialectOf({ values: { decimal: { scaled: 2 } } });
    const record = await dialect.records('quote')?.({ ...quote, quantity: 'many' }, {});
    expect(dialect.failureOf(record)?.message).toContain('the quote Q-1');
    expect(record).toMatchObject({ 'quotation-id': 'Q-1' });
    expect(record).not.toHaveProperty('quantity');
  });

  it.each([
    [
      { values: { decimal: { scaled: 1 } } },
      '29.55 is not a number of at most 1 decimals (mapping.values.decimal)',
    ],
    [{ values: { id: 'number' } }, '"Q-1" is not a number (mapping.values.id)'],
    [{ words: { direction: { bid: 'B' } }, wordStyle: 'kebab-case' }, undefined],
    [
      { bodies: { counteroffer: { fields: { quantity: 'n', 'spread-price': 'n' } } } },
      'n is taken by another field',
    ],
  ])('of %j sends nothing that it cannot write', async (mapping, says) => {
    const body = {
      'quotation-id': 'Q-1',
      'price-direction': 'bid',
      'spread-price': 1,
      legs: [{ price: 29.55 }],
      quantity: 10,
      'all-or-none': true,
    };
    const written = await dialectOf(mapping).body('counteroffer', body, {});
    if (says === undefined) return expect(written?.ok).toBe(true);
    const failure = failureOf(written!);
    expect(failure.kind).toBe('invalid-argument');
    expect(failure.message).toContain(says);
    expect(failure.message).toContain('nothing was sent');
  });

  it('sends a null where the profile names a field that has no value, if it is to', async () => {
    const dialect = dialectOf({ unsaid: 'null', bodies: { execution: { fields: { quantity: 'volume' } } } });
    const body = { 'quotation-id': 'Q-1', 'last-seen-price': { type: 'per-leg', legs: [{ price: 1 }] } };
    expect(JSON.parse(valueOf(await dialect.body('execution', body, {})!))).toEqual({
      ...body,
      volume: null,
    });
  });

  it.each([
    [0, '2026-03-28T12:00:00', '2026-03-28T11:00:00.000Z'],
    [1, '2026-03-29T12:00:00', '2026-03-29T10:00:00.000Z'],
    [2, '2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
    [3, '2026-11-20 10:00:00.5', '2026-11-20T09:00:00.500Z'],
    [4, '2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
  ])('reads times without a zone by the clocks of its own (%i)', async (_, written, is) => {
    const dialect = dialectOf({ values: { time: { local: 'Europe/Berlin' } } });
    expect(await dialect.records('quote')?.({ 'created-at': written }, {})).toEqual({ 'created-at': is });
  });

  it('reads days that are written as times, and times that are days', async () => {
    const dialect = dialectOf({
      values: { day: { of: 'Europe/Berlin' }, time: { day: 'Europe/Berlin' } },
    });
    const leg = { 'delivery-start': '2026-12-31T23:00:00Z', 'delivery-end': '2027-01-31' };
    expect(await dialect.records('request')?.({ 'created-at': '2026-11-20', legs: [leg] }, {})).toEqual({
      'created-at': '2026-11-19T23:00:00.000Z',
      legs: [{ 'delivery-start': '2027-01-01', 'delivery-end': '2027-01-31' }],
    });
  });
});

describe('what a body of ours does not say', () => {
  const body = { 'price-direction': 'bid', legs: [{ price: 29.55 }], quantity: 10, 'all-or-none': true };
  const known = { 'quantity-unit': 'MW' };

  it('is sent where a map names it, in the words of the platform', async () => {
    const dialect = dialectOf({
      words: { 'quantity-unit': { MW: 'MEGAWATT' } },
      bodies: { quote: { fields: { quantity: 'quantity.amount', 'quantity-unit': 'quantity.unit' } } },
    });
    const written = JSON.parse(valueOf(await dialect.body('quote', body, {}, known)!)) as object;
    expect(written).toMatchObject({ quantity: { amount: 10, unit: 'MEGAWATT' } });
  });

  it('is sent where the map of the record names it, for a body without a map follows that', async () => {
    const dialect = dialectOf({ records: { quote: { fields: { 'quantity-unit': 'unit' } } } });
    const written = JSON.parse(valueOf(await dialect.body('quote', body, {}, known)!)) as object;
    expect(written).toMatchObject({ unit: 'MW' });
  });

  it('is at hand in an expression', async () => {
    const dialect = dialectOf({
      bodies: { execution: { expression: "{ 'amount': quantity, 'unit': `quantity-unit` }" } },
    });
    expect(JSON.parse(valueOf(await dialect.body('execution', { quantity: 5 }, {}, known)!))).toEqual({
      amount: '5',
      unit: 'MW',
    });
  });

  it('is not sent to a platform that did not ask for it', async () => {
    expect(await dialectOf({}).body('quote', body, {}, known)).toBeUndefined();
    const dialect = dialectOf({ bodies: { quote: { fields: { quantity: 'volume' } } } });
    const written = JSON.parse(valueOf(await dialect.body('quote', body, {}, known)!)) as object;
    expect(written).toHaveProperty('volume', 10);
    expect(written).not.toHaveProperty('quantity-unit');
  });
});
