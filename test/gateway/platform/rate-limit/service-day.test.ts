import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clockText, serviceDay } from '../../../../src/gateway/platform/rate-limit/service-day';

const HOUR_MS = 3_600_000;
const hours = (written: string, zone = 'Europe/Berlin'): number => {
  const { startsAt, endsAt } = serviceDay(Date.parse(written), zone);
  return (endsAt - startsAt) / HOUR_MS;
};

it('knows days of 23, 24 and 25 hours', () => {
  expect(hours('2026-03-29T10:00:00Z')).toBe(23);
  expect(hours('2026-03-30T10:00:00Z')).toBe(24);
  expect(hours('2026-10-25T10:00:00Z')).toBe(25);
  expect(hours('2026-10-25T10:00:00Z', 'UTC')).toBe(24);
});

it('begins a day where midnight does not exist at its first moment', () => {
  const { day, startsAt } = serviceDay(Date.parse('2026-09-06T12:00:00Z'), 'America/Santiago');
  expect(day).toBe('2026-09-06');
  expect(new Date(startsAt).toISOString()).toBe('2026-09-06T04:00:00.000Z');
});

it('puts every moment into the day that holds it, with no gap and no overlap', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') }),
      fc.constantFrom('Europe/Berlin', 'Europe/London', 'UTC', 'America/New_York'),
      (now, zone) => {
        const today = serviceDay(now, zone);
        expect(today.startsAt <= now && now < today.endsAt).toBe(true);
        expect(serviceDay(today.endsAt, zone).startsAt).toBe(today.endsAt);
        expect(serviceDay(today.endsAt - 1, zone).day).toBe(today.day);
      },
    ),
  );
});

it('writes a moment of today as a time, and one of another day with its date', () => {
  const now = Date.parse('2026-11-20T11:00:00Z');
  expect(clockText(Date.parse('2026-11-20T13:05:59Z'), now, 'Europe/Berlin')).toBe('14:05 CET');
  expect(clockText(Date.parse('2026-11-20T23:00:00Z'), now, 'Europe/Berlin')).toBe('2026-11-21 00:00 CET');
});
