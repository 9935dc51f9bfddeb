/* eslint-disable max-params -- Excel passes arguments by position. */
import { streamDays, streamPrices } from '../cells/excel-arguments-stream';
import { lateFormulas } from '../cells/late-formulas';

const late = lateFormulas(() => import(/* webpackChunkName: "position" */ '../formulas/position'));
const latePnl = lateFormulas(() => import(/* webpackChunkName: "position" */ '../formulas/pnl'));

// Excel suggests the members of such a list while a formula is typed, and takes any other text as well. The generator
// wants them as enums in the file of the function, and reads double quotes alone, which the formatter would change.
/**
 * Periods of delivery.
 * @customenum {string}
 */
// prettier-ignore
enum PERIOD {
  /** Calendar months. */
  month = "month",
  /** Calendar quarters. */
  quarter = "quarter",
  /** Calendar years. */
  year = "year",
  /** Days of delivery; of gas, gas days. */
  day = "day",
}

/**
 * What stored trades bought and sold, live, by delivery period, market and load: net MW, exact MWh, average prices. Provisional trades stand apart; the header says until when trades are stored. Costs no call. Example: =DESK.POSITION(,,"quarter","power")
 * @customfunction POSITION
 * @streaming
 * @requiresAddress
 * @param [from] First day of delivery: a date cell, or text like 2027-01-01. Left out: the first.
 * @param [to] Last day of delivery, included. Left out: the last.
 * @param [by] "month", "quarter", "year" or "day". Left out: month.
 * @param [commodity] Only this commodity, such as "power". Left out: all.
 * @param [market] Only this market, such as "DE". Left out: all, in rows of their own.
 * @param [load] Only this load, such as "base". Left out: all, in rows of their own.
 * @param [columns] Columns of this table, or "hours", "provisional bought", "provisional sold", "unlisted MWh", "at-risk" (net MWh if your live quotes are taken), "at-risk bought", "at-risk sold". "status" alone: whether all trades are in. Left out: the usual ones.
 */
export function position(
  from: unknown,
  to: unknown,
  by: PERIOD,
  commodity: string,
  market: string,
  load: string,
  columns: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamDays(invocation, {
    days: [from, to],
    formula: (dayOrder) =>
      late((of) => of.positionFormula({ from, to, by, commodity, market, load, columns, dayOrder })),
  });
}

/**
 * P&L of stored trades of one market and load, the total first. Realised: hours bought and sold. Open: the rest at the curve’s price; no price is an error. No call. Example: =DESK.PNL({"Cal-27",85},"2027-01-01","2027-12-31","quarter","power","DE","base")
 * @customfunction PNL
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param curve As in CURVE, prices for a MWh, of the same market, load and currency as the trades.
 * @param [from] First day of delivery: a date cell, or text like 2027-01-01. Left out: the first.
 * @param [to] Last day of delivery, included. Left out: the last.
 * @param [by] "month", "quarter", "year" or "day". Left out: month.
 * @param [commodity] As in POSITION. Left out: all, which have to be one.
 * @param [market] As in POSITION. Left out: all, which have to be one.
 * @param [load] As in POSITION. Left out: all, which have to be one.
 * @param [columns] Columns of this table, or "why" there is an error: text with commas, or a range. Left out: all of them.
 */
export function pnl(
  curve: unknown[][],
  from: unknown,
  to: unknown,
  by: PERIOD,
  commodity: string,
  market: string,
  load: string,
  columns: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [curve], {
    prices: [0],
    formula: ([known]) =>
      latePnl((of) => of.pnlFormula({ curve: known, from, to, by, commodity, market, load, columns })),
  });
}
