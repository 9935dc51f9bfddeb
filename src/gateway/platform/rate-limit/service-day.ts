import { Temporal } from 'temporal-polyfill';
import { zoneNames } from '../../../domain/zone-name';

/** A day of the service, from `startsAt` (included) to `endsAt` (excluded), both epoch ms. */
export interface ServiceDay {
  /** "2026-11-20". */
  readonly day: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** The last day asked for in each zone, a few: a forecast asks for the same one hundreds of times. */
const lastDays = new Map<string, ServiceDay>();

/** The day that `now` (epoch ms) falls on in an IANA zone; 23 or 25 hours long where clocks are put forward or back. */
export function serviceDay(now: number, zone: string): ServiceDay {
  const last = lastDays.get(zone);
  if (last && now >= last.startsAt && now < last.endsAt) return last;
  const day = dayAt(now, zone);
  lastDays.set(zone, day);
  return day;
}

function dayAt(now: number, zone: string): ServiceDay {
  const date = Temporal.Instant.fromEpochMilliseconds(Math.floor(now)).toZonedDateTimeISO(zone).toPlainDate();
  return {
    day: date.toString(),
    startsAt: date.toZonedDateTime(zone).epochMilliseconds,
    endsAt: date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
  };
}

/** A moment as people of the zone read it, e.g. "00:00 CET" or "2026-11-21 00:00 CET" when it is not the same day as `now`. */
export function clockText(at: number, now: number, zone: string): string {
  const moment = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone);
  const time = `${moment.toPlainTime().toString({ smallestUnit: 'minute' })} ${zoneNames(zone)(at)}`;
  return serviceDay(now, zone).day === moment.toPlainDate().toString()
    ? time
    : `${moment.toPlainDate().toString()} ${time}`;
}

/** The time of day of a moment as people of the zone read it, e.g. "10:31:04 CET". */
export function secondText(at: number, zone: string): string {
  const moment = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone);
  return `${moment.toPlainTime().toString({ smallestUnit: 'second' })} ${zoneNames(zone)(at)}`;
}
