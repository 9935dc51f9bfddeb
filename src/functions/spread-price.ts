import type { Action } from '../domain/leg';
import { priceOf, toNumber, type Price } from '../domain/price';
import { spreadPrice, type Actions } from '../domain/spread';
import { written } from './arguments';
import { CellFailure, cellFailure, refused } from './cell-failure';
import type { Cell, Shown } from './cells';

type Range = readonly (readonly unknown[])[];

const rangeOf = (given: unknown): Range => {
  if (given === null || given === undefined) return [[null]];
  return Array.isArray(given)
    ? given.map((row: unknown): unknown[] => (Array.isArray(row) ? row : [row]))
    : [[given]];
};
const hasNumber = (given: unknown): boolean =>
  rangeOf(given).some((row) => row.some((v) => typeof v === 'number'));

/** Two prices are meant when both arguments hold numbers. A number alone is an id that was typed as a number, text always an id. */
export const arePrices = (first: unknown, second: unknown): boolean => hasNumber(first) && hasNumber(second);

interface PricesGiven {
  readonly leg1: unknown;
  readonly leg2: unknown;
  readonly action1: unknown;
  readonly action2: unknown;
}

/**
 * The spread price of two leg prices, by the one rule, cell by cell over ranges of one size. A single cell serves for
 * a whole range. Nothing is asked of anyone.
 */
export function spreadPrices(given: PricesGiven): Shown {
  const ranges = [given.leg1, given.leg2, given.action1, given.action2].map(rangeOf);
  const heights = sizesOf(ranges, (range) => range.length);
  const widths = sizesOf(ranges, (range) => range[0]?.length ?? 0);
  const [height = 1, width = 1] = [heights[0], widths[0]];
  if (heights.length > 1 || widths.length > 1) {
    return cellFailure(
      refused('The ranges differ in size.', 'Give ranges of as many rows and columns as each other.'),
    );
  }
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => {
      const [leg1, leg2, action1, action2] = ranges.map((range) => at(range, row, column));
      return one(leg1, leg2, actionsOf(action1, action2));
    }),
  );
}

const sizesOf = (ranges: readonly Range[], sizeOf: (range: Range) => number): number[] => [
  ...new Set(ranges.map(sizeOf).filter((size) => size !== 1)),
];

const at = (range: Range, row: number, column: number): unknown => {
  const cells = range.length === 1 ? range[0] : range[row];
  return cells?.length === 1 ? cells[0] : cells?.[column];
};

const isEmpty = (given: unknown): boolean => given === null || given === undefined || given === '';

function one(leg1: unknown, leg2: unknown, actions: Actions | CellFailure): Cell {
  if (isEmpty(leg1) || isEmpty(leg2)) return '';
  const prices = [typedPrice(leg1), typedPrice(leg2)];
  const wrong = prices.find((price) => price instanceof CellFailure);
  if (wrong) return wrong;
  if (actions instanceof CellFailure) return actions;
  const [first, second] = prices.filter((price): price is Price => typeof price === 'string');
  return first === undefined || second === undefined ? '' : toNumber(spreadPrice(first, second, actions));
}

/** Excel itself keeps and shows 15 digits; what a calculation left behind them was never seen by anybody. */
const DIGITS = 15;

function typedPrice(given: unknown): Price | CellFailure {
  if (typeof given !== 'number') {
    return cellFailure(refused(`${written(given)} is not a number.`, 'Give prices as numbers, not as text.'));
  }
  const price = Number.isFinite(given) ? priceOf(Number(given.toPrecision(DIGITS))) : undefined;
  return (
    price ??
    cellFailure(refused(`${given} is not a price.`, 'Give at most 9 digits and 8 decimals: ROUND it.'))
  );
}

/** Left out, the legs go opposite ways; one action alone says the other. */
function actionsOf(given1: unknown, given2: unknown): Actions | CellFailure {
  const action1 = actionOf(given1);
  const action2 = actionOf(given2);
  if (action1 instanceof CellFailure) return action1;
  if (action2 instanceof CellFailure) return action2;
  if (action1) return [action1, action2 ?? opposite(action1)];
  return action2 ? [opposite(action2), action2] : ['buy', 'sell'];
}

const opposite = (action: Action): Action => (action === 'buy' ? 'sell' : 'buy');

function actionOf(given: unknown): Action | undefined | CellFailure {
  if (isEmpty(given) || given === 0) return undefined;
  const typed = typeof given === 'string' ? given.trim().toLowerCase() : given;
  if (typed === 'buy' || typed === 'sell') return typed;
  return cellFailure(refused(`${written(given)} is not an action.`, 'Type "buy" or "sell".'));
}
