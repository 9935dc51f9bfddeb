/* eslint-disable max-params -- Excel passes arguments by position. */
import { bestPriceFormula } from '../best-price';
import { arePrices, spreadPrices } from '../spread-price';
import { stream } from '../stream';

/**
 * With a request: the live net price of its best quote. With two leg prices: their spread price, leg 1 - leg 2, or the sum when both legs go the same way. Examples: =DESK.SPREADPRICE("RQ-10293","bid") or =DESK.SPREADPRICE(30,29)
 * @customfunction SPREADPRICE
 * @streaming
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
