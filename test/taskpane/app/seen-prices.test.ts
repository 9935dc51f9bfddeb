import { describe, expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { SeenPrices } from '../../../src/taskpane/app/seen-prices';
import { earlierThan } from '../../../src/taskpane/shell/price-history';
import { price } from '../examples';

const ID = RequestId.parse('RQ-1');
const of = (prices: SeenPrices) =>
  prices.all
    .get()
    .get(ID)
    ?.map(({ at, price: told }) => [at, told]);

describe('the course of a best price', () => {
  it('keeps every change once', () => {
    const prices = new SeenPrices();
    prices.note(ID, price('84'), 10);
    prices.note(ID, price('84'), 20);
    prices.note(ID, price('85'), 30);
    prices.note(ID, price('86'), 30);
    expect(of(prices)).toEqual([
      [10, '84'],
      [30, '85'],
    ]);
  });

  it('goes on after a gap with the same price', () => {
    const prices = new SeenPrices();
    prices.set(ID, [{ at: 10, price: price('82') }, { at: 20 }]);
    prices.note(ID, price('82'), 50);
    expect(of(prices)?.at(-1)).toEqual([50, '82']);
  });

  it('is another one on another platform', () => {
    const prices = new SeenPrices();
    prices.set(ID, [{ at: 10, price: price('82') }]);
    prices.forget();
    expect(of(prices)).toBeUndefined();
  });
});

describe('what the gateway saw before a moment', () => {
  it('is points, with a gap where nobody looked or there was no price', () => {
    const values = [
      { at: 0, until: 10, value: '82' },
      { at: 10, until: 20, value: '83' },
      { at: 50, until: 60, value: '' },
      { at: 60, until: 70, value: '81' },
    ];
    expect(earlierThan(100, values)).toEqual([
      { at: 0, price: '82' },
      { at: 10, price: '83' },
      { at: 20 },
      { at: 50 },
      { at: 60, price: '81' },
      { at: 70 },
    ]);
  });

  it('goes on without a gap while the last value was still good then, and has nothing of later', () => {
    const values = [
      { at: 0, until: 10, value: '82' },
      { at: 10, until: 80, value: '83' },
    ];
    expect(earlierThan(70, values).at(-1)).toEqual({ at: 10, price: '83' });
    expect(earlierThan(5, values)).toEqual([{ at: 0, price: '82' }]);
    expect(earlierThan(0, values)).toEqual([]);
  });
});
