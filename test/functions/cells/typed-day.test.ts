import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayArgument } from '../../../src/functions/formulas/arguments';
import { dayOrderOf, readings } from '../../../src/functions/cells/typed-day';

describe('a typed day', () => {
  it.each([
    ['2026-11-20', ['2026-11-20']],
    ['2026/11/20', ['2026-11-20']],
    ['2026.1.2', ['2026-01-02']],
    [' 20.11.2026 ', ['2026-11-20']],
    ['3.4.2026', ['2026-04-03']],
    ['11/20/2026', ['2026-11-20']],
    ['20/11/2026', ['2026-11-20']],
    ['20-11-2026', ['2026-11-20']],
    ['05/05/2026', ['2026-05-05']],
    ['3/4/2026', ['2026-04-03', '2026-03-04']],
    ['03-04-2026', ['2026-04-03', '2026-03-04']],
    ['29/02/2027', []],
    ['31.11.2026', []],
    ['11.20.2026', []],
    ['20/11-2026', []],
    ['20/11/26', []],
    ['20 Nov 2026', []],
    ['46346', []],
    ['', []],
  ])('%j can be read as %j', (typed, days) => {
    expect(readings(typed)).toEqual(days);
  });

  it('with dots is the day that a German writes, every day of the century', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (date) => {
          const iso = date.toISOString().slice(0, 10);
          const [year, month, day] = iso.split('-');
          expect(readings(`${day}.${month}.${year}`)).toEqual([iso]);
          expect(readings(`${day}/${month}/${year}`)).toContain(iso);
          expect(readings(`${month}/${day}/${year}`)).toContain(iso);
        },
      ),
    );
  });

  it('that can be read in two ways is read as the country does, or refused', () => {
    expect(dayArgument('03/04/2026', 'from', 'day-first')).toEqual({ ok: true, value: '2026-04-03' });
    expect(dayArgument('03/04/2026', 'from', 'month-first')).toEqual({ ok: true, value: '2026-03-04' });
    expect(dayArgument('20/11/2026', 'from', 'month-first')).toEqual({ ok: true, value: '2026-11-20' });
    expect(dayArgument('03/04/2026', 'from')).toMatchObject({
      failure: {
        message: 'from can be read as 2026-04-03 or as 2026-03-04.',
        next: 'Use a date cell, or type it like 2026-11-20.',
      },
    });
  });
});

it.each([
  ['M/d/yyyy', 'month-first'],
  ['dd/MM/yyyy', 'day-first'],
  ['d. M. yyyy', 'day-first'],
  ['yyyy-MM-dd', undefined],
  ['', undefined],
])('the pattern %j is %s', (pattern, order) => {
  expect(dayOrderOf(pattern)).toBe(order);
});
