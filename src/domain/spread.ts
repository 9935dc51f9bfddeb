import type { Leg, Side } from './leg';
import { minus, negated, plus, type Price } from './price';

/** The actions of leg 1 and leg 2, in the request's fixed order. */
export type Sides = readonly [Side, Side];

/**
 * The net price of a spread: leg 1 − leg 2 when one leg is bought and the other sold, whichever it is;
 * the sum of both when both go the same way. Both counterparties get the same price.
 * Source: interface document, section 2, spread price rules 1–5.
 */
export const spreadPrice = (leg1: Price, leg2: Price, [action1, action2]: Sides): Price =>
  action1 === action2 ? plus(leg1, leg2) : minus(leg1, leg2);

/**
 * Of two legs as a record states them; none of more legs, where one does not say price or action, or where they are not in one unit. Legs that
 * do not say their unit have one where they are of one commodity.
 */
export function netOf([first, second, ...more]: readonly Partial<
  Pick<Leg, 'action' | 'commodity' | 'price' | 'priceUnit'>
>[]): Price | undefined {
  if (first?.price === undefined || second?.price === undefined || more.length > 0) return undefined;
  if (first.action === undefined || second.action === undefined || first.priceUnit !== second.priceUnit) {
    return undefined;
  }
  if (first.priceUnit === undefined && first.commodity !== second.commodity) return undefined;
  return spreadPrice(first.price, second.price, [first.action, second.action]);
}

/** The other leg's price, given the spread price and the price of leg 1 or leg 2: the inverse of {@link spreadPrice}. */
export function legPrice(
  spread: Price,
  known: { leg: 1 | 2; price: Price },
  [action1, action2]: Sides,
): Price {
  if (action1 === action2) return minus(spread, known.price);
  return known.leg === 1 ? minus(known.price, spread) : plus(spread, known.price);
}

/**
 * A spread price made under the former rule (buy leg − sell leg), as today's rule gives it. Only a spread that sells leg 1
 * and buys leg 2 changes: its sign. Source: interface document, section 2, spread price rules 2 and 7.
 */
export const migratedSpreadPrice = (former: Price, [action1, action2]: Sides): Price =>
  action1 === 'sell' && action2 === 'buy' ? negated(former) : former;
