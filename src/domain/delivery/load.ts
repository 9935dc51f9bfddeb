import { failed, success, type Outcome } from '../failure';
import type { Market } from './markets';

/** Hours of a delivery day by the clock; below 0 on the day before it, from 24 on the day after. */
type Hours = readonly [from: number, to: number];

/** The hours of each weekday on which is delivered, Sunday first. */
export type Load = readonly (readonly Hours[])[];

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DAY = 24;
const WORKING = [1, 2, 3, 4, 5];
const WEEKEND = [0, 6];
const BLOCK = 4;
const ALL = [0, 1, 2, 3, 4, 5, 6];

const on = (days: readonly number[], ...hours: Hours[]): Load =>
  ALL.map((day) => (days.includes(day) ? hours : []));

const HOW =
  'Write base, peak, offpeak or weekend, an EFA block such as EFA 3 or EFA WD3-5, or hours such as 08-20 Mon-Fri.';

/** The load that a text names, in a market's own hours. "Base load", "base-load" and "base" are one. */
export function loadNamed(text: string, market: Market): Outcome<Load> {
  const name = text.trim().toLowerCase();
  const found = standard(name, market) ?? efa(name) ?? window(name);
  return found
    ? success(found)
    : failed({ kind: 'invalid-argument', message: `There is no load profile "${text}".`, next: HOW });
}

function standard(name: string, { dayStart, peak }: Market): Load | undefined {
  const day: Hours = [dayStart, dayStart + DAY];
  switch (name.replace(/[^a-z]/g, '').replace(/load$/, '')) {
    case 'base':
      return on(ALL, day);
    case 'peak':
      return on(WORKING, peak);
    case 'offpeak': {
      const night: Hours[] = [
        [day[0], peak[0]],
        [peak[1], day[1]],
      ];
      return ALL.map((weekday) => (WEEKEND.includes(weekday) ? [day] : night));
    }
    case 'weekend':
      return on(WEEKEND, day);
    default:
      return undefined;
  }
}

/** EFA blocks of four hours: block 1 begins at 23:00 of the day before. WD are weekdays, WE weekends; both unless said. */
function efa(name: string): Load | undefined {
  const [match, days, first, last = first] =
    /^efa\s*-?(wd|we)?\s*([1-6])(?:\s*-\s*([1-6]))?$/.exec(name) ?? [];
  if (match === undefined || Number(last) < Number(first)) return undefined;
  const hours: Hours = [(Number(first) - 1) * BLOCK - 1, Number(last) * BLOCK - 1];
  return on(days === 'wd' ? WORKING : days === 'we' ? WEEKEND : ALL, hours);
}

const CLOCK = String.raw`(\d{1,2})(?::(00|15|30|45))?`;
const WINDOW = new RegExp(
  `^${CLOCK}\\s*-\\s*${CLOCK}(?:\\s+([a-z]{3})[a-z]*(?:\\s*-\\s*([a-z]{3})[a-z]*)?)?$`,
);

/** "08-20 Mon-Fri", "22:30-06 Sat". Without days it is every day. One that ends before it begins goes over midnight. */
function window(name: string): Load | undefined {
  const [match, hour, quarter = '0', endHour, endQuarter = '0', firstDay, lastDay = firstDay] =
    WINDOW.exec(name) ?? [];
  if (match === undefined) return undefined;
  const from = Number(hour) + Number(quarter) / 60;
  const end = Number(endHour) + Number(endQuarter) / 60;
  const days = firstDay === undefined ? ALL : weekdays(firstDay, lastDay ?? firstDay);
  if (!days || from >= DAY || end > DAY || from === end) return undefined;
  return on(days, [from, end > from ? end : end + DAY]);
}

function weekdays(first: string, last: string): readonly number[] | undefined {
  const [from, to] = [WEEKDAYS.indexOf(first), WEEKDAYS.indexOf(last)];
  if (from < 0 || to < 0) return undefined;
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, at) => (from + at) % 7);
}
