import { calendarDay, epochMsOfDay, type CalendarDay } from '../../../domain/day';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * A delivery period as traders say it: "Cal 2027", "Q1 2027", "Winter 2027/28", "Mar 2027", else its two dates. Both dates
 * are included. What is not a date is shown as it came.
 */
export function periodInWords(start: string | undefined, end: string | undefined): string | undefined {
  const first = calendarDay(start);
  const last = calendarDay(end);
  if (!first || !last) return [start, end].filter((text) => text !== undefined).join(' – ') || undefined;
  const whole = first.day === 1 && last.day === daysIn(last);
  return (whole ? wholeMonths(first, last) : undefined) ?? dates(first, last);
}

const daysIn = ({ year, month }: CalendarDay): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

function wholeMonths(first: CalendarDay, last: CalendarDay): string | undefined {
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

function dates(first: CalendarDay, last: CalendarDay): string {
  const long = ({ year, month, day }: CalendarDay): string => `${day} ${MONTHS[month - 1]} ${year}`;
  return epochMsOfDay(first) === epochMsOfDay(last) ? long(first) : `${long(first)} – ${long(last)}`;
}
