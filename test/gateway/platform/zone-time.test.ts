import { expect, it } from 'vitest';
import { dayOf, dayPeriod, daysPeriod, isZone, timeOfDay } from '../../../src/gateway/platform/zone-time';

const ZONE = 'Europe/Berlin';
const HOUR_MS = 3_600_000;

it('starts a day at midnight in the zone of the service', () => {
  expect(dayOf(Date.parse('2026-11-20T22:59:59Z'), ZONE)).toBe('2026-11-20');
  expect(dayOf(Date.parse('2026-11-20T23:00:00Z'), ZONE)).toBe('2026-11-21');
});

it('knows days of 23 and of 25 hours', () => {
  const hours = (time: string): number => {
    const { from, to } = dayPeriod(Date.parse(time), ZONE);
    return (to - from) / HOUR_MS;
  };
  expect(['2026-03-29T12:00:00Z', '2026-07-01T12:00:00Z', '2026-10-25T12:00:00Z'].map(hours)).toEqual([
    23, 24, 25,
  ]);
});

it('includes the first and the last day of a period', () => {
  expect(daysPeriod('2026-11-19', '2026-11-20', ZONE)).toEqual({
    from: Date.parse('2026-11-18T23:00:00Z'),
    to: Date.parse('2026-11-20T23:00:00Z'),
  });
});

it('finds a time of the day by the clock on the wall, also where the clocks change', () => {
  expect(timeOfDay(Date.parse('2026-10-25T10:00:00Z'), 7 * 60 + 30, ZONE)).toBe(
    Date.parse('2026-10-25T06:30:00Z'),
  );
});

it('tells a zone from what is none', () => {
  expect([isZone(ZONE), isZone('Europe/Atlantis')]).toEqual([true, false]);
});
