import { clockChanges } from './clock-changes';
import { countOf, hoursBetween, weekdayOf, yearOf, type Days } from './hours';
import type { Load } from './load';
import type { Market } from './markets';

/** Days of a period on which a load is delivered: of peak, working days. An hour that a change of the clocks leaves out is no day. */
export function daysBetween({ first, last }: Days, load: Load, market: Market): number {
  let sum = load.reduce(
    (days, hours, weekday) => days + (hours.length > 0 ? countOf(weekday, first, last) : 0),
    0,
  );
  for (let year = yearOf(first - 1); year <= yearOf(last + 1); year++) {
    for (const change of clockChanges(market.zone, year)) {
      for (const day of [change.day - 1, change.day, change.day + 1]) {
        const isDelivered = day >= first && day <= last && (load[weekdayOf(day)] ?? []).length > 0;
        if (isDelivered && hoursBetween({ first: day, last: day }, load, market) === 0) sum -= 1;
      }
    }
  }
  return sum;
}
