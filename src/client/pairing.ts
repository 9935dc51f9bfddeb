import { AUTH_ROUTES } from '../contract/desk/auth';
import { ROUTES } from '../contract/desk/routes';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import { present } from '../domain/present';
import type { WayIn } from '../domain/way-in';
import type { SigningIn } from './client';
import { callBeforeSession, type Network } from './http';

const PAIR_DEADLINE_MS = 10_000;

const NOT_KNOWN_PAIRED: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not answer, so this Excel is not paired.',
  next: 'Check that it runs, then type the newest code that its window or log shows.',
};

/** Keeps the key that the gateway gives for a code. Every page of this browser gets its sessions by it. */
export async function pair(network: Network, code: string, name?: string): Promise<Outcome<void>> {
  const answer = await callBeforeSession(network, ROUTES.pair, {
    body: { code, ...present({ name }) },
    deadlineMs: PAIR_DEADLINE_MS,
    unanswered: NOT_KNOWN_PAIRED,
  });
  if (!answer.ok) return answer;
  network.transport.key.keep(answer.value.key);
  return success(undefined);
}

const SIGN_IN_DEADLINE_MS = 30_000;
const SECRET_BYTES = 32;

const NO_WAY: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not say how people sign in.',
  next: 'Check that it runs; the pane asks again by itself.',
};
const NOT_BEGUN: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not answer, so nobody is signed in.',
  next: 'Check that it runs, then press Sign in again.',
};
const NOT_SECURE: Failure = {
  kind: 'unsupported',
  message: 'This page was not loaded over https, so nobody can sign in here.',
  next: 'Open it under the https address that you were given.',
};

/** By a code, or by name at a provider. */
export const wayIn = (network: Network): Promise<Outcome<WayIn>> =>
  callBeforeSession(network, AUTH_ROUTES.way, { deadlineMs: PAIR_DEADLINE_MS, unanswered: NO_WAY });

/** The gateway hears the digest of a secret alone: a ticket that others see, or send, is worth nothing to them. */
export async function beginSignIn(network: Network): Promise<Outcome<SigningIn>> {
  // Browsers digest for secure pages alone.
  if (!window.isSecureContext) return failed(NOT_SECURE);
  const secret = base64url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  const folder = window.location.pathname.startsWith('/workbench/') ? '/workbench/' : '/';
  const begun = await callBeforeSession(network, AUTH_ROUTES.start, {
    body: { digest: base64url(new Uint8Array(digest)), folder },
    deadlineMs: SIGN_IN_DEADLINE_MS,
    unanswered: NOT_BEGUN,
  });
  if (!begun.ok) return begun;
  return success({
    page: new URL(begun.value.page, window.location.origin).href,
    async redeem(ticket) {
      const redeemed = await callBeforeSession(network, AUTH_ROUTES.redeem, {
        body: { ticket, secret },
        deadlineMs: SIGN_IN_DEADLINE_MS,
        unanswered: NOT_BEGUN,
      });
      return redeemed.ok ? signedIn(network, redeemed.value) : redeemed;
    },
  });
}

/** Hands the gateway a token that Office got from the provider, once: what is kept is the gateway's own key. */
export async function signInByToken(network: Network, token: string): Promise<Outcome<{ name: string }>> {
  const redeemed = await callBeforeSession(network, AUTH_ROUTES.token, {
    body: { token },
    deadlineMs: SIGN_IN_DEADLINE_MS,
    unanswered: NOT_BEGUN,
  });
  return redeemed.ok ? signedIn(network, redeemed.value) : redeemed;
}

function signedIn(
  { transport }: Network,
  { key, name }: { key: string; name: string },
): Outcome<{ name: string }> {
  transport.key.keep(key);
  return success({ name });
}

const NOT_OUT: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not answer, so it is not known whether you are signed out.',
  next: 'Check that it runs, then press Sign out again.',
};

/** The browser forgets its key once the gateway has ended what came of it. */
export async function signOutPerson(network: Network): Promise<Outcome<void>> {
  const { key } = network.transport;
  const left = await callBeforeSession(network, AUTH_ROUTES.leave, {
    body: { key: key.read() ?? '' },
    deadlineMs: PAIR_DEADLINE_MS,
    unanswered: NOT_OUT,
  });
  if (!left.ok) return left;
  key.keep('');
  return success(undefined);
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
