import { expect, it } from 'vitest';
import { resourceKey } from '../../src/domain/resources/resource';
import { keyOf, listen, openPage, rawRequest, requestOf, START } from './page';

const CREDENTIALS = { apiKey: 'key', clientId: 'id', clientSecret: 'secret', remember: true };
const ok = (body: object) => () => ({ status: 200, body: JSON.stringify(body) });

it('hands the wish over once, under the session of the page', async () => {
  const { client, gateway } = await openPage();
  gateway.onPut = ok({});
  const outcome = await client.signIn({ environment: 'production', credentials: CREDENTIALS, word: 'w' });
  expect(outcome).toEqual({ ok: true, value: {} });
  expect(gateway.puts).toMatchObject([
    { path: '/api/sign-in', body: { environment: 'production', ...CREDENTIALS, word: 'w' } },
  ]);
  gateway.onPut = ok({ unsettled: 3 });
  expect(await client.signOut({ forget: true })).toEqual({ ok: true, value: { unsettled: 3 } });
  expect(gateway.puts.at(-1)).toMatchObject({ path: '/api/sign-out', body: { forget: true } });
});

it('tells a refusal as it is, and does not ask again by itself', async () => {
  const { client, gateway } = await openPage();
  const failure = { kind: 'signed-out', message: 'Wrong secret.', next: 'Check it.' } as const;
  gateway.onPut = () => ({ status: 403, body: JSON.stringify({ failure }) });
  expect(await client.signIn({ environment: 'sandbox' })).toEqual({ ok: false, failure });
  expect(gateway.puts).toHaveLength(1);
});

it('asks once more when the gateway had not known the page', async () => {
  const { client, gateway } = await openPage();
  gateway.onPut = ok({});
  gateway.forgetSessions();
  expect((await client.signIn({ environment: 'sandbox' })).ok).toBe(true);
  expect(gateway.puts.map(({ token }) => token)).toHaveLength(2);
  expect(gateway.sessionsAsked).toBe(2);
});

it.each(['nothing', 'cut'] as const)('says that the gateway did not answer (%s)', async (reply) => {
  const { client, gateway, clock } = await openPage();
  gateway.onPut = () => reply;
  const asking = client.signIn({ environment: 'sandbox' });
  await clock.advance(60_000);
  expect(await asking).toMatchObject({
    ok: false,
    failure: { kind: 'unavailable', message: 'The SpreadDesk gateway did not answer.' },
  });
});

const fresh = (id: string) => ({
  key: keyOf(id),
  state: 'fresh' as const,
  value: rawRequest(id),
  fetchedAt: START,
});
const STATUS = { kind: 'status' } as const;
const status = (environment: string) => ({
  key: resourceKey(STATUS),
  state: 'fresh' as const,
  value: { signedIn: true, environment, service: 'http://x', zone: 'Europe/Berlin', version: '1' },
  fetchedAt: START,
});

it('forgets every value when the gateway turns to another desk on the same line, and watches on', async () => {
  const { client, gateway, clock } = await openPage();
  const [request, seen] = [listen(client, requestOf('RQ-1')), listen(client, STATUS)];
  await clock.advance(0);
  gateway.socket.tell({ type: 'welcome', now: START, desk: 'simulator' });
  gateway.answer(fresh('RQ-1'), status('simulator'));
  const asked = gateway.watched.length;
  gateway.socket.tell({ type: 'welcome', now: START, desk: 'sandbox' });
  expect(request.last).toEqual({ state: 'waiting' });
  expect(seen.last.value?.environment).toBe('simulator');
  gateway.answer({ ...fresh('RQ-1'), value: rawRequest('RQ-1', { state: 'closed' }) }, status('sandbox'));
  expect([request.last.value?.state, seen.last.value?.environment]).toEqual(['closed', 'sandbox']);
  await clock.advance(5_000);
  expect(gateway.watched).toHaveLength(asked);
});

it('forgets as well when it slept through the change, and not when the same desk comes back', async () => {
  const { client, gateway, clock } = await openPage((it) => (it.desk = 'simulator'));
  const request = listen(client, requestOf('RQ-1'));
  await clock.advance(0);
  gateway.answer(fresh('RQ-1'));
  gateway.restart();
  await clock.advance(5_000);
  expect(request.last.value?.id).toBe('RQ-1');
  gateway.desk = 'sandbox';
  gateway.restart();
  await clock.advance(20_000);
  expect(request.last).toEqual({ state: 'waiting' });
});
