import { expect, it } from 'vitest';
import { profileFrom } from '../../src/contract/service/profile';
import { CREDENTIALS } from '../../src/simulator/http/access';
import { MORNING, withDesk } from './desk-client';

const claimsOf = (token: unknown): { exp: number } => {
  const [, claims = ''] = String(token).split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { exp: number };
};
const endOf = (token: unknown): string => new Date(claimsOf(token).exp * 1000).toISOString();
const PING = '/ping';

it(
  'gives a token that ends at the next midnight of the zone',
  withDesk(async (desk) => {
    const { body, status } = await desk.authenticate();
    expect([status, endOf(body['access-token'])]).toEqual([200, '2026-11-20T23:00:00.000Z']);
  }),
);

it.each([
  ['of 23 hours', '2026-03-29T00:30:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['of 25 hours', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
])('ends it rightly on the day %s', async (_, now, end) => {
  await withDesk(
    async (desk) => {
      expect(endOf((await desk.authenticate()).body['access-token'])).toBe(end);
    },
    { startsAt: Date.parse(now) },
  )();
});

it(
  'still answers the older address',
  withDesk(async (desk) => {
    expect((await desk.authenticate('/authenticate')).status).toBe(200);
    expect((await desk.authenticate('/v2.3/authenticate')).status).toBe(200);
  }),
);

it(
  'refuses a wrong secret with 401 and a missing one with 400',
  withDesk(async (desk) => {
    expect((await desk.authenticate('/v2.0/authenticate', { 'client-secret': 'no' })).status).toBe(401);
    const sent = {
      rawBody: 'client-id=simulator',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    expect((await desk.send('POST', '/v2.0/authenticate', sent)).status).toBe(400);
  }),
);

it(
  'takes the credentials only where the profile says: form',
  withDesk(async (desk) => {
    const body = { 'client-id': CREDENTIALS.clientId, 'client-secret': CREDENTIALS.clientSecret };
    expect((await desk.post('/v2.0/authenticate', body)).status).toBe(415);
  }),
);

it(
  'takes the credentials only where the profile says: json',
  withDesk(
    async (desk) => {
      const body = { 'client-id': CREDENTIALS.clientId, 'client-secret': CREDENTIALS.clientSecret };
      const reply = await desk.post('/v2.0/authenticate', body);
      expect([reply.status, typeof reply.body['jwt']]).toEqual([200, 'string']);
      expect((await desk.authenticate()).status).toBe(415);
    },
    { profile: profileFrom({ auth: { credentialsIn: 'json', tokenField: 'jwt' } }) },
  ),
);

it(
  'takes the credentials only where the profile says: query',
  withDesk(
    async (desk) => {
      const { clientId, clientSecret } = CREDENTIALS;
      const path = `/v2.0/authenticate?client-id=${clientId}&client-secret=${clientSecret}`;
      expect((await desk.send('POST', path, {})).status).toBe(200);
      expect((await desk.authenticate()).status).toBe(400);
    },
    { profile: profileFrom({ auth: { credentialsIn: 'query' } }) },
  ),
);

it(
  'wants "Bearer " and a token that it has signed itself',
  withDesk(async (desk) => {
    const codes = [];
    for (const authorization of ['', 'token', 'Bearer a.b.c', 'Basic x']) {
      const reply = await desk.get(PING, { authorization });
      codes.push([reply.status, reply.code]);
    }
    expect(codes).toEqual([
      [401, 'token-missing'],
      [401, 'token-missing'],
      [401, 'token-invalid'],
      [401, 'token-missing'],
    ]);
  }),
);

it(
  'refuses a token of which the claims were changed',
  withDesk(async (desk) => {
    const [head, , signature] = String((await desk.authenticate()).body['access-token']).split('.');
    const claims = Buffer.from(JSON.stringify({ exp: MORNING, gen: 9 })).toString('base64url');
    const reply = await desk.get(PING, { authorization: `Bearer ${head}.${claims}.${signature}` });
    expect([reply.status, reply.code]).toEqual([401, 'token-invalid']);
  }),
);

it(
  'lets a token live until midnight and not a second longer',
  withDesk(
    async (desk) => {
      desk.clock.jump(59_999);
      expect((await desk.get(PING)).status).toBe(200);
      desk.clock.jump(1);
      const reply = await desk.get(PING);
      expect([reply.status, reply.code]).toEqual([401, 'token-expired']);
      await desk.signIn();
      expect((await desk.get(PING)).status).toBe(200);
    },
    { startsAt: Date.parse('2026-11-20T22:59:00.000Z') },
  ),
);

it(
  'refuses every token issued before they were revoked, and no later one',
  withDesk(async (desk) => {
    await desk.control('token/revoke');
    const reply = await desk.get(PING);
    expect([reply.status, reply.code]).toEqual([401, 'token-revoked']);
    await desk.signIn();
    expect((await desk.get(PING)).status).toBe(200);
  }),
);

it(
  'refuses a missing, a strange and a revoked key with 403, before anything else',
  withDesk(async (desk) => {
    expect((await desk.get(PING, { 'x-api-key': 'other' })).code).toBe('key-unknown');
    expect((await fetch(`${desk.url}${PING}`)).status).toBe(403);
    await desk.control('key/revoke');
    const reply = await desk.authenticate();
    expect([reply.status, reply.code]).toEqual([403, 'key-revoked']);
    await desk.control('key/restore');
    expect((await desk.get(PING)).status).toBe(200);
  }),
);
