import { describe, expect, it } from 'vitest';
import { SourcesBody } from '../../src/contract/desk/bodies';
import { keyOf, openPage, requestOf } from './page';

const sourcesFor = (body: unknown): string =>
  JSON.stringify({
    sources: SourcesBody.parse(body).keys.map((key) => ({ key, state: 'fresh', calls: 1, by: 'itself' })),
  });

describe('explaining', () => {
  it('asks for each resource once, with the session’s token, and gives what the gateway says', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = ({ body }) => ({ status: 200, body: sourcesFor(body) });
    const outcome = await client.explain([requestOf('RQ-1'), requestOf('RQ-1')]);
    expect(outcome).toEqual({
      ok: true,
      value: [{ key: keyOf('RQ-1'), state: 'fresh', calls: 1, by: 'itself' }],
    });
    expect(gateway.puts).toEqual([
      { path: '/api/sources', token: 'token-of-the-page-number-1', body: { keys: [keyOf('RQ-1')] } },
    ]);
  });

  it('puts more than a thousand into several questions', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = ({ body }) => ({ status: 200, body: sourcesFor(body) });
    const outcome = await client.explain(Array.from({ length: 2_500 }, (_, n) => requestOf(`RQ-${n}`)));
    expect(outcome.ok && outcome.value).toHaveLength(2_500);
    expect(gateway.puts.map(({ body }) => SourcesBody.parse(body).keys.length)).toEqual([1000, 1000, 500]);
  });

  it('asks nothing about nothing', async () => {
    const { client, gateway } = await openPage();
    expect(await client.explain([])).toEqual({ ok: true, value: [] });
    expect(gateway.puts).toEqual([]);
  });

  it('gets a new session when the gateway does not know this one, once', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = ({ body }) => ({ status: 200, body: sourcesFor(body) });
    gateway.forgetSessions();
    expect((await client.explain([requestOf('RQ-1')])).ok).toBe(true);
    expect(gateway.puts.map(({ token }) => token)).toEqual([
      'token-of-the-page-number-1',
      'token-of-the-page-number-2',
    ]);
  });

  it.each([
    ['is cut off', 'cut' as const],
    ['is not JSON', { status: 502, body: '<html>Bad gateway</html>' }],
    ['holds no sources', { status: 200, body: '{"sources":[{}]}' }],
  ])('says that the gateway did not answer when its answer %s', async (_, reply) => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => reply;
    expect(await client.explain([requestOf('RQ-1')])).toMatchObject({
      ok: false,
      failure: { kind: 'unavailable' },
    });
  });

  it('waits ten seconds for an answer and no longer', async () => {
    const { client, clock } = await openPage();
    const outcome = client.explain([requestOf('RQ-1')]);
    await clock.advance(10_000);
    expect(await outcome).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  });
});
