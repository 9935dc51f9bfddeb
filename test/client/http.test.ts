import { describe, expect, it } from 'vitest';
import type { GatewayClient } from '../../src/client/client';
import type { Outcome } from '../../src/domain/failure';
import { BUILT_IN_LIMITS } from '../../src/domain/limits/limits';
import { ActionId, QuoteId, RequestId } from '../../src/domain/identifiers';
import { TradeDownloadId } from '../../src/domain/trade-download';
import { openPage, requestOf } from './page';

const ID = ActionId.parse('99999999-0000-4000-8000-000000000000');
const CAPTURE = TradeDownloadId.parse('00000000-0000-4000-8000-000000000001');
const WANTED = { from: '2026-11-01', to: '2026-11-19' };
const press = {
  body: {
    kind: 'withdraw-quote' as const,
    requestId: RequestId.parse('RQ-1'),
    quoteId: QuoteId.parse('Q-1'),
  },
  shown: 'Withdraw',
};
const first = async <T>(outcomes: Promise<readonly Outcome<T>[]>): Promise<Outcome<T>> => {
  const [one] = await outcomes;
  if (!one) throw new Error('There is no outcome.');
  return one;
};

/** Every call of a page to its gateway, with the kind of failure that stands for no answer. */
const CALLS: readonly [string, (client: GatewayClient) => Promise<Outcome<unknown>>, string][] = [
  ['an action', (client) => client.act(ID, press), 'unknown-outcome'],
  ['many actions', (client) => first(client.actAll([{ id: ID, ...press }])), 'unknown-outcome'],
  ['the withdrawal of all', (client) => client.withdrawAll(ID, []), 'unknown-outcome'],
  ['a settlement', (client) => client.settle(ID, { verdict: 'executed', note: 'Seen.' }), 'unavailable'],
  ['a search in the journal', (client) => client.find([ID]), 'unavailable'],
  ['a question for sources', (client) => client.explain([requestOf('RQ-1')]), 'unavailable'],
  ['a sign-in', (client) => client.signIn({ environment: 'sandbox' }), 'unavailable'],
  ['a sign-out', (client) => client.signOut({ forget: false }), 'unavailable'],
  ['limits', (client) => client.setLimits(BUILT_IN_LIMITS), 'unavailable'],
  ['the journal', (client) => client.exportJournal('csv'), 'unavailable'],
  ['the support bundle', (client) => client.supportBundle(), 'unavailable'],
  [
    'an address for a file',
    (client) => client.openFileTicket({ source: '/api/journal?format=csv' }),
    'unavailable',
  ],
  ['the webhook', (client) => client.webhook(), 'unavailable'],
  ['the check of the webhook', (client) => client.checkWebhook(), 'unavailable'],
  ['an estimate', (client) => client.captures.estimate(WANTED), 'unavailable'],
  ['the start of a capture', (client) => client.captures.start(CAPTURE, WANTED), 'unavailable'],
  ['the end of a capture', (client) => client.captures.cancel(CAPTURE), 'unavailable'],
  ['captured trades', (client) => client.captures.rows(WANTED), 'unavailable'],
  [
    'a file of trades',
    (client) => client.captures.file(WANTED, { format: 'csv', preset: 'desk' }),
    'unavailable',
  ],
];
const HOUR_MS = 3_600_000;

describe.each(CALLS)('%s', (_, ask, unanswered) => {
  it('is sent again once, the same, when the gateway did not know the session', async () => {
    const { client, gateway } = await openPage();
    gateway.forgetSessions();
    gateway.onPut = () => 'cut';
    await ask(client);
    const [refused, again, ...more] = gateway.puts;
    expect(refused?.token).toBe('token-of-the-page-number-1');
    expect(again).toEqual({ ...refused, token: 'token-of-the-page-number-2' });
    expect(more).toEqual([]);
  });

  it('is sent twice at most, however often the gateway refuses the session', async () => {
    const { client, gateway, clock } = await openPage();
    gateway.onPut = () => ({ status: 401, body: '{}' });
    expect(await ask(client)).toMatchObject({ ok: false, failure: { next: expect.any(String) as string } });
    await clock.advance(HOUR_MS);
    expect(gateway.puts).toHaveLength(2);
  });

  it.each([
    ['cut off', 'cut' as const],
    ['missing', 'nothing' as const],
    ['an error page', { status: 502, body: '<html>' }],
    ['JSON of another kind, with an error', { status: 500, body: '{}' }],
  ])('is sent once when the answer is %s', async (_, reply) => {
    const { client, gateway, clock } = await openPage();
    gateway.onPut = () => reply;
    const asked = ask(client);
    await clock.advance(HOUR_MS);
    expect(await asked).toMatchObject({ ok: false, failure: { kind: unanswered } });
    expect(gateway.puts).toHaveLength(1);
  });

  it('is not sent without a session', async () => {
    const { client, gateway } = await openPage((it) => (it.down = true));
    expect(await ask(client)).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
    expect(gateway.puts).toEqual([]);
    gateway.down = false;
    gateway.onPut = () => 'cut';
    await ask(client);
    expect(gateway.puts).toHaveLength(1);
  });
});
