import { expect, it } from 'vitest';
import { Quantity, quantityOf } from '../../src/domain/quantity';

it.each([
  [10, '10'],
  ['2.50', '2.5'],
  [0.001, '0.001'],
])('%j is a quantity', (written, exact) => {
  expect(quantityOf(written)).toBe(exact);
});

it.each([0, '0.00', -1, '-0.5', NaN, '', 'ten', 1e-9, 1e12])('%j is no quantity', (written) => {
  expect(quantityOf(written)).toBeUndefined();
});

it('is above zero and canonical over a wire', () => {
  expect(Quantity.safeParse('10').success).toBe(true);
  for (const text of ['0', '-1', '10.0', '', 'x', 7]) expect(Quantity.safeParse(text).success).toBe(false);
});
