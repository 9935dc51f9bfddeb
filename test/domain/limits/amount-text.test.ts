import Big from 'big.js';
import { expect, it } from 'vitest';
import {
  amountText,
  moneyText,
  percentText,
  priceText,
  sumText,
} from '../../../src/domain/limits/amount-text';

it.each([
  ['0', '0'],
  ['1234', '1,234'],
  ['-12345', '−12,345'],
  ['6307200', '6,307,200'],
  ['1234567.1234567', '1,234,567.1234567'],
])('writes %s as %s', (amount, text) => {
  expect(amountText(amount)).toBe(text);
});

it('rounds money away from zero to the hundredth', () => {
  expect(['5000.0000001', '-5000.001', '2803.2', '70'].map(moneyText)).toEqual([
    '5,000.01',
    '−5,000.01',
    '2,803.20',
    '70',
  ]);
});

it('rounds a sum over a whole delivery to whole units, as sums beside a button are', () => {
  expect(['73785.60', '-73785.4', '125'].map(sumText)).toEqual(['73,786', '−73,785', '125']);
});

it('rounds per cent up, to one decimal from 100 on', () => {
  const of = (part: string, base: string): string => percentText(new Big(part), new Big(base));
  expect([of('1', '3'), of('2101.401', '100'), of('0.100001', '1')]).toEqual(['33.34', '2,101.5', '10.01']);
});

it('writes prices with two decimals at least, and never rounds one', () => {
  expect(['314', '31.4', '-3.56', '1234.00001', '0'].map(priceText)).toEqual([
    '314.00',
    '31.40',
    '−3.56',
    '1,234.00001',
    '0.00',
  ]);
});
