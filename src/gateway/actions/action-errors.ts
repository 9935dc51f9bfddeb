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
  next: 'It is being looked up whether it was executed; only what takes risk away is sent again.',
};
export const OTHER_BODY: Failure = {
  kind: 'invalid-argument',
  message: 'This action id was already used for something else.',
  next: `${NOTHING_SENT} Press again, so that the page makes a new one.`,
};
export const STOPPING: Failure = {
  kind: 'unavailable',
  message: 'The gateway is stopping.',
  next: `${NOTHING_SENT} Press again when it is back.`,
};
export const NOT_WRITTEN: Failure = {
  kind: 'unavailable',
  message: 'The journal cannot be written, probably because the disk is full.',
  next: `${NOTHING_SENT} Make room in the data folder of the gateway, then press again.`,
};
export const tooManyOpen = (count: number): Failure => ({
  kind: 'throttled',
  message: `${count.toLocaleString('en')} actions of this desk are under way or unknown already.`,
  next: `${NOTHING_SENT} Let them end, or settle in the journal what stays unknown; withdrawing works all the same.`,
});
export const TOO_SLOW: Failure = {
  kind: 'unavailable',
  message: 'The service answers too slowly to be sure of the price.',
  next: `${NOTHING_SENT} Press again in a moment.`,
};
export const UNREAD: Failure = {
  kind: 'unavailable',
  message: 'What has to be known first could not be read.',
  next: `${NOTHING_SENT} Press again; if it lasts, look into the log of the gateway.`,
};
/** `says`: the platform's own statement. */
export const notExecuted = (says: string): Failure => ({
  kind: 'wrong-state',
  message: `It was not executed: ${says}`,
  next: 'Look at the request as it is now, and press again if you still want it.',
});
export const NOT_SETTLED: Failure = {
  kind: 'unavailable',
  message: 'The journal cannot be written, so what you settled is not kept.',
  next: 'Make room in the data folder of the gateway, then settle it again.',
};
export const NUMBER_NEEDED: Failure = {
  kind: 'invalid-argument',
  message: 'A quote that went out may be live, and without its number the desk cannot withdraw it.',
  next: 'Look the number up in the platform’s own web client, and settle it with that. It is looked up meanwhile.',
  fields: [{ path: 'quoteId', message: 'The number of the quote is needed.' }],
};
export const NO_SUCH_ACTION: Failure = {
  kind: 'not-found',
  message: 'There is no such action in the journal.',
  next: 'Look at the journal as it is now.',
};
export const nothingToSettle = (state: string): Failure => ({
  kind: 'wrong-state',
  message: `This action is ${state}: there is nothing to settle.`,
  next: 'A person settles only what is acknowledged or unknown.',
});

/** What arrives later than this after its press is not sent: a cut line kept it, and the page has given up waiting. */
const PRESS_AGE_MS_MAX = 30_000;

/** Why a press is too old to be taken at `now` (epoch ms); what takes risk away never is. */
export const arrivedTooLate = ({ body, pressedAt }: ActionRequest, now: number): Failure | undefined =>
  pressedAt !== undefined && now - pressedAt > PRESS_AGE_MS_MAX && !onlyProtects(body)
    ? leftTooLate
    : undefined;

/** Why the desk itself sends nothing. Every `next` begins by saying so. */
export const wrongState = (message: string, next: string): Failure => ({
  kind: 'wrong-state',
  message,
  next: `Nothing was sent. ${next}`,
});

export const invalid = (message: string, next: string, path?: string): Failure => ({
  kind: 'invalid-argument',
  message,
  next: `Nothing was sent. ${next}`,
  ...(path !== undefined && { fields: [{ path, message }] }),
});

export const missing = (message: string, next: string): Failure => ({
  kind: 'not-found',
  message,
  next: `Nothing was sent. ${next}`,
});

/** Something is not as it was shown. */
export const movedFrom = (what: string, shown: string, now: string): Failure => ({
  kind: 'price-moved',
  message: `The ${what}: ${shown} → ${now}.`,
  next: 'Nothing was sent. Look at it as it is now and press again if you want it.',
});

/** A rule's own failure, which does not know that it was asked before sending. */
export const unsent = ({ next, ...failure }: Failure): Failure => ({
  ...failure,
  next: next.includes('Nothing was sent.') ? next : `Nothing was sent. ${next}`,
});
