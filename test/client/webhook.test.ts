import { describe, expect, it } from 'vitest';
import type { WebhookAnswer, WebhookCheckAnswer } from '../../src/contract/desk/webhook';
import { openPage, START } from './page';

const HOW: WebhookAnswer = {
  address: 'https://desk.example/webhooks/token',
  isStated: true,
  isSigned: false,
  accepted: 3,
  refused: 0,
  lastAcceptedAt: START,
};
const EVENT = { sequence: 1, heardAt: START, origin: 'test', type: 'request-traded', times: 1 } as const;
const CHECKED: WebhookCheckAnswer = { event: EVENT, example: '{"eventType":"request-traded"}' };

describe('how events reach the desk', () => {
  it('is read with the token of the page in the header', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => ({ status: 200, body: JSON.stringify(HOW) });
    expect(await client.webhook()).toEqual({ ok: true, value: HOW });
    expect(gateway.puts).toMatchObject([{ path: '/api/webhook', token: 'token-of-the-page-number-1' }]);
  });

  it('is asked for once more when the gateway had not known the page', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => ({ status: 200, body: JSON.stringify(HOW) });
    gateway.forgetSessions();
    expect((await client.webhook()).ok).toBe(true);
    expect(gateway.puts.map(({ token }) => token)).toEqual([
      'token-of-the-page-number-1',
      'token-of-the-page-number-2',
    ]);
  });

  it.each([
    ['cut', 'cut' as const],
    ['an error page', { status: 502, body: '<html>' }],
    ['not what was asked for', { status: 200, body: '{"address":1}' }],
  ])('is not known when the answer is %s', async (_, reply) => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => reply;
    expect(await client.webhook()).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  });
});

describe('the check of an example', () => {
  it('answers with the event that was read, and the example', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => ({ status: 200, body: JSON.stringify(CHECKED) });
    expect(await client.checkWebhook()).toEqual({ ok: true, value: CHECKED });
    expect(gateway.puts).toMatchObject([{ path: '/api/webhook/check', body: {} }]);
  });

  it('that fails says why, in the words of the gateway', async () => {
    const { client, gateway } = await openPage();
    const failure = { kind: 'unreadable', message: 'It has no eventType.', next: 'Correct paths.ping.' };
    gateway.onPut = () => ({ status: 502, body: JSON.stringify({ failure }) });
    expect(await client.checkWebhook()).toEqual({ ok: false, failure });
  });

  it('is not waited for without end', async () => {
    const { client, clock } = await openPage();
    const outcome = client.checkWebhook();
    await clock.advance(60_000);
    expect(await outcome).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  });
});
