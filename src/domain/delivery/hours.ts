import { calendarDay, epochMsOfDay } from '../day';
import type { Leg } from '../leg';
import { remembering } from '../remembered';
import { clockChanges } from './clock-changes';
import { cutDay } from './cut-day';
import { marketsVersion } from './given-markets';
import { loadNamed, type Load } from './load';
import { marketOf, type Market } from './markets';

/** Fields of a leg that determine its delivery hours. */
export type Delivery = Pick<Leg, 'commodity' | 'market' | 'deliveryStart' | 'deliveryEnd' | 'loadProfile'>;

export interface DeliveryHours {
  /** Days of delivery, first and last included; of gas, gas days. */
  readonly days: number;
  readonly hours: number;
  /** The load profile is not known, so every hour of the period counts: it is not more than that. */
  readonly isAtMost: boolean;
}

const counted = remembering<DeliveryHours | undefined>();
const DAY_MS = 86_400_000;
const WEEK = 7;

/**
 * The hours of a delivery in its market, over both clock changes. Public holidays do not end peak. `undefined` without two
 * dates in order, and where a time cuts a day of it.
 */
export function deliveryHours(delivery: Delivery): DeliveryHours | undefined {
  const { commodity, market, deliveryStart, deliveryEnd, loadProfile } = delivery;
  const asked = [marketsVersion(), commodity, market, deliveryStart, deliveryEnd, loadProfile];
  return counted(JSON.stringify(asked), () => countedHours(delivery));
}

function countedHours(delivery: Delivery): DeliveryHours | undefined {
  const first = dayOf(delivery.deliveryStart);
  const last = dayOf(delivery.deliveryEnd);
  if (first === undefined || last === undefined || last < first) return undefined;
  const { commodity, loadProfile } = delivery;
  const market = marketOf(delivery.market, commodity);
  // Gas is delivered evenly unless something else is said.
  const load = loadProfile === undefined && /gas/i.test(commodity ?? '') ? 'base' : loadProfile;
  const known = load === undefined ? undefined : loadNamed(load, market);
  const whole = loadNamed('base', market);
  const counted = known?.ok ? known : whole;
  if (!counted.ok || cutDay(delivery, counted.value, market) !== undefined) return undefined;
  return {
    days: last - first + 1,
    hours: hoursBetween({ first, last }, counted.value, market),
    isAtMost: !known?.ok,
  };
}

/** Days since 1970; both are included. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

/** Hours, exact to a quarter, that a load has on the delivery days of a period. */
export function hoursBetween({ first, last }: Days, load: Load, { zone }: Market): number {
  let sum = 0;
  load.forEach((hours, weekday) => {
    const length = hours.reduce((all, [from, to]) => all + to - from, 0);
    sum += length * countOf(weekday, first, last);
  });
  // A delivery day may begin on the day before and end on the day after.
  for (let year = yearOf(first - 1); year <= yearOf(last + 1); year++) {
    for (const change of clockChanges(zone, year)) {
      for (const day of [change.day - 1, change.day, change.day + 1]) {
        if (day < first || day > last) continue;
        const shift = (change.day - day) * 24;
        for (const [from, to] of load[weekdayOf(day)] ?? []) {
          const shared = Math.min(to, change.to + shift) - Math.max(from, change.from + shift);
          if (shared > 0) sum += shared * change.hours;
        }
      }
    }
  }
  return sum;
}

/** Days since 1 January 1970, a Thursday; `undefined` for a day that does not exist. */
export function dayOf(text: string | undefined): number | undefined {
  const day = calendarDay(text);
  if (!day) return undefined;
  const at = new Date(epochMsOfDay(day));
  return at.getUTCMonth() === day.month - 1 && at.getUTCDate() === day.day
    ? at.getTime() / DAY_MS
    : undefined;
}

/** 0 is Sunday. */
export const weekdayOf = (day: number): number => (((day + 4) % WEEK) + WEEK) % WEEK;
export const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();

/** How often a weekday comes from a first to a last day. */
export function countOf(weekday: number, first: number, last: number): number {
  const next = first + ((weekday - weekdayOf(first) + WEEK) % WEEK);
  return next > last ? 0 : Math.floor((last - next) / WEEK) + 1;
}
