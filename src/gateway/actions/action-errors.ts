import type { By } from '../../domain/person';
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
export const REPLACED: Failure = {
  kind: 'wrong-state',
  message: 'Another party’s price proposal has replaced yours, and only that one would be deleted.',
  next: NOTHING_SENT,
};
/** The journal cannot say whether the lines of this are there; the next gateway to lead reads them. */
export const IN_DOUBT: Failure = {
  kind: 'unknown-outcome',
  message: 'The gateway lost its database while this was being written down.',
  next: 'Another gateway takes over and knows what became of it: ask again under the same id, or look at the journal.',
};
export const NOT_FOUND_OUT: Failure = {
  kind: 'unknown-outcome',
  message: 'The journal cannot be read, so it is not known whether this was pressed before.',
  next: 'Ask again under the same id. If it persists, see the gateway log.',
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
/** A read before sending got no answer that can be used, which says nothing of what was pressed. */
export const notReadBefore = ({ message, ...failure }: Failure): Failure =>
  failure.kind === 'unavailable' || failure.kind === 'unreadable'
    ? {
        ...failure,
        message: `What has to be read before sending could not be read: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
        next: `${NOTHING_SENT} Press again if you still want it.`,
      }
    : { ...failure, message };
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

export const isOld = (pressedAt: number, now: number): boolean => now - pressedAt > PRESS_AGE_MS_MAX;

/** Why a press is too old to be sent at `now` (epoch ms); actions that only reduce risk never are. */
export const arrivedTooLate = ({ body, pressedAt }: ActionRequest, now: number): Failure | undefined =>
  pressedAt !== undefined && isOld(pressedAt, now) && !onlyProtects(body) ? leftTooLate : undefined;

const NOT_APPROVED = `${NOTHING_SENT} Press again if you still want it.`;
const STILL_WAITING = `${NOTHING_SENT} It still waits.`;

export const STOPPED_WAITING: Failure = {
  kind: 'unavailable',
  message: 'The gateway stopped, or signed out of the platform, before this was approved.',
  next: NOT_APPROVED,
};
/** `time`: when everything was withdrawn, as "10:31:04"; `name`: of who pressed it, where that is known. */
export const withdrawnWaiting = (time: string, name?: string): Failure => ({
  kind: 'wrong-state',
  message: `Stopped: everything was withdrawn at ${time}${name === undefined ? '' : ` by ${name}`}, before this was approved.`,
  next: NOT_APPROVED,
});
export const NOBODY_APPROVED: Failure = {
  kind: 'wrong-state',
  message: 'Nobody approved it in time.',
  next: NOT_APPROVED,
};
export const CANCELLED_WAITING: Failure = {
  kind: 'wrong-state',
  message: 'The person who pressed it cancelled it before it was approved.',
  next: NOTHING_SENT,
};
export const refusedBecause = (name: string, reason: string): Failure => ({
  kind: 'denied',
  message: `${name} refused it: ${reason}`.replace(/[^.!?]$/, '$&.'),
  next: NOTHING_SENT,
});
export const PROGRAMS_WAIT_FOR_NOBODY: Failure = {
  kind: 'denied',
  message: 'It needs the approval of another person, and a program waits for none.',
  next: 'Nothing was sent. Send it by hand, or bring the row below the level for approval.',
};
export const OWN_APPROVAL: Failure = {
  kind: 'denied',
  message:
    'Nobody approves what they pressed themselves, in whichever browser, and the desk has to know both people.',
  next: `${STILL_WAITING} Another person has to approve it.`,
};
export const OTHER_THAN_SHOWN: Failure = {
  kind: 'wrong-state',
  message: 'This is not what waits: something else was shown.',
  next: `${STILL_WAITING} Look at it again in the journal.`,
};
export const LATE_APPROVAL: Failure = {
  kind: 'wrong-state',
  message: 'The approval came too late.',
  next: NOTHING_SENT,
};
export const APPROVAL_NOT_WRITTEN: Failure = {
  kind: 'unavailable',
  message: 'The journal cannot be written, so the approval is not saved.',
  next: `${NOTHING_SENT} Free disk space in the gateway’s data folder, then press again.`,
};
export const notWaiting = (state: string): Failure => ({
  kind: 'wrong-state',
  message: `This action is ${state}: it does not wait for approval.`,
  next: 'The journal shows what became of it.',
});
export const NOT_YOURS: Failure = {
  kind: 'denied',
  message: 'Somebody else pressed this.',
  next: 'The person who pressed it can cancel it, and an approver can refuse it.',
};
export const NOT_YOURS_TO_REMIND: Failure = {
  kind: 'denied',
  message: 'Somebody else pressed this.',
  next: 'Nobody was reminded. The person who pressed it can remind the approvers.',
};
export const remindedAlready = (until: number): Failure => ({
  kind: 'throttled',
  message: 'The approvers were reminded less than a minute ago.',
  next: 'It still waits. Remind them again in a minute.',
  until,
});
export const NOT_REMINDED: Failure = {
  kind: 'unavailable',
  message: 'The journal cannot be written, so nobody was reminded.',
  next: 'It still waits. Free disk space in the gateway’s data folder, then remind again.',
};
export const ONLY_QUOTES_REPLACE: Failure = {
  kind: 'invalid-argument',
  message: 'Only a quote can replace others.',
  next: `${NOTHING_SENT} Reload the pane to match the gateway’s version.`,
};
/** Its withdrawal was confirmed. */
export const takenNotWithdrawn = (quoteId: string): Failure => ({
  kind: 'wrong-state',
  message: `Quote ${quoteId}, whose withdrawal was confirmed, was taken all the same, or a part of it was.`,
  next: 'The new quote was not sent: with it you would trade twice. Look at your trades, and press again for what you still want.',
});
export const mayPressNoMore = (by: By | undefined): Failure => ({
  kind: 'denied',
  message: `${by?.name ?? 'Who pressed it'} may not send on this desk any more.`,
  next: 'Nothing was sent. Somebody who may has to press it.',
});
/** The list that was read just before has it no more as it was. */
export const mayBeTaken = (proposalId: string): Failure => ({
  kind: 'wrong-state',
  message: `Price proposal ${proposalId}, which it would replace, is not listed as it was: it may have been taken.`,
  next: 'Nothing was sent: with the new one you might trade twice.',
});
/** `why`: what the platform or the desk said of the withdrawal. */
export const notReplaced = (quoteId: string, why: string): Failure => ({
  kind: 'wrong-state',
  message: `Quote ${quoteId}, which it replaces, is not known to be withdrawn: ${why}`,
  next: 'The new quote was not sent. Look at what is live, and press again.',
});
