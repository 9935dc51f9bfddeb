import { streamDays } from '../cells/excel-arguments-stream';
import { lateFormulas } from '../cells/late-formulas';

const late = lateFormulas(() => import(/* webpackChunkName: "wins" */ '../formulas/wins'));

// The generator wants a list as an enum in the file of its function, and reads double quotes alone.
/**
 * What requests are grouped by.
 * @customenum {string}
 */
// prettier-ignore
enum GROUP {
  /** The month in which they were asked. */
  month = "month",
  /** Their commodity. */
  commodity = "commodity",
  /** Their market. */
  market = "market",
  /** Their delivery. */
  product = "product",
  /** Who asked, where anything says it. */
  counterparty = "counterparty",
}

/**
 * Requests you were asked for: quoted, best, traded by you, by others, not, unknown (open: of these still open); hit rate; average distance of your last quote to the traded price, above 0 if yours was worse. Costs no call. Example: =DESK.WINS()
 * @customfunction WINS
 * @streaming
 * @requiresAddress
 * @param [from] First day of asking: a date cell, or text like 2026-11-01. Left out: the first.
 * @param [to] Last day, included. Left out: the last.
 * @param [by] "month", "commodity", "market", "product" or "counterparty" (who asked, where anything says it). Left out: month.
 */
export function wins(
  from: unknown,
  to: unknown,
  by: GROUP,
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamDays(invocation, {
    days: [from, to],
    formula: (dayOrder) => late((of) => of.winsFormula({ from, to, by, dayOrder })),
  });
}
