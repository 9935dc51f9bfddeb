import { Temporal } from 'temporal-polyfill';
import { dayOf, daysPeriod } from '../platform/zone-time';
import type { Period } from '../platform/operations';

/** Days of the list that are read in one go: what a stop in the middle reads again. */
export const SLICE_DAYS = 7;

/** Days that follow each other, both included. */
export interface Slice {
  readonly from: string;
  readonly to: string;
}

const later = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

export const dayBefore = (day: string): string => later(day, -1);

/** The days of a period, each with its name and as a period of its own. Throws for a day that does not exist. */
export function eachDay({ from, to }: Slice, zone: string): (Period & { readonly day: string })[] {
  const days = [];
  for (let day = from; day <= to; day = later(day, 1)) days.push({ day, ...daysPeriod(day, day, zone) });
  return days;
}

/** The same without their names. */
export const daysIn = (slice: Slice, zone: string): Period[] =>
  eachDay(slice, zone).map(({ from, to }) => ({ from, to }));

/** What of a period can have trades: nothing is traded tomorrow. */
export function untilToday({ from, to }: Slice, now: number, zone: string): Slice | undefined {
  const today = dayOf(now, zone);
  return from <= today ? { from, to: to < today ? to : today } : undefined;
}

/** Of a list that has been read to `listedTo`, what is still to be read; `undefined` at its end. */
export function restOf({ from, to }: Slice, listedTo: string | undefined): Slice | undefined {
  const first = listedTo === undefined ? from : later(listedTo, 1);
  return first > to ? undefined : { from: first, to };
}

/** The next days to read of a list that has been read to `listedTo`; `undefined` at its end. */
export function nextSlice(
  period: Slice,
  listedTo: string | undefined,
  daysMax = SLICE_DAYS,
): Slice | undefined {
  const rest = restOf(period, listedTo);
  if (!rest) return undefined;
  const last = later(rest.from, daysMax - 1);
  return { from: rest.from, to: last < rest.to ? last : rest.to };
}

export const daysLong = ({ from, to }: Slice): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days + 1;
