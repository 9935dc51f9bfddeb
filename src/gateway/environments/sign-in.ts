import type { SignInBody } from '../../contract/desk/bodies';
import { PRODUCTION_WORD } from '../../domain/desk-status';
import { failed, success, type Failure, type FailureKind, type Outcome } from '../../domain/failure';
import type { KeptFor, Vault } from '../storage/vault/vault';
import { credentialsProblem } from '../platform/authentication';
import type { Credentials } from '../platform/secrets';

/** Where a person wants to sign in, and with what. */
export interface SignIn {
  readonly place: KeptFor;
  readonly credentials: Credentials;
  /** What to do with them once they are accepted; those that are kept already stay as they are. */
  readonly then: 'keep' | 'forget' | 'leave';
}

/** What was asked for, once it can be tried; nothing has been sent by then. */
export async function signInOf(
  request: SignInBody,
  places: readonly KeptFor[],
  vault: Vault,
): Promise<Outcome<SignIn>> {
  const place = places.find(({ name }) => name === request.environment);
  if (!place) return failed(noAddress(request));
  if (place.name === 'production' && request.word?.trim().toLowerCase() !== PRODUCTION_WORD) {
    return failed(WRONG_WORD);
  }
  if (!('apiKey' in request)) {
    const kept = await vault.open(place);
    return kept.ok ? success({ place, credentials: kept.value, then: 'leave' }) : kept;
  }
  const credentials = typed(request);
  const problem = credentialsProblem(credentials);
  return problem
    ? failed(problem)
    : success({ place, credentials, then: request.remember ? 'keep' : 'forget' });
}

/** As they were pasted, without the blanks and line ends that come along with a copy. */
const typed = ({ apiKey, clientId, clientSecret }: Credentials): Credentials => ({
  apiKey: apiKey.trim(),
  clientId: clientId.trim(),
  clientSecret: clientSecret.trim(),
});

/** A failed sign-in to the person who waits for it: unlike a renewal, it is not tried again by itself. */
export function toldToPerson(failure: Failure): Failure {
  const next = NEXT[failure.kind];
  return next === undefined ? failure : { ...failure, next };
}

const NEXT: Partial<Record<FailureKind, string>> = {
  throttled: 'Wait a moment, then sign in again.',
  unavailable:
    "Check the network and the platform's address, then sign in again. If it persists, ask the operator.",
};

const noAddress = ({ environment }: SignInBody): Failure => ({
  kind: 'unsupported',
  message: `The gateway has no address for ${environment}.`,
  next: `Start it with SERVICE_URL_${environment.toUpperCase()} set to the address that the operator gave you, and with DESK_DATA set to a folder.`,
});
const WRONG_WORD: Failure = {
  kind: 'invalid-argument',
  message: 'Type the word "production" to enter production.',
  next: 'Nothing was sent. Type the word, or choose another environment.',
};
export const ALREADY_IN: Failure = {
  kind: 'wrong-state',
  message: 'The desk is signed in already.',
  next: 'Sign out first, in the Desk room.',
};
export const CHANGING: Failure = {
  kind: 'wrong-state',
  message: 'Another sign-in or sign-out is in progress.',
  next: 'Nothing was sent. Wait a moment, then try again.',
};
export const OTHER_DESK: Failure = {
  kind: 'wrong-state',
  message: 'The desk signed in or out after this was pressed, perhaps to another environment.',
  next: 'Nothing was sent. Check the pane, and press again if you still want it.',
};
export const SIGNED_OUT: Failure = {
  kind: 'signed-out',
  message: 'The desk is not signed in to the platform.',
  next: 'Sign in on the SpreadDesk pane.',
};
