import { calendarDay } from '../../domain/day';
import { productOf } from '../../domain/delivery/product';
import { present } from '../../domain/present';
import { WinsStep, type Wins, type WinsRow } from '../../domain/wins';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import type { Cell } from '../cells/cells';
import { inServiceTime, valueOf, type Formula } from '../cells/context';
import type { DayOrder } from '../cells/typed-day';
import { dayArgument, together, wordArgument } from './arguments';
import { more, ROWS_MAX } from './tables';

interface WinsGiven {
  readonly from: unknown;
  readonly to: unknown;
  readonly by: unknown;
  /** How the user's system writes days, where that had to be asked. */
  readonly dayOrder?: DayOrder | undefined;
}

const HEADER = [
  ...['asked', 'quoted', 'best', 'traded', 'traded by others', 'not traded', 'unknown'],
  ...['hit rate', 'distance', 'price-unit', 'open'],
];

/** WINS: what became of requests that the desk was asked for, as far as the gateway keeps it. */
export function winsFormula(given: WinsGiven): Formula {
  const read = together({
    from: dayArgument(given.from, 'from', given.dayOrder),
    to: dayArgument(given.to, 'to', given.dayOrder),
    by: wordArgument(given.by, { name: 'by', words: WinsStep.options }),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { by = 'month', from, to } = read.value;
  if (from !== undefined && to !== undefined && from > to)
    return cellFailure(refused(`There are no days from ${from} to ${to}.`, 'Give the earlier first.'));
  return (desk) =>
    inServiceTime(desk, () => {
      const wins = valueOf(desk, { kind: 'wins', ...present({ from, to }), by });
      if (wins instanceof CellFailure) return wins;
      const rows = wins.rows.slice(0, ROWS_MAX);
      const left = wins.left + wins.rows.length - rows.length;
      const last = [...(left > 0 ? [more(left, 'ask for a shorter time.')] : []), ...sentencesOf(wins)];
      return [
        [by, ...HEADER],
        ...rows.map((row) => cellsOf(row, by, namelessIn(wins, by))),
        ...last.map((text): Cell[] => [text, ...HEADER.map(() => '')]),
      ];
    });
}

/**
 * Quoted requests that ended and of which nothing says who asked. A trade always does: without them a rate of those that are named
 * would be too high. Those that are open are in no rate yet.
 */
const namelessIn = ({ rows }: Wins, by: WinsStep): number =>
  by === 'counterparty' ? (rows.find(({ group }) => group === '')?.ended ?? 0) : 0;

const cellsOf = (row: WinsRow, by: WinsStep, nameless: number): Cell[] => [
  by === 'month' ? monthIn(row.group) : row.group,
  ...[row.asked, row.quoted, row.best, row.traded, row.others, row.none, row.unknown],
  row.ended === 0 ? '' : nameless > 0 ? rateUnknown(nameless) : row.hits / row.ended,
  distanceIn(row),
  row.distances.map(({ unit }) => unit).join(' and '),
  row.open,
];

const rateUnknown = (nameless: number): Cell =>
  cellFailure({
    kind: 'unreadable',
    message: `Nothing says who made ${requests(nameless)} that ended, so a hit rate by counterparty is not known.`,
    next: 'Only a trade names them, so requests without a trade would be missing.',
  });

/** "Nov-26" for 2026-11. */
function monthIn(month: string): string {
  const first = calendarDay(`${month}-01`);
  const days = first && new Date(Date.UTC(first.year, first.month, 0)).getUTCDate();
  return productOf(`${month}-01`, `${month}-${days}`)?.name ?? month;
}

function distanceIn({ distances }: WinsRow): Cell {
  const [first, ...others] = distances;
  if (others.length === 0) return first ? Number(first.average) : '';
  return cellFailure({
    kind: 'unreadable',
    message: `These prices are in ${distances.map(({ unit }) => unit).join(' and ')}, so their distances have no average.`,
    next: 'Group by commodity or by market.',
  });
}

function sentencesOf({ rows, undated, doubtful, isCut }: Wins): readonly string[] {
  const unseen = rows.reduce((all, { bestUnknown }) => all + bestUnknown, 0);
  return [
    ...(unseen > 0
      ? [
          `Not in "best", as no price was seen after the quote, or there is no one price: ${requests(unseen)}.`,
        ]
      : []),
    ...(undated > 0 ? [`In no row, as nothing says when they were asked: ${requests(undated)}.`] : []),
    ...(doubtful > 0
      ? [`Not in "quoted", as the outcome of the quote is not known: ${requests(doubtful)}.`]
      : []),
    ...(isCut ? ['The journal is longer than what is read of it, so older quotes are missing.'] : []),
    'Requests that nobody looked at here are missing; "unknown" are those that are still open (see "open"), have no known end, or are not proven to be traded by others.',
  ];
}

const requests = (count: number): string => `${count.toLocaleString('en')} request${count === 1 ? '' : 's'}`;
