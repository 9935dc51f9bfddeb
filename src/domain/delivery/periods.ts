import { epochMsOfDay, type CalendarDay } from '../day';

/** What a delivery period is as traders name it; `days` is any other. */
export type ProductKind =
  'year' | 'gas-year' | 'season' | 'quarter' | 'month' | 'week' | 'weekend' | 'day' | 'days';

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY_MS = 86_400_000;
export const WEEK = 7;
/** Day 0, 1 January 1970, was a Thursday; weeks begin on Monday. */
const THURSDAY = 3;

export const dayNumber = (day: CalendarDay): number => epochMsOfDay(day) / DAY_MS;
export const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const monthStart = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;
export const monthOf = (day: number): number => {
  const at = new Date(day * DAY_MS);
  return at.getUTCFullYear() * 12 + at.getUTCMonth();
};
export const monday = (day: number): number => day - ((((day + THURSDAY) % WEEK) + WEEK) % WEEK);
/** Monday of ISO week 1: the week of 4 January. */
export const firstMonday = (year: number): number => monday(Date.UTC(year, 0, 4) / DAY_MS);
const shortYear = (year: number): string =>
  year >= 2000 && year < 2100 ? String(year % 100).padStart(2, '0') : String(year);

export interface Period {
  readonly kind: ProductKind;
  readonly name: string;
  /** Days since 1970; the last one is included. */
  readonly first: number;
  readonly last: number;
}

const months = (from: number, count: number, kind: ProductKind, name: string): Period => ({
  kind,
  name,
  first: monthStart(from),
  last: monthStart(from + count) - 1,
});

export const yearFrom = (year: number): Period => months(year * 12, 12, 'year', `Cal-${shortYear(year)}`);
export const gasYearFrom = (year: number): Period =>
  months(year * 12 + 9, 12, 'gas-year', `GY${shortYear(year)}`);
/** Even: summer of its year, April to September; odd: winter, October to March of the next. */
export const seasonAt = (season: number): Period => {
  const year = Math.floor(season / 2);
  const isSummer = season % 2 === 0;
  return months(
    year * 12 + (isSummer ? 3 : 9),
    6,
    'season',
    `${isSummer ? 'Sum' : 'Win'}-${shortYear(year)}`,
  );
};
export const quarterAt = (quarter: number): Period => {
  const year = Math.floor(quarter / 4);
  return months(quarter * 3, 3, 'quarter', `Q${(quarter % 4) + 1}-${shortYear(year)}`);
};
export const monthAt = (month: number): Period =>
  months(month, 1, 'month', `${MONTHS[month % 12]}-${shortYear(Math.floor(month / 12))}`);

/** The ISO week that a day lies in: its number, and the year that the week belongs to. */
export function weekOf(day: number): { readonly year: number; readonly week: number } {
  const start = monday(day);
  const year = new Date((start + THURSDAY) * DAY_MS).getUTCFullYear();
  return { year, week: (start - firstMonday(year)) / WEEK + 1 };
}

export function weekFrom(start: number, isWeekend = false): Period {
  const { year, week } = weekOf(start);
  const suffix = `${String(week).padStart(2, '0')}-${shortYear(year)}`;
  return isWeekend
    ? { kind: 'weekend', name: `WE${suffix}`, first: start + 5, last: start + 6 }
    : { kind: 'week', name: `Wk${suffix}`, first: start, last: start + 6 };
}

const longDay = (day: number): string => {
  const at = new Date(day * DAY_MS);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
};

export function daysFrom(first: number, last: number): Period {
  const end = longDay(last);
  if (first === last) return { kind: 'day', name: end, first, last };
  const isOneYear = longDay(first).slice(-4) === end.slice(-4);
  const start = isOneYear ? longDay(first).slice(0, -5) : longDay(first);
  return { kind: 'days', name: `${start} – ${end}`, first, last };
}

const MONTHS_IN = { month: 1, quarter: 3, year: 12 } as const;
export type Step = keyof typeof MONTHS_IN;

/** The months, quarters or years that days lie in, whole. Days since 1970, both included. */
export function calendarPeriods(
  { first, last }: { readonly first: number; readonly last: number },
  step: Step,
): readonly { readonly first: number; readonly last: number }[] {
  const length = MONTHS_IN[step];
  const periods = [];
  const month = monthOf(first);
  for (let start = month - (month % length); monthStart(start) <= last; start += length) {
    periods.push({ first: monthStart(start), last: monthStart(start + length) - 1 });
  }
  return periods;
}

/** Months of delivery, a part of a month by its days. */
export const monthsIn = (days: { readonly first: number; readonly last: number }): number =>
  calendarPeriods(days, 'month').reduce((sum, { first, last }) => {
    const shared = Math.min(last, days.last) - Math.max(first, days.first) + 1;
    return sum + shared / (last - first + 1);
  }, 0);
