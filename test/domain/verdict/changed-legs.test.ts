import { expect, it } from 'vitest';
import { Quantity } from '../../../src/domain/quantity';
import { changedLegs } from '../../../src/domain/verdict/changed-legs';

const LEG = {
  action: 'buy',
  commodity: 'power',
  market: 'DE',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  loadProfile: 'base',
  quantity: Quantity.parse('10'),
  quantityUnit: 'MW',
  priceUnit: 'EUR/MWh',
} as const;

it.each([
  [{ action: 'sell' }, 'buy is now sell'],
  [{ commodity: 'gas' }, 'commodity power is now gas'],
  [{ market: 'FR' }, 'market DE is now FR'],
  [{ deliveryStart: '2028-01-01', deliveryEnd: '2028-12-31' }, 'delivery Cal-27 is now Cal-28'],
  [{ deliveryEnd: '2027-03-31' }, 'delivery Cal-27 is now Q1-27'],
  [{ loadProfile: 'peak' }, 'load base is now peak'],
  [{ quantity: Quantity.parse('50') }, 'quantity 10 is now 50'],
  [{ quantityUnit: 'MWh' }, 'unit MW is now MWh'],
  [{ priceUnit: 'GBp/therm' }, 'price unit EUR/MWh is now GBp/therm'],
  [{ market: 'FR', loadProfile: 'peak' }, 'market DE is now FR, load base is now peak'],
] as const)('says what a leg says otherwise: %o', (changes, says) => {
  expect(changedLegs([LEG], [{ ...LEG, ...changes }])).toBe(says);
});

it('names the leg of several, and their number where that is another', () => {
  const second = { ...LEG, market: 'NL' };
  expect(changedLegs([LEG, second], [LEG, { ...second, market: 'BE' }])).toBe('leg 2: market NL is now BE');
  expect(changedLegs([LEG, second], [LEG])).toBe('2 legs is now one leg');
});

it.each([
  ['another spelling', { market: 'de', priceUnit: '€ / MWh', deliveryEnd: '2027-12-31T00:00:00Z' }],
  ['what one of both does not say', { loadProfile: undefined, quantity: undefined }],
])('is nothing by %s', (_, changes) => {
  expect(changedLegs([LEG], [{ ...LEG, ...changes }])).toBeUndefined();
  expect(changedLegs([{ ...LEG, ...changes }], [LEG])).toBeUndefined();
  expect(changedLegs([], [LEG])).toBeUndefined();
});
