import { failed, success, type Outcome } from '../failure';
import { clockChanges } from './clock-changes';
import { weekdayOf, type Days } from './hours';
import type { Load } from './load';
import type { Market } from './markets';
import { isoDay } from './periods';
import { productOf } from './product';

/** `23/25`: a day has as many values as hours. `24/25`: the day of spring has one more, 0, for the hour that is not there. */
type ProfileFormat = '23/25' | '24/25';

/** Power by interval of delivery. */
export interface Profile extends Days {
  /** Values of an hour: 1, or 4 for quarter hours. */
  readonly perHour: 1 | 4;
  readonly format: ProfileFormat;
  readonly intervals: readonly Interval[];
}

export interface Interval {
  /** Days since 1970. */
  readonly day: number;
  /** By the clock, in hours of the delivery day's date; from 24 on the next one. */
  readonly from: number;
  readonly mw: number;
}

export interface ProfileGiven {
  /** MW of each interval, in order. */
  readonly values: readonly number[];
  readonly first: number;
  /** Absent: as many whole days as there are values for. */
  readonly last?: number | undefined;
  readonly perHour?: 1 | 4 | undefined;
  readonly format?: ProfileFormat | undefined;
  readonly market: Market;
}

const DAY_MS = 86_400_000;
const nameOf = (first: number, last: number): string => productOf(isoDay(first), isoDay(last))?.name ?? '';
const count = (value: number): string => value.toLocaleString('en');

interface Slot {
  readonly from: number;
  /** It is in the file and not on the clock. */
  readonly isMissing: boolean;
}

type Kind = Pick<Profile, 'perHour' | 'format'> & { readonly market: Market };

/** Changes of the clocks on a delivery day, in hours from the midnight of its date. */
function changesOn(day: number, { zone }: Market): readonly { from: number; to: number; hours: number }[] {
  const near: { from: number; to: number; hours: number }[] = [];
  for (const beside of [-1, 0, 1]) {
    const year = new Date((day + beside) * DAY_MS).getUTCFullYear();
    for (const { day: at, from, to, hours } of clockChanges(zone, year)) {
      if (at === day + beside) near.push({ from: from + beside * 24, to: to + beside * 24, hours });
    }
  }
  return near;
}

/** How many values a delivery day has. */
function sizeOf(day: number, kind: Kind): number {
  const isUsual = changesOn(day, kind.market).length === 0;
  return isUsual ? 24 * kind.perHour : slotsOf(day, kind).length;
}

/** The intervals of a delivery day by the clock, over a change of the clocks too: an hour that comes twice stands twice. */
function slotsOf(day: number, { market, perHour, format }: Kind): readonly Slot[] {
  const changes = changesOn(day, market);
  const slots: Slot[] = [];
  for (let step = 0; step < 24 * perHour; step++) {
    const from = market.dayStart + step / perHour;
    const change = changes.find((one) => from >= one.from && from < one.to);
    if (change?.hours === -1) {
      if (format === '24/25') slots.push({ from, isMissing: true });
      continue;
    }
    slots.push({ from, isMissing: false });
    // The whole hour comes again after it has ended once.
    if (!change || from + 1 / perHour < change.to) continue;
    for (let again = change.from; again < change.to; again += 1 / perHour)
      slots.push({ from: again, isMissing: false });
  }
  return slots;
}

interface Reading {
  readonly perHour: 1 | 4;
  readonly format: ProfileFormat;
  /** The last day for which all values are there. */
  readonly last: number;
  /** Of the whole delivery, where it is given. */
  readonly wanted?: number;
  readonly left: number;
}

const READINGS = [
  { perHour: 1, format: '23/25' },
  { perHour: 1, format: '24/25' },
  { perHour: 4, format: '23/25' },
  { perHour: 4, format: '24/25' },
] as const;

function readingOf(given: ProfileGiven, { perHour, format }: (typeof READINGS)[number]): Reading {
  const { values, first, last, market } = given;
  const kind = { market, perHour, format };
  if (last !== undefined) {
    let wanted = 0;
    for (let day = first; day <= last; day++) wanted += sizeOf(day, kind);
    return { perHour, format, last, wanted, left: values.length - wanted };
  }
  let left = values.length;
  let day = first;
  for (; left > 0; day++) {
    const size = sizeOf(day, kind);
    if (size > left) break;
    left -= size;
  }
  return { perHour, format, last: day - 1, left };
}

/**
 * The profile that a row of numbers is. How many there are tells hours from quarter hours and one format from the other; where two
 * readings are possible, a delivery that has a name goes before any other, and else it is asked. A wrong count is a
 * failure that says how many there should be.
 */
export function profileOf(given: ProfileGiven): Outcome<Profile> {
  const { values, first, market } = given;
  if (values.length === 0)
    return invalid('There are no values.', 'Give one number of MW for each hour or quarter hour.');
  const asked = READINGS.filter(
    ({ perHour, format }) => (given.perHour ?? perHour) === perHour && (given.format ?? format) === format,
  ).map((reading) => readingOf(given, reading));
  const fitting = asked.filter(({ left, last }) => left === 0 && last >= first);
  const named = fitting.filter(({ last }) => productOf(isoDay(first), isoDay(last))?.kind !== 'days');
  const possible = named.length > 0 ? named : fitting;
  const [best] = possible;
  if (!best)
    return invalid(wrongCount(given, asked), 'Give one value for each hour or quarter hour of whole days.');
  const other = possible.find(({ perHour }) => perHour !== best.perHour);
  if (other) {
    return invalid(
      `${count(values.length)} values may be hours up to ${isoDay(Math.max(best.last, other.last))} or quarter hours.`,
      'Say which: 60 or 15 minutes.',
    );
  }
  return filled(given, best, market);
}

/** The two formats differ in spring alone; without it they are one. */
function filled(given: ProfileGiven, reading: Reading, market: Market): Outcome<Profile> {
  const { values, first } = given;
  const intervals: Interval[] = [];
  let at = 0;
  const kind = { ...reading, market };
  let usual: readonly Slot[] | undefined;
  for (let day = first; day <= reading.last; day++) {
    const isUsual = changesOn(day, market).length === 0;
    const slots = isUsual ? (usual ??= slotsOf(day, kind)) : slotsOf(day, kind);
    for (const { from, isMissing } of slots) {
      const mw = values[at] ?? NaN;
      at += 1;
      if (!isMissing) intervals.push({ day, from, mw });
      else if (mw !== 0) {
        return invalid(
          `Value ${count(at)} is ${mw}, but ${clock(from)} of ${isoDay(day + Math.floor(from / 24))} is not on the clock.`,
          given.format === undefined ? leftOut(day, slots) : 'In this format it has to be 0.',
        );
      }
    }
  }
  const { perHour, format, last } = reading;
  return success({ first, last, perHour, format, intervals });
}

/** Nobody named a format: the day itself says how many values it has. */
const leftOut = (day: number, slots: readonly Slot[]): string =>
  `${isoDay(day)} has ${count(slots.filter(({ isMissing }) => !isMissing).length)} values: leave this one out, or make it 0.`;

const clock = (hours: number): string =>
  `${String(Math.floor(hours) % 24).padStart(2, '0')}:${String(Math.round((hours % 1) * 60)).padStart(2, '0')}`;

function wrongCount(given: ProfileGiven, readings: readonly Reading[]): string {
  const { values, first, last } = given;
  const have = `${count(values.length)} ${values.length === 1 ? 'value' : 'values'}`;
  if (last !== undefined) {
    const wanted = readings
      .filter((one, at) => readings.findIndex((other) => other.wanted === one.wanted) === at)
      .map(
        (one) =>
          `${count(one.wanted ?? 0)} ${one.perHour === 1 ? 'hours' : 'quarter hours'}${hasTwo(readings, one) ? ` (${one.format})` : ''}`,
      );
    return `${have} ${values.length === 1 ? 'is' : 'are'} not ${nameOf(first, last)}: it has ${wanted.join(', ')}.`;
  }
  const [nearest] = [...readings].sort((a, b) => a.left - b.left);
  if (!nearest) return `${have} are no profile.`;
  const days = nearest.last - first + 1;
  // As many as a usual day has are meant for one day, also where its clocks change and they make several days of hours.
  if (days === 0 || readings.some(({ perHour }) => values.length === 24 * perHour)) {
    const day = { ...given, last: first };
    return wrongCount(
      day,
      readings.map((reading) => readingOf(day, reading)),
    );
  }
  const unit = nearest.perHour === 1 ? 'hours' : 'quarter hours';
  return `${have} are ${count(days)} ${days === 1 ? 'day' : 'days'} of ${unit} up to ${isoDay(nearest.last)} and ${count(nearest.left)} more.`;
}

const hasTwo = (readings: readonly Reading[], { perHour, wanted }: Reading): boolean =>
  readings.some((other) => other.perHour === perHour && other.wanted !== wanted);

/** Whether an interval lies in a load's hours. Of a gas day an hour after midnight belongs to the day before. */
export const isIn = (load: Load, { day, from }: Pick<Interval, 'day' | 'from'>): boolean =>
  isWithin(hoursOn(load, day), from);

/** The hours of a load on a day. */
export const hoursOn = (load: Load, day: number): Load[number] => load[weekdayOf(day)] ?? [];

export function isWithin(hours: Load[number], from: number): boolean {
  for (const [start, end] of hours) if (from >= start && from < end) return true;
  return false;
}

/** A sum whose small parts are not lost beside its large ones (Neumaier). */
export class Sum {
  private sum = 0;
  private rest = 0;

  add(value: number): void {
    const next = this.sum + value;
    this.rest += Math.abs(this.sum) >= Math.abs(value) ? this.sum - next + value : value - next + this.sum;
    this.sum = next;
  }

  /** To 15 digits, as a sheet has them. */
  get value(): number {
    return Number((this.sum + this.rest).toPrecision(15));
  }
}

const invalid = (message: string, next: string) => failed({ kind: 'invalid-argument', message, next });
