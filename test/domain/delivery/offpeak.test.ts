import { expect, it } from 'vitest';
import { offpeakPrice } from '../../../src/domain/delivery/offpeak';

it('off-peak is what base is worth less what peak is worth, over the hours between', () => {
  expect(offpeakPrice({ price: 80, hours: 10 }, { price: 95, hours: 4 })).toBe(70);
  // Doubles would leave noise.
  expect(offpeakPrice({ price: 0.3, hours: 3 }, { price: 0.1, hours: 2 })).toBe(0.7);
  expect(offpeakPrice({ price: -5, hours: 3 }, { price: 10, hours: 1 })).toBe(-12.5);
});

it('there is none where all hours are peak', () => {
  expect(offpeakPrice({ price: 80, hours: 12 }, { price: 80, hours: 12 })).toBeUndefined();
});
