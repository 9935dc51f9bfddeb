import type { Side } from '../../domain/leg';
import { Price, priceOf, sheetTextPrice, toNumber } from '../../domain/price';
import { legPrice, spreadPrice, type Sides } from '../../domain/spread';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import type { Cell, Shown } from '../cells/cells';
import { cellByCell, cellsOf } from '../cells/ranges';
import { isEmpty, written } from './arguments';

const ZERO = Price.parse('0');
/** Excel itself keeps and shows 15 digits; what a calculation left behind them was never seen by anybody. */
const DIGITS = 15;

/** How to write the price 0 where Excel hands an empty cell over as 0. */
const isZeroAsText = (given: unknown): boolean =>
  typeof given === 'string' && sheetTextPrice(given) !== undefined;

/** The price that a cell holds, exactly. */
export function typedPrice(given: unknown): Price | CellFailure {
  if (given instanceof CellFailure) return given;
  if (isZeroAsText(given)) return ZERO;
  if (typeof given !== 'number') {
    return cellFailure(
      refused(`${written(given)} is not a number.`, 'Enter prices as numbers, not as text.'),
    );
  }
  const price = Number.isFinite(given) ? priceOf(Number(given.toPrecision(DIGITS))) : undefined;
  return (
    price ??
    cellFailure(refused(`${given} is not a price.`, 'Use at most 9 digits and 8 decimals: ROUND it.'))
  );
}

/** Left out, the legs go opposite ways; one action alone says the other. */
function typedActions(given1: unknown, given2: unknown): Sides | CellFailure {
  const action1 = typedAction(given1);
  const action2 = typedAction(given2);
  if (action1 instanceof CellFailure) return action1;
  if (action2 instanceof CellFailure) return action2;
  if (action1) return [action1, action2 ?? opposite(action1)];
  return action2 ? [opposite(action2), action2] : ['buy', 'sell'];
}

const opposite = (action: Side): Side => (action === 'buy' ? 'sell' : 'buy');

/** What a leg does; `undefined` for an empty cell. */
export function typedAction(given: unknown): Side | undefined | CellFailure {
  if (isEmpty(given) || given === 0) return undefined;
  if (given instanceof CellFailure) return given;
  const typed = typeof given === 'string' ? given.trim().toLowerCase() : given;
  if (typed === 'buy' || typed === 'sell') return typed;
  return cellFailure(refused(`${written(given)} is not an action.`, 'Type "buy" or "sell".'));
}

/**
 * Two prices are meant when both arguments hold numbers. A number alone is an id that was typed as a number, text is an
 * id, and a 0 beside an id an empty cell where a direction may stand. Two ranges without anything wait for prices.
 */
export const arePrices = (first: unknown, second: unknown): boolean =>
  (isBlankRange(first) && isBlankRange(second)) ||
  (holds(second, isDigits) && cellsOf(first).every((cell) => isNumber(cell) || isDigits(cell))) ||
  (holds(first, isPrice) &&
    holds(second, isPrice) &&
    (holds(second, isSurelyPrice) || !holds(first, isWord)));

/**
 * A price with a cell beside it that is still empty, or holds none: no direction is a number. A whole number from a thousand on is rather
 * an id that was typed as a number, beside an empty cell for its direction.
 */
export const isHalf = (first: unknown, second: unknown): boolean =>
  holds(second, isNonZero) ||
  (isBlank(first) && holds(second, isNumber)) ||
  (isBlank(second) &&
    cellsOf(first).every((cell) => isNumber(cell) || isEmpty(cell)) &&
    holds(first, isNoId));

/** A price, and beside it nothing or a direction: no request has such an id, and a spread has two prices. */
export const isLone = (first: unknown, second: unknown): boolean =>
  (isEmpty(second) || (holds(second, isWord) && !holds(second, isDigits))) &&
  cellsOf(first).length === 1 &&
  cellsOf(first).every((cell) => isNumber(cell) && cell !== 0 && isNoId(cell));

/** Beside a direction or another word it may have been meant for a request as well. */
export const loneFailure = (second: unknown): CellFailure => {
  const word = cellsOf(second).find(isWord);
  const says =
    word === undefined ? 'The price of leg 2 is missing.' : `${written(word)} is not the price of leg 2.`;
  return cellFailure(refused(says, 'Type it as a number, or begin with a request’s id.'));
};

const ID_MIN = 1_000;
const isNumber = (cell: unknown): boolean => typeof cell === 'number';
const isNoId = (cell: unknown): boolean =>
  typeof cell === 'number' && !(Number.isInteger(cell) && cell >= ID_MIN);
/** Cells that are there and hold nothing; what is left out is none. */
const isBlank = (given: unknown): boolean => Array.isArray(given) && cellsOf(given).every(isEmpty);
const isBlankRange = (given: unknown): boolean => {
  const cells = cellsOf(given);
  return cells.length > 1 && cells.every(isEmpty);
};

const holds = (given: unknown, test: (cell: unknown) => boolean): boolean => cellsOf(given).some(test);
const isNonZero = (cell: unknown): boolean => isNumber(cell) && cell !== 0;
const isSurelyPrice = (cell: unknown): boolean => isNonZero(cell) || isZeroAsText(cell);
/** A failure stands where a 0 may be an empty cell. */
const isPrice = (cell: unknown): boolean =>
  cell === 0 || cell instanceof CellFailure || isSurelyPrice(cell) || isNumberAsText(cell);
const isWord = (cell: unknown): boolean =>
  typeof cell === 'string' && cell.trim() !== '' && !isZeroAsText(cell) && !isNumberAsText(cell);

/** "1,15": a price that is held as text, which is told as such. Without a decimal sign it can be an id. */
const isNumberAsText = (cell: unknown): boolean =>
  typeof cell === 'string' && /^[+−–-]?\d+(?:[.,]\d+)+$/.test(cell.trim());

/** "29": as a direction it means nothing, so that beside another one it is a price that is held as text. */
const isDigits = (cell: unknown): boolean => typeof cell === 'string' && /^[+−–-]?\d+$/.test(cell.trim());

interface PricesGiven {
  readonly leg1: unknown;
  readonly leg2: unknown;
  readonly action1: unknown;
  readonly action2: unknown;
}

/** The spread price of two leg prices, by the one rule. Nothing is asked of anyone. */
export const spreadPrices = ({ leg1, leg2, action1, action2 }: PricesGiven): Shown =>
  cellByCell([leg1, leg2, action1, action2], (given1, given2, ...actions): Cell => {
    if (isEmpty(given1) || isEmpty(given2)) return '';
    const first = typedPrice(given1);
    if (first instanceof CellFailure) return first;
    const second = typedPrice(given2);
    if (second instanceof CellFailure) return second;
    const legs = typedActions(...actions);
    return legs instanceof CellFailure ? legs : toNumber(spreadPrice(first, second, legs));
  });

interface LegPriceGiven {
  readonly spread: unknown;
  readonly known: unknown;
  readonly leg: unknown;
  readonly action1: unknown;
  readonly action2: unknown;
}

/** The price of the other leg: the inverse of {@link spreadPrices}. */
export const legPrices = ({ spread, known, leg, action1, action2 }: LegPriceGiven): Shown =>
  cellByCell([spread, known, leg, action1, action2], (given, price, which, ...actions): Cell => {
    if (isEmpty(given) || isEmpty(price)) return '';
    const net = typedPrice(given);
    if (net instanceof CellFailure) return net;
    const other = typedPrice(price);
    if (other instanceof CellFailure) return other;
    const leg = typedLeg(which);
    if (leg === undefined) return notALeg(which);
    const legs = typedActions(...actions);
    return legs instanceof CellFailure ? legs : toNumber(legPrice(net, { leg, price: other }, legs));
  });

/** A cell that is formatted as text holds "1". */
function typedLeg(given: unknown): 1 | 2 | undefined {
  const typed = typeof given === 'string' ? Number(given.trim()) : given;
  return typed === 1 || typed === 2 ? typed : undefined;
}

const notALeg = (given: unknown): CellFailure =>
  cellFailure(
    refused(
      isEmpty(given) || given === 0
        ? 'The leg with the known price is missing.'
        : `${written(given)} is not a leg.`,
      'Type 1 or 2.',
    ),
  );
