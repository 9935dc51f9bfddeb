import { daySerial } from './sheet-time';

/** Which comes first where a day is typed with slashes. */
export type DayOrder = 'day-first' | 'month-first';

/** As the wire writes it, and with the other separators that put the year first. */
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;

/**
 * The days that a text can be read as, yyyy-mm-dd: none, one, or first the one with the day before the month and then
 * the other. With dots the day comes first everywhere; with slashes and hyphens that depends on the country.
 */
export function readings(typed: string): readonly string[] {
  const [, year = '', , month = '', day = ''] = YEAR_FIRST.exec(typed.trim()) ?? [];
  if (year !== '') return present([dayOf(year, month, day)]);
  const [, first = '', mark, second = '', last = ''] = YEAR_LAST.exec(typed.trim()) ?? [];
  const dayFirst = dayOf(last, second, first);
  return mark === '.' ? present([dayFirst]) : present([dayFirst, dayOf(last, first, second)]);
}

const present = (days: readonly (string | undefined)[]): string[] => [
  ...new Set(days.filter((day) => day !== undefined)),
];

/** Nothing when the calendar has no such day. */
function dayOf(year: string, month: string, day: string): string | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return daySerial(iso) === undefined ? undefined : iso;
}

/** What Excel's pattern of a short date, such as "dd/MM/yyyy", says of the order; nothing where the year comes first. */
export function dayOrderOf(pattern: string): DayOrder | undefined {
  const [day, month, year] = ['d', 'M', 'y'].map((letter) => pattern.indexOf(letter));
  if (day === undefined || month === undefined || year === undefined) return undefined;
  if (Math.min(day, month) < 0 || (year >= 0 && year < Math.max(day, month))) return undefined;
  return day < month ? 'day-first' : 'month-first';
}
