/* eslint-disable max-params -- Excel passes arguments by position. */
import { quotesFormula } from '../quote-table';
import { recordFormula } from '../record-formula';
import { ANALYTICS_RECORD, REQUEST_RECORD } from '../records';
import { requestsFormula } from '../request-table';
import { stream } from '../stream';

/**
 * Requests for quotes as a live table: the open ones, or those concluded in a period. Example: =DESK.RFQS("open","power","spread")
 * @customfunction RFQS
 * @streaming
 * @param [state] "open", "closed" (all concluded ones, traded or not) or "traded". Left out: open.
 * @param [commodity] Only this commodity, such as "power". Left out: all.
 * @param [contract] Only this contract: "single", "spread" or "standard-spread". Left out: all.
 * @param [from] First day: a date cell, or text like 2026-11-20. Of creation for open requests, of conclusion for closed ones, which need it.
 * @param [to] Last day, included. Left out: today.
 * @param [columns] Which columns, as text with commas ("request-id, state") or a range of names. Left out: the usual ones.
 */
export function rfqs(
  state: string,
  commodity: string,
  contract: string,
  from: unknown,
  to: unknown,
  columns: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => requestsFormula({ state, commodity, contract, from, to, columns }));
}

/**
 * One request: every field with its value, or only the fields asked for. A column of ids and a row of fields fill a table. Example: =DESK.RFQ(A2:A20,B1:F1)
 * @customfunction RFQ
 * @streaming
 * @param id The request's id, or a column of ids: one row each.
 * @param [field] A field by the platform's name, such as "state" or "legs[0].market", or a row of names: one column each. Left out: all fields of one request.
 */
export function rfq(
  id: unknown[][],
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => recordFormula(REQUEST_RECORD, { id, field }));
}

/**
 * The quotes of a request as a live table: active ones first, the best of each side on top, with net price and leg prices. Example: =DESK.QUOTES("RQ-10293","ask")
 * @customfunction QUOTES
 * @streaming
 * @param id The request's id.
 * @param [direction] "bid" or "ask". Left out: both.
 * @param [columns] Which columns, as text with commas ("counterparty, price") or a range of names. Left out: the usual ones.
 */
export function quotes(
  id: unknown[][],
  direction: string,
  columns: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => quotesFormula({ id, direction, columns }));
}

/**
 * The analytics of a request, the initiator's feedback comment included: every field, or only those asked for. Example: =DESK.ANALYTICS("RQ-10293","best-price")
 * @customfunction ANALYTICS
 * @streaming
 * @param id The request's id, or a column of ids: one row each.
 * @param [field] A field by the platform's name, such as "best-price", or a row of names: one column each. Left out: all fields of one request.
 */
export function analytics(
  id: unknown[][],
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => recordFormula(ANALYTICS_RECORD, { id, field }));
}
