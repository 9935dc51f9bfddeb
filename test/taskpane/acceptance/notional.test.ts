import { describe, expect, it } from 'vitest';
import { notionalOf } from '../../../src/domain/delivery/notional';
import { Quantity } from '../../../src/domain/quantity';
import { notionalInWords, notionalLines } from '../../../src/taskpane/acceptance/notional';
import { figures, leg, perLeg, price, single, spread, swap } from '../examples';

const words = (...args: Parameters<typeof notionalOf>): string | undefined => {
  const notional = notionalOf(...args);
  return notional && notionalInWords(notional, figures);
};

describe('the notional', () => {
  it('of a base delivery is said per hour and for all its hours', () => {
    expect(words(leg(), price('84.15'), '10')).toBe(
      '841.50 EUR per hour, 7,371,540.00 EUR in all (8,760 hours)',
    );
  });

  it('of a peak delivery counts its own hours, and of an unknown profile every hour', () => {
    expect(words(leg({ loadProfile: 'peak' }), price('84.15'), '10')).toBe(
      '841.50 EUR per hour, 2,635,578.00 EUR in all (3,132 hours)',
    );
    expect(words(leg({ loadProfile: 'shaped' }), price('84.15'), '10')).toBe(
      '841.50 EUR per hour, at most 7,371,540.00 EUR in all (8,760 hours: every hour, as the load profile is not known)',
    );
  });

  it('of a quantity in the price’s own measure is the whole', () => {
    expect(words(leg({ quantityUnit: 'MWh' }), price('-4.25'), '1000')).toBe('−4,250.00 EUR');
  });

  it('of a daily quantity is said per day and for all days', () => {
    const gas = leg({ quantityUnit: 'MWh/d', deliveryStart: '2027-01-01', deliveryEnd: '2027-01-31' });
    expect(words(gas, price('30'), '100')).toBe('3,000.00 EUR per day, 93,000.00 EUR in all');
  });

  it('is not made up where the units do not fit', () => {
    expect(words(leg({ quantityUnit: 'lots' }), price('30'), '1')).toBeUndefined();
    expect(words(leg({ priceUnit: 'EUR' }), price('30'), '1')).toBeUndefined();
  });

  it('of a spread is said for each leg, and by the net price where there are no leg prices', () => {
    expect(
      notionalLines(spread(), perLeg('30', '29'), { quantity: Quantity.parse('10'), figures }),
    ).toHaveLength(2);
    const net = { shape: 'standard-spread', spreadPrice: price('1') } as const;
    const [line] = notionalLines(spread(), net, { quantity: Quantity.parse('10'), figures });
    expect(line).toMatch(/^Net: 10.00 EUR per hour/);
    expect(
      notionalLines({ legs: [leg()] }, single('1'), { quantity: Quantity.parse('10'), figures })[0],
    ).toMatch(/^Notional: /);
  });

  it('of a swap is said for each leg by that leg’s own quantity, and of a part for leg 1 alone', () => {
    const prices = perLeg('0.5', '80', '80');
    const lines = notionalLines(swap(), prices, { quantity: Quantity.parse('87600'), figures });
    expect(lines.map((line) => line.split(',')[0])).toEqual([
      'Leg 1: 43',
      'Leg 2: 800.00 EUR per hour',
      'Leg 3: 800.00 EUR per hour',
    ]);
    expect(notionalLines(swap(), prices, { quantity: Quantity.parse('10000'), figures })).toEqual([
      'Leg 1: 5,000.00 EUR',
    ]);
  });
});
