import { describe, expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { SeenPrices } from '../../../src/taskpane/app/seen-prices';
import { courseOf } from '../../../src/taskpane/app/price-course';
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
    prices.note(ID, { price: price('84') }, 10);
    prices.note(ID, { price: price('84') }, 20);
    prices.note(ID, { price: price('85') }, 30);
    prices.note(ID, { price: price('86') }, 30);
    expect(of(prices)).toEqual([
      [10, '84'],
      [30, '85'],
    ]);
  });

  it('goes on after a gap with the same price', () => {
    const prices = new SeenPrices();
    prices.set(ID, [{ at: 10, price: price('82') }, { at: 20 }]);
    prices.note(ID, { price: price('82') }, 50);
    expect(of(prices)?.at(-1)).toEqual([50, '82']);
  });

  it('begins anew with a price of another kind', () => {
    const prices = new SeenPrices();
    prices.note(ID, { price: price('84') }, 10);
    prices.note(ID, { price: price('84'), word: 'indicative bid' }, 20);
    prices.note(ID, { price: price('85'), word: 'indicative bid' }, 30);
    expect(of(prices)).toEqual([
      [20, '84'],
      [30, '85'],
    ]);
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
    expect(courseOf(values, 100)).toEqual([
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
    expect(courseOf(values, 70).at(-1)).toEqual({ at: 10, price: '83' });
    expect(courseOf(values, 5)).toEqual([{ at: 0, price: '82' }]);
    expect(courseOf(values, 0)).toEqual([]);
  });
});
