import { calendarDay, epochMsOfDay, type CalendarDay } from '../day';
import { failed, success, type Failure, type Outcome } from '../failure';

/** What a delivery period is as traders name it; `days` is any other. */
export type ProductKind =
  'year' | 'gas-year' | 'season' | 'quarter' | 'month' | 'week' | 'weekend' | 'day' | 'days';

/** A delivery period. Both days are included, as in the platform's `delivery-start` and `delivery-end`. */
export interface Product {
  /** "Cal-27", "GY27", "Win-27", "Q1-27", "Dec-26", "Wk48-26", "WE48-26", "28 Nov 2026", "1 Feb – 30 Apr 2027". */
  readonly name: string;
  readonly kind: ProductKind;
  readonly start: string;
  readonly end: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY_MS = 86_400_000;
const WEEK = 7;
/** Day 0, 1 January 1970, was a Thursday; weeks begin on Monday. */
const THURSDAY = 3;

const dayNumber = (day: CalendarDay): number => epochMsOfDay(day) / DAY_MS;
const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const monthStart = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;
const monthOf = (day: number): number => {
  const at = new Date(day * DAY_MS);
  return at.getUTCFullYear() * 12 + at.getUTCMonth();
};
const monday = (day: number): number => day - ((((day + THURSDAY) % WEEK) + WEEK) % WEEK);
/** Monday of ISO week 1: the week of 4 January. */
const firstMonday = (year: number): number => monday(Date.UTC(year, 0, 4) / DAY_MS);
const shortYear = (year: number): string =>
  year >= 2000 && year < 2100 ? String(year % 100).padStart(2, '0') : String(year);

interface Period {
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

const yearFrom = (year: number): Period => months(year * 12, 12, 'year', `Cal-${shortYear(year)}`);
const gasYearFrom = (year: number): Period => months(year * 12 + 9, 12, 'gas-year', `GY${shortYear(year)}`);
/** Even: summer of its year, April to September; odd: winter, October to March of the next. */
const seasonAt = (season: number): Period => {
  const year = Math.floor(season / 2);
  const isSummer = season % 2 === 0;
  return months(
    year * 12 + (isSummer ? 3 : 9),
    6,
    'season',
    `${isSummer ? 'Sum' : 'Win'}-${shortYear(year)}`,
  );
};
const quarterAt = (quarter: number): Period => {
  const year = Math.floor(quarter / 4);
  return months(quarter * 3, 3, 'quarter', `Q${(quarter % 4) + 1}-${shortYear(year)}`);
};
const monthAt = (month: number): Period =>
  months(month, 1, 'month', `${MONTHS[month % 12]}-${shortYear(Math.floor(month / 12))}`);

/** The ISO week that a day lies in: its number, and the year that the week belongs to. */
function weekOf(day: number): { readonly year: number; readonly week: number } {
  const start = monday(day);
  const year = new Date((start + THURSDAY) * DAY_MS).getUTCFullYear();
  return { year, week: (start - firstMonday(year)) / WEEK + 1 };
}

function weekFrom(start: number, isWeekend = false): Period {
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

function daysFrom(first: number, last: number): Period {
  const end = longDay(last);
  if (first === last) return { kind: 'day', name: end, first, last };
  const isOneYear = longDay(first).slice(-4) === end.slice(-4);
  const start = isOneYear ? longDay(first).slice(0, -5) : longDay(first);
  return { kind: 'days', name: `${start} – ${end}`, first, last };
}

const productFrom = ({ kind, name, first, last }: Period): Product => ({
  name,
  kind,
  start: isoDay(first),
  end: isoDay(last),
});

/** The product that a delivery period is; `undefined` without two dates in order. A time of day is left out. */
export function productOf(start: string | undefined, end: string | undefined): Product | undefined {
  const from = calendarDay(start);
  const to = calendarDay(end);
  if (!from || !to) return undefined;
  const [first, last] = [dayNumber(from), dayNumber(to)];
  if (last < first) return undefined;
  const month = monthOf(first);
  const year = Math.floor(month / 12);
  const candidates = [
    yearFrom(year),
    gasYearFrom(year),
    seasonAt(year * 2),
    seasonAt(year * 2 + 1),
    quarterAt(Math.floor(month / 3)),
    monthAt(month),
    weekFrom(monday(first)),
    weekFrom(monday(first), true),
  ];
  const named = candidates.find((one) => one.first === first && one.last === last);
  return productFrom(named ?? daysFrom(first, last));
}

/** A delivery period as traders say it: "Cal-27", else its two dates. What is not a date is shown as it came. */
export function periodText(start: string | undefined, end: string | undefined): string | undefined {
  return productOf(start, end)?.name ?? ([start, end].filter(Boolean).join(' – ') || undefined);
}

const HOW =
  'Write a product such as Cal-27, Q1-27, Dec-26, Wk48-26, WE48, Sum-27, Win-27, GY27, DA, BoM, M+1, a day such as 2026-11-28, or two days with .. between them.';

/**
 * The product that a text names, in any case and with or without dashes. Without a year it is the next one whose delivery
 * has not begun; `M+1`, `Q+2`, `Cal+1`, `W+1`, `WE+1`, `D+1` count from the day `asOf` ("2026-11-22"); DA is the next day;
 * BoM, BoQ and BoY begin on it.
 */
export function productNamed(text: string, asOf: string): Outcome<Product> {
  const today = calendarDay(asOf);
  if (!today) return invalid(`"${asOf}" is no day.`, 'Write it as in 2026-11-22.');
  const written = text.trim();
  const found =
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

function betweenDays(text: string): Period | undefined {
  const [start = '', end = start, ...more] = text.split(/\s*(?:\.\.|\/|–| to )\s*/);
  const from = realDay(start);
  const to = realDay(end);
  if (from === undefined || to === undefined || to < from || more.length > 0) return undefined;
  const product = productOf(isoDay(from), isoDay(to));
  return product && { ...product, first: from, last: to };
}

function realDay(text: string): number | undefined {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? calendarDay(text) : undefined;
  const number = day && dayNumber(day);
  return number !== undefined && isoDay(number) === text ? number : undefined;
}

/** Products that are counted from a day. */
function relative(text: string, today: number): Period | undefined {
  const month = monthOf(today);
  const until = (period: Period, name: string): Period => ({ ...period, name, kind: 'days', first: today });
  switch (text.toLowerCase()) {
    case 'da':
      return daysFrom(today + 1, today + 1);
    case 'bom':
      return until(monthAt(month), 'BoM');
    case 'boq':
      return until(quarterAt(Math.floor(month / 3)), 'BoQ');
    case 'boy':
      return until(yearFrom(Math.floor(month / 12)), 'BoY');
  }
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

const YEAR = String.raw`(?:-?(\d{4}|\d{2})(?:/\d{2,4})?)`;
const pattern = (start: string, year = `${YEAR}?`): RegExp => new RegExp(`^${start}${year}$`);
const FULL_MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';

/** What each spelling means in a year. */
const SPELLINGS: readonly (readonly [RegExp, (year: number, part: string) => Period | undefined])[] = [
  [pattern('(?:cal|cy|y|year)()', YEAR), yearFrom],
  [/^()(\d{4})$/, yearFrom],
  [pattern('(?:gy|gas-year)()', YEAR), gasYearFrom],
  [pattern('(?:sum|summer)()'), (year) => seasonAt(year * 2)],
  [pattern('(?:win|winter)()'), (year) => seasonAt(year * 2 + 1)],
  [pattern('q([1-4])'), (year, part) => quarterAt(year * 4 + Number(part) - 1)],
  [
    pattern(`(${FULL_MONTHS})`),
    (year, part) => monthAt(year * 12 + MONTHS.findIndex((month) => part.startsWith(month.toLowerCase()))),
  ],
  [pattern('m(0?[1-9]|1[0-2])'), (year, part) => monthAt(year * 12 + Number(part) - 1)],
  [pattern('(?:wk|w|week-?)(\\d{1,2})'), (year, part) => weekIn(year, Number(part), false)],
  [pattern('(?:we|weekend-?)(\\d{1,2})'), (year, part) => weekIn(year, Number(part), true)],
];

function weekIn(year: number, week: number, isWeekend: boolean): Period | undefined {
  const start = firstMonday(year) + (week - 1) * WEEK;
  return week >= 1 && weekOf(start).year === year ? weekFrom(start, isWeekend) : undefined;
}

function named(text: string, today: number): Period | undefined {
  for (const [spelling, periodIn] of SPELLINGS) {
    const [match, part = '', year] = spelling.exec(text) ?? [];
    if (match === undefined) continue;
    if (year !== undefined) return periodIn(Number(year) + (year.length === 2 ? 2000 : 0), part);
    const now = Math.floor(monthOf(today) / 12);
    // A winter of last year may still be the newest that began; a week 53 may be five years away.
    return Array.from({ length: 8 }, (_, ahead) => periodIn(now + ahead, part)).find(
      (period) => period !== undefined && period.first > today,
    );
  }
  return undefined;
}
