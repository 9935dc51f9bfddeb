import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curveOf, stripOf, type Mark, type Weighing } from '../../../src/domain/delivery/curve';
import { dayOf } from '../../../src/domain/delivery/hours';
import { loadNamed } from '../../../src/domain/delivery/load';
import { marketOf } from '../../../src/domain/delivery/markets';

const market = marketOf('DE', 'power');
const weighing = (name = 'base'): Weighing => {
  const load = loadNamed(name, market);
  if (!load.ok) throw new Error(name);
  return { load: load.value, market };
};
const days = (start: string, end: string) => ({ first: dayOf(start) ?? 0, last: dayOf(end) ?? 0 });
const mark = (start: string, end: string, price: number): Mark => ({ ...days(start, end), price });
const prices = (marks: readonly Mark[], name?: string) => {
  const curve = curveOf(marks, weighing(name));
  return curve.ok ? curve.value.map(({ price }) => Number(price.toFixed(4))) : curve.failure.message;
};

describe('four curves on which a public library failed', () => {
  it('two weeks and their month, all at 10, are 10 (cmdty/curves #12)', () => {
    const marks = [
      mark('2020-08-24', '2020-08-30', 10),
      mark('2020-08-31', '2020-09-06', 10),
      mark('2020-09-01', '2020-09-30', 10),
    ];
    expect(prices(marks)).toEqual([10, 10, 10, 10]);
  });

  it('a year of peak with two of its quarters has the same price in the other two (#14)', () => {
    const marks = [
      mark('2022-01-01', '2022-03-31', 75.71),
      mark('2022-07-01', '2022-09-30', 47.56),
      mark('2022-01-01', '2022-12-31', 60.65),
    ];
    expect(prices(marks, 'peak')).toEqual([75.71, 59.8815, 47.56, 59.8815]);
  });

  it('a week that lies in two months bends neither far (#8)', () => {
    const marks = [
      mark('2020-04-20', '2020-04-26', 20.82),
      mark('2020-04-27', '2020-05-03', 17.97),
      mark('2020-05-01', '2020-05-31', 22.21),
      mark('2020-06-01', '2020-06-30', 27.3),
    ];
    const found = prices(marks);
    expect(found).toEqual([
      20.82,
      expect.closeTo(17.79, 2),
      expect.closeTo(18.21, 2),
      expect.any(Number),
      27.3,
    ]);
  });

  it('a month of a quarter is what its other two leave (#13)', () => {
    const marks = [
      mark('2021-01-01', '2021-01-31', 43.76),
      mark('2021-02-01', '2021-02-28', 44.28),
      mark('2021-01-01', '2021-03-31', 42.85),
    ];
    expect(prices(marks)).toEqual([43.76, 44.28, 40.6454]);
  });
});

describe('quarters in ticks of 0.01 within a year', () => {
  const quarters = (fourth: number) => [
    mark('2027-01-01', '2027-03-31', 95),
    mark('2027-04-01', '2027-06-30', 72),
    mark('2027-07-01', '2027-09-30', 80),
    mark('2027-10-01', '2027-12-31', fourth),
  ];
  const year = mark('2027-01-01', '2027-12-31', 85);
  it.each([93.07, 93.08, 93.09])('hold, and the year gives way by what is rounded: %d', (fourth) => {
    const marks = [year, ...quarters(fourth)];
    expect(prices(marks)).toEqual([95, 72, 80, fourth]);
    const curve = curveOf(marks, weighing());
    const strip = curve.ok && stripOf(curve.value, days('2027-01-01', '2027-12-31'), weighing());
    expect(strip && strip.ok && Math.abs(strip.value.price - 85)).toBeLessThan(0.01);
  });

  it('contradict it beyond that, with decimals enough to see it', () => {
    expect(prices([year, ...quarters(93.2)])).toBe(
      'Cal-27 is at 85, but Q1-27, Q2-27, Q3-27, Q4-27 come to 85.03 over its hours.',
    );
    expect(prices([{ ...year, price: 85.001 }, ...quarters(93.09)])).toBe(
      'Cal-27 is at 85.001, but Q1-27, Q2-27, Q3-27, Q4-27 come to 85 over its hours.',
    );
  });

  it('a second price for the same days is no rounding', () => {
    expect(prices([year, { ...year, price: 85.01 }])).toBe('Cal-27 is given twice, at 85 and at 85.01.');
  });
});

it('prices that contradict each other are named, with the difference', () => {
  const marks = [
    mark('2027-01-01', '2027-01-31', 90),
    mark('2027-02-01', '2027-02-28', 88),
    mark('2027-03-01', '2027-03-31', 80),
    mark('2027-01-01', '2027-03-31', 95),
    mark('2027-04-01', '2027-04-30', 70),
  ];
  expect(prices(marks)).toBe('Q1-27 is at 95, but Jan-27, Feb-27, Mar-27 come to 85.94 over its hours.');
  expect(prices([mark('2027-01-01', '2027-01-31', 90), mark('2027-01-01', '2027-01-31', 91)])).toMatch(
    /^Jan-27 is given twice, at 9[01] and at 9[01]\.$/,
  );
});

it('a strip is weighed by hours, and a gap is named', () => {
  const curve = curveOf(
    [mark('2027-03-01', '2027-03-31', 80), mark('2027-04-01', '2027-04-30', 70)],
    weighing(),
  );
  if (!curve.ok) throw new Error(curve.failure.message);
  const strip = (start: string, end: string) => stripOf(curve.value, days(start, end), weighing());
  expect(strip('2027-03-01', '2027-04-30')).toEqual({
    ok: true,
    value: { price: Number(((743 * 80 + 720 * 70) / 1463).toFixed(10)), hours: 1463 },
  });
  expect(strip('2027-03-01', '2027-05-31')).toMatchObject({
    failure: { message: 'No price for 1 May 2027, which is in 1 Mar – 31 May 2027.' },
  });
});

it('averages back to every mark, whatever their order', () => {
  const month = fc.integer({ min: 0, max: 11 });
  const marks = fc.uniqueArray(
    fc.tuple(month, fc.integer({ min: 1, max: 6 }), fc.integer({ min: -50, max: 300 })),
    {
      selector: ([start, length]) => `${start} ${length}`,
      minLength: 1,
      maxLength: 8,
    },
  );
  const at = (months: number) => Date.UTC(2027, months, 1) / 86_400_000;
  fc.assert(
    fc.property(marks, (drawn) => {
      const all = drawn.map(([start, length, price]) => ({
        first: at(start),
        last: at(start + length) - 1,
        price,
      }));
      const curve = curveOf(all, weighing());
      const reversed = curveOf([...all].reverse(), weighing());
      expect(reversed.ok).toBe(curve.ok);
      if (!curve.ok || !reversed.ok) return;
      expect(reversed.value.map(({ price }) => price.toFixed(6))).toEqual(
        curve.value.map(({ price }) => price.toFixed(6)),
      );
      for (const one of all) {
        const strip = stripOf(curve.value, one, weighing());
        expect(strip.ok && strip.value.price).toBeCloseTo(one.price, 6);
      }
    }),
    { numRuns: 60 },
  );
});

it('tells no price that the price of a mark without one would move', () => {
  const at = (months: number) => Date.UTC(2027, months, 1) / 86_400_000;
  const period = fc
    .tuple(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 1, max: 4 }))
    .map(([start, length]) => ({ first: at(start), last: at(start + length) - 1 }));
  const price = fc.integer({ min: -50, max: 300 });
  const marks = fc.uniqueArray(fc.tuple(period, price), {
    selector: ([{ first, last }]) => `${first} ${last}`,
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(marks, period, price, period, (drawn, open, typed, asked) => {
      const all = drawn.map(([days, one]) => ({ ...days, price: one }));
      const before = curveOf(all, weighing(), [open]);
      const after = curveOf([...all, { ...open, price: typed }], weighing());
      if (!before.ok || !after.ok) return;
      const told = stripOf(before.value, asked, weighing());
      const then = stripOf(after.value, asked, weighing());
      if (told.ok) expect(then.ok && then.value.price).toBeCloseTo(told.value.price, 6);
      // What is asked for lies within the mark and nothing else prices it: it is no whole curve.
      const isGiven = all.some(({ first, last }) => first === asked.first && last === asked.last);
      if (asked.first >= open.first && asked.last <= open.last && !isGiven) expect(told.ok).toBe(false);
    }),
    { numRuns: 300 },
  );
});
