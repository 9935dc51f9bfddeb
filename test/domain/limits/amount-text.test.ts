import Big from 'big.js';
import { expect, it } from 'vitest';
import { amountText, moneyText, percentText } from '../../../src/domain/limits/amount-text';

it.each([
  ['0', '0'],
  ['1234', '1234'],
  ['-12345', '-12\u202f345'],
  ['6307200', '6\u202f307\u202f200'],
  ['1234567.1234567', '1\u202f234\u202f567.1234567'],
])('writes %s as %s', (amount, text) => {
  expect(amountText(amount)).toBe(text);
});

it('rounds money away from zero to the hundredth', () => {
  expect(['5000.0000001', '-5000.001', '2803.2', '70'].map(moneyText)).toEqual([
    '5000.01',
    '-5000.01',
    '2803.20',
    '70',
  ]);
});

it('rounds per cent up, whole from 100 on', () => {
  const of = (part: string, base: string): string => percentText(new Big(part), new Big(base));
  expect([of('1', '3'), of('2101.401', '100'), of('0.100001', '1')]).toEqual(['33.34', '2102', '10.01']);
});
