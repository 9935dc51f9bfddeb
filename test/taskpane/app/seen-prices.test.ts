import { describe, expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { SeenPrices } from '../../../src/taskpane/app/seen-prices';
import { pointsOf } from '../../../src/taskpane/shell/price-history';
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

  it('begins with what the gateway saw before this page did', () => {
    const prices = new SeenPrices();
    prices.note(ID, price('84'), 50);
    prices.begin(ID, [{ at: 10, price: price('82') }, { at: 20 }, { at: 60, price: price('99') }]);
    expect(of(prices)).toEqual([
      [10, '82'],
      [20, undefined],
      [50, '84'],
    ]);
    expect(prices.isBegun(ID)).toBe(true);
  });

  it('goes on without a gap while what was seen is still good, and after a gap else', () => {
    const seen = pointsOf([{ at: 10, until: 40, value: '82' }]);
    const good = new SeenPrices();
    good.begin(ID, seen);
    good.note(ID, price('83'), 30);
    expect(of(good)).toEqual([
      [10, '82'],
      [30, '83'],
    ]);
    const same = new SeenPrices();
    same.begin(ID, seen);
    same.note(ID, price('82'), 30);
    expect(of(same)).toEqual([[10, '82']]);
    const late = new SeenPrices();
    late.begin(ID, seen);
    late.note(ID, price('82'), 50);
    expect(of(late)).toEqual([
      [10, '82'],
      [40, undefined],
      [50, '82'],
    ]);
  });

  it('is another one on another platform', () => {
    const prices = new SeenPrices();
    prices.begin(ID, [{ at: 10, price: price('82') }]);
    prices.forget();
    expect(of(prices)).toBeUndefined();
    expect(prices.isBegun(ID)).toBe(false);
  });
});

it('values that were seen are points, and a time in which nobody looked is a gap, as is none', () => {
  const values = [
    { at: 0, until: 10, value: '82' },
    { at: 10, until: 20, value: '83' },
    { at: 50, until: 60, value: '' },
    { at: 60, until: 70, value: '81' },
  ];
  expect(pointsOf(values)).toEqual([
    { at: 0, price: '82' },
    { at: 10, price: '83' },
    { at: 20 },
    { at: 50 },
    { at: 60, price: '81' },
    { at: 70 },
  ]);
});
