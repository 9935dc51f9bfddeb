import { describe, expect, it } from 'vitest';
import type { Action } from '../../src/domain/action';
import { QuoteId, TradeId } from '../../src/domain/identifiers';
import { quantityOf } from '../../src/domain/quantity';
import { verdict, type Evidence } from '../../src/domain/verdict';
import { ACCEPTANCE, inState, QUOTE, WITHDRAWAL } from './sample-action';
import { price } from './written-price';

type SeenQuote = Evidence['quotes'][number];

const trade = (id: string) => TradeId.parse(id);
const unknown = (over: Partial<Action>): Action =>
  inState('unknown', { before: { tradeIds: [trade('T-0')], quoteIds: [QuoteId.parse('Q-0')] }, ...over });
const seen = (over: Partial<Evidence> = {}): Evidence => ({
  request: { state: 'open' },
  quotes: [],
  tradeIds: [trade('T-0')],
  ...over,
});
const quote = (over: Partial<SeenQuote> = {}): SeenQuote => {
  const quantity = quantityOf(10);
  return {
    id: QuoteId.parse('Q-1'),
    state: 'active',
    direction: 'bid',
    price: { shape: 'single', price: price(41.5) },
    ...(quantity && { quantity }),
    ...over,
  };
};

describe('the verdict on an acceptance', () => {
  const acceptance = unknown({ body: ACCEPTANCE });

  it('is done when there is one trade that was not there before', () => {
    expect(verdict(acceptance, seen({ tradeIds: [trade('T-0'), trade('T-1')] }))).toEqual({
      verdict: 'done',
      tradeId: 'T-1',
    });
  });

  it('is unknown when several are new: a person decides which', () => {
    expect(verdict(acceptance, seen({ tradeIds: [trade('T-1'), trade('T-2')] })).verdict).toBe('unknown');
  });

  it('is rejected when the request closed without a trade', () => {
    expect(verdict(acceptance, seen({ request: { state: 'closed' } })).verdict).toBe('rejected');
  });

  it.each(['open', 'traded', 'something-new'])(
    'is unknown while the request is %s and no trade is new',
    (state) => {
      expect(verdict(acceptance, seen({ request: { state } })).verdict).toBe('unknown');
    },
  );

  it('takes every trade for new when nothing was known before', () => {
    const blind = inState('unknown', { body: ACCEPTANCE });
    expect(verdict(blind, seen())).toEqual({ verdict: 'done', tradeId: 'T-0' });
  });
});

describe('the verdict on a quote that was sent', () => {
  const sent = unknown({ body: QUOTE });

  it('is done when one new quote is the very one', () => {
    expect(verdict(sent, seen({ quotes: [quote()] }))).toEqual({ verdict: 'done', quoteId: 'Q-1' });
    expect(verdict(sent, seen({ quotes: [quote({ state: 'withdrawn' })] })).verdict).toBe('done');
  });

  it.each([
    ['was there before', quote({ id: QuoteId.parse('Q-0') })],
    ['is on the other side', quote({ direction: 'ask' })],
    ['has another price', quote({ price: { shape: 'single', price: price(41.6) } })],
    ['has another shape', quote({ price: { shape: 'standard-spread', spreadPrice: price(41.5) } })],
    ['has another quantity', { ...quote(), ...((q) => q && { quantity: q })(quantityOf(5)) }],
  ])('is not done by a quote that %s', (_, other) => {
    expect(verdict(sent, seen({ quotes: [other] })).verdict).toBe('unknown');
  });

  it('takes a quote without a quantity for the one sent', () => {
    const { quantity: _, ...bare } = quote();
    expect(verdict(sent, seen({ quotes: [bare] })).verdict).toBe('done');
  });

  it('is unknown when two are alike', () => {
    const twin = quote({ id: QuoteId.parse('Q-2') });
    expect(verdict(sent, seen({ quotes: [quote(), twin] })).verdict).toBe('unknown');
  });

  it('is rejected when the request concluded without it', () => {
    for (const state of ['closed', 'traded']) {
      expect(verdict(sent, seen({ request: { state } })).verdict).toBe('rejected');
    }
  });
});

describe('the verdict on a withdrawal', () => {
  const withdrawal = unknown({ body: WITHDRAWAL });

  it.each([
    ['withdrawn', 'done'],
    ['accepted', 'rejected'],
    ['active', 'unknown'],
    ['rejected', 'unknown'],
    ['something-new', 'unknown'],
  ])('of a quote that is %s is %s', (state, expected) => {
    expect(verdict(withdrawal, seen({ quotes: [quote({ state })] })).verdict).toBe(expected);
  });

  it('is unknown when the quote cannot be seen', () => {
    expect(verdict(withdrawal, seen()).verdict).toBe('unknown');
    expect(
      verdict(withdrawal, seen({ quotes: [quote({ id: QuoteId.parse('Q-9'), state: 'withdrawn' })] }))
        .verdict,
    ).toBe('unknown');
  });
});
