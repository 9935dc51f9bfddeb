const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/;

interface Date3 {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/**
 * A delivery period as traders say it: "Cal 2027", "Q1 2027", "Winter 2027/28", "Mar 2027", else its two dates. Both dates
 * are included. What is not a date is shown as it came.
 */
export function periodInWords(start: string | undefined, end: string | undefined): string | undefined {
  const first = dateOf(start);
  const last = dateOf(end);
  if (!first || !last) return [start, end].filter((text) => text !== undefined).join(' – ') || undefined;
  const whole = first.day === 1 && last.day === daysIn(last);
  return (whole ? wholeMonths(first, last) : undefined) ?? dates(first, last);
}

/** The days from start to end, both included; `undefined` without two dates in order. */
export function daysOfPeriod(start: string | undefined, end: string | undefined): number | undefined {
  const first = dateOf(start);
  const last = dateOf(end);
  if (!first || !last) return undefined;
  const days = (utc(last) - utc(first)) / 86_400_000 + 1;
  return days > 0 ? days : undefined;
}

function dateOf(text: string | undefined): Date3 | undefined {
  const [, year, month, day] = DATE.exec(text ?? '') ?? [];
  return year && month && day ? { year: Number(year), month: Number(month), day: Number(day) } : undefined;
}

const utc = ({ year, month, day }: Date3): number => Date.UTC(year, month - 1, day);
const daysIn = ({ year, month }: Date3): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

function wholeMonths(first: Date3, last: Date3): string | undefined {
  const months = (last.year - first.year) * 12 + last.month - first.month + 1;
  const pair = `${first.year}/${String(last.year % 100).padStart(2, '0')}`;
  if (months === 1) return `${MONTHS[first.month - 1]} ${first.year}`;
  if (months === 3 && first.month % 3 === 1) return `Q${(first.month + 2) / 3} ${first.year}`;
  if (months === 6 && first.month === 4) return `Summer ${first.year}`;
  if (months === 6 && first.month === 10) return `Winter ${pair}`;
  if (months === 12 && first.month === 10) return `Gas year ${pair}`;
  if (months === 12 && first.month === 1) return `Cal ${first.year}`;
  return undefined;
}

function dates(first: Date3, last: Date3): string {
  const long = ({ year, month, day }: Date3): string => `${day} ${MONTHS[month - 1]} ${year}`;
  return utc(first) === utc(last) ? long(first) : `${long(first)} – ${long(last)}`;
}
