import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { productNamed } from '../../../src/domain/delivery/named-product';
import { periodText, productOf } from '../../../src/domain/delivery/product';

const TODAY = '2026-11-22'; // A Sunday in ISO week 47.
const read = (text: string, asOf = TODAY) => {
  const found = productNamed(text, asOf);
  return found.ok ? [found.value.name, found.value.start, found.value.end] : found.failure.message;
};

describe('a delivery period has a name', () => {
  it.each([
    ['2027-01-01', '2027-12-31', 'Cal-27', 'year'],
    ['2027-10-01', '2028-09-30', 'GY27', 'gas-year'],
    ['2027-04-01', '2027-09-30', 'Sum-27', 'season'],
    ['2027-10-01', '2028-03-31', 'Win-27', 'season'],
    ['2027-04-01', '2027-06-30', 'Q2-27', 'quarter'],
    ['2028-02-01', '2028-02-29', 'Feb-28', 'month'],
    ['2026-11-23', '2026-11-29', 'Wk48-26', 'week'],
    ['2026-11-28', '2026-11-29', 'WE48-26', 'weekend'],
    ['2026-12-28', '2027-01-03', 'Wk53-26', 'week'],
    ['2027-03-08', '2027-03-08', '8 Mar 2027', 'day'],
    ['2027-02-01', '2027-04-30', '1 Feb – 30 Apr 2027', 'days'],
    ['2027-01-01', '2028-01-01', '1 Jan 2027 – 1 Jan 2028', 'days'],
    ['2027-01-01T00:00:00+01:00', '2027-12-31', 'Cal-27', 'year'],
  ])('%s to %s is %s', (start, end, name, kind) => {
    expect(productOf(start, end)).toMatchObject({ name, kind, start: start.slice(0, 10), end });
  });

  it('but not without two days in order', () => {
    expect(productOf('2027-12-31', '2027-01-01')).toBeUndefined();
    expect(productOf(undefined, '2027-01-01')).toBeUndefined();
    expect(periodText('prompt', undefined)).toBe('prompt');
    expect(periodText(undefined, undefined)).toBeUndefined();
  });
});

describe('a name has a delivery period', () => {
  it.each([
    ['Cal-27', 'Cal-27', '2027-01-01', '2027-12-31'],
    ['cal 2027', 'Cal-27', '2027-01-01', '2027-12-31'],
    ['Y27', 'Cal-27', '2027-01-01', '2027-12-31'],
    ['2027', 'Cal-27', '2027-01-01', '2027-12-31'],
    ['Q1-27', 'Q1-27', '2027-01-01', '2027-03-31'],
    ['H1-27', '1 Jan – 30 Jun 2027', '2027-01-01', '2027-06-30'],
    ['h2 2028', '1 Jul – 31 Dec 2028', '2028-07-01', '2028-12-31'],
    ['H1', '1 Jan – 30 Jun 2027', '2027-01-01', '2027-06-30'],
    ['q4', 'Q4-27', '2027-10-01', '2027-12-31'],
    ['Jan-27', 'Jan-27', '2027-01-01', '2027-01-31'],
    ['november', 'Nov-27', '2027-11-01', '2027-11-30'],
    ['M01-27', 'Jan-27', '2027-01-01', '2027-01-31'],
    ['Wk48', 'Wk48-26', '2026-11-23', '2026-11-29'],
    ['Wk47', 'Wk47-27', '2027-11-22', '2027-11-28'],
    ['WE48-26', 'WE48-26', '2026-11-28', '2026-11-29'],
    ['Wk53', 'Wk53-26', '2026-12-28', '2027-01-03'],
    ['Sum-27', 'Sum-27', '2027-04-01', '2027-09-30'],
    ['Winter 2027/28', 'Win-27', '2027-10-01', '2028-03-31'],
    ['Win', 'Win-27', '2027-10-01', '2028-03-31'],
    ['GY27', 'GY27', '2027-10-01', '2028-09-30'],
    ['DA', '23 Nov 2026', '2026-11-23', '2026-11-23'],
    ['BoM', 'BoM', '2026-11-23', '2026-11-30'],
    ['BoQ', 'BoQ', '2026-11-23', '2026-12-31'],
    ['BoY', 'BoY', '2026-11-23', '2026-12-31'],
    ['M+1', 'Dec-26', '2026-12-01', '2026-12-31'],
    ['m+2', 'Jan-27', '2027-01-01', '2027-01-31'],
    ['Q+1', 'Q1-27', '2027-01-01', '2027-03-31'],
    ['Cal+1', 'Cal-27', '2027-01-01', '2027-12-31'],
    ['W+1', 'Wk48-26', '2026-11-23', '2026-11-29'],
    ['S+1', 'Sum-27', '2027-04-01', '2027-09-30'],
    ['GY+1', 'GY27', '2027-10-01', '2028-09-30'],
    ['2026-11-28', '28 Nov 2026', '2026-11-28', '2026-11-28'],
    ['2027-01-01..2027-03-31', 'Q1-27', '2027-01-01', '2027-03-31'],
    ['2026-12-05 – 2026-12-09', '5 Dec – 9 Dec 2026', '2026-12-05', '2026-12-09'],
  ])('%s is %s, %s to %s', (text, ...expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    '',
    'Q5-27',
    'Cal-1927',
    'Cal',
    'Wk54-26',
    'Wk53-27',
    'Wk0',
    '2026-02-30',
    '2027-03-02..2027-03-01',
    'base',
    '31',
  ])('and "%s" has none, which says what to write', (text) => {
    const found = productNamed(text, TODAY);
    expect(found).toMatchObject({ ok: false, failure: { message: `There is no product "${text}".` } });
    expect(!found.ok && found.failure.next).toContain('Cal-27');
  });

  it('BoM ends before it begins on the last day of a month, and says so', () => {
    expect(read('BoM', '2026-11-29')).toEqual(['BoM', '2026-11-30', '2026-11-30']);
    expect(read('BoM', '2026-11-30')).toBe('Nothing is left of BoM after 2026-11-30.');
  });

  it('on the day before a week 53 that is years away', () => {
    expect(read('Wk53', '2027-01-10')).toEqual(['Wk53-32', '2032-12-27', '2033-01-02']);
  });
});

it('the name of any period that has one reads as the same period', () => {
  const names = fc.oneof(
    fc.integer({ min: 2024, max: 2060 }).map((year) => `Cal-${year}`),
    fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 24, max: 60 })).map(([q, y]) => `Q${q}-${y}`),
    fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 24, max: 60 })).map(([m, y]) => `M${m}-${y}`),
    fc
      .tuple(fc.integer({ min: 1, max: 52 }), fc.integer({ min: 24, max: 60 }))
      .map(([w, y]) => `Wk${w}-${y}`),
    fc
      .tuple(fc.integer({ min: 1, max: 52 }), fc.integer({ min: 24, max: 60 }))
      .map(([w, y]) => `WE${w}-${y}`),
    fc.integer({ min: 24, max: 60 }).map((year) => `Win-${year}`),
  );
  fc.assert(
    fc.property(names, (name) => {
      const first = productNamed(name, TODAY);
      if (!first.ok) throw new Error(name);
      const { start, end } = first.value;
      expect(productOf(start, end)).toEqual(first.value);
      expect(productNamed(first.value.name, TODAY)).toEqual(first);
    }),
  );
});
