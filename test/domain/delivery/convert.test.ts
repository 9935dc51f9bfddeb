import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { converted } from '../../../src/domain/delivery/convert';

const of = (value: string, from: string, to: string, fx?: string) => {
  const result = converted(value, { from, to, fx });
  return result.ok ? result.value : result.failure.message;
};

it.each([
  ['1', 'MWh', 'kWh', '1000'],
  ['10', 'MW', 'MWh/d', '240'],
  ['1000', 'th/d', 'MW', '1.22112916666667'],
  ['1', 'th', 'MWh', '0.0293071'],
  ['30', 'EUR/MWh', 'EUR/kWh', '0.03'],
  ['30', 'EUR/MWh', 'ct/kWh', '3'],
  ['80', 'p/th', 'GBP/MWh', '27.2971396009841'],
  ['-5', 'EUR/MWh', 'EUR/GWh', '-5000'],
  ['0', 'EUR/MWh', 'EUR/MWh', '0'],
])('%s %s in the unit of %s', (value, from, to, expected) => {
  expect(of(value, from, to)).toBe(expected);
});

it('takes a rate between currencies, and never assumes one', () => {
  expect(of('100', 'GBP/MWh', 'EUR/MWh', '1.15')).toBe('115');
  expect(of('80', 'p/th', 'EUR/MWh', '1.15')).toBe('31.3917105411317');
  expect(of('100', 'GBP/MWh', 'EUR/MWh')).toBe('GBP/MWh and EUR/MWh are in two currencies.');
});

it('knows one currency by its code in any case and by its sign, and applies no rate to it', () => {
  expect(of('100', '€/MWh', 'EUR/MWh', '1.15')).toBe('100');
  expect(of('100', 'eur/MWh', 'EUR/kWh', '1.15')).toBe('0.1');
  expect(of('1', 'GBP/th', 'P/th', '1.15')).toBe('100');
  expect(of('100', 'foo/MWh', 'EUR/MWh', '1.15')).toBe('"foo/MWh" is not a unit.');
});

it('says what cannot be converted', () => {
  expect(of('1', 'MW', 'MWh')).toBe('MW is a power, and MWh is an energy.');
  expect(of('1', 'lots', 'MWh')).toBe('"lots" is not a unit.');
  expect(of('1', 'MWh', 'EUR/t')).toBe('"EUR/t" is not a unit.');
});

it('there and back is the same, to fourteen digits', () => {
  const unit = fc.constantFrom('EUR/MWh', 'p/th', 'GBP/MWh', 'ct/kWh', 'EUR/GWh');
  fc.assert(
    fc.property(fc.integer({ min: -99_999, max: 99_999 }), unit, unit, (cents, from, to) => {
      const value = (cents / 100).toFixed(2);
      const there = of(value, from, to, '1.25');
      const isSame = of('1', from, to) !== `${from} and ${to} are in two currencies.`;
      expect(Number(of(there, to, from, isSame ? undefined : '0.8'))).toBeCloseTo(Number(value), 9);
    }),
  );
});
