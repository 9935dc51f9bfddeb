import type { Failure } from '../../../domain/failure';
import type { Request } from '../../../domain/request';

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

/** Failure for an offer that changed after it was shown. */
export const movedFrom = (what: string, shown: string, now: string): Failure => ({
  kind: 'price-moved',
  message: `The ${what} from ${shown} to ${now}.`,
  next: 'Nothing was sent. Check it and press again if you still want it.',
});

/** The failure of a rule, with "Nothing was sent." added to its next step. */
export const unsent = ({ next, ...failure }: Failure): Failure => ({
  ...failure,
  next: next.includes('Nothing was sent.') ? next : `Nothing was sent. ${next}`,
});

/** The role in which an action is allowed (section 1, use cases), and what a desk in the other one does instead. */
export interface NeededRole {
  readonly role: 'initiator' | 'recipient';
  readonly otherwise: string;
}

/** Why an action is not allowed on this request: it is over, or the desk has another role. Without `needed` both roles may. */
export function requestProblem(
  request: Pick<Request, 'id' | 'state' | 'role'>,
  needed?: NeededRole,
): Failure | undefined {
  if (request.state !== 'open') {
    return wrongState(`Request ${request.id} is ${request.state}.`, 'Choose an open request.');
  }
  if (!needed || request.role === undefined || request.role === needed.role) return undefined;
  const whose = needed.role === 'initiator' ? 'is not your own' : 'is your own';
  return wrongState(`Request ${request.id} ${whose}.`, needed.otherwise);
}
