import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../src/domain/delivery/hours';
import { loadNamed } from '../../../src/domain/delivery/load';
import { marketOf, type Market } from '../../../src/domain/delivery/markets';
import { isIn, profileOf, Sum, type ProfileGiven } from '../../../src/domain/delivery/profile';
import { priceByInterval, profilePrice, type ProfilePrice } from '../../../src/domain/delivery/profile-price';

const DE = marketOf('DE');
const day = (text: string): number => dayOf(text) ?? NaN;

function read(
  given: Omit<Partial<ProfileGiven>, 'first' | 'last'> & { count: number; first: string; last?: string },
) {
  const { count, first, last, ...rest } = given;
  return profileOf({
    market: DE,
    values: Array.from({ length: count }, () => 1),
    ...rest,
    first: day(first),
    last: last === undefined ? undefined : day(last),
  });
}
const seen = (given: Parameters<typeof read>[0]) => {
  const profile = read(given);
  if (!profile.ok) return profile.failure.message;
  const { perHour, format, intervals } = profile.value;
  return [perHour, format, intervals.length];
};

describe('a profile', () => {
  it.each([
    [8760, '2027-01-01', '2027-12-31', [1, '23/25', 8760]],
    [35_040, '2027-01-01', '2027-12-31', [4, '23/25', 35_040]],
    [8784, '2028-01-01', '2028-12-31', [1, '23/25', 8784]],
    [23, '2027-03-28', '2027-03-28', [1, '23/25', 23]],
    [25, '2027-10-31', '2027-10-31', [1, '23/25', 25]],
    [92, '2027-03-28', '2027-03-28', [4, '23/25', 92]],
    [100, '2027-10-31', '2027-10-31', [4, '23/25', 100]],
  ])('of %d values from %s to %s is told by counting', (count, first, last, expected) => {
    expect(seen({ count, first, last })).toEqual(expected);
    expect(seen({ count, first })).toEqual(expected);
  });

  it('of the other format has a 0 for the hour that is not there, and nothing else', () => {
    const values = Array.from({ length: 24 }, (_, hour) => (hour === 2 ? 0 : hour + 1));
    const spring = { count: 24, first: '2027-03-28', last: '2027-03-28' };
    expect(seen({ ...spring, values })).toEqual([1, '24/25', 23]);
    expect(seen(spring)).toBe('Value 3 is 1, but 02:00 of 2027-03-28 is not on the clock.');
    const next = (format?: '24/25') => {
      const profile = read({ ...spring, ...(format && { format }) });
      return profile.ok ? undefined : profile.failure.next;
    };
    expect(next()).toBe('2027-03-28 has 23 values: leave this one out, or make it 0.');
    expect(next('24/25')).toBe('In this format it has to be 0.');
    expect(
      seen({ count: 8761, first: '2027-01-01', last: '2027-12-31', values: year(8761, 24 * 86 + 2) }),
    ).toEqual([1, '24/25', 8760]);
  });

  it('of a wrong number of values says how many there should be', () => {
    expect(seen({ count: 8784, first: '2027-01-01', last: '2027-12-31' })).toBe(
      '8,784 values are not Cal-27: it has 8,760 hours (23/25), 8,761 hours (24/25), 35,040 quarter hours (23/25), 35,044 quarter hours (24/25).',
    );
    expect(seen({ count: 0, first: '2027-01-01' })).toBe('There are no values.');
    expect(seen({ count: 5, first: '2027-01-01' })).toBe(
      '5 values are not 1 Jan 2027: it has 24 hours, 96 quarter hours.',
    );
    const longDay = '96 values are not 31 Oct 2027: it has ';
    expect(seen({ count: 96, first: '2027-10-31' })).toBe(`${longDay}25 hours, 100 quarter hours.`);
    expect(seen({ count: 96, first: '2027-10-31', perHour: 4 })).toBe(`${longDay}100 quarter hours.`);
    expect(seen({ count: 25, first: '2027-01-01' })).toBe(
      '25 values are 1 day of hours up to 2027-01-01 and 1 more.',
    );
    expect(seen({ count: 49, first: '2027-01-01' })).toContain('49 values are 2 days of hours');
  });

  it('of hours or quarter hours that both end at whole days without a name is asked', () => {
    expect(seen({ count: 96 * 6, first: '2027-01-01' })).toContain(
      'may be hours up to 2027-01-24 or quarter hours',
    );
    expect(seen({ count: 96 * 6, first: '2027-01-01', perHour: 1 })).toEqual([1, '23/25', 576]);
  });

  it.each([
    ['DE', 'power'],
    ['TTF', 'gas'],
    ['NBP', 'gas'],
    ['GB', 'power'],
  ])('has the clock of %s (%s) at every quarter hour around both clock changes', (name, commodity) => {
    const market = marketOf(name, commodity);
    for (const [first, last, count] of [
      ['2027-03-26', '2027-03-30', 5 * 96 - 4],
      ['2027-10-28', '2027-11-02', 6 * 96 + 4],
    ] as const) {
      const profile = read({ market, count, first, last });
      if (!profile.ok) throw new Error(profile.failure.message);
      const clocks = profile.value.intervals.map(({ day: at, from }) => wallText(at, from));
      expect(clocks).toEqual(naiveClocks(market, first, count));
    }
  });
});

const year = (count: number, zeroAt: number) =>
  Array.from({ length: count }, (_, at) => (at === zeroAt ? 0 : 1));

const wallText = (at: number, from: number): string =>
  new Date(at * 86_400_000 + from * 3_600_000).toISOString().slice(0, 16);

/** By counting instants, and asking the zone what its clocks show. */
function naiveClocks({ zone, dayStart }: Market, first: string, count: number): string[] {
  const midnight = Temporal.PlainDate.from(first).toZonedDateTime(zone);
  const start = dayStart < 0 ? midnight.subtract({ hours: -dayStart }) : midnight.add({ hours: dayStart });
  return Array.from({ length: count }, (_, at) =>
    start
      .add({ minutes: 15 * at })
      .toPlainDateTime()
      .toString()
      .slice(0, 16),
  );
}

describe('the price of a profile', () => {
  const peak = loadNamed('peak', DE);
  if (!peak.ok) throw new Error('There is no peak.');

  /** Friday: the peak hours at `high`, the others at `low`, power by the hour. */
  function priced(mw: (hour: number) => number, [low, high]: readonly [number, number]): ProfilePrice {
    const values = Array.from({ length: 24 }, (_, hour) => mw(hour));
    const profile = read({ count: 24, first: '2026-11-27', values });
    if (!profile.ok || !peak?.ok) throw new Error('There is no profile.');
    const prices = profile.value.intervals.map((one) => (isIn(peak.value, one) ? high : low));
    const priceOf = priceByInterval(profile.value, prices);
    if (!priceOf.ok) throw new Error(priceOf.failure.message);
    return profilePrice(profile.value, priceOf.value, peak.value);
  }

  it('of base and peak together is hedged by just these, and leaves nothing open', () => {
    const { total } = priced((hour) => (hour >= 8 && hour < 20 ? 15 : 10), [60, 100]);
    expect(total.hedge).toEqual({ base: 10, peak: 5 });
    expect(total).toMatchObject({ mwh: 300, value: 25_200, price: 84, basePrice: 80, peakShare: 0.6 });
    expect([total.openMwh, total.openValue]).toEqual([0, 0]);
  });

  it('of any shape is hedged to its energy in and outside of peak hours, and leaves open what single hours differ by', () => {
    const { total } = priced((hour) => hour, [60, 100]);
    expect(total.mwh).toBe(276);
    expect(total.hedge).toEqual({ base: 9.5, peak: 4 });
    // 36 MWh around 13.5 MW of peak, 96 MWh around 9.5 MW of the other hours.
    expect([total.openMwh, total.openValue]).toEqual([132, 36 * 100 + 96 * 60]);
  });

  it('of a solar day is hedged by its load, whatever its hours cost', () => {
    const solar = (hour: number): number => Math.max(0, 9 - 1.5 * Math.abs(hour - 13));
    const hourly = Array.from({ length: 24 }, (_, hour) => [70 - 4 * solar(hour)]);
    const profile = read({ count: 24, first: '2026-11-27', values: hourly.map((_, hour) => solar(hour)) });
    const priceOf = profile.ok && priceByInterval(profile.value, hourly.flat());
    if (!profile.ok || !priceOf || !priceOf.ok || !peak?.ok) throw new Error('There is no profile.');
    const { total, months } = profilePrice(profile.value, priceOf.value, peak.value);
    expect([total.mwh, total.hedge, months[0]?.hedge]).toEqual([
      54,
      { base: 0, peak: 4.5 },
      { base: 0, peak: 4.5 },
    ]);
    expect(total.openMwh).toBeLessThan(total.mwh);
  });

  it('over months is hedged in each by its own load, and in all by that of all', () => {
    const values = Array.from({ length: 61 * 24 }, (_, at) => (at < 30 * 24 ? 10 : 20));
    const profile = read({ count: values.length, first: '2026-11-01', values });
    if (!profile.ok || !peak?.ok) throw new Error('There is no profile.');
    const { total, months } = profilePrice(profile.value, () => 50, peak.value);
    expect(months.map(({ hedge, openMwh }) => [hedge, openMwh])).toEqual([
      [{ base: 10, peak: 0 }, 0],
      [{ base: 20, peak: 0 }, 0],
    ]);
    expect(total.hedge.base).toBeCloseTo(15, 0);
    expect(total.openMwh).toBeGreaterThan(7_000);
  });

  it('at one price for all hours has no premium, and peak takes what peak hours take beyond the others', () => {
    const { total } = priced((hour) => (hour >= 8 && hour < 20 ? 15 : 10), [80, 80]);
    expect([total.price, total.basePrice]).toEqual([80, 80]);
    expect(total.hedge).toEqual({ base: 10, peak: 5 });
  });
});

it('a sum does not lose what is small beside what is large', () => {
  const sum = new Sum();
  for (const value of [1e15, 1, -1e15, 1]) sum.add(value);
  expect(sum.value).toBe(2);
});
