import { describe, expect, it } from 'vitest';
import { BUILT_IN_LIMITS } from '../../src/domain/limits/limits';
import { openPage } from './page';

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
    expect(outcome.ok ? '' : outcome.failure.message).toContain('did not give the file out');
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
    expect(outcome.ok ? '' : outcome.failure.message).toContain('not known here whether the limits were set');
  });
});
