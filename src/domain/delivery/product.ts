import { calendarDay } from '../day';
import {
  dayNumber,
  daysFrom,
  gasYearFrom,
  isoDay,
  monday,
  monthAt,
  monthOf,
  quarterAt,
  seasonAt,
  weekFrom,
  yearFrom,
  type Period,
  type ProductKind,
} from './periods';

/** A delivery period. Both days are included, as in the platform's `delivery-start` and `delivery-end`. */
export interface Product {
  /** "Cal-27", "GY27", "Win-27", "Q1-27", "Dec-26", "Wk48-26", "WE48-26", "28 Nov 2026", "1 Feb – 30 Apr 2027". */
  readonly name: string;
  readonly kind: ProductKind;
  readonly start: string;
  readonly end: string;
}

export const productFrom = ({ kind, name, first, last }: Period): Product => ({
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
