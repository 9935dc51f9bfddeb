import * as z from 'zod/mini';
import { readErrors } from '../../contract/service/api-error';
import type { Profile } from '../../contract/service/profile';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { HttpAnswer, HttpRequest } from './http';
import { valueAt } from './dialect/record-map';
import { addressOf, constants } from './route';
import { redacted, type Credentials } from './secrets';
import { serviceDay } from './rate-limit/service-day';

/** A token as it was issued. Times are epoch ms. */
export interface IssuedToken {
  readonly text: string;
  readonly endsAt: number;
  /** The same by its own word or the service's day, however soon that is. */
  readonly statedEndsAt: number;
}

// Neither may break out of a header: visible ASCII alone.
const HEADER_TEXT = /^[\x21-\x7e]+$/;
// A token that was over when it came says more about our clock than about the token.
const LIFE_MS_MIN = 60_000;

/** Invalid credentials, found without a call. */
export function credentialsProblem({ apiKey, clientId, clientSecret }: Credentials): Failure | undefined {
  const missing = [
    ['API key', apiKey],
    ['client id', clientId],
    ['client secret', clientSecret],
  ].find(([, text]) => !text);
  if (!missing && HEADER_TEXT.test(apiKey)) return undefined;
  return {
    kind: 'invalid-argument',
    message: missing
      ? `The ${missing[0]} is missing.`
      : 'The API key has characters in it that no API key can have, such as spaces.',
    next: 'Copy it again exactly as the operator gave it.',
  };
}

/** The call that signs in (section 5); where the credentials stand in it is a setting of the profile. */
export function authenticateRequest(
  base: URL,
  profile: Profile,
  credentials: Credentials,
): Outcome<HttpRequest> {
  const { method = 'POST', headers: added } = profile.operations.authenticate ?? {};
  const query = constants(profile, 'authenticate', {});
  const address = addressOf(base, profile.paths, { path: 'authenticate', query });
  if (!address.ok) return address;
  const { credentialsIn, idName, secretName, fields: beside } = profile.auth;
  const fields = { ...beside, [idName]: credentials.clientId, [secretName]: credentials.clientSecret };
  const headers = { accept: 'application/json', ...added, 'x-api-key': credentials.apiKey };
  const request = { method, url: address.value, headers } as const;
  switch (credentialsIn) {
    case 'query':
      for (const [name, value] of Object.entries(fields)) address.value.searchParams.set(name, value);
      return success(request);
    case 'json':
      return success({
        ...request,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      });
    case 'form':
      return success({ ...request, ...formOf(headers, fields) });
    case 'basic':
      return success({
        ...request,
        ...formOf({ ...headers, authorization: `Basic ${basicOf(profile.auth, credentials)}` }, beside),
      });
  }
}

const formOf = (headers: Readonly<Record<string, string>>, fields: Readonly<Record<string, string>>) => ({
  headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

/** HTTP Basic (RFC 7617); in OAuth 2.0 both are written as in a form first (RFC 6749, section 2.3.1). */
function basicOf({ standard }: Pick<Profile['auth'], 'standard'>, credentials: Credentials): string {
  const { clientId, clientSecret } = credentials;
  const written = (text: string): string =>
    standard === 'oauth2' ? new URLSearchParams([['', text]]).toString().slice(1) : text;
  return Buffer.from(`${written(clientId)}:${written(clientSecret)}`).toString('base64');
}

/**
 * The token in an answer to {@link authenticateRequest}. It ends at its own `exp`, else after the seconds that the answer states in
 * `auth.expiresField`, else at the next midnight or, where the profile says so, when it is refused: then `endsAt` is infinite.
 */
export function readToken(answer: HttpAnswer, profile: Profile, now: number): Outcome<IssuedToken> {
  const { tokenField, expiresField } = profile.auth;
  const body = json(answer.body);
  const text = fieldAt(body, tokenField);
  if (typeof text !== 'string' || !HEADER_TEXT.test(text)) {
    return failed({
      kind: 'unreadable',
      message: `The platform's answer to the sign-in has no token in its field "${tokenField}".`,
      next: 'Set auth.tokenField in the service profile to the field that holds it.',
    });
  }
  const lasts = expiresField === undefined ? undefined : lifeMs(fieldAt(body, expiresField));
  const ownEnd = endOf(text);
  // A token that states its end itself needs no seconds beside it: OAuth 2.0 only recommends them.
  const isUntilRefused = profile.auth.unsaidEnd === 'refused';
  if (ownEnd === undefined && expiresField !== undefined && lasts === undefined && !isUntilRefused)
    return failed(noLife(expiresField));
  const unsaid = isUntilRefused ? Infinity : serviceDay(now, profile.auth.zone).endsAt;
  const endsAt = ownEnd ?? (lasts === undefined ? unsaid : now + lasts);
  return success({ text, endsAt: Math.max(endsAt, now + LIFE_MS_MIN), statedEndsAt: endsAt });
}

/** By its whole name, or by a dotted path. */
const fieldAt = (body: unknown, path: string): unknown =>
  valueAt(body, [path]) ?? valueAt(body, path.split('.'));

function lifeMs(written: unknown): number | undefined {
  const seconds = typeof written === 'number' || typeof written === 'string' ? Number(written) : NaN;
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

const noLife = (expiresField: string): Failure => ({
  kind: 'unreadable',
  message: `The platform's answer to the sign-in does not say in its field "${expiresField}" how long the token lasts.`,
  next: 'Set auth.expiresField in the service profile to the field that holds its seconds, or auth.unsaidEnd to "refused".',
});

/** Seconds from here on are far beyond any token: then it is milliseconds. */
const EPOCH_MS_MIN = 100_000_000_000;
const Claims = z.object({ exp: z.number() });

/** The `exp` claim of a JWT as epoch ms. The token is the service's to verify; here only its end is of interest. */
function endOf(token: string): number | undefined {
  const claims = Claims.safeParse(json(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')));
  if (!claims.success) return undefined;
  const { exp } = claims.data;
  return exp >= EPOCH_MS_MIN ? exp : exp * 1000;
}

/** Why the service gave no token. */
export function signInFailure(answer: HttpAnswer, credentials: Credentials, auth: Profile['auth']): Failure {
  const secrets = [
    credentials.apiKey,
    basicOf(auth, credentials),
    credentials.clientSecret,
    credentials.clientId,
  ];
  const errors = readErrors(redacted(answer.body, secrets)).map(({ message }) => message);
  const words = errors.length > 0 ? `: ${errors.join('; ').replace(/[\s.]+$/, '')}` : '';
  return { ...worded(answer.status, words), service: { status: answer.status } };
}

function worded(status: number, words: string): Failure {
  if (status === 400 || status === 415 || status === 422) {
    return {
      kind: status === 415 ? 'unsupported' : 'signed-out',
      message: `The platform could not read the client id and client secret${words}.`,
      next: 'Check both; if they are right, set auth.credentialsIn in the service profile to where it wants them.',
    };
  }
  if (status === 401) {
    return {
      kind: 'signed-out',
      message: `The platform did not accept the client id and client secret${words}.`,
      next: 'Check both, and that they belong to this environment, then sign in again.',
    };
  }
  if (status === 403) {
    return {
      kind: 'denied',
      message: `The platform refused the API key${words}.`,
      next: 'Check the key, and with the operator that it has not been revoked, then sign in again.',
    };
  }
  if (status === 404 || status === 405) {
    return {
      kind: 'unsupported',
      message: `The platform has no sign-in at the address of the profile (paths.authenticate)${words}.`,
      next: "Check the platform's address and paths.authenticate.",
    };
  }
  return {
    kind: 'unavailable',
    message: `The platform could not sign the desk in (status ${status})${words}.`,
    next: 'Try again in a moment. If it persists, ask the operator.',
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
