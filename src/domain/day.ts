import * as z from 'zod/mini';

/** A day in the service's zone, e.g. "2026-11-20". */
export const Day = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/));

/** A day of the calendar; months count from 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/;

/** The day that a date, or a moment's date, writes; `undefined` for any other text. */
export function calendarDay(text: string | undefined): CalendarDay | undefined {
  const [, year, month, day] = DATE.exec(text ?? '') ?? [];
  return year && month && day ? { year: Number(year), month: Number(month), day: Number(day) } : undefined;
}

/** Epoch ms at which this day would begin in UTC: to compare days and to count them. */
export const epochMsOfDay = ({ year, month, day }: CalendarDay): number => Date.UTC(year, month - 1, day);

/** Whether the calendar has this day: 2026-11-31 is none. */
export function isOnCalendar(text: string): boolean {
  const day = calendarDay(text);
  return day !== undefined && new Date(epochMsOfDay(day)).toISOString().startsWith(text);
}

const DAY_MS = 86_400_000;

/** Days from start to end, both included; `undefined` without two dates in order. */
export function daysOfPeriod(start: string | undefined, end: string | undefined): number | undefined {
  const first = calendarDay(start);
  const last = calendarDay(end);
  if (!first || !last) return undefined;
  const days = (epochMsOfDay(last) - epochMsOfDay(first)) / DAY_MS + 1;
  return days > 0 ? days : undefined;
}
