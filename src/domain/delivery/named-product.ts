import { calendarDay } from '../day';
import { failed, success, type Failure, type Outcome } from '../failure';
import {
  dayNumber,
  daysFrom,
  firstMonday,
  gasYearFrom,
  isoDay,
  monday,
  monthAt,
  monthOf,
  MONTHS,
  quarterAt,
  seasonAt,
  WEEK,
  weekFrom,
  weekOf,
  yearFrom,
  type Period,
} from './periods';
import { productFrom, productOf, type Product } from './product';

const HOW =
  'Write a product such as Cal-27, Q1-27, H1-27, Dec-26, Wk48-26, WE48, Sum-27, Win-27, GY27, DA, BoM, M+1, a day such as 2026-11-28, or two days with .. between them.';

/**
 * The product that a text names, in any case and with or without dashes. Without a year it is the next one whose delivery
 * has not begun; `M+1`, `Q+2`, `Cal+1`, `W+1`, `WE+1`, `D+1` count from the day `asOf` ("2026-11-22"); DA is the next day.
 * BoM, BoQ and BoY begin on the next day as well: today is delivered already, and on the last day nothing is left of them.
 */
export function productNamed(text: string, asOf: string): Outcome<Product> {
  const today = calendarDay(asOf);
  if (!today) return invalid(`"${asOf}" is no day.`, 'Write it as in 2026-11-22.');
  const written = text.trim();
  const balance = balanceOf(written, dayNumber(today));
  if (balance && balance.first > balance.last)
    return invalid(`Nothing is left of ${balance.name} after ${asOf}.`, HOW);
  const found =
    balance ??
    betweenDays(written) ??
    relative(written, dayNumber(today)) ??
    named(written.toLowerCase().replace(/[\s_]+/g, '-'), dayNumber(today));
  return found ? success(productFrom(found)) : failed(noProduct(text));
}

/** That a text names no product, and what to write instead. */
export const noProduct = (text: string): Failure => ({
  kind: 'invalid-argument',
  message: `There is no product "${text}".`,
  next: HOW,
});

const invalid = (message: string, next: string) => failed({ kind: 'invalid-argument', message, next });

/** "2027-02-01..2027-04-30", "2027-02-01/2027-04-30", "1 Feb – 30 Apr 2027": days as people type them, and as a product of them is called. */
function betweenDays(text: string): Period | undefined {
  const [start = '', end = start, ...more] = text.split(/\s*(?:\.\.|\/|–| to )\s*/);
  // Between names of days a slash stands in a spread of the two.
  const isNamed = !text.includes('/');
  const to = realDay(end) ?? (isNamed ? namedDay(end) : undefined);
  const from =
    realDay(start) ?? (isNamed && to !== undefined ? namedDay(start, isoDay(to).slice(0, 4)) : undefined);
  if (from === undefined || to === undefined || to < from || more.length > 0) return undefined;
  const product = productOf(isoDay(from), isoDay(to));
  return product && { ...product, first: from, last: to };
}

function realDay(text: string): number | undefined {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? calendarDay(text) : undefined;
  const number = day && dayNumber(day);
  return number !== undefined && isoDay(number) === text ? number : undefined;
}

/** "28 Nov 2026", or "28 Nov" of a year that is said elsewhere. */
function namedDay(text: string, otherwise = ''): number | undefined {
  const [, day = '', name = '', year = otherwise] = /^(\d{1,2}) ([a-z]{3})(?: (\d{4}))?$/i.exec(text) ?? [];
  const month = MONTHS.findIndex((one) => one.toLowerCase() === name.toLowerCase()) + 1;
  return month === 0
    ? undefined
    : realDay(`${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** What is left of a month, quarter or year from tomorrow on. */
function balanceOf(text: string, today: number): Period | undefined {
  const month = monthOf(today);
  const left = (period: Period, name: string): Period => ({
    ...period,
    name,
    kind: 'days',
    first: today + 1,
  });
  switch (text.toLowerCase()) {
    case 'bom':
      return left(monthAt(month), 'BoM');
    case 'boq':
      return left(quarterAt(Math.floor(month / 3)), 'BoQ');
    case 'boy':
      return left(yearFrom(Math.floor(month / 12)), 'BoY');
    default:
      return undefined;
  }
}

/** Products that are counted from a day. */
function relative(text: string, today: number): Period | undefined {
  const month = monthOf(today);
  if (text.toLowerCase() === 'da') return daysFrom(today + 1, today + 1);
  const [, unit = '', ahead] = /^(d|we|w|wk|m|q|s|cal|y|gy)\s?\+\s?(\d{1,2})$/i.exec(text) ?? [];
  if (ahead === undefined) return undefined;
  const count = Number(ahead);
  switch (unit.toLowerCase()) {
    case 'd':
      return daysFrom(today + count, today + count);
    case 'w':
    case 'wk':
      return weekFrom(monday(today) + count * WEEK);
    case 'we':
      return weekFrom(monday(today) + count * WEEK, true);
    case 'm':
      return monthAt(month + count);
    case 'q':
      return quarterAt(Math.floor(month / 3) + count);
    case 's':
      return seasonAt(Math.floor((month - 3) / 6) + count);
    case 'gy':
      return gasYearFrom(Math.floor((month - 9) / 12) + count);
    default:
      return yearFrom(Math.floor(month / 12) + count);
  }
}

const YEAR = String.raw`(?:-?(\d{4}|\d{2}))`;
/** What lasts into the next year may name both: "Win-27/28". */
const YEARS = String.raw`(?:-?(\d{4}|\d{2})(?:/(\d{4}|\d{2}))?)`;
const pattern = (start: string, year = `${YEAR}?`): RegExp => new RegExp(`^${start}${year}$`);
const FULL_MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';

/** What each spelling means in a year. */
const SPELLINGS: readonly (readonly [RegExp, (year: number, part: string) => Period | undefined])[] = [
  [pattern('(?:cal|cy|y|year)()', YEAR), yearFrom],
  [/^()(\d{4})$/, yearFrom],
  [pattern('(?:gy|gas-year)()', YEARS), gasYearFrom],
  [pattern('(?:sum|summer)()'), (year) => seasonAt(year * 2)],
  [pattern('(?:win|winter)()', `${YEARS}?`), (year) => seasonAt(year * 2 + 1)],
  [pattern('h([12])'), (year, part) => halfYearFrom(year, Number(part))],
  [pattern('q([1-4])'), (year, part) => quarterAt(year * 4 + Number(part) - 1)],
  [
    pattern(`(${FULL_MONTHS})`),
    (year, part) => monthAt(year * 12 + MONTHS.findIndex((month) => part.startsWith(month.toLowerCase()))),
  ],
  [pattern('m(0?[1-9]|1[0-2])'), (year, part) => monthAt(year * 12 + Number(part) - 1)],
  [pattern('(?:wk|w|week-?)(\\d{1,2})'), (year, part) => weekIn(year, Number(part), false)],
  [pattern('(?:we|weekend-?)(\\d{1,2})'), (year, part) => weekIn(year, Number(part), true)],
];

/** It has no name of its own: days from January to June, or from July to December. */
function halfYearFrom(year: number, half: number): Period {
  const [first, last] = [quarterAt(year * 4 + half * 2 - 2), quarterAt(year * 4 + half * 2 - 1)];
  return daysFrom(first.first, last.last);
}

function weekIn(year: number, week: number, isWeekend: boolean): Period | undefined {
  const start = firstMonday(year) + (week - 1) * WEEK;
  return week >= 1 && weekOf(start).year === year ? weekFrom(start, isWeekend) : undefined;
}

function named(text: string, today: number): Period | undefined {
  for (const [spelling, periodIn] of SPELLINGS) {
    const [match, part = '', year, next] = spelling.exec(text) ?? [];
    if (match === undefined) continue;
    // What is no year of this century is a slip of the finger.
    const whole = Number(year) + (year?.length === 2 ? 2000 : 0);
    if (next !== undefined && Number(next) % 100 !== (whole + 1) % 100) return undefined;
    if (year !== undefined) return whole >= 2000 && whole < 2100 ? periodIn(whole, part) : undefined;
    const now = Math.floor(monthOf(today) / 12);
    // A winter of last year may still be the newest that began; a week 53 may be five years away.
    return Array.from({ length: 8 }, (_, ahead) => periodIn(now + ahead, part)).find(
      (period) => period !== undefined && period.first > today,
    );
  }
  return undefined;
}
