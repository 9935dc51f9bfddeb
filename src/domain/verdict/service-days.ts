import { lastDay } from '../delivery/last-day';
import { localTimeOf } from '../local-time';
import { present } from '../present';
import { changedLegs, type KnownLeg } from './changed-legs';

/** A moment by clocks that are told, such as "2026-12-31T23:00:00Z". */
const MOMENT = /T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/;

/** Legs with their deliveries as days in this zone (IANA), where they are written as moments. */
export const inServiceDays = (legs: readonly KnownLeg[], zone: string): readonly KnownLeg[] =>
  legs.map(({ deliveryStart, deliveryEnd, ...leg }) => {
    const local = (text: string | undefined): string | undefined => {
      const at = text !== undefined && MOMENT.test(text) ? Date.parse(text) : NaN;
      return Number.isNaN(at) ? text : localTimeOf(zone).iso(at);
    };
    const start = local(deliveryStart);
    const end = lastDay(local(deliveryEnd), start);
    return { ...leg, ...present({ deliveryStart: start?.slice(0, 10), deliveryEnd: end?.slice(0, 10) }) };
  });

/** As {@link changedLegs}, and one day written in two ways is no change. */
export const changedInServiceDays = (
  before: readonly KnownLeg[],
  now: readonly KnownLeg[],
  zone: string,
): string | undefined =>
  changedLegs(before, now) && changedLegs(inServiceDays(before, zone), inServiceDays(now, zone));
