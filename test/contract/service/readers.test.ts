import { describe, expect, it } from 'vitest';
import { readAnalytics, readRiskSettings } from '../../../src/contract/service/read-records';
import { readQuote } from '../../../src/contract/service/read-offers';
import {
  readListedRequest,
  readRequest,
  readSingleRequest,
} from '../../../src/contract/service/read-request';
import { readTrade, readTradeReference } from '../../../src/contract/service/read-trade';
import { epochMsOf, pathText } from '../../../src/contract/service/reading';
import type { Outcome } from '../../../src/domain/failure';
import { rawQuote, rawReference, rawRequest, rawTrade } from './raw-records';

const value = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
};
const complaint = (outcome: Outcome<unknown>): string => {
  if (outcome.ok) throw new Error('It was read.');
  expect(outcome.failure.kind).toBe('unreadable');
  expect(outcome.failure.next).not.toBe('');
  return outcome.failure.message;
};

describe('a request', () => {
  it('is read with all that the product uses, and keeps the rest as it came', () => {
    const raw = rawRequest({ 'brand-new': { a: [1] } });
    const request = value(readRequest(raw));
    expect(request).toMatchObject({
      id: 'RQ-10293',
      state: 'open',
      role: 'initiator',
      contract: 'spread',
      spreadType: 'location',
      createdAt: Date.parse('2026-11-20T08:15:02.120Z'),
      allOrNone: true,
      legs: [
        { action: 'buy', market: 'DE', quantity: '10', quantityUnit: 'MW', loadProfile: 'base' },
        { action: 'sell', market: 'FR', quantity: '10.5', price: '-4.25' },
      ],
    });
    expect(request.raw).toEqual(raw);
    expect(request.concludedAt).toBeUndefined();
    expect(request.legs[0]?.price).toBeUndefined();
  });

  it('has nothing left where it says so and is not over: that is not the whole of it', () => {
    const left = (written: unknown, state: string) =>
      value(readRequest(rawRequest({ 'remaining-quantity': written, state }))).remainingQuantity;
    expect([left(0, 'open'), left('0.0', 'paused'), left(6, 'open')]).toEqual(['0', '0', '6']);
    // What was traded in full is shown with all that it was for.
    expect([left(0, 'traded'), left(0, 'closed'), left(null, 'open')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is no swap because its kind of spread is written as spreadType: names that are not the platform’s make it unreadable', () => {
    const { 'spread-type': _, ...rest } = rawRequest();
    for (const spreadType of ['location', 'Time', 'efp'])
      expect(complaint(readRequest({ ...rest, spreadType }))).toContain('mapping.names');
    expect(complaint(readTrade(rawTrade({ spreadType: 'efp' })))).toContain('mapping.names');
    expect(value(readRequest({ ...rest, spreadType: 'green-grey-swap' })).swapType).toBe('green-grey-swap');
  });

  it('is no spread by time because a swap’s kind is read as one: three legs have none of two', () => {
    const raw = rawRequest();
    const [leg] = raw.legs as object[];
    const swap = { ...raw, legs: [leg, leg, leg], 'spread-type': 'time' };
    expect(complaint(readRequest(swap))).toContain('mapping.names');
    expect(value(readRequest({ ...swap, spreadType: 'green-grey-swap' })).swapType).toBe('green-grey-swap');
    expect(value(readRequest({ ...swap, legs: [leg, leg] })).spreadType).toBe('time');
  });

  it('is a swap of no stated kind in a list that has spread-type alone, and one that is read by itself names the way out', () => {
    const raw = rawRequest();
    const [leg] = raw.legs as object[];
    const swap = { ...raw, legs: [leg, leg, leg], 'spread-type': 'Time' };
    const listed = value(readListedRequest(swap));
    expect(listed).toMatchObject({ id: 'RQ-10293', legs: [{}, {}, {}] });
    expect([listed.spreadType, listed.swapType, 'spread-type' in listed.raw]).toEqual([
      undefined,
      undefined,
      false,
    ]);
    expect(complaint(readSingleRequest(swap))).toContain(
      'set mapping.records.request.fields["spread-type"] to null',
    );
    // What was listed is read again by whoever receives it.
    expect(value(readRequest(listed.raw)).legs).toHaveLength(3);
    for (const read of [readListedRequest, readSingleRequest])
      expect(value(read(raw))).toEqual(value(readRequest(raw)));
    expect(readSingleRequest({ ...raw, state: 7 })).toEqual(readRequest({ ...raw, state: 7 }));
    expect(value(readListedRequest({ ...swap, spreadType: 'grey-green-swap' })).raw).toHaveProperty(
      'spread-type',
    );
    expect(complaint(readListedRequest({ ...swap, state: 7 }))).toContain('state');
  });

  it('has an open list of states and contracts', () => {
    expect(value(readRequest(rawRequest({ state: 'paused', contract: 'butterfly' }))).state).toBe('paused');
  });

  it.each([
    ['request-id', { 'request-id': undefined }],
    ['request-id', { 'request-id': 10293 }],
    ['request-id', { 'request-id': 'a/b' }],
    ['legs', { legs: [] }],
    ['legs', { legs: [{ action: 'buy' }, { action: 'buy' }, { action: 'buy' }, { action: 'buy' }] }],
    ['legs[0].action', { legs: [{ market: 'DE' }] }],
    ['legs[0].price', { legs: [{ action: 'buy', price: '41,5' }] }],
    ['legs[1].price', { legs: [{ action: 'buy' }, { action: 'sell', price: 1e300 }] }],
    ['legs[0].quantity', { legs: [{ action: 'buy', quantity: 0 }] }],
    ['created-at', { 'created-at': 'hello 1' }],
  ])('with a bad %s is set aside with a message that names it', (field, over) => {
    expect(complaint(readRequest(rawRequest(over)))).toContain(field);
  });
});

it.each([
  [{ state: undefined }, 'state: is missing, and must be a text'],
  [{ 'request-id': 10293 }, 'request-id: must be a text'],
  [{ legs: [{ action: 'hold' }] }, 'legs[0].action: must be buy or sell'],
  [{ legs: [] }, 'legs: must be a list of 1 or more'],
  [{ legs: [{ action: 'buy', price: {} }] }, 'legs[0].price: must be a number or a text'],
  [{ 'created-at': 'hello 1' }, 'created-at: not a timestamp'],
])('an unreadable record says what must stand there: %j', (over, words) => {
  expect(complaint(readRequest(rawRequest(over)))).toContain(words);
});

describe('a quote', () => {
  it.each([
    [
      { legs: [{ price: -4.25 }], 'spread-price': null },
      { shape: 'single', price: '-4.25' },
    ],
    [{}, { shape: 'per-leg', legPrices: ['30', '29'], spreadPrice: '1' }],
    [{ 'spread-price': null }, { shape: 'per-leg', legPrices: ['30', '29'] }],
    [{ legs: [{ price: 5 }, { price: 0 }, { price: 0 }] }, { legPrices: ['5', '0', '0'] }],
    [
      { type: 'standard-spread', legs: undefined, 'spread-price': 0 },
      { shape: 'standard-spread', spreadPrice: '0' },
    ],
  ])('%j has its price in its own shape', (over, price) => {
    expect(value(readQuote(rawQuote(over))).price).toMatchObject(price);
  });

  it.each([
    ['legs: there is no price', { legs: [], 'spread-price': null }],
    ['legs: there is no price', { legs: null }],
    ['legs: there is no price', { type: 'standard-spread', 'spread-price': null }],
    ['legs[1].price', { legs: [{ price: 30 }, { price: null }] }],
    ['legs[1].price', { legs: [{ price: 30 }, {}] }],
    ['legs[0].price', { legs: [{ price: '30 EUR' }] }],
    ['legs: a leg is missing', { legs: [{ price: 30 }], 'spread-price': 1 }],
    ['spread-price', { 'spread-price': 1e12 }],
    ['price-direction', { 'price-direction': 'up' }],
    ['quotation-id', { 'quotation-id': null }],
    ['quantity', { quantity: -1 }],
  ])('is set aside because of %s', (field, over) => {
    expect(complaint(readQuote(rawQuote(over)))).toContain(field);
  });
});

describe('a trade', () => {
  it('is read with its price, be it negative or zero', () => {
    expect(value(readTrade(rawTrade()))).toMatchObject({
      id: 'T-20931',
      requestId: 'RQ-10293',
      tradedAt: Date.parse('2026-11-20T10:00:00Z'),
      action: 'buy',
      price: '-4.25',
      quantity: '10',
    });
    expect(value(readTrade(rawTrade({ price: 0 }))).price).toBe('0');
  });

  it('may have its prices and actions on its legs, or none yet', () => {
    const legs = [{ action: 'buy', price: 30 }, { action: 'sell' }];
    const trade = value(readTrade(rawTrade({ price: null, action: null, legs })));
    expect(trade.price).toBeUndefined();
    expect(trade.raw['legs']).toEqual(legs);
  });

  it('has the quantity of its first leg where it says none itself', () => {
    const legs = [
      { action: 'buy', price: 30, quantity: '5' },
      { action: 'sell', price: 20, quantity: '7' },
    ];
    expect(value(readTrade(rawTrade({ quantity: null, legs }))).quantity).toBe('5');
    expect(value(readTrade(rawTrade({ legs }))).quantity).toBe('10');
    const nested = [{ action: 'buy', price: 30, quantity: { amount: '5' } }];
    expect(value(readTrade(rawTrade({ quantity: null, legs: nested }))).quantity).toBeUndefined();
  });

  it.each([
    ['price', { price: null }],
    ['price', { price: '41,5' }],
    ['action', { action: null }],
    ['action', { action: 'hold' }],
    ['traded-at', { 'traded-at': null }],
    ['traded-at', { 'traded-at': '20.11.2026' }],
    ['trade-id', { 'trade-id': '' }],
    ['request-id', { 'request-id': 'a?b' }],
    ['legs[0].price', { legs: [{ price: '30 EUR' }] }],
  ])('with a bad %s is set aside with a message that names it', (field, over) => {
    expect(complaint(readTrade(rawTrade(over)))).toContain(field);
  });

  it('of the list needs its id and its time', () => {
    expect(value(readTradeReference(rawReference()))).toMatchObject({ id: 'T-20931', venue: 'tender' });
    expect(complaint(readTradeReference(rawReference({ 'traded-at': 'soon' })))).toContain('traded-at');
  });
});

it('analytics are kept whole as soon as they say of which request they are', () => {
  const raw = { 'request-id': 'RQ-1', 'average-price': 'n/a', 'feedback-comment': '=1+1' };
  expect(value(readAnalytics(raw))).toEqual({ requestId: 'RQ-1', raw });
  expect(complaint(readAnalytics({ 'request-id': 7 }))).toContain('request-id');
});

describe('a timestamp', () => {
  it.each([
    ['2026-11-20T08:15:02.120Z', '2026-11-20T08:15:02.120Z'],
    ['2026-11-20T09:15:02+01:00', '2026-11-20T08:15:02.000Z'],
    ['2026-11-20T08:15', '2026-11-20T08:15:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ])('%s is %s, wherever this machine stands', (written, utc) => {
    expect(new Date(epochMsOf(written)).toISOString()).toBe(utc);
  });

  it.each([
    '',
    'soon',
    'hello 1',
    '1',
    '20.11.2026',
    '2026-13-01T00:00:00Z',
    '2026-11-20 08:15',
    '2026-11-20T25:00:00Z',
  ])('%j is none', (written) => {
    expect(epochMsOf(written)).toBeNaN();
  });
});

it('an identifier or a name without end does not make a sentence without end', () => {
  const long = 'x'.repeat(10_000);
  expect(complaint(readQuote(rawQuote({ 'quotation-id': long }))).length).toBeLessThan(400);
  expect(complaint(readRiskSettings({ [long]: [] })).length).toBeLessThan(400);
});

it('a path is written as the service’s documents write it', () => {
  expect(pathText(['legs', 0, 'price'])).toBe('legs[0].price');
  expect(pathText([])).toBe('');
});
