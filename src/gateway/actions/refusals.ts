import type { Failure } from '../../domain/failure';

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
