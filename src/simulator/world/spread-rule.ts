import type Big from 'big.js';
import type { Side } from './leg';

/** The actions of leg 1 and leg 2, by array index. */
export type Sides = readonly [Side, Side];
/** The rule of today, or the one that it replaced (interface document, section 2, spread price rules). */
export type SpreadRule = 'current' | 'former';

/** The one net price of two legs: leg 1 minus leg 2 in opposite directions, whichever is bought; else their sum. */
export function spreadPrice(leg1: Big, leg2: Big, [action1, action2]: Sides, rule: SpreadRule): Big {
  if (action1 === action2) return leg1.plus(leg2);
  const reversed = rule === 'former' && action1 === 'sell';
  return reversed ? leg2.minus(leg1) : leg1.minus(leg2);
}

/**
 * The change of the sign reached quotations from v2.1 on and proposals and counteroffers in every version that has
 * them. The deprecated quotations of v2.0 are not named among them, so they are played with the former rule.
 */
export const ruleOf = (resource: 'quotation' | 'proposal' | 'counteroffer', version: string): SpreadRule =>
  resource === 'quotation' && version === '2.0' ? 'former' : 'current';
