import type { Leg } from './leg';

/** Fields of a leg that determine its delivery hours. */
export type Delivery = Pick<Leg, 'commodity' | 'market' | 'deliveryStart' | 'deliveryEnd' | 'loadProfile'>;

export interface DeliveryHours {
  /** Days of delivery, first and last included; of gas, gas days. */
  readonly days: number;
  readonly hours: number;
  /** The load profile is not known, so every hour of the period counts: it is not more than that. */
  readonly isAtMost: boolean;
}

const DAY_MS = 86_400_000;
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/;

/**
 * The hours of a delivery by European calendars, with the clock change: the last Sunday of March has 23 hours, that of October
 * 25, in every zone of the EU, in the United Kingdom, Norway and Switzerland. Peak is Monday to Friday, 12 hours a day
 * (08:00–20:00), in Romania 16 (06:00–22:00), whatever the public holidays; off-peak is the rest of base. Gas days begin at 05:00 or 06:00, so
 * theirs is changed on the Saturday before. `undefined` without two dates in order.
 */
export function deliveryHours(delivery: Delivery): DeliveryHours | undefined {
  const first = dayOf(delivery.deliveryStart);
  const last = dayOf(delivery.deliveryEnd);
  if (first === undefined || last === undefined || last < first) return undefined;
  const days = last - first + 1;
  const isGas = /gas/i.test(delivery.commodity ?? '');
  const base = days * 24 + changesWithin(first, last, isGas ? SATURDAY : SUNDAY);
  const weekdays = weekdaysWithin(first, last);
  const peak = weekdays * (PEAK_HOURS[delivery.market ?? ''] ?? PEAK_HOURS_USUAL);
  const exactly = (hours: number): DeliveryHours => ({ days, hours, isAtMost: false });
  switch (profileOf(delivery.loadProfile)) {
    case 'base':
      return exactly(base);
    case 'peak':
      return exactly(peak);
    case 'offpeak':
      return exactly(base - peak);
    case 'weekend':
      return exactly(base - weekdays * 24);
    default:
      // Gas is delivered evenly unless something else is said.
      return { days, hours: base, isAtMost: !(isGas && delivery.loadProfile === undefined) };
  }
}

const PEAK_HOURS_USUAL = 12;
const PEAK_HOURS: Readonly<Record<string, number>> = { RO: 16 };
const profileOf = (profile = ''): string =>
  profile
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/load$/, '');

/** Days since 1 January 1970, a Thursday; `undefined` for a day that does not exist. */
function dayOf(text: string | undefined): number | undefined {
  const [, year, month, day] = (DATE.exec(text ?? '') ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() / DAY_MS : undefined;
}

/** 0 is Sunday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;
const SUNDAY = 0;
const SATURDAY = -1;
/** The year since which all of Europe has changed its clocks on these two days. */
const YEAR_MIN = 1996;
const MARCH = 2;
const OCTOBER = 9;

/** Hours that the clock changes add to a period: +1 for each October in it, −1 for each March. */
function changesWithin(first: number, last: number, shift: number): number {
  let sum = 0;
  for (let year = Math.max(YEAR_MIN, yearOf(first)); year <= yearOf(last + 1); year++) {
    for (const [month, hours] of [
      [MARCH, -1],
      [OCTOBER, 1],
    ] as const) {
      const end = Date.UTC(year, month, 31) / DAY_MS;
      const day = end - weekdayOf(end) + shift;
      if (day >= first && day <= last) sum += hours;
    }
  }
  return sum;
}

const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();

function weekdaysWithin(first: number, last: number): number {
  const weeks = Math.floor((last - first + 1) / 7);
  let count = weeks * 5;
  for (let day = first + weeks * 7; day <= last; day++) {
    const weekday = weekdayOf(day);
    if (weekday > 0 && weekday < 6) count++;
  }
  return count;
}
