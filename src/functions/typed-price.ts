import type { Action } from '../domain/leg';
import { Price, priceOf } from '../domain/price';
import type { Actions } from '../domain/spread';
import { isEmpty, written } from './arguments';
import { CellFailure, cellFailure, refused } from './cell-failure';

const ZERO = Price.parse('0');
/** Excel itself keeps and shows 15 digits; what a calculation left behind them was never seen by anybody. */
const DIGITS = 15;

/** How to write the price 0 where Excel hands an empty cell over as 0. */
export const isZeroAsText = (given: unknown): boolean =>
  typeof given === 'string' && /^0([.,]0+)?$/.test(given.trim());

/** The price that a cell holds, exactly. */
export function typedPrice(given: unknown): Price | CellFailure {
  if (given instanceof CellFailure) return given;
  if (isZeroAsText(given)) return ZERO;
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
export function typedActions(given1: unknown, given2: unknown): Actions | CellFailure {
  const action1 = typedAction(given1);
  const action2 = typedAction(given2);
  if (action1 instanceof CellFailure) return action1;
  if (action2 instanceof CellFailure) return action2;
  if (action1) return [action1, action2 ?? opposite(action1)];
  return action2 ? [opposite(action2), action2] : ['buy', 'sell'];
}

const opposite = (action: Action): Action => (action === 'buy' ? 'sell' : 'buy');

/** What a leg does; `undefined` for an empty cell. */
export function typedAction(given: unknown): Action | undefined | CellFailure {
  if (isEmpty(given) || given === 0) return undefined;
  const typed = typeof given === 'string' ? given.trim().toLowerCase() : given;
  if (typed === 'buy' || typed === 'sell') return typed;
  return cellFailure(refused(`${written(given)} is not an action.`, 'Type "buy" or "sell".'));
}
