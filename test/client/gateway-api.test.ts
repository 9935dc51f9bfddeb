import { describe, expect, it } from 'vitest';
import { SourcesBody } from '../../src/contract/desk/bodies';
import { BUILT_IN_LIMITS } from '../../src/domain/limits/limits';
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

const CREDENTIALS = { apiKey: 'key', clientId: 'id', clientSecret: 'secret', remember: true };
const ok = (body: object) => () => ({ status: 200, body: JSON.stringify(body) });

describe('signing in and out', () => {
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
});

const NAME = 'spreaddesk-journal-simulator-2026-11-20.csv';
const attached = { 'content-disposition': `attachment; filename="${NAME}"` };

describe('a file of the desk', () => {
  it('is asked for with the token in the header alone, and comes byte for byte under its name', async () => {
    const { client, gateway } = await openPage();
    const bytes = new TextEncoder().encode('\ufeffsequence,state\r\n1,done\r\n');
    gateway.onPut = () => ({ status: 200, body: bytes, headers: attached });
    const outcome = await client.exportJournal('csv');
    if (!outcome.ok) throw new Error(outcome.failure.message);
    expect(outcome.value.name).toBe(NAME);
    expect(new Uint8Array(await outcome.value.content.arrayBuffer())).toEqual(bytes);
    expect(gateway.puts).toMatchObject([
      { path: '/api/journal?format=csv', token: 'token-of-the-page-number-1', body: null },
    ]);
  });

  it('has a name even where the gateway gives none', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => ({ status: 200, body: '{}' });
    expect(await client.supportBundle()).toMatchObject({
      ok: true,
      value: { name: 'spreaddesk-support.json' },
    });
    expect(await client.exportJournal('jsonl')).toMatchObject({
      value: { name: 'spreaddesk-journal.jsonl' },
    });
    expect(gateway.puts.map(({ path }) => path)).toEqual([
      '/api/support-bundle',
      '/api/journal?format=jsonl',
    ]);
  });

  it('is asked for once more when the gateway had not known the page', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => ({ status: 200, body: '{}' });
    gateway.forgetSessions();
    expect((await client.supportBundle()).ok).toBe(true);
    expect(gateway.puts.map(({ token }) => token)).toEqual([
      'token-of-the-page-number-1',
      'token-of-the-page-number-2',
    ]);
  });

  it('that is refused says why, in the gateway’s words', async () => {
    const { client, gateway } = await openPage();
    const failure = {
      kind: 'unavailable',
      message: 'The disk cannot be read.',
      next: 'Look at it.',
    } as const;
    gateway.onPut = () => ({ status: 503, body: JSON.stringify({ failure }) });
    expect(await client.exportJournal('jsonl')).toEqual({ ok: false, failure });
  });

  it.each([
    ['is cut off', 'cut' as const],
    ['is an error page', { status: 502, body: '<html>' }],
  ])('that %s is no file', async (_, reply) => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => reply;
    const outcome = await client.exportJournal('jsonl');
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
    expect(outcome.ok ? '' : outcome.failure.message).toContain('did not send the whole file');
  });

  it('is not waited for without end', async () => {
    const { client, clock } = await openPage();
    const outcome = client.supportBundle();
    await clock.advance(120_000);
    expect(await outcome).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  });
});

describe('setting limits', () => {
  const set = { limits: BUILT_IN_LIMITS, locked: false, source: 'pane', setAt: 5 };

  it('puts them and gives back those in force; null gives them up', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => ({ status: 200, body: JSON.stringify({ limits: set }) });
    expect(await client.setLimits(BUILT_IN_LIMITS)).toEqual({ ok: true, value: set });
    await client.setLimits(null);
    expect(gateway.puts).toMatchObject([
      { path: '/api/limits', body: { limits: BUILT_IN_LIMITS } },
      { path: '/api/limits', body: { limits: null } },
    ]);
  });

  it('tells a refusal as it is, and does not know about it without an answer', async () => {
    const { client, gateway } = await openPage();
    const failure = { kind: 'denied', message: 'They are locked.', next: 'Change the file.' } as const;
    gateway.onPut = () => ({ status: 403, body: JSON.stringify({ failure }) });
    expect(await client.setLimits(null)).toEqual({ ok: false, failure });
    gateway.onPut = () => 'cut';
    const outcome = await client.setLimits(null);
    expect(outcome.ok ? '' : outcome.failure.message).toContain('not known whether the limits were set');
  });
});
