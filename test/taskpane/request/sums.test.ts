import { expect, it } from 'vitest';
import { Quantity } from '../../../src/domain/quantity';
import { sumsInWords } from '../../../src/taskpane/request/sums';
import { formatters, leg, price, spread } from '../examples';

const quantity = Quantity.parse('20');
const standard = { shape: 'standard-spread', spreadPrice: price('1.85') } as const;
const nextYear = { deliveryStart: '2028-01-01', deliveryEnd: '2028-12-31' };

it('says the energy of both legs where they deliver differently, and no money of a net price', () => {
  const years = spread({ contract: 'standard-spread', legs: [leg(), leg({ action: 'sell', ...nextYear })] });
  expect(sumsInWords(years, { price: standard, quantity }, formatters)).toBe(
    '20 MW · 175,200 and 175,680 MWh',
  );
});

it('says one energy, and the net, where they deliver alike', () => {
  const places = spread({ contract: 'standard-spread' });
  expect(sumsInWords(places, { price: standard, quantity }, formatters)).toBe(
    '20 MW · 175,200 MWh · 324,120 EUR net',
  );
});
