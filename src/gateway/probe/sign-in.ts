import type { Profile } from '../../contract/service/profile';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import {
  authenticateRequest,
  credentialsProblem,
  readToken,
  signInFailure,
} from '../platform/authentication';
import { plain } from '../platform/contradiction';
import { serviceDay } from '../platform/rate-limit/service-day';
import type { Credentials } from '../platform/secrets';
import { blotted } from './blot';
import { isSuccess, type Answered, type ProbeCalls } from './calls';
import type { Findings } from './findings';
import type { Draft } from './draft';

type Auth = Profile['auth'];
/** A way to send the credentials, as the profile says it. */
interface Way {
  readonly credentialsIn: Auth['credentialsIn'];
  readonly standard?: 'oauth2';
  readonly fields?: Readonly<Record<string, string>>;
}

// The secret stands in an address only where nothing else is taken.
const WAYS: readonly Way[] = [
  { credentialsIn: 'form' },
  { credentialsIn: 'json' },
  { credentialsIn: 'basic' },
  { credentialsIn: 'form', standard: 'oauth2' },
  { credentialsIn: 'basic', standard: 'oauth2' },
  { credentialsIn: 'json', standard: 'oauth2' },
  { credentialsIn: 'query' },
];
/** OAuth 2.0 in the style of the interface document, where a refusal asks for it by this name. */
const GRANT: Way = { credentialsIn: 'form', fields: { 'grant-type': 'client_credentials' } };
const PATHS = ['/v2.0/authenticate', '/authenticate'];
const ANOTHER_PATH = new Set([404, 405]);
const ANOTHER_WAY = new Set([400, 401, 415, 422]);

/** Signs in, the way the profile says first; leaves the token with the calls and what was learnt in the draft. */
export async function probeSignIn(
  calls: ProbeCalls,
  { draft, findings, credentials }: { draft: Draft; findings: Findings; credentials: Credentials },
): Promise<Outcome<undefined>> {
  const problem = credentialsProblem(credentials);
  if (problem) return failed(problem);
  const given = draft.profile;
  const paths = [given.paths.authenticate, ...PATHS.filter((path) => path !== given.paths.authenticate)];
  let ways: readonly (Way | undefined)[] = [undefined, ...WAYS.filter((way) => !isGiven(way, given.auth))];
  let first: Answered | undefined;
  while (paths.length > 0 && ways.length > 0 && calls.left('sign-in') > 0) {
    const [path = ''] = paths;
    const [way] = ways;
    const overrides = { paths: { authenticate: path }, ...(way && { auth: way }) };
    const profile = draft.with(overrides);
    const request = authenticateRequest(calls.ports.base, profile, credentials);
    if (!request.ok) return request;
    const answer = await calls.signIn(request.value);
    if (!answer.ok) return answer;
    const said = answer.value;
    if (isSuccess(said)) return signedIn(said, { calls, draft, findings, overrides, way, path, given });
    if (ANOTHER_PATH.has(said.status)) paths.shift();
    else if (ANOTHER_WAY.has(said.status)) ways = hinted(said, ways.slice(1), way);
    else return failed(signInFailure(said, credentials, given.auth));
    // What is said to the way of the profile says more than what is said to a guess.
    first = first === undefined || ANOTHER_PATH.has(first.status) ? said : first;
  }
  return failed(first ? signInFailure(first, credentials, given.auth) : NOT_TRIED);
}

/** What a sign-in by the profile proves by itself. */
const PROVEN = [
  'paths.authenticate',
  'auth.standard',
  'auth.credentialsIn',
  'auth.idName',
  'auth.secretName',
  'auth.fields',
  'auth.tokenField',
  'auth.expiresField',
];

/** The desk is signed in by this profile: nothing of it has to be tried. */
export function isSignedIn(findings: Findings): undefined {
  for (const key of PROVEN) findings.holds(key, 'The desk is signed in by it.');
}

const NOT_TRIED: Failure = {
  kind: 'signed-out',
  message: 'The platform could not be asked to sign in.',
  next: 'Check its address.',
};

/** Already said by the profile, or not to be said over it: a profile of OAuth 2.0 stays one. */
const isGiven = (way: Way, auth: Auth): boolean =>
  (way.credentialsIn === auth.credentialsIn && way.standard === auth.standard) ||
  (auth.standard === 'oauth2' && way.standard === undefined);

/** What the refusal says goes first: a challenge for Basic, or the words of OAuth 2.0. */
function hinted(
  { headers, body }: Answered,
  ways: readonly (Way | undefined)[],
  refused: Way | undefined,
): readonly (Way | undefined)[] {
  const isBasic = /^basic/i.test(headers['www-authenticate'] ?? '');
  const isOauth = /grant_type|unsupported_grant|invalid_client|client_credentials/.test(body);
  const rank = (way: Way | undefined): number =>
    Number(isBasic && way?.credentialsIn === 'basic') + Number(isOauth && way?.standard === 'oauth2');
  const known = [...ways].sort((a, b) => rank(b) - rank(a));
  return /grant-type/.test(body) && refused === undefined ? [GRANT, ...known] : known;
}

function signedIn(
  answer: Answered,
  signed: {
    calls: ProbeCalls;
    draft: Draft;
    findings: Findings;
    overrides: object;
    way: Way | undefined;
    path: string;
    given: Profile;
  },
): Outcome<undefined> {
  const { calls, draft, findings, overrides, way, path, given } = signed;
  const now = calls.ports.http.clock.now();
  draft.learn(overrides);
  const text = textsIn(answer.json);
  const stated = draft.profile.auth.tokenField;
  const { expiresField: _, ...auth } = draft.profile.auth;
  const direct = readToken(answer, { ...draft.profile, auth }, now);
  const field = direct.ok ? stated : tokenPath(text);
  if (field === undefined) return failed(direct.ok ? NOT_TRIED : direct.failure);
  if (field !== stated) draft.learn({ auth: { tokenField: field } });
  const token = text.find(([at]) => at === field)?.[1] ?? (direct.ok ? direct.value.text : '');
  calls.token = String(token);

  const evidence = { evidence: blotted(answer.json) };
  if (path === given.paths.authenticate) findings.holds('paths.authenticate', `POST ${path} signs in.`);
  else
    findings.contradicted('paths.authenticate', `${given.paths.authenticate} is not there; ${path} is.`, {
      found: path,
    });
  const others = ['auth.standard', 'auth.idName', 'auth.secretName', 'auth.fields'];
  if (way === undefined) {
    findings.holds('auth.credentialsIn', `The credentials are taken as ${given.auth.credentialsIn}.`);
    for (const key of others) findings.holds(key, 'The sign-in was taken as it was sent.');
  } else {
    const said = { found: way.credentialsIn };
    if (way.credentialsIn === given.auth.credentialsIn)
      findings.holds(
        'auth.credentialsIn',
        `The credentials are taken as ${way.credentialsIn}, under other names.`,
      );
    else findings.contradicted('auth.credentialsIn', `Only ${way.credentialsIn} was taken.`, said);
    if (way.standard === given.auth.standard)
      for (const key of others) {
        if (key === 'auth.fields' && way.fields)
          findings.contradicted(key, 'It was taken with what the refusal asked for.', { found: way.fields });
        else findings.holds(key, 'The sign-in was taken as it was sent.');
      }
    else {
      findings.contradicted('auth.standard', `The sign-in was taken by the names of OAuth 2.0.`, {
        found: way.standard ?? null,
      });
      for (const key of others.slice(1)) findings.holds(key, 'As auth.standard has it.');
    }
  }
  if (field === given.auth.tokenField || (way?.standard === 'oauth2' && field === stated))
    findings.holds('auth.tokenField', `The token is in "${field}".`);
  else findings.contradicted('auth.tokenField', `The token is in "${field}".`, { ...evidence, found: field });
  life(String(token), { text, draft, findings, now });
  return success(undefined);
}

function life(
  token: string,
  { text, draft, findings, now }: { text: Leaves; draft: Draft; findings: Findings; now: number },
): void {
  const { expiresField, zone } = draft.profile.auth;
  const claims = endClaim(token);
  const stated = lifeIn(text);
  const key = 'auth.expiresField';
  if (expiresField !== undefined && text.some(([at]) => at === expiresField))
    findings.holds(key, `The answer states the token's life in "${expiresField}".`);
  else if (claims !== undefined) findings.holds(key, 'None is needed: the token says itself when it ends.');
  else if (stated) {
    draft.learn({ auth: { expiresField: stated[0] } });
    findings.contradicted(key, `The answer states the token's seconds in "${stated[0]}".`, {
      found: stated[0],
    });
  } else if (expiresField !== undefined) findings.contradicted(key, `The answer has no "${expiresField}".`);
  else findings.holds(key, 'None is stated: the token counts until midnight, or until it is refused.');
  const end = claims ?? (stated ? now + Number(stated[1]) * 1000 : undefined);
  if (end !== undefined && isMidnight(end, zone))
    findings.holds('auth.zone', `The token ends at midnight in ${zone}.`);
  else findings.unknown('auth.zone', 'The end of the token says nothing of a zone.');
}

const WEEK_SECONDS = 604_800;
const LIFE = /^(?:expires?(?:in)?|ttl|lifetime|life|validfor)(?:seconds|secs|s)?$/;

/** The one number that can be the token's seconds, by its name or by what it stands in. */
function lifeIn(texts: Leaves): Leaves[number] | undefined {
  const isSeconds = (value: string | number): boolean => Number(value) >= 60 && Number(value) <= WEEK_SECONDS;
  const lives = texts.filter(([at, value]) => {
    const steps = at.split('.').map(plain);
    return isSeconds(value) && (LIFE.test(steps.at(-1) ?? '') || LIFE.test(steps.slice(-2).join('')));
  });
  return lives.length === 1 ? lives[0] : undefined;
}

/** A second more or less is the platform's rounding. */
const isMidnight = (at: number, zone: string): boolean =>
  Math.abs(serviceDay(at + 1_500, zone).startsAt - at) <= 1_500;

function endClaim(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : undefined;
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

type Leaves = readonly (readonly [string, string | number])[];

function textsIn(value: unknown, at = '', depth = 0): Leaves {
  if (typeof value === 'string' || typeof value === 'number') return [[at, value]];
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 4) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    textsIn(part, at === '' ? name : `${at}.${name}`, depth + 1),
  );
}

const TOKEN_NAMES = ['accesstoken', 'token', 'bearertoken', 'jwt', 'authtoken', 'sessiontoken'];
const TOKEN = /^[\x21-\x7e]{8,}$/;

/** The one field that can be the token: by its name, else the only one that looks like a JWT. */
function tokenPath(texts: Leaves): string | undefined {
  const tokens = texts.filter(([, text]) => typeof text === 'string' && TOKEN.test(text));
  for (const name of TOKEN_NAMES) {
    const named = tokens.filter(([at]) => plain(at.split('.').at(-1) ?? '') === name);
    if (named.length === 1) return named[0]?.[0];
  }
  const jwts = tokens.filter(([, text]) => endClaim(String(text)) !== undefined);
  return jwts.length === 1 ? jwts[0]?.[0] : undefined;
}
