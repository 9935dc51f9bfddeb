import { describe, expect, it } from 'vitest';
import { bestPrice } from '../../../src/domain/limits/best-price';
import { productKey } from '../../../src/domain/limits/same-product';
import { leg, NOON, price, proposal, quote, request, single } from '../../taskpane/examples';

const mine = request({ role: 'initiator' });
const asked = request();
const known = { quotes: [], proposals: [], trades: [] };

describe('the best price that is known of a request', () => {
  it('is the best quote on the desk’s own, with how many there are', () => {
    const quotes = [
      quote({ price: single('85') }),
      quote({ id: 'QT-2' }),
      quote({ id: 'QT-3', state: 'withdrawn' }),
    ];
    expect(bestPrice(mine, { ...known, quotes })).toEqual({ price: '84.15', direction: 'ask', of: 2 });
  });

  it('is a price proposal of the other side where the desk was asked, a firm one before an indicative one', () => {
    const indicative = proposal({ id: 'PP-2', kind: 'indicative', price: single('90') });
    const own = proposal({ id: 'PP-3', direction: 'ask' });
    expect(bestPrice(asked, { ...known, proposals: [indicative, own, proposal()] })).toEqual({
      price: '83.5',
      direction: 'bid',
      word: 'firm bid',
    });
    expect(bestPrice(asked, { ...known, proposals: [indicative] })?.word).toBe('indicative bid');
  });

  it('is no quote or proposal in another unit or currency than the request’s', () => {
    const raw = { currency: 'GBP' };
    const quotes = [quote({ price: single('20'), raw }), quote({ id: 'QT-2' })];
    expect(bestPrice(mine, { ...known, quotes })).toMatchObject({ price: '84.15', of: 1 });
    const proposals = [proposal({ price: single('99'), raw })];
    expect(bestPrice(asked, { ...known, proposals })).toBeUndefined();
  });

  it('is the last trade where nothing else is known, else nothing', () => {
    const product = productKey(leg()) ?? '';
    const trades = [{ product, tradedAt: NOON, price: price('84') }];
    expect(bestPrice(asked, { ...known, trades })).toMatchObject({ price: '84', word: 'last trade' });
    expect(bestPrice(asked, known)).toBeUndefined();
  });
});
