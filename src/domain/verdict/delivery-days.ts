import type { Market } from '../delivery/markets';
import { localTimeOf } from '../local-time';
import { present } from '../present';

/** By which a day of delivery may be told. */
interface Clocks {
  /** IANA, of the service's days. */
  readonly zone: string;
  readonly market: Pick<Market, 'zone' | 'dayStart'>;
}

/** A moment by clocks that are told, such as "2026-12-31T23:00:00Z". */
const MOMENT = /T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/;
const DAY_MS = 86_400_000;
const HOURS = 24;

/** A delivery day by each clock, and whether the moment is the beginning of it. */
interface Reading {
  readonly day: string;
  readonly isBeginning: boolean;
}

function readings(text: string, { zone, market }: Clocks): readonly Reading[] {
  const at = MOMENT.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at)) return [{ day: text.slice(0, 10), isBeginning: false }];
  const all = [
    // A market's day may begin late on the day before.
    { of: market.zone, begins: market.dayStart },
    { of: market.zone, begins: 0 },
    { of: zone, begins: 0 },
  ].map(({ of, begins }) => {
    const wall = new Date(localTimeOf(of).wallMs(at) - (begins / HOURS) * DAY_MS).toISOString();
    return { day: wall.slice(0, 10), isBeginning: wall.slice(10) === 'T00:00:00.000Z' };
  });
  const beginnings = all.filter(({ isBeginning }) => isBeginning);
  return beginnings.length > 0 ? beginnings : all;
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
const isMoment = (text: string): boolean => MOMENT.test(text) && !Number.isNaN(Date.parse(text));

/** Whether two texts may mean the same first day; what one does not say is not compared. */
export function sameStart(a: string | undefined, b: string | undefined, clocks: Clocks): boolean {
  if (a === undefined || b === undefined || a === b) return true;
  if (isMoment(a) && isMoment(b) && Date.parse(a) === Date.parse(b)) return true;
  const days = readings(b, clocks).map(({ day }) => day);
  return readings(a, clocks).some(({ day }) => days.includes(day));
}

/** The same for a last day: the beginning of a day may be the end of the one before it. */
export function sameEnd(a: string | undefined, b: string | undefined, clocks: Clocks): boolean {
  if (a === undefined || b === undefined || a === b) return true;
  if (isMoment(a) === isMoment(b)) return sameStart(a, b, clocks);
  const ends = (text: string): string[] =>
    readings(text, clocks).flatMap(({ day, isBeginning }) => (isBeginning ? [day, dayBefore(day)] : [day]));
  const days = ends(b);
  return ends(a).some((day) => days.includes(day));
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
