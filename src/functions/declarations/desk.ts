import { lateFormulas } from '../cells/late-formulas';
import { stream } from '../cells/stream';
import { statusFormula } from '../formulas/desk';
import type * as DeskTables from '../formulas/desk-tables';
import type * as Programs from '../formulas/program';

const late = lateFormulas<typeof DeskTables>(() => import('../formulas/desk-tables'));
const lateQuota = lateFormulas(() => import(/* webpackChunkName: "quota" */ '../formulas/quota'));
const latePrograms = lateFormulas<typeof Programs>(() => import('../formulas/program'));

// Excel suggests the members of such a list while a formula is typed, and takes any other text as well. The generator
// wants them as enums in the file of the function, and reads double quotes alone, which the formatter would change.
/**
 * What became of an action.
 * @customenum {string}
 */
// prettier-ignore
enum ACTIONSTATE {
  /** Another person has to approve it. Nothing is sent before that. */
  waiting = "waiting",
  /** Written down, not sent. */
  staged = "staged",
  /** On its way to the platform. */
  sending = "sending",
  /** Taken by the platform, which has not finished it. */
  acknowledged = "acknowledged",
  /** Done, as the platform says. */
  done = "done",
  /** Refused by the platform: nothing was done. */
  rejected = "rejected",
  /** Nobody knows yet whether it was done. It is looked up until known. */
  unknown = "unknown",
  /** Called back before it was sent. */
  cancelled = "cancelled",
  /** Stopped by the desk's own checks: it never left. */
  not_sent = "not-sent",
  /** A withdrawal of a quote that was over: nothing was left to withdraw. */
  already_over = "already-over",
  /** It made a trade: an acceptance, or a quote that was taken. */
  traded = "traded",
  /** No action: what else was done on the desk. */
  noted = "noted",
}

/**
 * What an event of the platform is about. There may be others.
 * @customenum {string}
 */
// prettier-ignore
enum EVENTTYPE {
  /** Somebody asked for quotes. */
  request_created = "request-created",
  /** A request ended without a deal. */
  request_closed = "request-closed",
  /** A request was traded; of a standard spread only once its leg prices are entered. */
  request_traded = "request-traded",
  /** A quote came, or has another price. */
  quotation_created = "quotation-created",
  /** A quote is gone. */
  quotation_withdrawn = "quotation-withdrawn",
  /** A price proposal came. */
  price_proposal_created = "price-proposal-created",
  /** The price proposals of a request are gone. */
  price_proposal_deleted = "price-proposal-deleted",
  /** A counteroffer to a quote came. */
  counteroffer_created = "counteroffer-created",
}

/**
 * Whether the desk is signed in and connected, and where. Example: =DESK.STATUS("environment")
 * @customfunction STATUS
 * @streaming
 * @requiresAddress
 * @param [field] "signed-in", "environment", "connection", "service", "zone", "token-ends-at", "problem", "version", "shown-zone", "halted", "told-at" (its last word, for NOW()), "told-time" (as text), "today", or a row of these. Left out: all but the last three.
 */
export function status(
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => statusFormula({ field }));
}

/**
 * Today's calls to the platform: left, used, when they run out, and the plan for the rest of the day. Costs no call. Example: =DESK.QUOTA("left")
 * @customfunction QUOTA
 * @streaming
 * @requiresAddress
 * @param [field] "left", "used", "per-day", "reserve", "tokens", "burst", "rate-per-second", "queued", "resets-at", "ends-at", "used-by-lane", "watched", "stretch", "calls-per-hour" or "plan", or a row of these. Left out: all.
 */
export function quota(
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => lateQuota((of) => of.quotaFormula({ field })));
}

/**
 * Lines of the journal, newest first: actions with their outcomes, and what else was done. Price and quantity are what you asked for; executed columns say what was traded. Costs no call. Example: =DESK.JOURNAL(20,"unknown")
 * @customfunction JOURNAL
 * @streaming
 * @requiresAddress
 * @param [count] Rows at most, from 1 to 2000. Left out: 50.
 * @param [state] Only these: "waiting", "staged", "sending", "acknowledged", "done", "rejected", "unknown", "cancelled", "not-sent", "already-over", "traded", or "noted" for what is no action. Left out: all.
 * @param [columns] Columns of this table or of the journal's file, such as "created-at,by,approved-by,taken-at,outcome": text with commas, or a range. Left out: the usual ones.
 */
export function journal(
  count: number,
  state: ACTIONSTATE,
  columns: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => late((of) => of.journalFormula({ count, state, columns })));
}

/**
 * Events of the platform, newest first: pushed to this desk, or detected by polling; last, who of this desk did it, where known. Costs no call. Example: =DESK.EVENTS(10,"request-traded")
 * @customfunction EVENTS
 * @streaming
 * @requiresAddress
 * @param [count] Rows at most, from 1 to 500. Left out: 20.
 * @param [type] Only this type, such as "request-traded", or any other of the platform's. Left out: all.
 */
export function events(
  count: number,
  type: EVENTTYPE,
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => late((of) => of.eventsFormula({ count, type })));
}

/**
 * Programs of this desk, quotes that follow a sheet: one by its name, or all that run or stopped within a day. It only shows them: a program is started and stopped on the pane. Costs no call. Examples: =DESK.PROGRAM() or =DESK.PROGRAM(,"name,state,live")
 * @customfunction PROGRAM
 * @streaming
 * @requiresAddress
 * @param [name] The name of a program, in any case, or a column of names. Left out: all.
 * @param [field] "state", "started-at", "started-by", "heard-at", "stopped-at", "stopped-why", "left" (perhaps still live), "live", "live-quantity", "fills", "rows", "held", "changes-last-minute", "calls", "calls-left", "kind" or "name", or a row of these. Left out: all.
 */
export function program(
  name: unknown[][],
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => latePrograms((of) => of.programFormula({ name, field })));
}
