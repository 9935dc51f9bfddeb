import type { PositionRow, PositionStep } from '../position';
import { present } from '../present';
import { hoursBetween, type Days } from './hours';
import { calendarPeriods, isoDay } from './periods';
import { amountsIn, amountText, type WrittenSeries } from './written-position';
import { type PositionKey, type PositionPart, type UncountedPart } from './position-part';

/** Sums that are told apart: of final trades, of those without all prices, of those that the list does not name any more, of live quotes. */
export type PositionStatus = 'final' | 'provisional' | 'unlisted' | 'atRisk';

export interface PositionQuery {
  /** Days of delivery; without them all that there are. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly by: PositionStep;
  /** Names in any case. */
  readonly commodity?: string | undefined;
  readonly market?: string | undefined;
  readonly load?: string | undefined;
  /** Without them what is at risk makes no row. */
  readonly statuses: readonly PositionStatus[];
}

// Sums are whole numbers of 10^-40 MWh and 10^-80 of a currency, so that nothing is rounded.
const PLACES = 40;
/** Hours come in quarters: a MW for a quarter of an hour is 25 hundredths of a MWh. */
const PLACES_OF_HOURS = 2;
const ENERGY_PLACES = PLACES + PLACES_OF_HOURS;
const VALUE_PLACES = ENERGY_PLACES + PLACES;
const QUARTER = 25n;
const DAY = 100n;
/** A division is rounded; what is told of it has as many decimals. */
const TOLD_DECIMALS = 12;

/** For each hour bought and sold, for each day, and the value of these. */
type Rates = [
  hb: bigint,
  hs: bigint,
  db: bigint,
  ds: bigint,
  vhb: bigint,
  vhs: bigint,
  vdb: bigint,
  vds: bigint,
];
const noRates = (): Rates => [0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n];

/** Energy and value that is spread evenly over the hours of a delivery. */
interface Whole extends Days {
  readonly group: string;
  amounts: [b: bigint, s: bigint, vb: bigint, vs: bigint];
}

/** Where nothing changes from one day to the next. */
interface Segment extends Days {
  readonly rates: readonly (readonly [group: string, rates: Rates])[];
  readonly wholes: readonly Whole[];
  /** Amounts for an hour and for a day beside each other: which of them closes the other differs from one day to the next. */
  readonly isMixed: boolean;
}

interface Sums {
  bought: bigint;
  sold: bigint;
  boughtValue: bigint;
  soldValue: bigint;
  closed: bigint;
  closedValue: bigint;
}

/**
 * Positions by day of delivery, kept as changes from one day to the next: a trade of a year is two of them, and changes its own market
 * alone. Everything is exact.
 */
export class PositionBook {
  private readonly series = new Map<string, Series>();

  /** As {@link written} before; throws where it was not. */
  static from(written: readonly WrittenSeries[]): PositionBook {
    const book = new PositionBook();
    for (const one of written) {
      book.series.set(JSON.stringify(one.of), Series.from(one));
    }
    return book;
  }

  /** All of it as plain values, the same for equal sums, whatever order they came in. */
  written(): readonly WrittenSeries[] {
    return [...this.series.entries()]
      .sort(([one], [other]) => compared(one, other))
      .flatMap(([, series]) => series.written() ?? []);
  }

  add(part: PositionPart, status: PositionStatus): void {
    const key = JSON.stringify([part.commodity, part.market, part.load]);
    let series = this.series.get(key);
    if (!series) this.series.set(key, (series = new Series(part, part.weighing)));
    series.change(part, status, 1n);
  }

  /** What was added in exactly these words. */
  remove(part: PositionPart, status: PositionStatus): void {
    const key = JSON.stringify([part.commodity, part.market, part.load]);
    this.series.get(key)?.change(part, status, -1n);
  }

  /** In order of delivery, then by commodity, market and load; periods without a trade have no row. */
  rows(query: PositionQuery): PositionRow[] {
    return [...this.series.values()]
      .filter((series) => isOf(series.key, query))
      .flatMap((series) => series.rows(query))
      .sort(inOrder);
  }
}

const inOrder = (a: PositionRow, b: PositionRow): number =>
  compared(a.start, b.start) ||
  compared(a.commodity, b.commodity) ||
  compared(a.market, b.market) ||
  compared(a.load, b.load);
const compared = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);

const plain = (text: string | undefined): string | undefined => text?.trim().toLowerCase();

/** Whether what is known of a delivery does not speak against it. */
export const isOf = (
  key: Pick<UncountedPart, 'commodity' | 'market' | 'load'>,
  wanted: Pick<PositionQuery, 'commodity' | 'market' | 'load'>,
): boolean =>
  (['commodity', 'market', 'load'] as const).every(
    (name) =>
      wanted[name] === undefined || key[name] === undefined || plain(key[name]) === plain(wanted[name]),
  );

/** Whether a leg that could not be counted belongs to a row, or may. */
export const mayBelong = (part: UncountedPart, row: PositionRow): boolean =>
  isOf(part, row) &&
  (part.first === undefined || isoDay(part.first) <= row.end) &&
  (part.last === undefined || isoDay(part.last) >= row.start);

const ROWS_KEPT_MAX = 20;

const isNothing = (amounts: readonly bigint[]): boolean => amounts.every((amount) => amount === 0n);

/** All trades of one load in one market. */
class Series {
  private readonly changes = new Map<number, Map<string, Rates>>();
  private readonly wholes = new Map<string, Whole>();
  private readonly quarters = new Map<number, bigint>();
  /** Worked out when somebody asks, and again after a change. */
  private segments: readonly Segment[] | undefined;
  private readonly kept = new Map<string, readonly PositionRow[]>();

  constructor(
    { commodity, market, load }: PositionKey,
    private readonly weighing: PositionPart['weighing'],
  ) {
    this.key = { commodity, market, load };
  }

  readonly key: PositionKey;

  static from({ of: [commodity, market, load], ...written }: WrittenSeries): Series {
    const key = { load, ...(commodity !== null && { commodity }), ...(market !== null && { market }) };
    const series = new Series(key, { load: written.load, market: written.market });
    for (const [day, group, amounts] of written.changes) {
      const groups = series.changes.get(day) ?? new Map<string, Rates>();
      series.changes.set(day, groups.set(group, amountsIn(amounts, noRates().length) as Rates));
    }
    for (const [first, last, group, texts] of written.wholes) {
      const amounts = amountsIn(texts, 4) as Whole['amounts'];
      series.wholes.set(`${first} ${last} ${group}`, { first, last, group, amounts });
    }
    return series;
  }

  /** Nothing where there is no sum but 0. */
  written(): WrittenSeries | undefined {
    const { commodity = null, market = null, load } = this.key;
    const { zone, dayStart, peak } = this.weighing.market;
    const changes = [...this.changes].flatMap(([day, groups]) =>
      [...groups].flatMap(([group, rates]): WrittenSeries['changes'] =>
        isNothing(rates) ? [] : [[day, group, rates.map(amountText)]],
      ),
    );
    const wholes = [...this.wholes.values()].flatMap(
      ({ first, last, group, amounts }): WrittenSeries['wholes'] =>
        isNothing(amounts) ? [] : [[first, last, group, amounts.map(amountText)]],
    );
    if (changes.length === 0 && wholes.length === 0) return undefined;
    return {
      of: [commodity, market, load],
      load: this.weighing.load.map((hours) => hours.map(([from, to]): [number, number] => [from, to])),
      market: { zone, dayStart, peak: [...peak] },
      changes: changes.sort((one, other) => one[0] - other[0] || compared(one[1], other[1])),
      wholes: wholes.sort(
        (one, other) => one[0] - other[0] || one[1] - other[1] || compared(one[2], other[2]),
      ),
    };
  }

  change(part: PositionPart, status: PositionStatus, sign: 1n | -1n): void {
    const group = `${status} ${part.price?.currency ?? ''}`;
    const energy = sign * scaled(part.energy);
    const value = part.price ? energy * scaled(part.price.amount) : 0n;
    const side = part.side === 'buy' ? 0 : 1;
    if (part.per === 'whole') this.changeWhole(part, { group, side, energy, value });
    else {
      const at = side + (part.per === 'day' ? 2 : 0);
      this.step(part.first, group, { at, energy, value });
      this.step(part.last + 1, group, { at, energy: -energy, value: -value });
    }
    this.segments = undefined;
    this.kept.clear();
  }

  private step(
    day: number,
    group: string,
    { at, energy, value }: { at: number; energy: bigint; value: bigint },
  ): void {
    let changes = this.changes.get(day);
    if (!changes) this.changes.set(day, (changes = new Map<string, Rates>()));
    let rates = changes.get(group);
    if (!rates) changes.set(group, (rates = noRates()));
    rates[at] = (rates[at] ?? 0n) + energy;
    rates[at + 4] = (rates[at + 4] ?? 0n) + value;
  }

  private changeWhole(
    { first, last }: Days,
    change: { group: string; side: number; energy: bigint; value: bigint },
  ): void {
    const { group, side, energy, value } = change;
    const key = `${first} ${last} ${group}`;
    const whole = this.wholes.get(key) ?? { first, last, group, amounts: [0n, 0n, 0n, 0n] };
    this.wholes.set(key, whole);
    whole.amounts[side] = (whole.amounts[side] ?? 0n) + energy;
    whole.amounts[side + 2] = (whole.amounts[side + 2] ?? 0n) + value;
  }

  rows(query: PositionQuery): readonly PositionRow[] {
    const { from, to, by, statuses } = query;
    const key = JSON.stringify([from, to, by, statuses]);
    const known = this.kept.get(key);
    if (known) return known;
    const rows = this.summed(query);
    if (this.kept.size >= ROWS_KEPT_MAX) this.kept.clear();
    this.kept.set(key, rows);
    return rows;
  }

  private summed({ from = -Infinity, to = Infinity, by, statuses }: PositionQuery): readonly PositionRow[] {
    const segments = (this.segments ??= this.segmentsOf());
    const rows: PositionRow[] = [];
    let period: Days | undefined;
    let sums = new Map<string, Sums>();
    const end = (): void => {
      const row = period && this.row(period, sums, statuses);
      if (row) rows.push(row);
      sums = new Map();
    };
    for (const segment of segments) {
      const [first, last] = [Math.max(segment.first, from), Math.min(segment.last, to)];
      for (let day = first; day <= last;) {
        if (!period || day > period.last) {
          end();
          period = within(periodAround(day, by), from, to);
        }
        const piece = { first: day, last: segment.isMixed ? day : Math.min(last, period.last) };
        this.sum(segment, piece, sums);
        day = piece.last + 1;
      }
    }
    end();
    return rows;
  }

  private segmentsOf(): readonly Segment[] {
    const wholes = [...this.wholes.values()].filter(({ amounts }) => amounts.some((one) => one !== 0n));
    const cuts = new Set([...this.changes.keys(), ...wholes.flatMap(({ first, last }) => [first, last + 1])]);
    const days = [...cuts].sort((a, b) => a - b);
    const running = new Map<string, Rates>();
    const segments: Segment[] = [];
    days.forEach((first, at) => {
      for (const [group, change] of this.changes.get(first) ?? []) {
        const before = running.get(group) ?? noRates();
        running.set(group, before.map((rate, of) => rate + (change[of] ?? 0n)) as Rates);
      }
      const last = (days[at + 1] ?? first) - 1;
      const rates = [...running].filter(([, all]) => all.some((rate) => rate !== 0n));
      const active = wholes.filter((whole) => whole.first <= first && whole.last >= last);
      if (last >= first && (rates.length > 0 || active.length > 0))
        segments.push({ first, last, rates, wholes: active, isMixed: isMixed(rates, active) });
    });
    return segments;
  }

  /** Adds what a piece of a segment holds. */
  private sum({ rates, wholes }: Segment, piece: Days, sums: Map<string, Sums>): void {
    const found = new Map<string, [b: bigint, s: bigint, vb: bigint, vs: bigint]>();
    const hours = this.quartersOf(piece) * QUARTER;
    const days = BigInt(piece.last - piece.first + 1) * DAY;
    for (const [group, [hb, hs, db, ds, vhb, vhs, vdb, vds]] of rates) {
      found.set(group, [
        hb * hours + db * days,
        hs * hours + ds * days,
        vhb * hours + vdb * days,
        vhs * hours + vds * days,
      ]);
    }
    for (const whole of wholes) {
      const [b, s, vb, vs] = found.get(whole.group) ?? [0n, 0n, 0n, 0n];
      const [wb, ws, wvb, wvs] = this.shareOf(whole, piece);
      found.set(whole.group, [b + wb, s + ws, vb + wvb, vs + wvs]);
    }
    for (const [group, [b, s, vb, vs]] of found) {
      const to = sums.get(group) ?? noSums();
      sums.set(group, to);
      to.bought += b;
      to.sold += s;
      to.boughtValue += vb;
      to.soldValue += vs;
      const closed = b < s ? b : s;
      if (closed <= 0n) continue;
      to.closed += closed;
      to.closedValue += (closed * vs) / s - (closed * vb) / b;
    }
  }

  /** By the hours up to the end less those up to the beginning: the shares of all pieces are exactly the whole. */
  private shareOf({ first, last, amounts }: Whole, piece: Days): readonly [bigint, bigint, bigint, bigint] {
    const all = this.quartersOf({ first, last });
    const until = this.quartersOf({ first, last: piece.last });
    const before = this.quartersOf({ first, last: piece.first - 1 });
    const share = (amount: bigint): bigint => (amount * DAY * until) / all - (amount * DAY * before) / all;
    const [b, s, vb, vs] = amounts;
    return [share(b), share(s), share(vb), share(vs)];
  }

  private quartersOf({ first, last }: Days): bigint {
    if (last < first) return 0n;
    const key = first * 100_000 + last;
    const known = this.quarters.get(key);
    if (known !== undefined) return known;
    const { load, market } = this.weighing;
    const quarters = BigInt(Math.round(hoursBetween({ first, last }, load, market) * 4));
    this.quarters.set(key, quarters);
    return quarters;
  }

  private row(
    { first, last }: Days,
    sums: ReadonlyMap<string, Sums>,
    statuses: readonly PositionStatus[],
  ): PositionRow | undefined {
    const shown = [...sums]
      .filter(([group]) => statuses.some((status) => group.startsWith(`${status} `)))
      .sort(([one], [other]) => compared(one, other));
    if (shown.every(([, { bought, sold }]) => bought === 0n && sold === 0n)) return undefined;
    const of = (status: PositionStatus): readonly (readonly [currency: string, sums: Sums])[] =>
      shown.flatMap(([group, one]) =>
        group.startsWith(`${status} `) ? [[group.slice(status.length + 1), one] as const] : [],
      );
    const apart = (status: PositionStatus) => {
      const all = of(status);
      return all.length === 0 ? undefined : volumesOf(all);
    };
    const { commodity, market, load } = this.key;
    return {
      start: isoDay(first),
      end: isoDay(last),
      load,
      hours: Number(this.quartersOf({ first, last })) / 4,
      ...volumesOf(of('final')),
      prices: of('final').flatMap(([currency, one]) => (currency === '' ? [] : [pricesOf(currency, one)])),
      ...present({
        commodity,
        market,
        provisional: apart('provisional'),
        unlisted: apart('unlisted'),
        atRisk: apart('atRisk'),
      }),
    };
  }
}

const isMixed = (rates: Segment['rates'], wholes: readonly Whole[]): boolean =>
  rates.some(
    ([group, [hb, hs, db, ds]]) =>
      (db !== 0n || ds !== 0n) && (hb !== 0n || hs !== 0n || wholes.some((whole) => whole.group === group)),
  );

const noSums = (): Sums => ({
  bought: 0n,
  sold: 0n,
  boughtValue: 0n,
  soldValue: 0n,
  closed: 0n,
  closedValue: 0n,
});

const volumesOf = (all: readonly (readonly [string, Sums])[]) => ({
  bought: decimalOf(
    all.reduce((sum, [, { bought }]) => sum + bought, 0n),
    ENERGY_PLACES,
  ),
  sold: decimalOf(
    all.reduce((sum, [, { sold }]) => sum + sold, 0n),
    ENERGY_PLACES,
  ),
});

const pricesOf = (currency: string, sums: Sums): PositionRow['prices'][number] => ({
  currency,
  bought: {
    energy: decimalOf(sums.bought, ENERGY_PLACES),
    value: decimalOf(sums.boughtValue, VALUE_PLACES),
  },
  sold: { energy: decimalOf(sums.sold, ENERGY_PLACES), value: decimalOf(sums.soldValue, VALUE_PLACES) },
  closed: {
    energy: decimalOf(sums.closed, ENERGY_PLACES),
    value: decimalOf(rounded(sums.closedValue), TOLD_DECIMALS),
  },
});

const ROUND = 10n ** BigInt(VALUE_PLACES - TOLD_DECIMALS);
const rounded = (value: bigint): bigint => (value + (value < 0n ? -ROUND : ROUND) / 2n) / ROUND;

/** The calendar's period that a day lies in. */
function periodAround(day: number, by: PositionStep): Days {
  if (by === 'day') return { first: day, last: day };
  return calendarPeriods({ first: day, last: day }, by)[0] ?? { first: day, last: day };
}

const within = ({ first, last }: Days, from: number, to: number): Days => ({
  first: Math.max(first, from),
  last: Math.min(last, to),
});

/** A decimal as a whole number of its last place. */
function scaled(text: string): bigint {
  const isNegative = text.startsWith('-');
  const [whole = '', fraction = ''] = (isNegative ? text.slice(1) : text).split('.');
  if (fraction.length > PLACES) throw new RangeError(`${text} has more than ${PLACES} decimals.`);
  const digits = BigInt(whole + fraction.padEnd(PLACES, '0'));
  return isNegative ? -digits : digits;
}

function decimalOf(amount: bigint, places: number): string {
  const isNegative = amount < 0n;
  const digits = (isNegative ? -amount : amount).toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return `${isNegative ? '-' : ''}${digits.slice(0, -places)}${fraction === '' ? '' : `.${fraction}`}`;
}
