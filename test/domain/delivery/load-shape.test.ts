import { describe, expect, it } from 'vitest';
import { hoursBetween, dayOf } from '../../../src/domain/delivery/hours';
import { loadNamed } from '../../../src/domain/delivery/load';
import { profileOfShape, type ShapeGiven } from '../../../src/domain/delivery/load-shape';
import { marketOf } from '../../../src/domain/delivery/markets';
import type { RawRecord } from '../../../src/domain/record';

const DE = marketOf('DE');
const read = (points: readonly unknown[], over: Partial<ShapeGiven> = {}, raw: RawRecord = {}) =>
  profileOfShape({ points, raw }, { market: DE, ...over });
const problem = (...given: Parameters<typeof read>): string => {
  const profile = read(...given);
  return profile.ok ? 'fine' : profile.failure.message;
};
function profile(...given: Parameters<typeof read>) {
  const outcome = read(...given);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
}
const energyOf = ({ intervals, perHour }: ReturnType<typeof profile>): number =>
  intervals.reduce((sum, { mw }) => sum + mw, 0) / perHour;
const block = (from: string, to: string, quantity: unknown, load = 'base') => ({
  ...{ leg: 1, from, to, quantity, 'load-profile': load, 'quantity-unit': 'MW' },
});

describe('a load shape of periods', () => {
  it('is MW in the hours of its loads, over both clock changes, and 0 between them', () => {
    const one = profile([
      block('2027-03-01', '2027-03-31', 10),
      block('2027-10-01', '2027-10-31', '2.5', 'peak'),
    ]);
    const peak = loadNamed('peak', DE);
    if (!peak.ok) throw new Error('There is no peak.');
    const october = { first: dayOf('2027-10-01') ?? 0, last: dayOf('2027-10-31') ?? 0 };
    expect(energyOf(one)).toBe(743 * 10 + 2.5 * hoursBetween(october, peak.value, DE));
    expect([one.perHour, one.first, one.last]).toEqual([1, dayOf('2027-03-01'), october.last]);
    expect(one.intervals.find(({ day }) => day === dayOf('2027-06-01'))?.mw).toBe(0);
  });

  it('is by quarter hours where a load is, or where they are asked for', () => {
    const quarters = profile([block('2027-01-01', '2027-01-01', 4, '08:15-09')]);
    expect([quarters.perHour, quarters.intervals.length, energyOf(quarters)]).toEqual([4, 96, 3]);
    expect(profile([block('2027-01-01', '2027-01-01', 4)], { perHour: 4 }).intervals).toHaveLength(96);
  });

  it('counts gas days by their own clock', () => {
    const ttf = marketOf('TTF', 'gas');
    const one = profile([block('2027-03-27', '2027-03-27', 1)], { market: ttf });
    expect([energyOf(one), one.intervals[0]?.from]).toEqual([23, 6]);
  });
});

describe('a load shape of moments', () => {
  const points = (start: string, count: number, stepMs = 3_600_000) =>
    Array.from({ length: count }, (_, at) => ({
      from: new Date(Date.parse(start) + at * stepMs).toISOString(),
      quantity: at,
    }));
  const unit = { 'quantity-unit': 'MW' };

  it('is one value after the other, from the first moment of a delivery day', () => {
    const one = profile(points('2027-10-30T22:00:00Z', 25), {}, unit);
    expect([one.first, one.last, one.perHour]).toEqual([dayOf('2027-10-31'), dayOf('2027-10-31'), 1]);
    expect(profile(points('2027-01-01T00:00:00+01:00', 96, 900_000), {}, unit).perHour).toBe(4);
    const gb = profile(points('2027-01-01T23:00:00Z', 24), { market: marketOf('GB') }, unit);
    expect(gb.first).toBe(dayOf('2027-01-02'));
  });

  it('has no gap, and begins where a delivery day does', () => {
    const gap = points('2027-10-30T22:00:00Z', 25).filter((_, at) => at !== 7);
    expect(problem(gap, {}, unit)).toBe('Point 8 of the load shape does not follow the one before it.');
    expect(problem(points('2027-10-30T23:00:00Z', 24), {}, unit)).toContain(
      'does not begin with a delivery day',
    );
    expect(problem(points('2027-10-30T22:00:00Z', 24), {}, unit)).toContain('24 values are');
    expect(problem(points('2027-10-30T22:00:00Z', 24, 1_800_000), {}, unit)).toContain(
      'hour or quarter hour',
    );
    expect(problem([{ from: '2027-10-30T22:00', quantity: 1 }], {}, unit)).toContain(
      'no moment with its zone',
    );
  });
});

it('is a row of values where the points say no time, and then needs its days', () => {
  const values = Array.from({ length: 24 }, (_, at) => at);
  const raw = { unit: 'MW' };
  expect(problem(values, {}, raw)).toBe('The load shape does not say its days.');
  expect(energyOf(profile(values, { first: dayOf('2027-01-04') ?? 0 }, raw))).toBe(276);
});

it.each([
  [[], 'The load shape has no points.'],
  [[{ from: '2027-01-01' }], 'Point 1 of the load shape has no number under "quantity".'],
  [[5], 'Point 1 of the load shape does not say its unit, which has to be MW.'],
  [
    [{ ...block('2027-01-01', '2027-01-31', 5), 'quantity-unit': 'MWh/d' }],
    'is in MWh/d, and a profile is in MW.',
  ],
  [
    [block('2027-01-01', '2027-01-31', 5), { ...block('2027-01-01', '2027-01-31', 5), leg: 2 }],
    'is of 2 legs',
  ],
  [
    [block('2027-01-01', '2027-01-31', 5), block('2027-01-31', '2027-02-28', 5)],
    'Two points of the load shape are about one hour.',
  ],
  [[block('2027-02-01', '2027-01-31', 5)], 'Point 1 of the load shape has no two days in order.'],
  [
    [block('2027-01-01', '2027-01-31', 5, 'lumpy')],
    'Point 1 of the load shape has a load that is not known, "lumpy".',
  ],
  [[block('2027-01-01', '2027-01-31', 5, '')], 'Point 1 of the load shape does not say its load.'],
  [[block('2027-01-01', '2057-01-31', 5)], 'more than ten years'],
])('says why it cannot be read: %j', (points, sentence) => {
  expect(problem(points)).toContain(sentence);
});
