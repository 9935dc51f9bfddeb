import { addedDecimals } from '../../domain/decimal';
import { curveOf, stripOf, type CurvePiece, type Weighing } from '../../domain/delivery/curve';
import { dayOf, type Days } from '../../domain/delivery/hours';
import { loadNamed } from '../../domain/delivery/load';
import { marketOf } from '../../domain/delivery/markets';
import { calendarPeriods, isoDay, monthOf } from '../../domain/delivery/periods';
import { productsOver } from '../../domain/delivery/position-marks';
import { productOf } from '../../domain/delivery/product';
import { currenciesIn, netEnergy, notKnown, profitOf } from '../../domain/delivery/profit';
import { plainName } from '../../domain/field-name';
import type { PositionRow, PositionStep } from '../../domain/position';
import { CellFailure, cellFailure } from '../cells/cell-failure';
import type { Cell, Shown } from '../cells/cells';
import { inServiceTime, type Formula } from '../cells/context';
import type { SheetTime } from '../cells/sheet-time';
import { columnsArgument, together } from './arguments';
import { marksIn, orRefuse, refuse, shown, type GivenMarks } from './delivery-arguments';
import { agreed, inMarks } from './delivery-legs';
import {
  day,
  filtersOf,
  framed,
  plural,
  sumsOf,
  unread,
  type Filter,
  type Filters,
  type Frame,
} from './position';
import { noSuchField } from './fields';
import { ROWS_MAX } from './tables';

interface PnlGiven extends Filters {
  readonly curve: unknown;
  readonly columns: unknown;
}

const PNL_HEADER = [
  'period',
  'start',
  'end',
  'net MWh',
  'mark',
  'realised',
  'open',
  'total',
  'currency',
  'provisional MWh',
];
/** Why a figure of the row is not known: a sheet cannot read the sentence of an error. */
const WHY = 'why';
const NAMES = [...PNL_HEADER, WHY];
/** Where each of them is in a row, by its plain name. */
const KNOWN = new Map(NAMES.map((name, at) => [plainName(name), at]));

/**
 * PNL: Σ sign × MWh × (mark − price) over stored trades of one load in one market. Realised is what was bought and sold for the
 * same hours, whatever the mark; open is the rest at the prices of the curve. The first row is the total of the others.
 */
export function pnlFormula(given: PnlGiven): Formula {
  const read = together({ ...filtersOf(given), columns: columnsArgument(given.columns) });
  if (!read.ok) return cellFailure(read.failure);
  const { by = 'month', columns: names = PNL_HEADER, ...filter } = read.value;
  const unknown = names.find((name) => !KNOWN.has(plainName(name)));
  if (unknown !== undefined) return cellFailure(noSuchField(unknown, NAMES));
  return (desk) =>
    inServiceTime(
      desk,
      (time) =>
        shown(() => {
          const marks = marksIn(given.curve, time.day(desk.now()));
          const sums = sumsOf(desk, { ...filter, by: by === 'day' || isFine(marks) ? 'day' : 'month' });
          return sums instanceof CellFailure
            ? sums
            : pnl({ marks, by, names }, { sums, left: 0, filter, desk, time });
        }),
      { dependsOnToday: true },
    );
}

/** Whether a price begins or ends within a month. */
const isFine = ({ marks, unpriced }: GivenMarks): boolean =>
  [...marks, ...unpriced].some(({ first, last }) =>
    [first, last + 1].some((day) => !isoDay(day).endsWith('-01')),
  );

interface PnlWanted {
  readonly marks: GivenMarks;
  readonly by: PositionStep;
  /** Of the columns. */
  readonly names: readonly string[];
}

function pnl({ marks, by, names }: PnlWanted, frame: Frame): Shown {
  const { sums, time } = frame;
  const [first] = sums.rows;
  if (!first) return framed({ names, rows: [] }, frame);
  if (sums.left > 0) refuse('There are too many periods.', 'Give from and to, for a shorter time.');
  const of = ['commodity', 'market', 'load'] as const;
  const others = of.filter((name) => sums.rows.some((row) => row[name] !== first[name]));
  if (others.length > 0) {
    const words = others.map((name) => [...new Set(sums.rows.map((row) => row[name] ?? 'none'))].join(', '));
    refuse(
      `A curve is of one market and load, and these trades are of ${words.join('; ')}.`,
      `Give ${others.join(' and ')}, as in =DESK.PNL(curve,,,,${of.map((name) => `"${first[name] ?? ''}"`).join(',')}).`,
    );
  }
  for (const trait of ['market', 'load'] as const) {
    const name = first[trait];
    const ofTrades = name === undefined ? [] : [{ name, words: `these trades are of ${name}` }];
    agreed(trait, [...ofTrades, ...inMarks(trait, marks)]);
  }
  const market = marketOf(first.market, first.commodity);
  const weighing = { market, load: orRefuse(loadNamed(first.load, market)) };
  const curve = orRefuse(curveOf(marks.marks, weighing, marks.unpriced));
  const groups = new Map<number, Days & { readonly rows: PositionRow[] }>();
  for (const row of sums.rows) {
    const period = periodOf(row, by, frame.filter);
    const group = groups.get(period.first) ?? { ...period, rows: [] };
    group.rows.push(row);
    groups.set(period.first, group);
  }
  const all = [...groups.values()].map((group) => profitIn(group, { curve, weighing }));
  const rows = all.slice(0, ROWS_MAX).map((one) => pnlRow(one, time));
  const places = names.map((name) => KNOWN.get(plainName(name)) ?? 0);
  const chosen = [totalRow(all), ...rows].map((row) => places.map((at) => [...row, whyIn(row)][at] ?? ''));
  return framed({ names, rows: chosen }, { ...frame, left: all.length - rows.length });
}

/** The calendar's period around a row, as far as it was asked for. */
function periodOf(row: PositionRow, by: PositionStep, { from, to }: Partial<Filter>): Days {
  const days = daysIn(row);
  const whole = by === 'day' ? days : (calendarPeriods({ ...days, last: days.first }, by)[0] ?? days);
  return {
    first: Math.max(whole.first, dayOf(from) ?? -Infinity),
    last: Math.min(whole.last, dayOf(to) ?? Infinity),
  };
}

interface Marking {
  readonly curve: readonly CurvePiece[];
  readonly weighing: Weighing;
}

/** Exact decimal text, or why a number is not known. */
type Amount = string | CellFailure;
const SUMMED = ['net', 'realised', 'open', 'total', 'provisional'] as const;

interface PeriodProfit extends Readonly<Record<(typeof SUMMED)[number], Amount>> {
  readonly name: string;
  readonly start: string;
  readonly end: string;
  readonly mark: Cell;
  readonly currencies: readonly string[];
}

const daysIn = ({ start, end }: { start: string; end: string }): Days => ({
  first: dayOf(start) ?? 0,
  last: dayOf(end) ?? 0,
});

function profitIn(
  { rows, ...period }: Days & { readonly rows: readonly PositionRow[] },
  { curve, weighing }: Marking,
): PeriodProfit {
  const [start, end] = [isoDay(period.first), isoDay(period.last)];
  const profit = profitOf(rows, curve, weighing);
  const opened = profit.ok ? profit.value.open : profit;
  const open = opened.ok ? opened.value : cellFailure(opened.failure);
  const mark = stripOf(curve, period, weighing);
  const missing = rows.map(({ misses }) => misses?.bought ?? misses?.sold).find((one) => one !== undefined);
  const sum = (of: (row: PositionRow) => string): string =>
    rows.reduce((all, row) => addedDecimals(all, of(row)), '0');
  return {
    name: productOf(start, end)?.name ?? '',
    start,
    end,
    net: missing === undefined ? sum(netEnergy) : unread(missing),
    mark: mark.ok ? mark.value.price : open instanceof CellFailure ? open : '',
    realised: profit.ok ? profit.value.realised : cellFailure(profit.failure),
    open: open instanceof CellFailure ? open : open.open,
    total: open instanceof CellFailure ? open : open.total,
    currencies: currenciesIn(rows),
    provisional: sum(({ provisional }) => (provisional ? netEnergy(provisional) : '0')),
  };
}

const numberIn = (amount: Amount): Cell => (amount instanceof CellFailure ? amount : Number(amount));

const pnlRow = (one: PeriodProfit, time: SheetTime): Cell[] => [
  one.name,
  day(one.start, time),
  day(one.end, time),
  numberIn(one.net),
  one.mark,
  ...(['realised', 'open', 'total'] as const).map((name) => numberIn(one[name])),
  one.currencies.join(' and '),
  numberIn(one.provisional),
];

const whyIn = (row: readonly Cell[]): string =>
  row.find((cell) => cell instanceof CellFailure)?.message ?? '';

const UNPRICED_MAX = 8;
/** Which products to type a mark for, so that every one of these periods has a price. */
function unpricedIn(periods: readonly PeriodProfit[]): string {
  const months = periods.map(daysIn).flatMap(({ first, last }) => {
    const [from, to] = [monthOf(first), monthOf(last)];
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
  const names = productsOver(new Set(months));
  const left = names.length - UNPRICED_MAX;
  return `${names.slice(0, UNPRICED_MAX).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

/** Of all periods, exactly; an error where one of them is not known: the sum of the others would look like that of all. */
function totalRow(all: readonly PeriodProfit[]): Cell[] {
  const currencies = [...new Set(all.flatMap((one) => one.currencies))];
  const total = (name: (typeof SUMMED)[number]): Cell => {
    const wrong = all.flatMap((one) => {
      const amount = one[name];
      return amount instanceof CellFailure ? [{ ...one, amount }] : [];
    });
    const [first] = wrong;
    if (first) {
      const known = `There is no total: ${wrong.length} of ${plural(all.length, 'period')} ${wrong.length === 1 ? 'is' : 'are'} not known`;
      const isPriceAlone = wrong.every(({ mark }) => mark instanceof CellFailure);
      return new CellFailure(
        first.amount.code,
        isPriceAlone
          ? `${known}. No price for ${unpricedIn(wrong)}. ${first.amount.message}`
          : `${known}, first ${first.name}. ${first.amount.message}`,
      );
    }
    if (currencies.length > 1 && name !== 'net' && name !== 'provisional')
      return cellFailure(notKnown(`These periods are in ${currencies.join(' and ')}.`));
    return Number(
      all.reduce((sum, one) => {
        const amount = one[name];
        return amount instanceof CellFailure ? sum : addedDecimals(sum, amount);
      }, '0'),
    );
  };
  const [net, realised, open, sum, provisional] = SUMMED.map(total);
  return [
    'total',
    '',
    '',
    net ?? '',
    '',
    realised ?? '',
    open ?? '',
    sum ?? '',
    currencies.join(' and '),
    provisional ?? '',
  ];
}
