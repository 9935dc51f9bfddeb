import { expect, it } from 'vitest';
import { daysOfPeriod, isOnCalendar } from '../../src/domain/day';

it('counts both days of a period, and none of one that runs backwards', () => {
  expect(daysOfPeriod('2027-01-01', '2027-12-31')).toBe(365);
  expect(daysOfPeriod('2028-02-01', '2028-02-29')).toBe(29);
  expect(daysOfPeriod('2027-02-01', '2027-01-01')).toBeUndefined();
});

it.each([
  ['2026-11-30', true],
  ['2028-02-29', true],
  ['2026-11-31', false],
  ['2027-02-29', false],
  ['2026-02-31', false],
  ['today', false],
])('knows whether the calendar has %s', (day, isThere) => {
  expect(isOnCalendar(day)).toBe(isThere);
});
