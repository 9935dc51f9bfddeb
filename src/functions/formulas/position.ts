import { productOf } from '../../domain/delivery/product';
import { averagePrice, currenciesIn, netEnergy, netPower, notKnown } from '../../domain/delivery/profit';
import { nearestNames, plainName } from '../../domain/field-name';
import { PositionStep, type PositionRow, type PositionSums, type Uncounted } from '../../domain/position';
import { present } from '../../domain/present';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import type { Cell, Shown } from '../cells/cells';
import { inServiceTime, valueOf, type Formula, type FormulaContext } from '../cells/context';
import { daySerial, type SheetTime } from '../cells/sheet-time';
import type { DayOrder } from '../cells/typed-day';
import { columnsArgument, dayArgument, textArgument, together, wordArgument } from './arguments';
import { is } from './request-table';
import { chosen, more, narrower, ROWS_MAX, type Column, type ColumnChoice } from './tables';

export interface Filters {
  readonly from: unknown;
  readonly to: unknown;
  readonly by: unknown;
  readonly commodity: unknown;
  readonly market: unknown;
  readonly load: unknown;
  /** How the user's system writes days, where that had to be asked. */
  readonly dayOrder?: DayOrder | undefined;
}

export const filtersOf = (given: Filters) => ({
  from: dayArgument(given.from, 'from', given.dayOrder),
  to: dayArgument(given.to, 'to', given.dayOrder),
  by: wordArgument(given.by, { name: 'by', words: PositionStep.options }),
  commodity: textArgument(given.commodity, 'commodity'),
  market: textArgument(given.market, 'market'),
  load: textArgument(given.load, 'load'),
});

export type Filter = Readonly<
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
  if (names?.length === 1 && plainName(names[0] ?? '') === STATUS) return statusOf({ ...filter, by });
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

/** Asked for alone, in one cell. */
const STATUS = 'status';
/** With the day a status may change by itself. */
const STATUS_EVERY_MS = 300_000;

/** One sentence: whether all trades of the platform's list are in the sums, and what is not. */
const statusOf =
  (filter: Filter): Formula =>
  (desk) =>
    inServiceTime(
      desk,
      (time) => {
        const sums = sumsOf(desk, filter);
        if (sums instanceof CellFailure) return sums;
        desk.again(STATUS_EVERY_MS);
        return [[completeness({ sums, left: sums.left, filter, desk, time })]];
      },
      { dependsOnToday: true },
    );

/** "complete: …" only where nothing is known to be missing and the list was read on this day. */
function completeness({ sums, left, desk, time }: Frame): string {
  const { rows, capturedFrom, capturedUntil, gaps, missing, uncounted, unlisted } = sums;
  if (capturedFrom === undefined || capturedUntil === undefined)
    return rows.length > 0
      ? 'incomplete: only trades read so far; the room Trades downloads all'
      : 'incomplete: no trades are stored; the room Trades downloads them';
  const now = desk.now();
  const [from, until] = [time.text(capturedFrom, now), time.text(capturedUntil, now)];
  const [gap] = gaps;
  const lacks = [
    ...(missing > 0 ? [`${plural(missing, 'trade')} not downloaded`] : []),
    ...lacking(uncounted).map(
      ({ count, why }) => `${plural(count, 'trade')} not counted: ${count === 1 ? 'it' : 'each'} ${why}`,
    ),
    ...(rows.some(({ provisional }) => provisional) ? ['provisional trades apart'] : []),
    ...(unlisted > 0 ? [`${plural(unlisted, 'trade')} not listed any more, in no sum`] : []),
    ...(gap ? [`nothing downloaded from ${time.text(gap.from, now)} to ${time.text(gap.to, now)}`] : []),
    ...(left > 0 ? [`${plural(left, 'row')} left out`] : []),
  ];
  const isComplete = lacks.length === 0 && time.day(capturedUntil) === time.day(now);
  return [
    isComplete
      ? `complete: all trades made from ${from} until ${until}, others as far as known`
      : `incomplete: trades read until ${until}`,
    ...lacks,
    ...certificatesIn(uncounted).map(notIncluded),
    ...voidIn(uncounted).map(leftOut),
  ].join('; ');
}

/** Those without which a sum is not known. */
const lacking = (uncounted: readonly Uncounted[]): readonly Uncounted[] =>
  uncounted.filter(({ isNoEnergy, isVoid }) => !isNoEnergy && !isVoid);
const certificatesIn = (uncounted: readonly Uncounted[]): readonly Uncounted[] =>
  uncounted.filter(({ isNoEnergy }) => isNoEnergy);
const notIncluded = ({ count }: Uncounted): string =>
  `${plural(count, 'certificate trade')} ${count === 1 ? 'is' : 'are'} not included (no MWh)`;

const voidIn = (uncounted: readonly Uncounted[]): readonly Uncounted[] =>
  uncounted.filter(({ isVoid }) => isVoid);
const leftOut = ({ count, why }: Uncounted): string =>
  `${plural(count, 'trade')} left out, as ${count === 1 ? 'it' : 'each'} ${why}`;

export const sumsOf = (desk: FormulaContext, filter: Filter, atRisk = false): PositionSums | CellFailure => {
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
export const unread = (message: string): CellFailure => cellFailure(notKnown(message));

export const day = (text: string, time: SheetTime): Cell => {
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

export interface Frame {
  readonly sums: PositionSums;
  /** Rows that do not fit. */
  readonly left: number;
  readonly filter: Partial<Filter>;
  readonly desk: FormulaContext;
  readonly time: SheetTime;
}

/** A table with the moment until which trades are stored in its header, and with sentences on what is in none of its sums below it. */
export function framed(
  { names, rows }: { names: readonly string[]; rows: readonly Cell[][] },
  frame: Frame,
): Shown {
  const { sums, left, filter, time } = frame;
  const { capturedUntil } = sums;
  const stored =
    capturedUntil === undefined
      ? [sums.rows.length > 0 ? 'No list downloaded' : 'Nothing downloaded', '']
      : ['Downloaded until', time.moment(capturedUntil)];
  const rest = narrower({
    'a shorter time': filter.from !== undefined && filter.to !== undefined,
    'one market': filter.market !== undefined,
  });
  const last = [...(left > 0 ? [more(left, rest)] : []), ...withoutAny(frame), ...sentencesOf(frame)];
  const width = names.length + 2;
  return [
    [...names, ...stored],
    ...rows.map((row): Cell[] => [...row, '', '']),
    ...last.map((text): Cell[] => [text, ...Array.from({ length: width - 1 }, () => '')]),
  ];
}

/** Words that no stored trade has, and those that there are: a slip of the keyboard would be an empty table. */
function withoutAny({ sums, filter, desk }: Frame): readonly string[] {
  const given = (['commodity', 'market', 'load'] as const).filter((name) => filter[name] !== undefined);
  if (sums.rows.length > 0 || given.length === 0) return [];
  const all = sumsOf(desk, { by: 'year' });
  if (all instanceof CellFailure || all.rows.length === 0) return [];
  return given.flatMap((name) => {
    const typed = filter[name] ?? '';
    const found = [...new Set(all.rows.flatMap((row) => row[name] ?? []))].sort();
    if (found.some(is(typed))) return [];
    const [near] = nearestNames(typed, found);
    const meant = near === undefined ? `There are: ${found.join(', ')}.` : `Did you mean ${near}?`;
    return [`No stored trade is of ${name} ${typed}. ${meant}`];
  });
}

function sentencesOf({ sums, desk, time }: Frame): readonly string[] {
  const { capturedFrom, gaps, missing, uncounted, unlisted } = sums;
  const at = (moment: number): string => time.text(moment, desk.now());
  return [
    ...lacking(uncounted).map(
      ({ why, names, count }) =>
        `${named({ names, count })} ${count === 1 ? 'is' : 'are'} not counted: ${count === 1 ? 'it' : 'each'} ${why}.`,
    ),
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
    ...certificatesIn(uncounted).map((one) => `${notIncluded(one)}: ${named(one)}.`),
    ...voidIn(uncounted).map((one) => `${leftOut(one)}: ${named(one)}.`),
    capturedFrom === undefined
      ? 'No list of these trades was downloaded, so some may be missing: use the room Trades.'
      : `Trades made before ${at(capturedFrom)} were not downloaded, and may be missing.`,
  ];
}

const named = ({ names, count }: Pick<Uncounted, 'names' | 'count'>): string =>
  `${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}`;

export const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
