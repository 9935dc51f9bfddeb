/* eslint-disable max-params -- Excel passes arguments by position. */
import { bestFormula, bestPriceFormula } from '../formulas/best-price';
import { myQuoteFormula } from '../formulas/my-quote';
import { quotesFormula } from '../formulas/offer-tables';
import { streamPrices } from '../cells/excel-arguments-stream';
import { arePrices, isHalf, isLone, legPrices, loneFailure, spreadPrices } from '../formulas/computed-prices';
import { lateFormulas } from '../cells/late-formulas';
import { stream } from '../cells/stream';

const late = lateFormulas(() => import(/* webpackChunkName: "check-quote" */ '../formulas/check-quote'));
const lateRules = lateFormulas(() => import(/* webpackChunkName: "price-rules" */ '../formulas/price-rules'));
const lateAge = lateFormulas(() => import(/* webpackChunkName: "age" */ '../formulas/age'));
const lateDepth = lateFormulas(() => import(/* webpackChunkName: "depth" */ '../formulas/depth'));
const lateSeen = lateFormulas(() => import(/* webpackChunkName: "last-seen" */ '../formulas/last-seen'));

// Excel suggests the members of such a list while a formula is typed, and takes any other text as well. The generator
// wants them as enums in the file of the function, and reads double quotes alone, which the formatter would change.
/**
 * The side of a quote.
 * @customenum {string}
 */
// prettier-ignore
enum DIRECTION {
  /** What others would pay. */
  bid = "bid",
  /** What others want to be paid. */
  ask = "ask",
}
/**
 * What a leg does.
 * @customenum {string}
 */
// prettier-ignore
enum ACTION {
  /** The leg is bought. */
  buy = "buy",
  /** The leg is sold. */
  sell = "sell",
}

/**
 * The quotes of a request, live: active ones first, the best of each side on top, with net and leg prices. Example: =DESK.QUOTES("RQ-10293","ask")
 * @customfunction QUOTES
 * @streaming
 * @requiresAddress
 * @param id One request's id.
 * @param [direction] "bid" or "ask". Left out: both.
 * @param [columns] Columns of this table or fields of its records: text with commas, or a range. Left out: the usual ones.
 */
export function quotes(
  id: unknown[][],
  direction: DIRECTION,
  columns: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => quotesFormula({ id, direction, columns }));
}

/**
 * The live price of a request's best active quote, yours included: of a spread net, of a swap its certificate's; or fields of it. Example: =DESK.BEST("RQ-10293","ask")
 * @customfunction BEST
 * @streaming
 * @requiresAddress
 * @param id The request's id, such as "RQ-10293", or a column of ids: one row each.
 * @param direction "bid" for the highest, or "ask" for the lowest; or a range, one for each id.
 * @param [field] A column of QUOTES or a field, such as "counterparty", "leg 1 price" or "others" (the price without yours), or a row of names. Left out: the price.
 * @param [ifNone] Shown while there is no quote, or no price: "" for nothing. Left out: an error that says so.
 */
export function best(
  id: unknown[][],
  direction: DIRECTION[][],
  field: unknown[][],
  ifNone: unknown,
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => bestFormula({ id, direction, field, ifNone }));
}

/**
 * The price of this desk's live quote on a request, or other fields of it; empty without one. Where several are live, differing values stand side by side. Costs no call. Example: =DESK.MYQUOTE("RQ-10301")
 * @customfunction MYQUOTE
 * @streaming
 * @requiresAddress
 * @param id The request's id, such as "RQ-10293", or a column of ids: one row each.
 * @param [field] "price", "leg 1 price", "direction", "quantity", "all-or-none", "quotation-id", "since" or "count", or a row of names: one column each. Left out: the price.
 */
export function myQuote(
  id: unknown[][],
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => myQuoteFormula({ id, field }));
}

/**
 * The pane's check of a quote (ok, warn, block, not checked or live, and why), its price less the best, the last trade and fair (to best, ...), all-in price, MWh and money (of spreads net). Nothing is sent. Example: =DESK.CHECKQUOTE("RQ-10301","bid",31.2)
 * @customfunction CHECKQUOTE
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param id The request's id, such as "RQ-10293", or a column of ids: one row each.
 * @param direction "bid" or "ask": what you would quote there; or a range, one for each id. Empty: the side that the request asks of you.
 * @param price Your price: of a spread its net price, or two cells side by side, one for each leg; of a swap two, certificate and power; a row for each id.
 * @param [quantity] A number, or a column of them. Left out: what is left of the request.
 * @param [fair] What you think it is worth, of a spread net, or a column of such prices. A price far from it warns or blocks like one far from the market. Left out: none.
 * @param [costs] Two columns, amounts and units, as in ALLIN: the all-in price of a request with one leg. Left out: none.
 * @param [field] "check", "says", "short" (in brief), "price", "to best", "to last trade", "to fair", "all-in", "quantity", "MWh", "money", "currency", "replaces", "to market" or "market" (what the check holds it against), or a row of names. Left out: all, under a header.
 */
export function checkQuote(
  id: unknown[][],
  direction: DIRECTION[][],
  price: unknown[][],
  quantity: unknown[][],
  fair: unknown[][],
  costs: unknown[][],
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [id, direction, price, quantity, fair, costs], {
    prices: [2, 3, 4, 5],
    formula: ([ids, side, known, amount, worth, extra]) =>
      late((of) =>
        of.checkQuoteFormula({
          id: ids,
          direction: side,
          price: known,
          quantity: amount,
          fair: worth,
          costs: extra,
          field,
        }),
      ),
  });
}

/**
 * How many active quotes a request has and their total quantity, side by side. Example: =DESK.DEPTH("RQ-10293","ask")
 * @customfunction DEPTH
 * @streaming
 * @requiresAddress
 * @param id The request's id, such as "RQ-10293", or a column of ids: one row each.
 * @param [direction] "bid" or "ask". Left out: both.
 */
export function depth(
  id: unknown[][],
  direction: DIRECTION,
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => lateDepth((of) => of.depthFormula({ id, direction })));
}

/**
 * How many seconds ago the platform gave a value. Example: =DESK.AGE("RQ-10293")
 * @customfunction AGE
 * @streaming
 * @requiresAddress
 * @param id The request's id, such as "RQ-10293", or a column of ids: one row each.
 * @param [field] Of what: "quotes", "reference", "request", "proposals", "counteroffers", "analytics", or a field of a request or quote, such as "state". Left out: quotes, and so the best price.
 */
export function age(
  id: unknown[][],
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => lateAge((of) => of.ageFormula({ id, field })));
}

/**
 * The price that accepting the best quote would carry now: the net price of a standard spread, otherwise one price per leg, side by side. Example: =DESK.LASTSEEN("RQ-10295",1)
 * @customfunction LASTSEEN
 * @streaming
 * @requiresAddress
 * @param id The request's id, such as "RQ-10293", or a column of ids: one row each.
 * @param [leg] Only this leg: 1, 2 or 3. Left out: all legs of the request.
 * @param [ifNone] Shown while there is no quote: "" for nothing. Left out: an error that says so.
 */
export function lastSeen(
  id: unknown[][],
  leg: number,
  ifNone: unknown,
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => lateSeen((of) => of.lastSeenFormula({ id, leg, ifNone })));
}

/**
 * With a request: the live net price of its best quote, yours included. With two leg prices: their spread price, leg 1 - leg 2, or the sum when both go the same way. Examples: =DESK.SPREADPRICE("RQ-10295","ask") or =DESK.SPREADPRICE(30,29)
 * @customfunction SPREADPRICE
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param requestOrLeg1 The request's id, or the price of leg 1 as a number. Empty cells give empty results.
 * @param [directionOrLeg2] For a request "bid" or "ask", needed when it has both. For prices the price of leg 2, as a number in the unit of leg 1.
 * @param [action1] For prices: "buy" or "sell" for leg 1. Left out: the opposite of leg 2.
 * @param [action2] For prices: "buy" or "sell" for leg 2. Left out: the opposite of leg 1.
 * @param [ifNone] For a request: shown instead of an error while there is no quote, or no net price: "" for nothing.
 */
export function spreadPrice(
  requestOrLeg1: unknown[][],
  directionOrLeg2: unknown[][],
  action1: ACTION[][],
  action2: ACTION[][],
  ifNone: unknown,
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [requestOrLeg1, directionOrLeg2], {
    prices: arePrices(requestOrLeg1, directionOrLeg2) ? [0, 1] : [],
    formula: ([first, second]) =>
      isLone(first, second)
        ? loneFailure(second)
        : arePrices(first, second) || isHalf(first, second)
          ? spreadPrices({ leg1: first, leg2: second, action1, action2 })
          : bestPriceFormula({ id: first, direction: second, ifNone }),
  });
}

/**
 * The other leg's price from a spread price and the price of one leg, exactly and without a call. Example: =DESK.LEGPRICE(1,30,1)
 * @customfunction LEGPRICE
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param spreadPrice As SPREADPRICE gives it, in the unit of the legs; may be negative.
 * @param knownPrice The known leg's price, in the same unit.
 * @param knownLeg Which leg: 1 or 2.
 * @param [action1] "buy" or "sell" for leg 1. Left out: the opposite of leg 2.
 * @param [action2] "buy" or "sell" for leg 2. Left out: the opposite of leg 1.
 */
export function legPrice(
  spreadPrice: unknown[][],
  knownPrice: unknown[][],
  knownLeg: unknown[][],
  action1: ACTION[][],
  action2: ACTION[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [spreadPrice, knownPrice], {
    prices: [0, 1],
    formula: ([spread, known]) => legPrices({ spread, known, leg: knownLeg, action1, action2 }),
  });
}

/**
 * A spread price of the former rule (buy leg minus sell leg), by today's: leg 1 minus leg 2. Only selling leg 1 and buying leg 2 turns the sign. Example: =DESK.SPREADMIGRATE(-1,"sell","buy")
 * @customfunction SPREADMIGRATE
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param oldPrice The price under the former rule. Empty cells give empty results.
 * @param action1 "buy" or "sell" for leg 1.
 * @param action2 "buy" or "sell" for leg 2.
 */
export function spreadMigrate(
  oldPrice: unknown[][],
  action1: ACTION[][],
  action2: ACTION[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [oldPrice], {
    prices: [0],
    formula: ([former]) => lateRules((of) => of.migratedPrices({ former, action1, action2 })),
  });
}

/**
 * Whether three prices can be quoted on a green-grey swap: TRUE, or #VALUE! with the rule that is broken. Both power legs have one price. Example: =DESK.SWAPCHECK(0.9,71.5,71.5)
 * @customfunction SWAPCHECK
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param certificatePrice The certificate's price. Three empty cells give an empty one.
 * @param buyPowerPrice The price of the power bought.
 * @param sellPowerPrice The price of the power sold: the same.
 */
export function swapCheck(
  certificatePrice: unknown[][],
  buyPowerPrice: unknown[][],
  sellPowerPrice: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [certificatePrice, buyPowerPrice, sellPowerPrice], {
    prices: [0, 1, 2],
    formula: ([certificate, buyPower, sellPower]) =>
      lateRules((of) => of.swapChecks({ certificate, buyPower, sellPower })),
  });
}
