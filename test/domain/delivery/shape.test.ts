import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curveOf, stripOf, type Mark } from '../../../src/domain/delivery/curve';
import { dayOf, hoursBetween, type Days } from '../../../src/domain/delivery/hours';
import { loadNamed, type Load } from '../../../src/domain/delivery/load';
import { marketOf } from '../../../src/domain/delivery/markets';
import { productNamed } from '../../../src/domain/delivery/named-product';
import { shapeNote, shapeOf } from '../../../src/domain/delivery/shape';

const market = marketOf('DE', 'power');
const load = (name: string): Load => {
  const found = loadNamed(name, market);
  if (!found.ok) throw new Error(name);
  return found.value;
};
const days = (name: string): Days => {
  const found = productNamed(name, '2026-11-20');
  if (!found.ok) throw new Error(name);
  return { first: dayOf(found.value.start) ?? 0, last: dayOf(found.value.end) ?? 0 };
};
const note = (marks: readonly string[], period: string, of = 'base'): string => {
  const flat = shapeOf(
    marks.map((name) => ({ ...days(name), price: 70 })),
    { load: load(of), market },
  );
  return shapeNote(days(period), flat(days(period)));
};

describe('the shape of a curve', () => {
  it('is unknown for a part of a mark, and named with that mark', () => {
    expect(note(['Cal-27'], 'Q1-27')).toBe('Shape unknown: Q1-27 is flat from Cal-27.');
    expect(note(['Cal-27', 'Q1-27'], 'Q2-27')).toBe('Shape unknown: Q2-27 is flat from Cal-27.');
    expect(note(['Cal-27', 'Q1-27'], 'Feb-27')).toBe('Shape unknown: Feb-27 is flat from Q1-27.');
    expect(note(['Cal-27', 'Cal-28'], 'Win-27')).toBe(
      'Shape unknown: Win-27 is flat from Cal-27 and Cal-28.',
    );
  });

  it('is known for a mark, for several together, and for what others leave of one', () => {
    expect(note(['Cal-27'], 'Cal-27')).toBe('');
    expect(note(['Q1-27', 'Q2-27'], '2027-01-01..2027-06-30')).toBe('');
    expect(note(['Cal-27', 'Q1-27'], '2027-04-01..2027-12-31')).toBe('');
    expect(note(['Q1-27', 'Jan-27', 'Mar-27'], 'Feb-27')).toBe('');
  });

  it('does not turn on days without an hour of the load', () => {
    // 1 May 2027 is a Saturday.
    const marks = ['2027-04-01..2027-05-31', '2027-05-03..2027-05-31'];
    expect(note(marks, 'May-27', 'peak')).toBe('');
    expect(note(marks, 'May-27')).toBe('Shape unknown: May-27 is flat from 1 Apr – 31 May 2027.');
  });

  it('is known exactly where the curve has the price of any true curve with these marks', () => {
    const first = days('2027-03-26').first;
    const span = fc
      .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }))
      .map(([a, b]): Days => ({ first: first + Math.min(a, b), last: first + Math.max(a, b) }));
    const truth = fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 6, maxLength: 6 });
    let [known, open] = [0, 0];
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 6 }), span, truth, (spans, period, daily) => {
        const weighing = { load: load('base'), market };
        const average = (of: Days): number => {
          let [money, hours] = [0, 0];
          for (let day = of.first; day <= of.last; day++) {
            const count = hoursBetween({ first: day, last: day }, weighing.load, market);
            money += (daily[day - first] ?? 0) * count;
            hours += count;
          }
          return money / hours;
        };
        const marks = spans.map((one): Mark => ({ ...one, price: average(one) }));
        const curve = curveOf(marks, weighing);
        const strip = curve.ok && stripOf(curve.value, period, weighing);
        // The curve may contradict itself by rounding alone, and may not reach the period.
        if (!strip || !strip.ok) return;
        const isKnown = shapeOf(marks, weighing)(period).length === 0;
        if (isKnown) known++;
        else open++;
        if (isKnown) expect(strip.value.price).toBeCloseTo(average(period), 2);
        else expect(Math.abs(strip.value.price - average(period))).toBeGreaterThan(1e-6);
      }),
      { numRuns: 400, seed: 27 },
    );
    expect(Math.min(known, open)).toBeGreaterThan(20);
  });
});
