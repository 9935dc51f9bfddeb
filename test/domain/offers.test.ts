import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compared, sameLastSeen, type LastSeenPrice } from '../../src/domain/price';
import { lastSeenOf, netPrice, ranked, type Direction, type QuotePrice } from '../../src/domain/offers';
import { anyPrice, price } from './written-price';

const single = (written: number): QuotePrice => ({ shape: 'single', price: price(written) });
const perLeg = (prices: number[], net?: number): QuotePrice => ({
  shape: 'per-leg',
  legPrices: prices.map(price),
  ...(net !== undefined && { spreadPrice: price(net) }),
});
const standard = (net: number): QuotePrice => ({ shape: 'standard-spread', spreadPrice: price(net) });

describe('the net price', () => {
  it('is the price of a single and the net price of a standard spread', () => {
    expect(netPrice(single(-4.25))).toBe('-4.25');
    expect(netPrice(standard(0))).toBe('0');
  });

  it('is what the rule makes of two legs, and the service’s own spread price where the actions are not known', () => {
    expect(netPrice(perLeg([30, 29], 1), ['buy', 'buy'])).toBe('59');
    expect(netPrice(perLeg([30, 29], 1))).toBe('1');
    expect(netPrice(perLeg([30, 29], 0))).toBe('0');
  });

  it('follows the rule where the service gave none and the actions are known', () => {
    expect(netPrice(perLeg([30, 29]), ['sell', 'buy'])).toBe('1');
    expect(netPrice(perLeg([30, 29]), ['buy', 'buy'])).toBe('59');
    expect(netPrice(perLeg([30, 29]))).toBeUndefined();
  });

  it('does not exist for a swap', () => {
    expect(netPrice(perLeg([5, 30, 30]), ['buy', 'sell'])).toBeUndefined();
    expect(netPrice(perLeg([5, 30]), ['buy', 'sell'])).toBe('-25');
  });

  it('is there for the largest leg prices that can be written', () => {
    expect(netPrice(perLeg([999_999_999, 999_999_999]), ['buy', 'buy'])).toBe('1999999998');
    expect(netPrice(perLeg([-999_999_999, 999_999_999]), ['buy', 'sell'])).toBe('-1999999998');
  });
});

describe('the ranking of quotes', () => {
  const anyQuote = fc.record({
    state: fc.constantFrom('active', 'active', 'active', 'withdrawn', 'accepted', 'rejected', 'new-state'),
    direction: fc.constantFrom<Direction>('bid', 'ask'),
    price: fc.oneof(
      anyPrice.map(({ price }): QuotePrice => ({ shape: 'single', price })),
      anyPrice.map(({ price }): QuotePrice => ({ shape: 'standard-spread', spreadPrice: price })),
      fc
        .array(anyPrice, { minLength: 2, maxLength: 3 })
        .map((prices): QuotePrice => ({ shape: 'per-leg', legPrices: prices.map(({ price }) => price) })),
    ),
  });

  it('has the highest bid and the lowest ask on top', () => {
    const quotes = [single(9), single(10), single(-1)].flatMap((price) =>
      (['bid', 'ask'] as const).map((direction) => ({ state: 'active', direction, price })),
    );
    expect(ranked(quotes, 'bid').map(({ net }) => net)).toEqual(['10', '9', '-1']);
    expect(ranked(quotes, 'ask').map(({ net }) => net)).toEqual(['-1', '9', '10']);
  });

  it('leaves out what is not active, on the other side, or without a net price, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(anyQuote), fc.constantFrom<Direction>('bid', 'ask'), (quotes, side) => {
        const found = ranked(quotes, side, ['buy', 'sell']);
        const wanted = quotes.filter(
          ({ state, direction, price }) =>
            state === 'active' && direction === side && netPrice(price, ['buy', 'sell']) !== undefined,
        );
        expect(new Set(found.map(({ quote }) => quote))).toEqual(new Set(wanted));
        const sign = side === 'bid' ? 1 : -1;
        for (const [index, { net }] of found.slice(1).entries()) {
          const before = found[index];
          expect(before && sign * compared(before.net, net)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('keeps equal quotes in the order they came', () => {
    const quotes = ['first', 'second', 'third'].map((name) => ({
      name,
      state: 'active',
      direction: 'ask' as const,
      price: single(5),
    }));
    expect(ranked(quotes, 'ask').map(({ quote }) => quote.name)).toEqual(['first', 'second', 'third']);
  });
});

describe('the last-seen price', () => {
  it('has the shape that an acceptance carries', () => {
    expect(lastSeenOf(single(-4.25))).toEqual({ type: 'per-leg', legPrices: ['-4.25'] });
    expect(lastSeenOf(perLeg([30, 29], 1))).toEqual({ type: 'per-leg', legPrices: ['30', '29'] });
    expect(lastSeenOf(standard(1.25))).toEqual({ type: 'standard-spread', spreadPrice: '1.25' });
  });

  it('is the same only in shape, in number of legs and in every price', () => {
    const kinds: LastSeenPrice[] = [
      lastSeenOf(standard(1)),
      lastSeenOf(standard(2)),
      lastSeenOf(single(1)),
      lastSeenOf(perLeg([1, 2])),
      lastSeenOf(perLeg([2, 1])),
      lastSeenOf(perLeg([1, 2, 2])),
    ];
    for (const [i, a] of kinds.entries()) {
      for (const [j, b] of kinds.entries()) expect(sameLastSeen(a, b)).toBe(i === j);
    }
    expect(sameLastSeen(lastSeenOf(perLeg([1, 2])), lastSeenOf(perLeg([1, 2], -1)))).toBe(true);
  });
});
