import { expect, it } from 'vitest';
import { ASK, deskAtSimulator, failure, requestId, value } from './desk-at-simulator';
import { CREDENTIALS } from '../../src/simulator/http/access';
import { edgeTo } from '../gateway/platform/platform';
import { OPEN } from '../simulator/desk-client';

const FORMS = ['form', 'query', 'json'] as const;

it.each(FORMS)(
  'signs in, reads and writes, and is refused with a wrong secret (%s)',
  async (credentialsIn) => {
    const profile = { auth: { credentialsIn, tokenField: 'jwt' } };
    const { edge, service } = await deskAtSimulator({ profile });
    expect(edge.status.signedIn).toBe(true);
    expect(value(await service.openRequests(ASK)).records).toHaveLength(14);
    value(await service.toggleRisk({ commodity: 'gas', on: false }));
    expect(failure(await edge.signIn({ ...CREDENTIALS, clientSecret: 'not-the-secret' }))).toMatchObject({
      kind: 'signed-out',
      message:
        'The platform did not accept the client id and client secret: The client-id or the client-secret is wrong.',
    });
    expect(edge.status.signedIn).toBe(false);
    expect(failure(await service.openRequests(ASK)).kind).toBe('signed-out');
    expect(JSON.stringify([edge.status, edge.logged])).not.toContain('not-the-secret');
  },
);

it.each([
  ['form', 'json'],
  ['form', 'query'],
  ['query', 'form'],
  ['query', 'json'],
  ['json', 'form'],
  ['json', 'query'],
])('names the setting when credentials sent as %s are wanted as %s', async (sentAs, wantedAs) => {
  const { desk } = await deskAtSimulator({ profile: { auth: { credentialsIn: wantedAs } }, signedIn: false });
  const profile = { auth: { credentialsIn: sentAs } };
  const edge = await edgeTo(desk.url, { profile, clock: desk.clock, signedIn: false });
  const refused = failure(await edge.signIn(CREDENTIALS));
  expect(refused.next).toContain('auth.credentialsIn');
  expect(JSON.stringify(refused)).not.toContain(CREDENTIALS.clientSecret);
});

it.each([
  ['23 hours', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['25 hours', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
])(
  'holds its token to the end of a day of %s, and has a new one after it',
  async (_, startsAt, endsAt) => {
    const at = await deskAtSimulator({ startsAt: Date.parse(startsAt) });
    const { edge, service, desk } = at;
    expect(edge.status.tokenEndsAt).toBe(Date.parse(endsAt));
    const signIns = await at.calls('authenticate');
    await desk.clock.advance(Date.parse(endsAt) - desk.clock.now() - 1);
    const id = requestId(OPEN.ownBuy);
    value(await service.request(id, ASK));
    await desk.clock.advance(1);
    value(await service.request(id, ASK));
    expect(edge.status.signedIn).toBe(true);
    expect(edge.status.tokenEndsAt).toBeGreaterThan(Date.parse(endsAt));
    expect((await at.calls('authenticate')) - signIns).toBeLessThanOrEqual(2);
  },
  20_000,
);

it('signs in anew by itself when its token is revoked, once for all who ask', async () => {
  const at = await deskAtSimulator();
  const signIns = await at.calls('authenticate');
  await at.desk.control('token/revoke');
  const ids = [OPEN.ownBuy, OPEN.ownSell, OPEN.ownLocation, OPEN.askedBuy].map(requestId);
  const read = await Promise.all(ids.map((id) => at.service.request(id, ASK)));
  expect(read.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  expect(await at.calls('authenticate')).toBe(signIns + 1);
});
