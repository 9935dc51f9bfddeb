/* eslint-disable max-params -- Excel passes arguments by position. */
import { streamDays } from '../cells/excel-arguments-stream';
import { lateFormulas } from '../cells/late-formulas';
import { recordFormula } from '../formulas/records';
import { stream } from '../cells/stream';

const late = lateFormulas(() => import(/* webpackChunkName: "trade-table" */ '../formulas/trade-table'));

// Excel suggests the members of such a list while a formula is typed, and takes any other text as well. The generator
// wants them as enums in the file of the function, and reads double quotes alone, which the formatter would change.
/**
 * Where a trade was made.
 * @customenum {string}
 */
// prettier-ignore
enum VENUE {
  /** Deals made on requests for quotes. */
  tender = "tender",
  /** Deals of the order book. */
  market = "market",
  /** Deals in guarantees of origin. */
  green = "green",
}

/**
 * Trades of all venues in a period, live, in the order of trading. Example: =DESK.TRADES(TODAY()-7,TODAY(),"power")
 * @customfunction TRADES
 * @streaming
 * @requiresAddress
 * @param [from] First day: a date cell, or text like 2026-11-20. Left out: today.
 * @param [to] Last day, included. Left out: today.
 * @param [commodity] Only this commodity, such as "power". Left out: all.
 * @param [venue] Only this venue: "tender", "market" or "green". Left out: all.
 * @param [columns] Columns of this table or fields of its records: text with commas, or a range. Left out: the usual ones.
 */
export function trades(
  from: unknown,
  to: unknown,
  commodity: string,
  venue: VENUE,
  columns: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamDays(invocation, {
    days: [from, to],
    formula: (dayOrder) => late((of) => of.tradesFormula({ from, to, commodity, venue, columns, dayOrder })),
  });
}

/**
 * One trade: every field with its value, or those asked for. Example: =DESK.TRADE("TR-70018","price")
 * @customfunction TRADE
 * @streaming
 * @requiresAddress
 * @param id The trade's id, or a column of ids: one row each.
 * @param [field] A field such as "price" or "leg 1 price", or a row of names: one column each. Left out: all fields of one trade.
 */
export function trade(
  id: unknown[][],
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => late((of) => recordFormula(of.TRADE_RECORD, { id, field })));
}
