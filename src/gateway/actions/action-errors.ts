import type { ActionRequest } from '../../contract/desk/bodies';
import { onlyProtects } from '../../domain/action';
import type { Failure } from '../../domain/failure';
import { leftTooLate } from '../platform/errors';

const NOTHING_SENT = 'Nothing was sent.';

export const STOPPED_BEFORE: Failure = {
  kind: 'unavailable',
  message: 'The gateway stopped before this was sent.',
  next: `${NOTHING_SENT} Press again if you still want it.`,
};
export const STOPPED_DURING: Failure = {
  kind: 'unknown-outcome',
  message: 'The gateway stopped while this was being sent.',
  next: 'The desk checks whether it was executed. Only actions that reduce risk are sent again.',
};
export const OTHER_BODY: Failure = {
  kind: 'invalid-argument',
  message: 'This action id was already used for something else.',
  next: `${NOTHING_SENT} Press again: the pane then makes a new id.`,
};
export const STOPPING: Failure = {
  kind: 'unavailable',
  message: 'The gateway is stopping.',
  next: `${NOTHING_SENT} Press again when it is back.`,
};
export const NOT_WRITTEN: Failure = {
  kind: 'unavailable',
  message: 'The journal cannot be written, probably because the disk is full.',
  next: `${NOTHING_SENT} Free disk space in the gateway’s data folder, then press again.`,
};
export const tooManyOpen = (count: number): Failure => ({
  kind: 'throttled',
  message: `${count.toLocaleString('en')} actions of this desk are under way or unknown already.`,
  next: `${NOTHING_SENT} Wait for them, or resolve unknown ones in the journal. Withdrawing still works.`,
});
export const TOO_SLOW: Failure = {
  kind: 'unavailable',
  message: 'The platform answers too slowly for a current price.',
  next: `${NOTHING_SENT} Press again in a moment.`,
};
export const UNREAD: Failure = {
  kind: 'unavailable',
  message: 'The checks before sending could not be read.',
  next: `${NOTHING_SENT} Press again. If it persists, see the gateway log.`,
};
/** `says`: the platform's own statement. */
export const notExecuted = (says: string): Failure => ({
  kind: 'wrong-state',
  message: `It was not executed: ${says}`,
  next: 'Check the request and press again if you still want it.',
});
export const NOT_SETTLED: Failure = {
  kind: 'unavailable',
  message: 'The journal cannot be written, so your resolution is not saved.',
  next: 'Free disk space in the gateway’s data folder, then resolve it again.',
};
export const NUMBER_NEEDED: Failure = {
  kind: 'invalid-argument',
  message: 'The quote may be live, and the desk cannot withdraw it without its number.',
  next: 'Look up the number in the platform’s own web client and resolve it with that. The desk keeps looking meanwhile.',
  fields: [{ path: 'quoteId', message: 'The number of the quote is needed.' }],
};
export const NO_SUCH_ACTION: Failure = {
  kind: 'not-found',
  message: 'There is no such action in the journal.',
  next: 'Check the journal.',
};
export const nothingToSettle = (state: string): Failure => ({
  kind: 'wrong-state',
  message: `This action is ${state}: there is nothing to resolve.`,
  next: 'Only acknowledged or unknown actions can be resolved.',
});

/**
 * Maximum age of a press on arrival. An older one was delayed by a lost connection and is not sent: the page no
 * longer waits for it.
 */
const PRESS_AGE_MS_MAX = 30_000;

/** Why a press is too old to be sent at `now` (epoch ms); actions that only reduce risk never are. */
export const arrivedTooLate = ({ body, pressedAt }: ActionRequest, now: number): Failure | undefined =>
  pressedAt !== undefined && now - pressedAt > PRESS_AGE_MS_MAX && !onlyProtects(body)
    ? leftTooLate
    : undefined;
