import { Temporal } from 'temporal-polyfill';

/** First and last day of delivery, ISO dates, both included. */
export interface Delivery {
  readonly start: string;
  readonly end: string;
}

export type Period = 'month' | 'quarter' | 'year';

const MONTHS: Readonly<Record<Period, number>> = { month: 1, quarter: 3, year: 12 };

/** The calendar period that lies `ahead` periods after the one of `today`: 1 is the next one. */
export function periodAhead(today: Temporal.PlainDate, period: Period, ahead: number): Delivery {
  const months = MONTHS[period];
  const firstMonth = today.month - ((today.month - 1) % months);
  const start = today.with({ month: firstMonth, day: 1 }).add({ months: months * ahead });
  return { start: start.toString(), end: start.add({ months }).subtract({ days: 1 }).toString() };
}

/** Of whole years, in which as many hours are gained as lost when the clocks change. */
export const hoursOfYears = ({ start, end }: Delivery): number =>
  (Temporal.PlainDate.from(start).until(end, { largestUnit: 'day' }).days + 1) * 24;

/** Saturday and Sunday after `today`: the delivery whose price is often negative. */
export function nextWeekend(today: Temporal.PlainDate): Delivery {
  const saturday = today.add({ days: ((6 - today.dayOfWeek + 7) % 7) + (today.dayOfWeek === 6 ? 7 : 0) });
  return { start: saturday.toString(), end: saturday.add({ days: 1 }).toString() };
}

/** Which whole calendar period a delivery is, if it is one. */
export function periodOf(delivery: Delivery): Period | undefined {
  const start = Temporal.PlainDate.from(delivery.start);
  const periods: readonly Period[] = ['month', 'quarter', 'year'];
  return periods.find((period) => periodAhead(start, period, 0).start === delivery.start && sameEnd(period));

  function sameEnd(period: Period): boolean {
    return periodAhead(start, period, 0).end === delivery.end;
  }
}

/** Whether one of the two begins on the day after the other ends. */
export const adjoining = (a: Delivery, b: Delivery): boolean =>
  dayAfter(a.end) === b.start || dayAfter(b.end) === a.start;

const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString();

/** The calendar months that a delivery touches, each cut to the delivery. */
export function monthsOf(delivery: Delivery): readonly Delivery[] {
  const end = Temporal.PlainDate.from(delivery.end);
  const months: Delivery[] = [];
  let from = Temporal.PlainDate.from(delivery.start);
  while (Temporal.PlainDate.compare(from, end) <= 0) {
    const last = from.with({ day: from.daysInMonth });
    const to = Temporal.PlainDate.compare(last, end) < 0 ? last : end;
    months.push({ start: from.toString(), end: to.toString() });
    from = to.add({ days: 1 });
  }
  return months;
}

/** Whether a text is a calendar date in ISO form. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    Temporal.PlainDate.from(text);
    return true;
  } catch {
    return false;
  }
}
