import { Temporal } from 'temporal-polyfill';

/** One calendar day of a zone, 23 to 25 hours long: from `startsAt` (included) to `endsAt` (excluded), epoch ms. */
export interface Day {
  readonly startsAt: number;
  readonly endsAt: number;
}

const zoned = (now: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(now)).toZonedDateTimeISO(zone);

export function dayAt(now: number, zone: string): Day {
  const start = zoned(now, zone).startOfDay();
  const end = start.add({ days: 1 }).startOfDay();
  return { startsAt: start.epochMilliseconds, endsAt: end.epochMilliseconds };
}

/** The calendar date of a moment in a zone. */
export const dateAt = (now: number, zone: string): Temporal.PlainDate => zoned(now, zone).toPlainDate();

/** Epoch ms of a time of day, some days before the day of `now`. */
export function momentBefore(now: number, zone: string, at: { days: number; minutes: number }): number {
  const day = zoned(now, zone).startOfDay().subtract({ days: at.days }).startOfDay();
  return day.add({ minutes: at.minutes }).epochMilliseconds;
}

export const isoTime = (at: number): string => new Date(at).toISOString();
