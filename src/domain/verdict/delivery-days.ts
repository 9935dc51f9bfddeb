import type { Market } from '../delivery/markets';
import { localTimeOf } from '../local-time';
import { present } from '../present';

/** By which a day of delivery may be told. */
interface Clocks {
  /** IANA, of the service's days. */
  readonly zone: string;
  readonly market: Pick<Market, 'zone' | 'dayStart'>;
}

/** A day, with or without a time of it: "2026-12-31T23:00:00Z", "2027-01-01 00:00". */
const WRITTEN = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?)(.*))?$/;
const ZONED = /^\s*(?:Z|[+-]\d{2}:?\d{2})$/;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const HOURS = 24;

/** A delivery day by each clock, and whether the moment is the beginning of it. */
interface Reading {
  readonly day: string;
  readonly isBeginning: boolean;
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Epoch ms of a moment by clocks that are told; NaN of any other text. */
function momentOf(text: string): number {
  const [, , time, zone = ''] = WRITTEN.exec(text) ?? [];
  return time !== undefined && ZONED.test(zone) ? Date.parse(text) : NaN;
}

/** None of a text that is no day. */
function readings(text: string, { zone, market }: Clocks): readonly Reading[] {
  const [, day, time] = WRITTEN.exec(text) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(day))) return [];
  if (time === undefined) return [{ day, isBeginning: false }];
  const at = momentOf(text);
  const written = Date.parse(`${day}T${time}Z`);
  const [ofMarket, ofService] = Number.isNaN(at)
    ? [written, written]
    : [market.zone, zone].map((of) => localTimeOf(of).wallMs(at));
  const all = [
    // A market's day may begin late on the day before.
    (ofMarket ?? NaN) - (market.dayStart / HOURS) * DAY_MS,
    ofMarket ?? NaN,
    ofService ?? NaN,
    // A day may be written as a midnight of any clock.
    written,
  ].flatMap((wallMs) => {
    if (Number.isNaN(wallMs)) return [];
    const wall = isoOf(wallMs);
    return [{ day: wall.slice(0, 10), isBeginning: wall.slice(10) === 'T00:00:00.000Z' }];
  });
  const beginnings = all.filter(({ isBeginning }) => isBeginning);
  return beginnings.length > 0 ? beginnings : all;
}

const dayBefore = (day: string): string => isoOf(Date.parse(day) - DAY_MS).slice(0, 10);

/** The last second of a day may stand for the end of it. */
const areOneMoment = (a: string, b: string): boolean => Math.abs(momentOf(a) - momentOf(b)) <= MINUTE_MS;

/** Whether two texts may mean the same first day; what one does not say is not compared, nor what is no day. */
export const sameStart = (a: string | undefined, b: string | undefined, clocks: Clocks): boolean =>
  isSame(a, b, clocks, ({ day }) => [day]);

/** The same for a last day: the beginning of a day may be the end of the one before it. */
export function sameEnd(a: string | undefined, b: string | undefined, clocks: Clocks): boolean {
  const areBeginnings = [a, b].every((text) =>
    text === undefined ? false : readings(text, clocks).some(({ isBeginning }) => isBeginning),
  );
  // Of two beginnings both are the end of a day, or neither is.
  if (areBeginnings) return sameStart(a, b, clocks);
  return isSame(a, b, clocks, ({ day, isBeginning }) => (isBeginning ? [day, dayBefore(day)] : [day]));
}

function isSame(
  a: string | undefined,
  b: string | undefined,
  clocks: Clocks,
  daysOf: (reading: Reading) => readonly string[],
): boolean {
  if (a === undefined || b === undefined || a === b || areOneMoment(a, b)) return true;
  const [one, other] = [a, b].map((text) => readings(text, clocks).flatMap(daysOf));
  if (!one?.length || !other?.length) return true;
  return one.some((day) => other.includes(day));
}

/** The days of a delivery as they are told. */
export function deliveryDays(
  {
    deliveryStart,
    deliveryEnd,
  }: { readonly deliveryStart?: string | undefined; readonly deliveryEnd?: string | undefined },
  clocks: Clocks,
): { readonly start?: string; readonly end?: string } {
  const [start] = deliveryStart === undefined ? [] : readings(deliveryStart, clocks);
  const [end] = deliveryEnd === undefined ? [] : readings(deliveryEnd, clocks);
  const isEndOfBefore = end?.isBeginning === true && end.day !== start?.day;
  return present({ start: start?.day, end: isEndOfBefore ? dayBefore(end.day) : end?.day });
}
