import { localTimeOf } from '../local-time';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A change of a zone's clocks. Hours count from the midnight of the day on which it happens, by the clocks before it or after it, whichever are behind. */
interface ClockChange {
  /** Days since 1970. */
  readonly day: number;
  readonly from: number;
  readonly to: number;
  /** Hours by which these are more than the clocks show: −1 where they are left out, 1 where they come twice. */
  readonly hours: number;
}

const years = new Map<string, readonly ClockChange[]>();

/** The clock changes of a year, by the zone data of this machine. Throws RangeError where there is no such zone. */
export function clockChanges(zone: string, year: number): readonly ClockChange[] {
  const key = `${zone} ${year}`;
  const known = years.get(key);
  if (known) return known;
  const local = localTimeOf(zone);
  const offset = (at: number): number => local.offsetMs(at);
  const changes: ClockChange[] = [];
  // A month at a time: no zone in use has changed its clocks twice in less.
  for (let month = 0; month < 12; month++) {
    let [from, to] = [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
    const [before, after] = [offset(from), offset(to)];
    if (before === after) continue;
    while (to - from > 60_000) {
      const middle = from + Math.floor((to - from) / 2 / 60_000) * 60_000;
      if (offset(middle) === before) from = middle;
      else to = middle;
    }
    const [first, last] = [to + Math.min(before, after), to + Math.max(before, after)];
    const day = Math.floor(first / DAY_MS);
    const hourOf = (wall: number): number => (wall - day * DAY_MS) / HOUR_MS;
    changes.push({ day, from: hourOf(first), to: hourOf(last), hours: after > before ? -1 : 1 });
  }
  years.set(key, changes);
  return changes;
}
