import type { Leg } from '../leg';
import { localTimeOf } from '../local-time';
import type { Load } from './load';
import type { Market } from './markets';

const TIMED = /^\d{4}-\d\d-\d\dT(\d\d):(\d\d)(.*?)(Z|[+-]\d\d:?\d\d)?$/;
const HOUR_MS = 3_600_000;
const DAY = 24;
/** 23:59 and 23:59:59 are how some write the end of a day. */
const MINUTE = 1 / 60;
/** Midnights of the service's own days may be written in UTC, whatever market they are of. */
const SERVICE_ZONE = 'Europe/Berlin';

/**
 * The written beginning or end of a delivery that cuts a day: at 08:00 nobody delivers base of that day. Nothing where both are bounds of delivery days, or
 * cut no hour of the load, as 08:00 to 20:00 of peak.
 */
export function cutDay(
  { deliveryStart, deliveryEnd }: Pick<Partial<Leg>, 'deliveryStart' | 'deliveryEnd'>,
  load: Load,
  market: Market,
): string | undefined {
  const isCut = (text: string, isEnd: boolean): boolean => {
    const [, hour, minute, , clock] = TIMED.exec(text) ?? [];
    if (hour === undefined || `${hour}${minute}` === '0000') return false;
    const at = Date.parse(clock === undefined ? `${text}Z` : text);
    // A moment in a form of its own is read by its day, as a date is.
    if (Number.isNaN(at)) return false;
    const zones = clock === 'Z' ? [market.zone, SERVICE_ZONE] : [market.zone];
    const walls = clock === undefined ? [at] : zones.map((one) => localTimeOf(one).wallMs(at));
    const [wall = NaN] = walls;
    const isBound = (ms: number, begins: number): boolean => {
      const past = (((ms / HOUR_MS - begins) % DAY) + DAY) % DAY;
      return past === 0 || (isEnd && past >= DAY - MINUTE);
    };
    if (isBound(wall, market.dayStart) || walls.some((one) => isBound(one, 0))) return false;
    const day = new Date(wall);
    const at24 = (wall / HOUR_MS) % DAY;
    return (
      !day.toISOString().startsWith(text.slice(0, 10)) ||
      (load[day.getUTCDay()] ?? []).some(([from, to]) => (isEnd ? to > at24 : from < at24))
    );
  };
  if (deliveryStart !== undefined && isCut(deliveryStart, false)) return deliveryStart;
  return deliveryEnd !== undefined && isCut(deliveryEnd, true) ? deliveryEnd : undefined;
}
