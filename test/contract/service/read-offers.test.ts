import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCounteroffer, readProposal, readQuote } from '../../../src/contract/service/read-offers';
import { readRecipient, readRisk, readRiskSettings } from '../../../src/contract/service/read-records';
import { readRequest } from '../../../src/contract/service/read-request';
import type { Outcome } from '../../../src/domain/failure';
import { mutated } from './mutations';
import { rawQuote, rawRequest } from './raw-records';

const CHANGES = 3_000;
const value = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
};

const rawProposal = (over: object = {}) => ({
  ...rawQuote({ 'quotation-id': undefined, state: undefined }),
  'price-proposal-id': 'PP-1',
  kind: 'firm',
  ...over,
});
const rawCounteroffer = (over: object = {}) => ({ ...rawQuote(), 'counteroffer-id': 'CO-1', ...over });

describe('a price proposal', () => {
  it('is firm or indicative, in the shape of its price, and keeps what nobody knows', () => {
    const raw = rawProposal({ 'brand-new': 1 });
    const firm = value(readProposal(raw));
    expect(firm).toMatchObject({
      id: 'PP-1',
      kind: 'firm',
      price: { shape: 'per-leg', legPrices: ['30', '29'], spreadPrice: '1' },
    });
    expect(firm.raw).toEqual(raw);
    const net = { kind: 'indicative', type: 'standard-spread', legs: undefined, 'spread-price': -4.25 };
    expect(value(readProposal(rawProposal(net)))).toMatchObject({
      kind: 'indicative',
      price: { shape: 'standard-spread', spreadPrice: '-4.25' },
    });
  });

  it.each([
    ['kind', { kind: 'soft' }],
    ['price-proposal-id', { 'price-proposal-id': 7 }],
    ['legs', { legs: [] }],
    ['legs[1].price', { legs: [{ price: 1 }, { price: 'two' }] }],
  ])('with a bad %s is set aside with a message that names it', (field, over) => {
    const outcome = readProposal(rawProposal(over));
    expect(!outcome.ok && outcome.failure.message).toContain(field);
  });
});

it('a quote that its record calls indicative is not active, whatever its state says', () => {
  expect(value(readQuote({ ...rawQuote(), state: 'active', kind: 'indicative' })).state).toBe('indicative');
  expect(value(readQuote({ ...rawQuote(), state: 'withdrawn', kind: 'indicative' })).state).toBe('withdrawn');
  expect(value(readQuote({ ...rawQuote(), state: 'active', kind: 'firm' })).state).toBe('active');
});

describe('a counteroffer', () => {
  it('names the quote that it answers, where the service does', () => {
    expect(value(readCounteroffer(rawCounteroffer()))).toMatchObject({ id: 'CO-1', quoteId: 'Q-1' });
    const alone = value(readCounteroffer(rawCounteroffer({ 'quotation-id': null })));
    expect(alone.quoteId).toBeUndefined();
  });
});

it.each<[string, object, (raw: unknown) => Outcome<unknown>]>([
  ['proposal', rawProposal(), readProposal],
  ['counteroffer', rawCounteroffer(), readCounteroffer],
  ['recipient', { counterparty: 'Cobalt Grid', market: null }, readRecipient],
  ['risk', { commodity: 'power', 'risk-management': true }, readRisk],
  [
    'risk setting',
    { 'quantity-max': 50, 'notify-when': 'x', 'block-negative-prices': true },
    readRiskSettings,
  ],
])('a changed %s is read or set aside with a sentence, and never crashes', (_, good, read) => {
  fc.assert(
    fc.property(mutated(good as Parameters<typeof mutated>[0]), (raw) => {
      const outcome = read(raw);
      if (outcome.ok) return;
      expect(outcome.failure).toMatchObject({ kind: 'unreadable' });
      expect(outcome.failure.message).toMatch(/\.$/);
    }),
    { numRuns: CHANGES },
  );
});

describe('a suggested recipient', () => {
  it.each([
    [{ counterparty: 'Cobalt Grid', 'hit-rate-percent': 64 }, 'Cobalt Grid'],
    [{ name: 'Cobalt Grid' }, 'Cobalt Grid'],
    [{ recipient: 'Cobalt Grid', name: '' }, 'Cobalt Grid'],
    ['Cobalt Grid', 'Cobalt Grid'],
  ])('%j is named', (raw, name) => {
    expect(value(readRecipient(raw)).name).toBe(name);
  });

  it.each([{}, { counterparty: ' ' }, '', 7, null, []])('%j is nobody', (raw) => {
    expect(readRecipient(raw)).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
  });
});

describe('risk', () => {
  it('is never taken for on or off without the word of the service', () => {
    for (const said of [undefined, null, 'true', 1]) {
      expect(readRisk({ commodity: 'power', 'risk-management': said }).ok).toBe(false);
    }
    for (const on of [true, false]) {
      expect(value(readRisk({ commodity: 'power', 'risk-management': on }))).toMatchObject({ on });
    }
  });

  it('has settings of any name, each of its own type', () => {
    const settings = { 'quantity-max': 7.5, '007': '0012', on: false };
    expect(readRiskSettings(settings)).toEqual({ ok: true, value: settings });
    expect(readRiskSettings({ ...settings, a: null })).toEqual({ ok: true, value: settings });
    for (const bad of [{ a: {} }, { a: [1] }, [1], 'x', null]) {
      expect(readRiskSettings(bad).ok).toBe(false);
    }
  });
});

describe('the clearing of a leg', () => {
  const clearingOf = (clearing: unknown) => {
    const raw = rawRequest({ legs: [{ action: 'buy', clearing }] });
    const request = value(readRequest(raw));
    expect(request.raw).toEqual(raw);
    return request.legs[0]?.clearing;
  };

  it('is read where it is written as expected, and never spoils its request', () => {
    expect(clearingOf({ type: 'exchange', house: 'ECC' })).toEqual({ type: 'exchange', house: 'ECC' });
    expect(clearingOf({ type: 'bilateral', house: null, note: 1 })).toEqual({ type: 'bilateral' });
    for (const other of [undefined, null, 'ECC', 7, {}, { type: 1 }, { type: '' }, []]) {
      expect(clearingOf(other)).toBeUndefined();
    }
  });
});
