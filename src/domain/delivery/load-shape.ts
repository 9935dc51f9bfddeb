import { failed, type Outcome } from '../failure';
import { localTimeOf } from '../local-time';
import type { LoadShape, RawRecord } from '../record';
import { dayOf, hoursBetween, type Days } from './hours';
import { loadNamed, type Load } from './load';
import { hoursOn, isWithin, profileOf, type Profile, type ProfileGiven } from './profile';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What a person adds to a load shape that does not say it itself. */
export type ShapeGiven = Omit<ProfileGiven, 'values' | 'first'> & { readonly first?: number | undefined };

/**
 * The profile that a load shape of the platform is: MW for days of delivery and a load (`from`, `to`, `load-profile`), for moments one
 * after the other (`from`), or bare numbers, which need a first day. Nothing is guessed: what cannot be read is a sentence.
 */
export function profileOfShape({ points, raw }: LoadShape, given: ShapeGiven): Outcome<Profile> {
  const read: Point[] = [];
  for (const [at, point] of points.entries()) {
    const one = pointIn(point, raw);
    if (typeof one === 'string') return unread(`Point ${at + 1} of the load shape ${one}.`);
    read.push(one);
  }
  const legs = new Set(read.map(({ leg }) => leg));
  if (legs.size > 1) return unread(`The load shape is of ${legs.size} legs, and a profile is of one.`);
  const [first] = read;
  if (!first) return unread('The load shape has no points.');
  if (read.every(({ from }) => from === undefined)) return inOrder(read, given);
  if (given.first !== undefined)
    return unread('The load shape says its days itself.', 'Leave the period empty.');
  return first.to === undefined ? byMoments(read, given) : byBlocks(read, given);
}

interface Point {
  readonly mw: number;
  readonly leg: unknown;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly load: string | undefined;
}

/** A point, or the end of a sentence that says why it cannot be read. */
function pointIn(point: unknown, whole: RawRecord): Point | string {
  const own: RawRecord =
    typeof point === 'object' && point !== null && !Array.isArray(point) ? { ...point } : { quantity: point };
  const said = (...names: readonly string[]): unknown =>
    names.map((name) => own[name] ?? whole[name]).find((value) => value !== undefined && value !== null);
  const textOf = (...names: readonly string[]): string | undefined => {
    const value = said(...names);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const amount = own['quantity'];
  const isNumber =
    typeof amount === 'number' || (typeof amount === 'string' && /^-?\d+(\.\d+)?$/.test(amount));
  if (!isNumber) return 'has no number under "quantity"';
  const unit = said('quantity-unit', 'unit');
  if (typeof unit !== 'string') return 'does not say its unit, which has to be MW';
  if (unit.trim().toLowerCase() !== 'mw') return `is in ${unit}, and a profile is in MW`;
  return {
    mw: Number(amount),
    leg: said('leg'),
    from: textOf('from', 'delivery-start'),
    to: textOf('to', 'delivery-end'),
    load: textOf('load-profile'),
  };
}

function inOrder(points: readonly Point[], given: ShapeGiven): Outcome<Profile> {
  const { first, ...rest } = given;
  if (first === undefined)
    return unread('The load shape does not say its days.', 'Give the period, such as "Cal-27".');
  return profileOf({ ...rest, values: points.map(({ mw }) => mw), first });
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

function byMoments(points: readonly Point[], given: ShapeGiven): Outcome<Profile> {
  const { market } = given;
  const moments = points.map(({ from = '' }) => (MOMENT.test(from) ? Date.parse(from) : NaN));
  const bad = moments.findIndex((moment) => Number.isNaN(moment));
  if (bad >= 0)
    return unread(`Point ${bad + 1} of the load shape begins at no moment with its zone, and has no end.`);
  const [start = 0, second = NaN] = moments;
  const stepMs = second - start;
  const perHour = stepMs === HOUR_MS ? 1 : stepMs === HOUR_MS / 4 ? 4 : undefined;
  if (!perHour) return unread('The load shape is not by the hour or quarter hour.');
  const gap = moments.findIndex((moment, at) => moment !== start + at * stepMs);
  if (gap >= 0) return unread(`Point ${gap + 1} of the load shape does not follow the one before it.`);
  const first = (localTimeOf(market.zone).wallMs(start) - market.dayStart * HOUR_MS) / DAY_MS;
  if (!Number.isInteger(first))
    return unread('The load shape does not begin with a delivery day of the market.', 'Give its own market.');
  const values = points.map(({ mw }) => mw);
  return profileOf({ values, first, perHour, format: '23/25', market });
}

interface Block extends Days {
  readonly mw: number;
  readonly load: Load;
}

/** Hours that no point is about are 0. */
function byBlocks(points: readonly Point[], { market, perHour: asked }: ShapeGiven): Outcome<Profile> {
  const blocks: Block[] = [];
  for (const [at, { mw, from, to, load = '' }] of points.entries()) {
    const [first, last] = [dayOf(from), dayOf(to)];
    const named = loadNamed(load, market);
    if (first === undefined || last === undefined || last < first)
      return unread(`Point ${at + 1} of the load shape has no two days in order.`);
    if (!named.ok)
      return unread(
        `Point ${at + 1} of the load shape ${load === '' ? 'does not say its load' : `has a load that is not known, "${load}"`}.`,
      );
    blocks.push({ mw, first, last, load: named.value });
  }
  const first = Math.min(...blocks.map((block) => block.first));
  const last = Math.max(...blocks.map((block) => block.last));
  if (last - first >= DAYS_MAX) return unread('The load shape is of more than ten years.');
  const isFine = blocks.some(({ load }) =>
    load.some((day) => day.flat().some((hour) => !Number.isInteger(hour))),
  );
  const perHour = isFine ? 4 : (asked ?? 1);
  const whole = loadNamed('base', market);
  if (!whole.ok) return whole;
  const count = hoursBetween({ first, last }, whole.value, market) * perHour;
  const empty = profileOf({
    values: new Array<number>(count).fill(0),
    first,
    last,
    perHour,
    format: '23/25',
    market,
  });
  if (!empty.ok) return empty;
  return filled(empty.value, blocks);
}
const DAYS_MAX = 3_660;

function filled(profile: Profile, blocks: readonly Block[]): Outcome<Profile> {
  let [day, around] = [NaN, blocks];
  const intervals = [];
  for (const interval of profile.intervals) {
    if (interval.day !== day) {
      day = interval.day;
      around = blocks.filter(({ first, last }) => first <= interval.day && last >= interval.day);
    }
    const [one, other] = around.filter(({ load }) => isWithin(hoursOn(load, interval.day), interval.from));
    if (one && other) return unread('Two points of the load shape are about one hour.');
    intervals.push({ ...interval, mw: one?.mw ?? 0 });
  }
  return { ok: true, value: { ...profile, intervals } };
}

const unread = (
  message: string,
  next = 'Look at it with DESK.LOADSHAPE; names of fields are mapped in the service profile.',
) => failed({ kind: 'unreadable', message, next });
