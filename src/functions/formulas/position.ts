import { addedDecimals } from '../../domain/decimal';
import { curveOf, stripOf, type CurvePiece, type Mark, type Weighing } from '../../domain/delivery/curve';
import { dayOf, type Days } from '../../domain/delivery/hours';
import { loadNamed } from '../../domain/delivery/load';
import { marketOf } from '../../domain/delivery/markets';
import { calendarPeriods, isoDay } from '../../domain/delivery/periods';
import { productOf } from '../../domain/delivery/product';
import {
  averagePrice,
  currenciesIn,
  netEnergy,
  netPower,
  notKnown,
  profitOf,
} from '../../domain/delivery/profit';
import { PositionStep, type PositionRow, type PositionSums } from '../../domain/position';
import { present } from '../../domain/present';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import type { Cell, Shown } from '../cells/cells';
import { inServiceTime, valueOf, type Formula, type FormulaContext } from '../cells/context';
import { daySerial, type SheetTime } from '../cells/sheet-time';
import type { DayOrder } from '../cells/typed-day';
import { columnsArgument, dayArgument, textArgument, together, wordArgument } from './arguments';
import { marksIn, orRefuse, refuse, shown } from './delivery-arguments';
import { chosen, more, narrower, ROWS_MAX, type Column, type ColumnChoice } from './tables';

interface Filters {
  readonly from: unknown;
  readonly to: unknown;
  readonly by: unknown;
  readonly commodity: unknown;
  readonly market: unknown;
  readonly load: unknown;
  /** How the user's system writes days, where that had to be asked. */
  readonly dayOrder?: DayOrder | undefined;
}

const filtersOf = (given: Filters) => ({
  from: dayArgument(given.from, 'from', given.dayOrder),
  to: dayArgument(given.to, 'to', given.dayOrder),
  by: wordArgument(given.by, { name: 'by', words: PositionStep.options }),
  commodity: textArgument(given.commodity, 'commodity'),
  market: textArgument(given.market, 'market'),
  load: textArgument(given.load, 'load'),
});

type Filter = Readonly<
  Partial<Record<'from' | 'to' | 'commodity' | 'market' | 'load', string | undefined>>
> & {
  readonly by: PositionStep;
};

interface PositionGiven extends Filters {
  readonly columns: unknown;
}

/** POSITION: what was bought and sold by periods of delivery, from the trades that the gateway has stored. */
export function positionFormula(given: PositionGiven): Formula {
  const read = together({ ...filtersOf(given), columns: columnsArgument(given.columns) });
  if (!read.ok) return cellFailure(read.failure);
  const { columns: names, by = 'month', ...filter } = read.value;
  const columns = chosen(CHOICE, names, []);
  if (!columns.ok) return cellFailure(columns.failure);
  const atRisk = columns.value.some(({ name }) => name.startsWith('at-risk'));
  return (desk) =>
    inServiceTime(desk, (time) => {
      const sums = sumsOf(desk, { ...filter, by }, atRisk);
      if (sums instanceof CellFailure) return sums;
      const rows = sums.rows
        .slice(0, ROWS_MAX)
        .map((row) => columns.value.map((column) => column.cell(row, time)));
      return framed(
        { names: columns.value.map(({ name, heading = name }) => heading), rows },
        { sums, left: sums.left + sums.rows.length - rows.length, filter, desk, time },
      );
    });
}

const sumsOf = (desk: FormulaContext, filter: Filter, atRisk = false): PositionSums | CellFailure => {
  if (filter.from !== undefined && filter.to !== undefined && filter.from > filter.to)
    return cellFailure(
      refused(`There are no days from ${filter.from} to ${filter.to}.`, 'Give the earlier first.'),
    );
  return valueOf(desk, { kind: 'position', ...present({ ...filter, atRisk: atRisk || undefined }) });
};

/** The sentence of a row in which something is known to be missing, or the number. */
const whole =
  (fields: readonly (keyof NonNullable<PositionRow['misses']>)[], of: (row: PositionRow) => Cell) =>
  (row: PositionRow): Cell => {
    const missed = fields.map((field) => row.misses?.[field]).find((one) => one !== undefined);
    return missed === undefined ? of(row) : unread(missed);
  };
const unread = (message: string): CellFailure => cellFailure(notKnown(message));

const day = (text: string, time: SheetTime): Cell => {
  const serial = daySerial(text);
  return serial === undefined ? text : time.dated(serial, 'day');
};

const apart = (
  name: string,
  status: 'provisional' | 'unlisted' | 'atRisk',
  of: (volumes: { bought: string; sold: string }) => string,
): Column<PositionRow> => ({
  name,
  cell: whole([status], (row) => {
    const volumes = row[status];
    return volumes ? Number(of(volumes)) : 0;
  }),
});

function averageOf(row: PositionRow, side: 'bought' | 'sold'): Cell {
  const average = averagePrice(row, side);
  if (!average.ok) return cellFailure(average.failure);
  return average.value === undefined ? '' : Number(average.value);
}

const CHOICE: ColumnChoice<PositionRow> = {
  columns: [
    { name: 'period', cell: ({ start, end }) => productOf(start, end)?.name ?? '' },
    { name: 'start', cell: ({ start }, time) => day(start, time) },
    { name: 'end', cell: ({ end }, time) => day(end, time) },
    { name: 'commodity', cell: ({ commodity = '' }) => commodity },
    { name: 'market', cell: ({ market = '' }) => market },
    { name: 'load', cell: ({ load }) => load },
    {
      name: 'net MW',
      cell: whole(['bought', 'sold'], (row) => {
        const power = netPower(row);
        return power === undefined ? '' : Number(power);
      }),
    },
    { name: 'net MWh', cell: whole(['bought', 'sold'], (row) => Number(netEnergy(row))) },
    { name: 'bought MWh', cell: whole(['bought'], ({ bought }) => Number(bought)) },
    { name: 'sold MWh', cell: whole(['sold'], ({ sold }) => Number(sold)) },
    { name: 'bought price', cell: whole(['bought'], (row) => averageOf(row, 'bought')) },
    { name: 'sold price', cell: whole(['sold'], (row) => averageOf(row, 'sold')) },
    {
      name: 'price-unit',
      cell: (row) =>
        currenciesIn([row])
          .map((currency) => `${currency}/MWh`)
          .join(' and '),
    },
    apart('provisional MWh', 'provisional', netEnergy),
  ],
  further: [
    { name: 'hours', cell: ({ hours }) => hours },
    apart('provisional bought', 'provisional', ({ bought }) => bought),
    apart('provisional sold', 'provisional', ({ sold }) => sold),
    apart('unlisted MWh', 'unlisted', netEnergy),
    apart('at-risk', 'atRisk', netEnergy),
    apart('at-risk bought', 'atRisk', ({ bought }) => bought),
    apart('at-risk sold', 'atRisk', ({ sold }) => sold),
  ],
  known: [],
  rawOf: () => ({}),
};

interface Frame {
  readonly sums: PositionSums;
  /** Rows that do not fit. */
  readonly left: number;
  readonly filter: Partial<Filter>;
  readonly desk: FormulaContext;
  readonly time: SheetTime;
}

/** A table with the moment until which trades are stored in its header, and with sentences on what is in none of its sums below it. */
function framed({ names, rows }: { names: readonly string[]; rows: readonly Cell[][] }, frame: Frame): Shown {
  const { sums, left, filter, time } = frame;
  const until = sums.capturedUntil === undefined ? 'nothing' : time.moment(sums.capturedUntil);
  const rest = narrower({
    'a shorter time': filter.from !== undefined && filter.to !== undefined,
    'one market': filter.market !== undefined,
  });
  const last = [...(left > 0 ? [more(left, rest)] : []), ...sentencesOf(frame)];
  const width = names.length + 2;
  return [
    [...names, 'captured-until', until],
    ...rows.map((row): Cell[] => [...row, '', '']),
    ...last.map((text): Cell[] => [text, ...Array.from({ length: width - 1 }, () => '')]),
  ];
}

function sentencesOf({ sums, desk, time }: Frame): readonly string[] {
  const { capturedFrom, gaps, missing, uncounted, unlisted } = sums;
  const at = (moment: number): string => time.text(moment, desk.now());
  return [
    ...uncounted.map(({ why, names, count }) => {
      const others = count > names.length ? ` and ${count - names.length} more` : '';
      return `${names.join(', ')}${others} ${count === 1 ? 'is' : 'are'} not counted: ${count === 1 ? 'it' : 'each'} ${why}.`;
    }),
    ...(unlisted > 0
      ? [
          `${plural(unlisted, 'trade')} that the platform does not list any more ${unlisted === 1 ? 'is' : 'are'} in no sum but the column "unlisted MWh". Ask the operator about ${unlisted === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...(missing > 0
      ? [`${plural(missing, 'listed trade')} not downloaded yet, and in no sum: use the room Trades.`]
      : []),
    ...gaps
      .slice(0, 3)
      .map(
        ({ from, to }) =>
          `Trades made from ${at(from)} to ${at(to)} were not downloaded, and may be missing.`,
      ),
    capturedFrom === undefined
      ? 'No list of these trades was downloaded, so some may be missing: use the room Trades.'
      : `Trades made before ${at(capturedFrom)} were not downloaded, and may be missing.`,
  ];
}

const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

interface PnlGiven extends Filters {
  readonly curve: unknown;
}

const PNL_HEADER = [
  ...[
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
  ],
];

/**
 * PNL: Σ sign × MWh × (mark − price) over stored trades of one load in one market. Realised is what was bought and sold for the
 * same hours, whatever the mark; open is the rest at the prices of the curve.
 */
export function pnlFormula(given: PnlGiven): Formula {
  const read = together(filtersOf(given));
  if (!read.ok) return cellFailure(read.failure);
  const { by = 'month', ...filter } = read.value;
  return (desk) =>
    inServiceTime(
      desk,
      (time) =>
        shown(() => {
          const marks = marksIn(given.curve, time.day(desk.now()));
          const sums = sumsOf(desk, { ...filter, by: by === 'day' || isFine(marks) ? 'day' : 'month' });
          return sums instanceof CellFailure
            ? sums
            : pnl({ marks, by }, { sums, left: 0, filter, desk, time });
        }),
      { dependsOnToday: true },
    );
}

/** Whether a price begins or ends within a month. */
const isFine = (marks: readonly Mark[]): boolean =>
  marks.some(({ first, last }) => [first, last + 1].some((day) => !isoDay(day).endsWith('-01')));

function pnl({ marks, by }: { marks: readonly Mark[]; by: PositionStep }, frame: Frame): Shown {
  const { sums, time } = frame;
  const [first] = sums.rows;
  if (!first) return framed({ names: PNL_HEADER, rows: [] }, frame);
  if (sums.left > 0) refuse('These are too many periods.', 'Give from and to, for a shorter time.');
  const others = (['commodity', 'market', 'load'] as const).filter((name) =>
    sums.rows.some((row) => row[name] !== first[name]),
  );
  if (others.length > 0) {
    const words = others.map((name) => [...new Set(sums.rows.map((row) => row[name] ?? 'none'))].join(', '));
    refuse(
      `A curve is of one market and load, and these trades are of ${words.join('; ')}.`,
      `Give ${others.join(' and ')}.`,
    );
  }
  const market = marketOf(first.market, first.commodity);
  const weighing = { market, load: orRefuse(loadNamed(first.load, market)) };
  const curve = orRefuse(curveOf(marks, weighing));
  const groups = new Map<number, Days & { readonly rows: PositionRow[] }>();
  for (const row of sums.rows) {
    const period = periodOf(row, by, frame.filter);
    const group = groups.get(period.first) ?? { ...period, rows: [] };
    group.rows.push(row);
    groups.set(period.first, group);
  }
  const all = [...groups.values()];
  const rows = all.slice(0, ROWS_MAX).map((group) => pnlRow(group, { curve, weighing, time }));
  return framed({ names: PNL_HEADER, rows }, { ...frame, left: all.length - rows.length });
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
  readonly time: SheetTime;
}

const daysIn = ({ start, end }: { start: string; end: string }): Days => ({
  first: dayOf(start) ?? 0,
  last: dayOf(end) ?? 0,
});

function pnlRow(
  { rows, ...period }: Days & { readonly rows: readonly PositionRow[] },
  { curve, weighing, time }: Marking,
): Cell[] {
  const [start, end] = [isoDay(period.first), isoDay(period.last)];
  const profit = profitOf(rows, curve, weighing);
  const failure = profit.ok ? undefined : cellFailure(profit.failure);
  const open = profit.ok && !profit.value.open.ok ? cellFailure(profit.value.open.failure) : failure;
  const opened = profit.ok && profit.value.open.ok ? profit.value.open.value : undefined;
  const mark = stripOf(curve, period, weighing);
  const missing = rows.map(({ misses }) => misses?.bought ?? misses?.sold).find((one) => one !== undefined);
  const sum = (of: (row: PositionRow) => string): number =>
    Number(rows.reduce((all, row) => addedDecimals(all, of(row)), '0'));
  return [
    productOf(start, end)?.name ?? '',
    day(start, time),
    day(end, time),
    missing === undefined ? sum(netEnergy) : unread(missing),
    mark.ok ? mark.value.price : (open ?? ''),
    profit.ok ? Number(profit.value.realised) : (failure ?? ''),
    opened ? Number(opened.open) : (open ?? ''),
    opened ? Number(opened.total) : (open ?? ''),
    currenciesIn(rows).join(' and '),
    sum(({ provisional }) => (provisional ? netEnergy(provisional) : '0')),
  ];
}
