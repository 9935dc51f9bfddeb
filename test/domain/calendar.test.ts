import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { deliveryHours } from '../../src/domain/delivery-hours';

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

  const day = fc
    .integer({ min: 0, max: 365 * 12 })
    .map((days) => Temporal.PlainDate.from('2024-01-01').add({ days }));
  const zone = fc.constantFrom('Europe/Berlin', 'Europe/London', 'Europe/Lisbon', 'Europe/Athens');
  it('are those of every European clock, hour by hour', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 70 }), zone, (first, length, timeZone) => {
        const last = first.add({ days: length });
        const counted = { base: 0, peak: 0, weekend: 0 };
        const end = last.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
        for (let at = first.toZonedDateTime(timeZone).epochMilliseconds; at < end; at += 3_600_000) {
          const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
          counted.base += 1;
          if (local.dayOfWeek > 5) counted.weekend += 1;
          else if (local.hour >= 8 && local.hour < 20) counted.peak += 1;
        }
        for (const [profile, expected] of Object.entries(counted)) {
          expect(hours(first.toString(), last.toString(), profile)).toBe(expected);
        }
      }),
      { numRuns: 20 },
    );
  });
});
