import {
  FailureAnswer,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
  SignInAnswer,
  SignOutAnswer,
} from '../contract/desk/http';
import type { SignInBody, SignOutBody } from '../contract/desk/bodies';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import type { Clock } from '../effects/clock';
import type { SignInWish } from './client';
import { exchange, type HttpAnswer, type SessionToken } from './http';
import type { Transport } from './transport';

/** The gateway waits for what is being sent, then for its turn at the service and for the service itself. */
const SIGN_DEADLINE_MS = 60_000;

interface SigningParts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly token: SessionToken;
}

const NO_ANSWER: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not answer.',
  next: 'The line at the top says whether the desk is signed in. Check that the gateway is running, then try again.',
};

/** Signs in at the environment of the wish. */
export async function signIn(parts: SigningParts, wish: SignInWish): Promise<Outcome<SignInAnswer>> {
  const { environment, credentials, word } = wish;
  const request: SignInBody = { environment, ...credentials, ...(word !== undefined && { word }) };
  return answered(await post(parts, SIGN_IN_PATH, request), (body) => SignInAnswer.safeParse(body));
}

/** Signs out, wherever the gateway is signed in. */
export async function signOut(parts: SigningParts, wish: SignOutBody): Promise<Outcome<SignOutAnswer>> {
  return answered(await post(parts, SIGN_OUT_PATH, wish), (body) => SignOutAnswer.safeParse(body));
}

/** Asked again only when the gateway did not know the session of the page, and so has done nothing. */
async function post(parts: SigningParts, path: string, request: object): Promise<Outcome<HttpAnswer>> {
  const first = await tried(parts, path, request);
  if (!first.ok || first.value.status !== 401) return first;
  return tried(parts, path, request);
}

async function tried(parts: SigningParts, path: string, request: object): Promise<Outcome<HttpAnswer>> {
  const token = await parts.token.current();
  if (!token.ok) return token;
  const answer = await exchange(parts, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token.value}` },
    body: JSON.stringify(request),
    deadlineMs: SIGN_DEADLINE_MS,
  });
  if (answer?.status === 401) await parts.token.refused(token.value);
  return answer ? success(answer) : failed(NO_ANSWER);
}

type Parsed<T> = { success: true; data: T } | { success: false };

function answered<T>(outcome: Outcome<HttpAnswer>, read: (body: unknown) => Parsed<T>): Outcome<T> {
  if (!outcome.ok) return outcome;
  const { status, body } = outcome.value;
  const refusal = FailureAnswer.safeParse(body);
  if (refusal.success) return failed(refusal.data.failure);
  const parsed = read(body);
  return status === 200 && parsed.success ? success(parsed.data) : failed(NO_ANSWER);
}
