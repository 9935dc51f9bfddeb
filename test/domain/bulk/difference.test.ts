import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SentPrice } from '../../../src/domain/action';
import { callsOf, secondsFor } from '../../../src/domain/bulk/cost';
import { deviationOf, worstOf } from '../../../src/domain/bulk/deviation';
import { differenceOf, samePrice, withdrawnBy } from '../../../src/domain/bulk/difference';
import { QuoteId, RequestId } from '../../../src/domain/identifiers';
import type { OwnQuote } from '../../../src/domain/own-offers';
import { minus, negated } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import { anyPrice, price } from '../written-price';

const single = (written: string): SentPrice => ({ shape: 'single', price: price(written) });
const live = (over: Partial<OwnQuote> = {}): OwnQuote => ({
  requestId: RequestId.parse('RQ-1'),
  quoteId: QuoteId.parse('QT-1'),
  direction: 'ask',
  price: single('84.15'),
  quantity: Quantity.parse('10'),
  allOrNone: true,
  since: 0,
  ...over,
});
const { quoteId: _, since: __, allOrNone: ___, ...terms } = live();
const WANTED = { ...terms, allOrNone: true };

describe('a wanted quote beside what is live', () => {
  it('is new where nothing of the desk is live on its side', () => {
    expect(differenceOf(WANTED, [])).toEqual({ kind: 'new' });
    expect(differenceOf(WANTED, [live({ direction: 'bid' })])).toEqual({ kind: 'new' });
    expect(differenceOf(WANTED, [live({ requestId: RequestId.parse('RQ-2') })])).toEqual({ kind: 'new' });
  });

  it('is the same only when price, quantity and all-or-none are', () => {
    expect(differenceOf(WANTED, [live()])).toEqual({ kind: 'same', live: live() });
    for (const other of [
      live({ price: single('84.16') }),
      live({ quantity: Quantity.parse('7') }),
      live({ allOrNone: false }),
      { ...terms, quoteId: live().quoteId, since: 0 },
    ]) {
      expect(differenceOf(WANTED, [other])).toEqual({ kind: 'change', live: [other] });
    }
  });

  it('changes all where several are live, so that one is left', () => {
    const two = [live(), live({ quoteId: QuoteId.parse('QT-2') })];
    expect(differenceOf(WANTED, two)).toEqual({ kind: 'change', live: two });
  });

  it('is withdrawn on the side that is named, or on every side', () => {
    const own = [live(), live({ quoteId: QuoteId.parse('QT-2'), direction: 'bid' })];
    expect(withdrawnBy({ requestId: 'RQ-1', direction: 'bid' }, own)).toEqual([own[1]]);
    expect(withdrawnBy({ requestId: 'RQ-1' }, own)).toEqual(own);
    expect(withdrawnBy({ requestId: 'RQ-3' }, own)).toEqual([]);
  });
});

describe('prices', () => {
  it('of different shapes are never the same', () => {
    const legs: SentPrice = { shape: 'per-leg', legPrices: [price('30'), price('29')] };
    expect(samePrice(legs, { shape: 'per-leg', legPrices: [price('30.0'), price('29')] })).toBe(true);
    expect(samePrice(legs, { shape: 'per-leg', legPrices: [price('29'), price('30')] })).toBe(false);
    expect(samePrice(single('1'), { shape: 'standard-spread', spreadPrice: price('1') })).toBe(false);
  });
});

describe('the deviation from the market', () => {
  it('is exact, with per cent of the market for a single price', () => {
    expect(deviationOf(price('30.1'), price('29.2'), { isNet: false })).toMatchObject({
      amount: '0.9',
      percent: '3.1',
    });
    expect(deviationOf(price('-1'), price('-2'), { isNet: false })).toMatchObject({
      amount: '1',
      percent: '50',
    });
  });

  it('has no per cent for a net price, nor beside a market of zero', () => {
    expect(deviationOf(price('1'), price('2'), { isNet: true })?.percent).toBeUndefined();
    expect(deviationOf(price('1'), price('0'), { isNet: false })).toEqual({
      price: '1',
      market: '0',
      amount: '1',
    });
  });

  it('is there for the largest prices that can be written', () => {
    const [top, bottom] = [price('999999999.99999999'), price('-999999999.99999999')];
    expect(deviationOf(top, bottom, { isNet: true })?.amount).toBe('1999999999.99999998');
  });

  it('turns its sign with the two prices, and is their difference', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, ({ price: a }, { price: b }) => {
        const there = deviationOf(a, b, { isNet: true });
        const back = deviationOf(b, a, { isNet: true });
        expect(there?.amount).toBe(minus(a, b));
        expect(back?.amount).toBe(negated(minus(a, b)));
      }),
    );
  });

  it('is worst where it is farthest, whichever way', () => {
    const [near, far, net, zero] = [
      deviationOf(price('101'), price('100'), { isNet: false }),
      deviationOf(price('90'), price('100'), { isNet: false }),
      deviationOf(price('3'), price('1'), { isNet: true }),
      deviationOf(price('1'), price('1'), { isNet: true }),
    ];
    const all = [near, far, net, zero].filter((one) => one !== undefined);
    expect(worstOf(all)).toEqual({ byPercent: far, byAmount: net });
    expect(worstOf([])).toEqual({});
  });
});

describe('the cost', () => {
  it('counts what is read before sending', () => {
    expect(callsOf(['send-quote', 'withdraw-quote', 'send-proposal', 'delete-proposals'])).toBe(9);
  });

  it('takes no time for what is in the bucket', () => {
    expect(secondsFor(100, { tokens: 100, ratePerSecond: 10 })).toBe(0);
    expect(secondsFor(195, { tokens: 100, ratePerSecond: 10 })).toBe(10);
    expect(secondsFor(1, { tokens: 0.5, ratePerSecond: 10 })).toBe(1);
  });
});
