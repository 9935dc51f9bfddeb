import { AUTH_ROUTES } from '../../src/contract/desk/auth';
import { post, refusalOf } from '../../test/gateway/twins/sign-in';
import { gotIn, held, type Attempt, type Met } from '../attempt';
import { goodAt, HOUR_S, ISSUER, TENANT, type Claims, type OfficeProvider } from '../office-provider';
import type { Target } from '../target';

const OTHER = 'ffffffff-bbbb-cccc-dddd-eeeeeeeeeeee';

const without = (claims: Claims, name: string): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([one]) => one !== name));

type Making = (provider: OfficeProvider, good: ReturnType<typeof goodAt>) => string;
const TOKENS: readonly (readonly [string, Making])[] = [
  ['of another audience', (by, good) => by.token({ ...good, aud: 'https://graph.microsoft.com' })],
  ['of another desk', (by, good) => by.token({ ...good, aud: OTHER })],
  ['of no audience', (by, good) => by.token(without(good, 'aud'))],
  ['of another tenant', (by, good) => by.token({ ...good, tid: OTHER })],
  ['of no tenant', (by, good) => by.token(without(good, 'tid'))],
  ['of another issuer', (by, good) => by.token({ ...good, iss: ISSUER.replace(TENANT, OTHER) })],
  ['got by another program', (by, good) => by.token({ ...good, azp: OTHER })],
  ['for another scope', (by, good) => by.token({ ...good, scp: 'access_as_user_too' })],
  ['of a program without a person', (by, good) => by.token(without(good, 'scp'))],
  ['that has expired', (by, good) => by.token({ ...good, exp: good.nbf - HOUR_S })],
  ['that never expires', (by, good) => by.token(without(good, 'exp'))],
  ['that is not good yet', (by, good) => by.token({ ...good, nbf: good.exp })],
  ['of nobody', (by, good) => by.token(without(good, 'sub'))],
  ['of somebody without a role', (by, good) => by.token({ ...good, roles: [] })],
  ...['none', 'None', 'NONE', ''].map((alg): readonly [string, Making] => [
    `of the algorithm "${alg}"`,
    (by, good) => by.unsigned(good, alg),
  ]),
  ['signed by the public key as a password (HS256)', (by, good) => by.byPassword(good)],
  ['under the id of another key', (by, good) => by.token(good, { alg: 'RS256', kid: 'key-2', typ: 'JWT' })],
  ['by another key under the id of the known one', (by, good) => by.forged(good)],
];

/** Tokens of Office that are not for this desk, or by nobody whom it knows. */
export const officeTokenAttempts = (provider: OfficeProvider, now: () => number): readonly Attempt[] =>
  TOKENS.map(([what, made]) => ({
    kind: 'identity',
    tried: `a token ${what}`,
    at: async (target) => {
      const good = goodAt(Math.floor(now() / 1_000));
      const first = await sent(target, provider.token(good));
      if (first.status !== 200) return gotIn(`a good one is refused, so nothing is proven: ${first.text}`);
      return noKey(await sent(target, made(provider, good)));
    },
  }));

const sent = (target: Target, token: string) => post(target, AUTH_ROUTES.token.path, { token });

const noKey = (answer: Awaited<ReturnType<typeof sent>>): Met =>
  answer.status === 200 ? gotIn('it gave a key') : held(refusalOf(answer).join(' '));
