/* eslint-disable max-params -- Excel passes arguments by position. */
import { bestFormula, bestPriceFormula } from '../best-price';
import { lastSeenFormula } from '../last-seen';
import { arePrices, legPrices, migratedPrices, spreadPrices } from '../spread-price';
import { stream } from '../stream';
import { swapChecks } from '../swap-check';

/**
 * The price of a request's best active quote, live: the net price of a spread. Or other fields of that quote. A column of ids and a row of fields fill a table. Example: =DESK.BEST("RQ-10293","ask")
 * @customfunction BEST
 * @streaming
 * @requiresAddress
 * @param id The request's id, or a column of ids: one row each.
 * @param direction "bid" for the highest, or "ask" for the lowest.
 * @param [field] A field by the platform's name or a column of QUOTES, such as "counterparty" or "leg 1 price", or a row of names. Left out: the price.
 */
export function best(
  id: unknown[][],
  direction: string,
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => bestFormula({ id, direction, field }));
}

/**
 * The price that accepting the best quote would carry now: the net price of a standard spread, otherwise one price per leg, side by side. Example: =DESK.LASTSEEN("RQ-10295",1)
 * @customfunction LASTSEEN
 * @streaming
 * @requiresAddress
 * @param id The request's id, or a column of ids: one row each.
 * @param [leg] Only this leg: 1, 2 or 3. Left out: all legs of the request.
 */
export function lastSeen(
  id: unknown[][],
  leg: number,
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => lastSeenFormula({ id, leg }));
}

/**
 * With a request: the live net price of its best quote. With two leg prices: their spread price, leg 1 - leg 2, or the sum when both legs go the same way. Examples: =DESK.SPREADPRICE("RQ-10295","ask") or =DESK.SPREADPRICE(30,29)
 * @customfunction SPREADPRICE
 * @streaming
 * @requiresAddress
 * @param requestOrLeg1 The request's id, or the price of leg 1. Ranges give one result per cell.
 * @param [directionOrLeg2] For a request "bid" or "ask", needed when it has both. For prices the price of leg 2.
 * @param [action1] For prices: "buy" or "sell" for leg 1. Left out: the opposite of leg 2.
 * @param [action2] For prices: "buy" or "sell" for leg 2. Left out: the opposite of leg 1.
 */
export function spreadPrice(
  requestOrLeg1: unknown[][],
  directionOrLeg2: unknown[][],
  action1: unknown[][],
  action2: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () =>
    arePrices(requestOrLeg1, directionOrLeg2)
      ? spreadPrices({ leg1: requestOrLeg1, leg2: directionOrLeg2, action1, action2 })
      : bestPriceFormula({ id: requestOrLeg1, direction: directionOrLeg2 }),
  );
}

/**
 * The other leg's price from a spread price and the price of one leg, exactly and without a call. Ranges give one result per cell. Example: =DESK.LEGPRICE(1,30,1)
 * @customfunction LEGPRICE
 * @streaming
 * @requiresAddress
 * @param spreadPrice The spread price, as SPREADPRICE gives it.
 * @param knownPrice The price of the leg that is known.
 * @param knownLeg Which leg that is: 1 or 2.
 * @param [action1] "buy" or "sell" for leg 1. Left out: the opposite of leg 2.
 * @param [action2] "buy" or "sell" for leg 2. Left out: the opposite of leg 1.
 */
export function legPrice(
  spreadPrice: unknown[][],
  knownPrice: unknown[][],
  knownLeg: unknown[][],
  action1: unknown[][],
  action2: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () =>
    legPrices({ spread: spreadPrice, known: knownPrice, leg: knownLeg, action1, action2 }),
  );
}

/**
 * A spread price made under the former rule (buy leg minus sell leg), by today's rule: leg 1 minus leg 2. Only selling leg 1 and buying leg 2 turns the sign. Example: =DESK.SPREADMIGRATE(-1,"sell","buy")
 * @customfunction SPREADMIGRATE
 * @streaming
 * @requiresAddress
 * @param oldPrice The spread price under the former rule. Ranges give one result per cell.
 * @param action1 "buy" or "sell" for leg 1.
 * @param action2 "buy" or "sell" for leg 2.
 */
export function spreadMigrate(
  oldPrice: unknown[][],
  action1: unknown[][],
  action2: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => migratedPrices({ former: oldPrice, action1, action2 }));
}

/**
 * Whether three prices can be quoted on a green-grey swap: TRUE, or #VALUE! with the rule that is broken. Both power legs have one price. Example: =DESK.SWAPCHECK(0.9,71.5,71.5)
 * @customfunction SWAPCHECK
 * @streaming
 * @requiresAddress
 * @param certificatePrice The price of the certificate. Ranges give one result per cell.
 * @param buyPowerPrice The price of the power that is bought.
 * @param sellPowerPrice The price of the power that is sold.
 */
export function swapCheck(
  certificatePrice: unknown[][],
  buyPowerPrice: unknown[][],
  sellPowerPrice: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () =>
    swapChecks({ certificate: certificatePrice, buyPower: buyPowerPrice, sellPower: sellPowerPrice }),
  );
}
