import { once } from 'node:events';
import { createServer } from 'node:http';
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT, goodAt, ISSUER, TENANT } from '../../../attack/office-provider';
import { success } from '../../../src/domain/failure';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { AccessTokens, tenantOf } from '../../../src/gateway/people/access-tokens';

const NOW = Date.UTC(2026, 10, 23, 9);
const NOW_S = NOW / 1_000;

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}
const newPair = (): Pair => generateKeyPairSync('rsa', { modulusLength: 2_048 });
const known = newPair();
/** What the provider lists, by key ids. */
const listed = new Map<string, Pair>([['key-1', known]]);

const keys = createServer((_, response) => {
  const all = [...listed].map(async ([kid, { publicKey }]) => ({
    ...(await exportJWK(publicKey)),
    kid,
    use: 'sig',
  }));
  void Promise.all(all).then((list) => response.end(JSON.stringify({ keys: list })));
});
let keysAt = '';
beforeAll(async () => {
  keys.listen(0, '127.0.0.1');
  await once(keys, 'listening');
  const address = keys.address();
  keysAt = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/keys`;
});
afterAll(() => keys.close());

const GOOD = goodAt(NOW_S);
type Payload = Readonly<Record<string, unknown>>;

const signed = (payload: Payload, { kid = 'key-1', by = known, alg = 'RS256' } = {}): Promise<string> =>
  new SignJWT({ ...payload }).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(by.privateKey);

const part = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url');

const newTokens = (issuer = ISSUER): AccessTokens =>
  new AccessTokens({
    settings: { issuer, clientId: CLIENT },
    tenant: TENANT,
    provider: { keysAt: async () => success(keysAt) },
    clock: new ManualClock(NOW),
    log: silentLog,
  });

/** A fresh one each time: what it knows of keys begins anew. */
async function read(token: string): Promise<string> {
  const claims = await newTokens().read(token);
  return claims.ok ? claims.value.sub : claims.failure.kind;
}

const without = (claim: keyof typeof GOOD): Payload =>
  Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== claim));

describe('a token of Entra', () => {
  it('tells who it is about, for this desk by either of its names', async () => {
    expect(await read(await signed(GOOD))).toBe('subject-of-tom');
    expect(await read(await signed({ ...GOOD, aud: `api://${CLIENT}` }))).toBe('subject-of-tom');
    expect(await read(await signed({ ...GOOD, scp: 'other access_as_user' }))).toBe('subject-of-tom');
  });

  it.each<[string, Payload]>([
    ['another audience', { ...GOOD, aud: 'https://graph.microsoft.com' }],
    ['another issuer', { ...GOOD, iss: ISSUER.replace('1111', '9999') }],
    ['another tenant under the issuer of this one', { ...GOOD, tid: TENANT.replace('1111', '9999') }],
    ['no tenant', without('tid')],
    ['got by another program', { ...GOOD, azp: 'ffffffff-bbbb-cccc-dddd-eeeeeeeeeeee' }],
    ['no program', without('azp')],
    ['another scope', { ...GOOD, scp: 'access_as_user_too' }],
    ['no scope, as one of a program without a person', without('scp')],
    ['no subject', without('sub')],
    ['expired', { ...GOOD, exp: NOW_S - 31 }],
    ['without an end', without('exp')],
    ['not good yet', { ...GOOD, nbf: NOW_S + 31 }],
    ['without a beginning', without('nbf')],
  ])('is refused: %s', async (_, payload) => {
    expect(await read(await signed(GOOD))).toBe('subject-of-tom');
    expect(await read(await signed(payload))).toBe('denied');
  });

  it('is refused without a signature (alg none)', async () => {
    const [, payload, signature] = (await signed(GOOD)).split('.');
    for (const alg of ['none', 'None', 'NONE', '']) {
      expect(await read(`${part({ alg, typ: 'JWT' })}.${payload}.`)).toBe('denied');
      expect(await read(`${part({ alg, kid: 'key-1' })}.${payload}.${signature}`)).toBe('denied');
    }
  });

  it('is refused when signed with the public key as a password (HS256)', async () => {
    const pem = known.publicKey.export({ type: 'spki', format: 'pem' });
    const jwk = JSON.stringify(known.publicKey.export({ format: 'jwk' }));
    for (const password of [pem, jwk]) {
      const text = `${part({ alg: 'HS256', kid: 'key-1', typ: 'JWT' })}.${part(GOOD)}`;
      const mac = createHmac('sha256', password).update(text).digest('base64url');
      expect(await read(`${text}.${mac}`)).toBe('denied');
    }
  });

  it('is refused under a foreign key, whatever key id it names', async () => {
    const foreign = newPair();
    expect(await read(await signed(GOOD, { by: foreign }))).toBe('denied');
    expect(await read(await signed(GOOD, { by: foreign, kid: 'key-2' }))).toBe('denied');
    const jwk = foreign.publicKey.export({ format: 'jwk' });
    const own = new SignJWT(GOOD).setProtectedHeader({ alg: 'RS256', jwk, jku: 'http://127.0.0.1:9/keys' });
    expect(await read(await own.sign(foreign.privateKey))).toBe('denied');
    listed.set('key-2', foreign);
    expect(await read(await signed(GOOD, { by: foreign, kid: 'key-2' }))).toBe('subject-of-tom');
    listed.delete('key-2');
  });

  it('is refused by an algorithm that is not on the list, or with one letter changed', async () => {
    expect(await read(await signed(GOOD, { alg: 'RS512' }))).toBe('denied');
    const [head, payload, signature = ''] = (await signed(GOOD)).split('.');
    const other = part({ ...GOOD, sub: 'subject-of-max' });
    expect(await read(`${head}.${other}.${signature}`)).toBe('denied');
    const bent = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    expect(await read(`${head}.${payload}.${bent}`)).toBe('denied');
    for (const odd of ['', '.', '..', 'a.b.c', `${head}.${payload}`]) expect(await read(odd)).toBe('denied');
  });
});

it('is asked of Office for the scope that is checked, and for the name that a token carries', () => {
  for (const issuer of [ISSUER, `${ISSUER}/`]) {
    expect(newTokens(issuer).wanted).toEqual({
      clientId: CLIENT,
      authority: `https://login.microsoftonline.com/${TENANT}`,
      scopes: ['openid', 'profile', `${CLIENT}/${GOOD.scp}`],
    });
  }
});

it('is a matter of one tenant of Entra alone', () => {
  expect(tenantOf(ISSUER)).toBe(TENANT);
  for (const other of [
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/organizations/v2.0',
    `https://login.microsoftonline.com.evil.example/${TENANT}/v2.0`,
    `https://keycloak.example/realms/${TENANT}/v2.0`,
    'http://127.0.0.1:4000',
  ]) {
    expect(tenantOf(other)).toBeUndefined();
  }
});
