/* eslint-disable max-params -- Excel passes arguments by position. */
import { streamDays } from '../cells/excel-arguments-stream';
import { lateFormulas } from '../cells/late-formulas';
import { counteroffersFormula, proposalsFormula } from '../formulas/offer-tables';
import { recordFormula, REQUEST_RECORD } from '../formulas/records';
import { requestsFormula } from '../formulas/request-table';
import { stream } from '../cells/stream';

const late = lateFormulas(() => import(/* webpackChunkName: "history" */ '../formulas/history'));
const lateParts = lateFormulas(
  () => import(/* webpackChunkName: "request-parts" */ '../formulas/request-parts'),
);
const lateAnalytics = lateFormulas(() => import(/* webpackChunkName: "analytics" */ '../formulas/analytics'));
const lateRisk = lateFormulas(() => import(/* webpackChunkName: "risk-table" */ '../formulas/risk'));

// Excel suggests the members of such a list while a formula is typed, and takes any other text as well. The generator
// wants them as enums in the file of the function, and reads double quotes alone, which the formatter would change.
/**
 * Which requests.
 * @customenum {string}
 */
// prettier-ignore
enum REQUESTSTATE {
  /** Requests that can be quoted now. */
  open = "open",
  /** All closed requests of a period, traded or not. */
  closed = "closed",
  /** Concluded requests of a period that were traded. */
  traded = "traded",
}

/**
 * Requests for quotes, live: the open ones, or those closed in a period. `action` is the initiator's, who asked; `you` is yours. Example: =DESK.RFQS("open","power","spread")
 * @customfunction RFQS
 * @streaming
 * @requiresAddress
 * @param [state] "open", "closed" (all that ended, traded or not) or "traded". Left out: open.
 * @param [commodity] With a leg of this commodity: "power" has swaps too. Left out: all.
 * @param [contract] Only this contract: "single", "spread" or "standard-spread", or a swap by its kind, such as "green-grey-swap". Left out: all.
 * @param [from] First day, of creation for open requests, of conclusion for closed ones, which need it: a date cell, or text like 2026-11-20. Left out: any.
 * @param [to] Last day, included. Left out: today.
 * @param [columns] Columns of this table or fields of its records: text with commas, or a range. Left out: the usual ones.
 */
export function rfqs(
  state: REQUESTSTATE,
  commodity: string,
  contract: string,
  from: unknown,
  to: unknown,
  columns: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamDays(invocation, {
    days: [from, to],
    formula: (dayOrder) => requestsFormula({ state, commodity, contract, from, to, columns, dayOrder }),
  });
}

/**
 * One request: every field with its value, or those asked for. `action` of a leg is the initiator's. Example: =DESK.RFQ("RQ-10293","state")
 * @customfunction RFQ
 * @streaming
 * @requiresAddress
 * @param id The request's id, such as "RQ-10293", or a column of ids: one row each.
 * @param [field] A field such as "state" or "leg 1 market", or a row of names: one column each. Left out: all fields of one request.
 */
export function rfq(
  id: unknown[][],
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => recordFormula(REQUEST_RECORD, { id, field }));
}

/**
 * The legs of a request in their order, one row each: the initiator's action, who asked, delivery, quantity, price, clearing type and house. Example: =DESK.LEGS("RQ-10295")
 * @customfunction LEGS
 * @streaming
 * @requiresAddress
 * @param id One request's id.
 */
export function legs(id: unknown[][], invocation: CustomFunctions.StreamingInvocation<unknown[][]>): void {
  stream(invocation, () => lateParts((of) => of.legsFormula({ id })));
}

/**
 * The price proposals on a request, live, firm or indicative: active ones first, the best of each side on top. Example: =DESK.PROPOSALS("RQ-10300")
 * @customfunction PROPOSALS
 * @streaming
 * @requiresAddress
 * @param id One request's id.
 * @param [columns] Columns of this table or fields of its records: text with commas, or a range. Left out: the usual ones.
 */
export function proposals(
  id: unknown[][],
  columns: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => proposalsFormula({ id, columns }));
}

/**
 * The individual counteroffers on a request, live, each with the quote that it answers. Example: =DESK.COUNTEROFFERS("RQ-10300")
 * @customfunction COUNTEROFFERS
 * @streaming
 * @requiresAddress
 * @param id One request's id.
 * @param [columns] Columns of this table or fields of its records: text with commas, or a range. Left out: the usual ones.
 */
export function counteroffers(
  id: unknown[][],
  columns: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => counteroffersFormula({ id, columns }));
}

/**
 * The analytics of a request, feedback comment included: every field, or those asked for. On a custom spread prices keep the former sign: the asker's bought leg minus sold leg. Example: =DESK.ANALYTICS("RQ-10293","best-price")
 * @customfunction ANALYTICS
 * @streaming
 * @requiresAddress
 * @param id The request's id, such as "RQ-10293", or a column of ids: one row each.
 * @param [field] A field such as "best-price", or a row of names: one column each. Left out: all fields of one request.
 */
export function analytics(
  id: unknown[][],
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => lateAnalytics((of) => recordFormula(of.ANALYTICS_RECORD, { id, field })));
}

/**
 * A value of a request over time, as this desk saw it while a cell or the pane showed it: one row per change, or the value at each step; empty where nobody looked or a look failed. Costs no call. Example: =DESK.HISTORY("RQ-10293","best")
 * @customfunction HISTORY
 * @streaming
 * @requiresAddress
 * @param id One request's id.
 * @param field "best", "best-bid", "best-ask", "bids" or "asks" (how many), "bid-quantity", "ask-quantity", "state" or "remaining".
 * @param [from] First moment: a date cell, or a day as text. Left out: as far back as is kept.
 * @param [to] Last moment; a day is meant as a whole. Left out: now.
 * @param [every] Step, on the clock where from is left out: minutes as a number, or text such as "30s", "5m", "1h" or "1d". Left out: one row per change.
 */
export function history(
  id: unknown[][],
  field: string,
  from: unknown,
  to: unknown,
  every: unknown,
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamDays(invocation, {
    days: [from, to],
    formula: (dayOrder) => late((of) => of.historyFormula({ id, field, from, to, every, dayOrder })),
  });
}

/**
 * Counterparties that the platform suggests to ask for quotes, in its order. Example: =DESK.RECIPIENTS("power","DE")
 * @customfunction RECIPIENTS
 * @streaming
 * @requiresAddress
 * @param commodity The commodity by the platform's name, such as "power".
 * @param [market] Only for this market, such as "DE". Left out: for the commodity as a whole.
 */
export function recipients(
  commodity: string,
  market: string,
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => lateParts((of) => of.recipientsFormula({ commodity, market })));
}

/**
 * The load shape of a request or a trade: the quantity of each delivery period, one row each. A trade's is fetched once. Example: =DESK.LOADSHAPE("RQ-10293")
 * @customfunction LOADSHAPE
 * @streaming
 * @requiresAddress
 * @param id The id of an open request, or of a trade, such as "TR-70018".
 */
export function loadShape(
  id: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => lateParts((of) => of.loadShapeFormula({ id })));
}

/**
 * Risk management, live: all commodities with on or off, or one with its settings. Example: =DESK.RISK("power","risk-management")
 * @customfunction RISK
 * @streaming
 * @requiresAddress
 * @param [commodity] A commodity, or a column of them: one row each. Left out: all of them.
 * @param [field] "risk-management" for on or off, or the name of a setting, or a row of names. Left out: on or off for all, every field for one commodity.
 */
export function risk(
  commodity: unknown[][],
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => lateRisk((of) => of.riskFormula({ commodity, field })));
}
