import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { deliveryHours } from '../../../src/domain/delivery/hours';
import { marketOf } from '../../../src/domain/delivery/markets';

const hours = (deliveryStart: string, deliveryEnd: string, loadProfile = 'base', commodity = 'power') =>
  deliveryHours({ deliveryStart, deliveryEnd, loadProfile, commodity })?.hours;

describe('the hours of a delivery', () => {
  it.each([
    ['2027-01-01', '2027-12-31', 8760],
    ['2028-01-01', '2028-12-31', 8784],
    ['2027-10-01', '2027-10-31', 745],
    ['2027-03-01', '2027-03-31', 743],
    ['2027-01-01', '2027-03-31', 2159],
    ['2027-03-28', '2027-03-28', 23],
    ['2027-10-31', '2027-10-31', 25],
    ['2027-10-30', '2027-10-31', 49],
  ])('from %s to %s are %d in base', (start, end, expected) => {
    expect(hours(start, end)).toBe(expected);
  });

  it.each([
    ['2027-03-01', '2027-03-31', 276],
    ['2027-10-01', '2027-10-31', 252],
    ['2027-10-30', '2027-10-31', 0],
  ])('from %s to %s are %d in peak', (start, end, expected) => {
    expect(hours(start, end, 'peak')).toBe(expected);
    expect(hours(start, end, 'Off-Peak')).toBe((hours(start, end) ?? 0) - expected);
  });

  it('of a gas day change on the day before, and are even unless something else is said', () => {
    expect(hours('2027-10-30', '2027-10-30', 'base', 'gas')).toBe(25);
    expect(hours('2027-10-31', '2027-10-31', 'base', 'gas')).toBe(24);
    const delivery = { deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31' };
    expect(deliveryHours({ ...delivery, commodity: 'natural-gas' })?.isAtMost).toBe(false);
    expect(deliveryHours({ ...delivery, commodity: 'power' })).toMatchObject({ hours: 8760, isAtMost: true });
  });

  it.each(['', '2027-13-01', '2027-02-30', 'Cal-27'])('are not made up for %j', (end) => {
    expect(hours('2027-01-01', end)).toBeUndefined();
    expect(hours('2027-01-02', '2027-01-01')).toBeUndefined();
  });

  it('of a market are by its own peak hours and its own clocks', () => {
    const peak = (market: string) =>
      deliveryHours({ deliveryStart: '2027-03-01', deliveryEnd: '2027-03-31', loadProfile: 'peak', market });
    expect(['DE', 'GB', 'RO', 'PL', 'NO2', 'nowhere'].map((market) => peak(market)?.hours)).toEqual([
      276, 276, 368, 345, 276, 276,
    ]);
  });
});

/** Hour by hour, by Temporal: whether an hour of the clock belongs to the load on the delivery day that it lies in. */
const LOADS: readonly (readonly [
  market: string,
  commodity: string,
  load: string,
  dayStart: number,
  takes: (weekday: number, hour: number) => boolean,
])[] = [
  ['DE', 'power', 'base', 0, () => true],
  ['DE', 'power', 'peak', 0, (weekday, hour) => weekday <= 5 && hour >= 8 && hour < 20],
  ['FR', 'power', 'offpeak', 0, (weekday, hour) => weekday > 5 || hour < 8 || hour >= 20],
  ['NO1', 'power', 'weekend', 0, (weekday) => weekday > 5],
  ['PT', 'power', '00-06 Sat-Sun', 0, (weekday, hour) => weekday > 5 && hour < 6],
  ['GB', 'power', 'base', -1, () => true],
  ['GB', 'power', 'peak', -1, (weekday, hour) => weekday <= 5 && hour >= 7 && hour < 19],
  ['GB', 'power', 'EFA 1', -1, (_, hour) => hour === 23 || hour < 3],
  ['GB', 'power', 'EFA WE1-2', -1, (weekday, hour) => weekday > 5 && (hour === 23 || hour < 7)],
  ['NBP', 'gas', 'base', 5, () => true],
  ['TTF', 'gas', 'base', 6, () => true],
  ['RO', 'power', 'peak', 0, (weekday, hour) => weekday <= 5 && hour >= 6 && hour < 22],
];

describe('every hour of 2024 to 2036 is counted as a second, naive implementation counts it', () => {
  it.each(LOADS)('%s %s %s', (...[market, commodity, loadProfile, dayStart, takes]) => {
    const zone = marketOf(market, commodity).zone;
    // Both months of the clock change, and one without.
    for (let year = 2024; year <= 2036; year++) {
      for (const month of year % 4 === 0 ? [3, 10, 2] : [3, 10]) {
        const first = Temporal.PlainDate.from({ year, month, day: 1 });
        const last = first.add({ days: first.daysInMonth - 1 });
        expect([
          year,
          month,
          deliveryHours({
            market,
            commodity,
            loadProfile,
            deliveryStart: first.toString(),
            deliveryEnd: last.toString(),
          })?.hours,
        ]).toEqual([year, month, counted(first, last, { zone, dayStart, takes })]);
      }
    }
  });

  it('and of any other days, of any length', () => {
    const start = fc
      .integer({ min: 0, max: 365 * 12 })
      .map((days) => Temporal.PlainDate.from('2024-01-01').add({ days }));
    fc.assert(
      fc.property(
        start,
        fc.integer({ min: 0, max: 30 }),
        fc.constantFrom(...LOADS),
        (first, length, load) => {
          const [market, commodity, loadProfile, dayStart, takes] = load;
          const last = first.add({ days: length });
          const delivery = {
            market,
            commodity,
            loadProfile,
            deliveryStart: first.toString(),
            deliveryEnd: last.toString(),
          };
          const zone = marketOf(market, commodity).zone;
          expect(deliveryHours(delivery)?.hours).toBe(counted(first, last, { zone, dayStart, takes }));
        },
      ),
      { numRuns: 40 },
    );
  });
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const dayNumber = (date: Temporal.PlainDate): number =>
  date.toZonedDateTime('UTC').epochMilliseconds / DAY_MS;

function counted(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  { zone, dayStart, takes }: { zone: string; dayStart: number; takes: (typeof LOADS)[number][4] },
): number {
  const [from, to] = [dayNumber(first), dayNumber(last)];
  let hours = 0;
  for (let utcDay = from - 1; utcDay <= to + 1; utcDay++) {
    const isQuiet = offsetAt(zone, utcDay * DAY_MS) === offsetAt(zone, (utcDay + 1) * DAY_MS);
    for (let hour = 0; hour < 24; hour++) {
      const at = utcDay * DAY_MS + hour * HOUR_MS;
      const clock = at + offsetAt(zone, isQuiet ? utcDay * DAY_MS : at);
      const date = Math.floor(clock / DAY_MS);
      const shown = (clock - date * DAY_MS) / HOUR_MS;
      // The delivery day that this hour of the clock belongs to.
      const day = shown < dayStart ? date - 1 : shown >= dayStart + 24 ? date + 1 : date;
      const weekday = new Date(day * DAY_MS).getUTCDay() || 7;
      if (day >= from && day <= to && takes(weekday, shown)) hours++;
    }
  }
  return hours;
}

const offsets = new Map<string, number>();

function offsetAt(zone: string, at: number): number {
  const key = `${zone} ${at}`;
  const known =
    offsets.get(key) ??
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
  offsets.set(key, known);
  return known;
}
