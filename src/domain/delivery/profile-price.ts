import { failed, success, type Outcome } from '../failure';
import { stripOf, type CurvePiece } from './curve';
import { hoursBetween, type Days } from './hours';
import { hoursOn, isIn, isWithin, Sum, type Interval, type Profile } from './profile';
import type { Load } from './load';
import type { Market } from './markets';
import { isoDay } from './periods';
import { productOf } from './product';

const DAY_MS = 86_400_000;

/** What a profile comes to, over a part of it. Energies in MWh, money in the currency of the prices. */
interface ProfilePart {
  readonly name: string;
  readonly mwh: number;
  readonly value: number;
  /** Weighed by the profile's energy; absent where there is none. */
  readonly price?: number;
  /** The average of the hours, each weighing the same: what base costs. */
  readonly basePrice: number;
  /** Of the energy, from 0 to 1. */
  readonly peakShare?: number;
  readonly hedge: Hedge;
  /** Energy that the hedge leaves open hour by hour, bought too little and too much added up, and what that is worth. */
  readonly openMwh: number;
  readonly openValue: number;
}

export interface ProfilePrice {
  readonly total: ProfilePart;
  readonly months: readonly ProfilePart[];
}

/** MW: of base the average load outside of peak hours, of peak what peak hours take on average beyond that. */
interface Hedge {
  readonly base: number;
  readonly peak: number;
}

/** The price of an interval's energy. */
export type PriceOf = (interval: Interval, at: number) => number;

/**
 * Value and price of a profile, and the base and peak that hedge it, of each part by itself. By its load alone: a pair that has the
 * profile's value too grows beyond all bounds where base and peak come near to each other.
 */
export function profilePrice(profile: Profile, priceOf: PriceOf, peak: Load): ProfilePrice {
  const { intervals, perHour } = profile;
  const all = new Totals(perHour);
  const months: { readonly first: number; readonly last: number; readonly totals: Totals }[] = [];
  // Without an object for each of a year of quarter hours.
  const each = (act: (at: number, isPeak: boolean, month: Totals) => void): void => {
    let month: (typeof months)[number] | undefined;
    let [day, peakHours, next] = [NaN, NONE, 0];
    for (const [at, interval] of intervals.entries()) {
      if (interval.day !== day) {
        day = interval.day;
        peakHours = hoursOn(peak, day);
        if (!month || day > month.last)
          month = months[next++] ??= { ...monthAround(day), totals: new Totals(perHour) };
      }
      if (month) act(at, isWithin(peakHours, interval.from), month.totals);
    }
  };
  const mwAt = (at: number): number => intervals[at]?.mw ?? NaN;
  const prices = intervals.map(priceOf);
  each((at, isPeak, month) => {
    const price = prices[at] ?? NaN;
    for (const totals of [all, month]) totals.add(mwAt(at), price, isPeak);
  });
  for (const totals of [all, ...months.map((one) => one.totals)]) totals.hedged();
  each((at, isPeak, month) => {
    for (const totals of [all, month]) totals.leave(mwAt(at), prices[at] ?? NaN, isPeak);
  });
  return {
    total: partOf('Total', all.value),
    months: months.map(({ first, last, totals }) =>
      partOf(
        monthName({ first: Math.max(first, profile.first), last: Math.min(last, profile.last) }),
        totals.value,
      ),
    ),
  };
}

const NONE: Load[number] = [];

function monthAround(day: number): Days {
  const at = new Date(day * DAY_MS);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { first: Date.UTC(year, month, 1) / DAY_MS, last: Date.UTC(year, month + 1, 1) / DAY_MS - 1 };
}

const monthName = ({ first, last }: Days): string =>
  productOf(isoDay(first), isoDay(last))?.name ?? isoDay(first).slice(0, 7);

interface Amounts {
  readonly hours: number;
  readonly peakHours: number;
  readonly mwh: number;
  readonly peakMwh: number;
  readonly value: number;
  /** Sum of the prices of hours. */
  readonly prices: number;
  readonly hedge: Hedge;
  readonly openMwh: number;
  readonly openValue: number;
}

class Totals {
  private readonly mwh = new Sum();
  private readonly peakMwh = new Sum();
  private readonly worth = new Sum();
  private readonly prices = new Sum();
  private readonly openMwh = new Sum();
  private readonly openWorth = new Sum();
  private count = 0;
  private peaks = 0;
  private hedge: Hedge = { base: 0, peak: 0 };

  constructor(private readonly perHour: number) {}

  add(mw: number, price: number, isPeak: boolean): void {
    const { perHour } = this;
    this.count += 1;
    this.mwh.add(mw / perHour);
    this.worth.add((mw * price) / perHour);
    this.prices.add(price / perHour);
    if (!isPeak) return;
    this.peaks += 1;
    this.peakMwh.add(mw / perHour);
  }

  /** All of it is added. */
  hedged(): void {
    this.hedge = hedgeOf(this.value);
  }

  /** What the hedge leaves of an interval, whichever way. */
  leave(mw: number, price: number, isPeak: boolean): void {
    const { base, peak } = this.hedge;
    const open = Math.abs(mw - base - (isPeak ? peak : 0)) / this.perHour;
    this.openMwh.add(open);
    this.openWorth.add(open * Math.abs(price));
  }

  get value(): Amounts {
    return {
      hours: this.count / this.perHour,
      peakHours: this.peaks / this.perHour,
      mwh: this.mwh.value,
      peakMwh: this.peakMwh.value,
      value: this.worth.value,
      prices: this.prices.value,
      hedge: this.hedge,
      openMwh: this.openMwh.value,
      openValue: this.openWorth.value,
    };
  }
}

function hedgeOf({ hours, peakHours, mwh, peakMwh }: Amounts): Hedge {
  const offHours = hours - peakHours;
  const base = offHours > 0 ? (mwh - peakMwh) / offHours : mwh / hours;
  return { base: tidied(base), peak: tidied(peakHours > 0 ? peakMwh / peakHours - base : 0) };
}

function partOf(
  name: string,
  { hours, mwh, peakMwh, value, prices, hedge, openMwh, openValue }: Amounts,
): ProfilePart {
  return {
    name,
    mwh,
    value,
    basePrice: tidied(prices / hours),
    hedge,
    openMwh: tidied(openMwh, 6),
    openValue: tidied(openValue, 6),
    ...(mwh !== 0 && { price: tidied(value / mwh), peakShare: tidied(peakMwh / mwh) }),
  };
}

const tidied = (value: number, decimals = 10): number => Number(value.toFixed(decimals));

/** An hourly forward curve: one price for each interval, or for each hour of a profile of quarter hours. */
export function priceByInterval(
  { intervals, perHour }: Profile,
  prices: readonly number[],
): Outcome<PriceOf> {
  if (prices.length === intervals.length) return success((_, at) => prices[at] ?? NaN);
  if (prices.length * perHour === intervals.length)
    return success((_, at) => prices[Math.floor(at / perHour)] ?? NaN);
  return failed({
    kind: 'invalid-argument',
    message: `${prices.length === 1 ? 'There is 1 price' : `There are ${prices.length.toLocaleString('en')} prices`} for ${intervals.length.toLocaleString('en')} intervals.`,
    next: 'Give one for each interval, or for each hour, or two columns: products and prices.',
  });
}

/**
 * Two prices for each month: of the hours of peak by its curve, and of the others so that the month averages to base, as far as the
 * curves reach: a day is worth the same by itself as within its month. Without a curve of peak every hour has the price of base.
 */
export function priceByMonth(
  profile: Profile,
  curves: Curves,
  { market, loads }: { readonly market: Market; readonly loads: Loads },
): Outcome<PriceOf> {
  const byDay = new Map<number, TwoPrices>();
  for (let day = profile.first; day <= profile.last;) {
    const at = new Date(day * DAY_MS);
    const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
    const end = Date.UTC(year, month + 1, 1) / DAY_MS - 1;
    const days = { first: day, last: Math.min(end, profile.last) };
    const reached = within({ first: Date.UTC(year, month, 1) / DAY_MS, last: end }, curves);
    const whole = twoPrices(reached, curves, { market, loads });
    const hasPeak = peakHoursIn(profile, days, loads.peak);
    const isReached = reached.first <= days.first && reached.last >= days.last;
    const prices =
      whole.ok && isReached
        ? whole
        : twoPrices(days, hasPeak ? curves : { ...curves, peak: undefined }, { market, loads });
    if (!prices.ok) return prices;
    for (let one = days.first; one <= days.last; one++) byDay.set(one, prices.value);
    day = days.last + 1;
  }
  return success((interval) => {
    const prices = byDay.get(interval.day);
    return (isIn(loads.peak, interval) ? prices?.peak : prices?.other) ?? NaN;
  });
}

interface Curves {
  readonly base: readonly CurvePiece[];
  readonly peak: readonly CurvePiece[] | undefined;
}
interface Loads {
  readonly base: Load;
  readonly peak: Load;
}
interface TwoPrices {
  readonly peak: number;
  readonly other: number;
}

/** The days of a month that both curves reach. */
const within = (month: Days, { base, peak = base }: Curves): Days => ({
  first: Math.max(month.first, base[0]?.first ?? Infinity, peak[0]?.first ?? Infinity),
  last: Math.min(month.last, base.at(-1)?.last ?? -Infinity, peak.at(-1)?.last ?? -Infinity),
});

function twoPrices(
  days: Days,
  { base, peak }: Curves,
  { market, loads }: { readonly market: Market; readonly loads: Loads },
): Outcome<TwoPrices> {
  const whole = stripOf(base, days, { load: loads.base, market });
  if (!whole.ok) return whole;
  const { price, hours } = whole.value;
  // A weekend has no hours of peak.
  if (!peak || hoursBetween(days, loads.peak, market) === 0) return success({ peak: price, other: price });
  const high = stripOf(peak, days, { load: loads.peak, market });
  if (!high.ok) return high;
  const rest = hours - high.value.hours;
  const other = rest > 0 ? (price * hours - high.value.price * high.value.hours) / rest : price;
  return success({ peak: high.value.price, other });
}

const peakHoursIn = (
  { intervals }: Profile,
  { first, last }: { first: number; last: number },
  peak: Load,
): boolean =>
  intervals.some((interval) => interval.day >= first && interval.day <= last && isIn(peak, interval));
