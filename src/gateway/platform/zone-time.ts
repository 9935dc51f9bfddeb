import { Temporal } from 'temporal-polyfill';
import { serviceDay } from './rate-limit/service-day';
import type { Period } from './operations';

/** The days of the service as periods, and times of the day by the clock on its wall. */
export const dayOf = (epochMs: number, zone: string): string => serviceDay(epochMs, zone).day;

/** The service's day that this moment is in. */
export function dayPeriod(epochMs: number, zone: string): Period {
  const { startsAt, endsAt } = serviceDay(epochMs, zone);
  return { from: startsAt, to: endsAt };
}

/** The period from the first day to the last, both included. Throws for a day that does not exist. */
export const daysPeriod = (from: string, to: string, zone: string): Period => ({
  from: Temporal.PlainDate.from(from).toZonedDateTime(zone).epochMilliseconds,
  to: Temporal.PlainDate.from(to).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
});

const DAY_MS = 86_400_000;
/** This moment if it is a midnight of UTC, else the next one. */
export const utcMidnightFrom = (epochMs: number): number => Math.ceil(epochMs / DAY_MS) * DAY_MS;

/** A forecast of the day asks for the same few moments hundreds of times. */
const KEPT_MAX = 200;
const moments = new Map<string, number>();

/** The moment at which a clock in the zone shows this time (minutes after midnight) on the day of `epochMs`. */
export function timeOfDay(epochMs: number, minutes: number, zone: string): number {
  const day = dayOf(epochMs, zone);
  const key = `${day} ${minutes} ${zone}`;
  const known = moments.get(key);
  if (known !== undefined) return known;
  const plainTime = Temporal.PlainTime.from({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
  const moment = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: zone,
    plainTime,
  }).epochMilliseconds;
  if (moments.size >= KEPT_MAX) moments.clear();
  moments.set(key, moment);
  return moment;
}

/** Whether the zone is one that this machine knows. */
export function isZone(zone: string): boolean {
  try {
    return serviceDay(0, zone).day !== '';
  } catch {
    return false;
  }
}
