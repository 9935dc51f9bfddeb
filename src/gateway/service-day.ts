import { Temporal } from 'temporal-polyfill';
import type { Period } from './service/service';

/** Days as the service counts them, in its zone: 23 or 25 hours long where the clocks change. */
const at = (epochMs: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO(zone);

export const dayOf = (epochMs: number, zone: string): string => at(epochMs, zone).toPlainDate().toString();

/** The period from the first day to the last, both included. */
export const daysPeriod = (from: string, to: string, zone: string): Period => ({
  from: Temporal.PlainDate.from(from).toZonedDateTime(zone).epochMilliseconds,
  to: Temporal.PlainDate.from(to).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
});

/** The service's day that this moment is in. */
export function dayPeriod(epochMs: number, zone: string): Period {
  const day = dayOf(epochMs, zone);
  return daysPeriod(day, day, zone);
}

/** The moment at which a clock in the zone shows this time (minutes after midnight) on the day of `epochMs`. */
export const timeOfDay = (epochMs: number, minutes: number, zone: string): number =>
  at(epochMs, zone)
    .toPlainDate()
    .toZonedDateTime({
      timeZone: zone,
      plainTime: Temporal.PlainTime.from({ hour: Math.floor(minutes / 60), minute: minutes % 60 }),
    }).epochMilliseconds;

/** Whether the zone is one that this machine knows. */
export function isZone(zone: string): boolean {
  try {
    at(0, zone);
    return true;
  } catch {
    return false;
  }
}
