import { describe, expect, it } from 'vitest';
import type { Action, ActionBody } from '../../src/domain/action';
import { ActionId, QuoteId, RequestId } from '../../src/domain/identifiers';
import { openPage, START } from './page';

const body: ActionBody = {
  kind: 'withdraw-quote',
  requestId: RequestId.parse('RQ-1'),
  quoteId: QuoteId.parse('Q-1'),
};
const request = { body, shown: 'Withdraw bid 41.50, 10 MW, RQ-1' };

const OTHER = ActionId.parse('99999999-0000-4000-8000-000000000000');

const recorded = (id: Action['id']): string =>
  JSON.stringify({ action: { id, body, shown: request.shown, state: 'done', createdAt: START } });

describe('acting', () => {
  it('puts the action under the page’s own id and gives back what the journal has', async () => {
    const { client, gateway } = await openPage();
    const id = client.newActionId();
    gateway.onPut = () => ({ status: 200, body: recorded(id) });
    expect(await client.act(id, request)).toMatchObject({ ok: true, value: { id, state: 'done' } });
    expect(gateway.puts).toEqual([
      { path: `/api/actions/${id}`, token: 'token-of-the-page-number-1', body: request },
    ]);
  });

  it('names the desk that the page showed at the press, also when a new session has to be got first', async () => {
    const { client, gateway } = await openPage((it) => (it.desk = 'simulator'));
    gateway.forgetSessions();
    const acting = client.act(client.newActionId(), request);
    gateway.socket.tell({ type: 'welcome', now: START, desk: 'production' });
    gateway.onPut = () => 'cut';
    await acting;
    await client.actAll([{ id: client.newActionId(), ...request }]);
    expect(gateway.puts.map(({ body: sent }) => sent)).toMatchObject([
      { ...request, desk: 'simulator' },
      { ...request, desk: 'simulator' },
      { desk: 'production' },
    ]);
  });

  it('says when it was pressed by the time of the gateway, also when a new session has to be got first', async () => {
    const { client, gateway, clock } = await openPage((it) => (it.desk = 'simulator'));
    gateway.forgetSessions();
    gateway.onPut = () => 'cut';
    const pressedAt = client.clock.now();
    const acting = client.act(client.newActionId(), request);
    await clock.advance(1_000);
    await acting;
    await client.actAll([{ id: client.newActionId(), ...request }]);
    expect(gateway.puts.map(({ body: sent }) => sent)).toMatchObject([
      { pressedAt },
      { pressedAt },
      { actions: [{ pressedAt: pressedAt + 1_000 }] },
    ]);
  });

  it('makes another id for another action', async () => {
    const { client } = await openPage();
    const ids = [client.newActionId(), client.newActionId()];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(ActionId.safeParse(id).success).toBe(true);
  });

  it.each([
    ['is cut off', 'cut' as const],
    ['is not JSON', { status: 502, body: '<html>Bad gateway</html>' }],
    ['is no action', { status: 200, body: '{"action":{}}' }],
    ['is about another action', { status: 200, body: recorded(OTHER) }],
  ])('does not know the outcome when the answer %s, and asks nothing again', async (_, reply) => {
    const { client, gateway, clock } = await openPage();
    gateway.onPut = () => reply;
    const outcome = await client.act(client.newActionId(), request);
    await clock.advance(120_000);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unknown-outcome' } });
    expect(outcome.ok ? '' : outcome.failure.next).toContain('journal');
    expect(gateway.puts).toHaveLength(1);
  });

  it.each([
    [
      'half a minute',
      'what adds risk',
      { kind: 'set-risk', commodity: 'power', settings: {} } as const,
      30_000,
    ],
    ['a minute and a half', 'what takes risk away, which goes again by itself', request.body, 90_000],
  ])('does not know the outcome when no answer comes within %s of %s', async (_, __, body, waitMs) => {
    const { client, clock } = await openPage();
    let isOver = false;
    const outcome = client.act(client.newActionId(), { ...request, body });
    void outcome.finally(() => (isOver = true));
    await clock.advance(waitMs - 1_000);
    expect(isOver).toBe(false);
    await clock.advance(1_000);
    expect(await outcome).toMatchObject({ ok: false, failure: { kind: 'unknown-outcome' } });
  });

  it('passes the gateway’s own words on', async () => {
    const { client, gateway } = await openPage();
    const failure = { kind: 'wrong-state', message: 'The request is closed.', next: 'Nothing was sent.' };
    gateway.onPut = () => ({ status: 409, body: JSON.stringify({ failure }) });
    expect(await client.act(client.newActionId(), request)).toEqual({ ok: false, failure });
  });

  it('gets a new session when the old one is refused, and asks with the same id', async () => {
    const { client, gateway } = await openPage();
    const id = client.newActionId();
    gateway.forgetSessions();
    gateway.onPut = () => ({ status: 200, body: recorded(id) });
    expect((await client.act(id, request)).ok).toBe(true);
    expect(gateway.puts.map(({ path, token }) => [path, token])).toEqual([
      [`/api/actions/${id}`, 'token-of-the-page-number-1'],
      [`/api/actions/${id}`, 'token-of-the-page-number-2'],
    ]);
  });

  it('says that nothing was sent when there is no gateway to send to', async () => {
    const { client, gateway } = await openPage((gateway) => (gateway.down = true));
    const outcome = await client.act(client.newActionId(), request);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
    expect(gateway.puts).toEqual([]);
  });

  it('says that nothing was sent when every session is refused', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => ({ status: 401, body: '{}' });
    expect(await client.act(client.newActionId(), request)).toMatchObject({
      ok: false,
      failure: { kind: 'unavailable' },
    });
    expect(gateway.puts).toHaveLength(2);
  });
});

describe('acting on many things at once', () => {
  const wanted = (client: Awaited<ReturnType<typeof openPage>>['client'], count: number) =>
    Array.from({ length: count }, () => ({ id: client.newActionId(), ...request }));
  const result = (id: Action['id']) => JSON.parse(recorded(id)) as unknown;
  const failure = { kind: 'wrong-state', message: 'It is still sending.', next: 'Wait.' };

  it('puts them in one body and gives back one result for each, in the order given', async () => {
    const { client, gateway } = await openPage();
    const actions = wanted(client, 3);
    const [first, , third] = actions;
    if (!first || !third) throw new Error('There are too few.');
    const results = [result(first.id), { failure }, result(third.id)];
    gateway.onPut = () => ({ status: 200, body: JSON.stringify({ results }) });
    const outcomes = await client.actAll(actions);
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.value.id : outcome.failure.kind))).toEqual([
      first.id,
      'wrong-state',
      third.id,
    ]);
    expect(gateway.puts.map(({ path, body: sent }) => [path, sent])).toEqual([['/api/actions', { actions }]]);
  });

  it('knows nothing of any when the answer is missing, too short or about others', async () => {
    const { client, gateway } = await openPage();
    for (const reply of [
      'cut' as const,
      { status: 200, body: JSON.stringify({ results: [result(OTHER)] }) },
      { status: 200, body: JSON.stringify({ results: [result(OTHER), result(OTHER)] }) },
    ]) {
      gateway.onPut = () => reply;
      const outcomes = await client.actAll(wanted(client, 2));
      expect(outcomes.map((outcome) => (outcome.ok ? '' : outcome.failure.kind))).toEqual([
        'unknown-outcome',
        'unknown-outcome',
      ]);
    }
  });

  it('tells a refusal of all of them to each, and sends more than one body when they are too many', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => ({ status: 400, body: JSON.stringify({ failure }) });
    const outcomes = await client.actAll(wanted(client, 201));
    expect(outcomes).toHaveLength(201);
    expect(outcomes.every((outcome) => !outcome.ok && outcome.failure.kind === 'wrong-state')).toBe(true);
    expect(gateway.puts).toHaveLength(2);
  });
});

describe('settling', () => {
  const settlement = { verdict: 'executed', note: 'Seen in the web client.' } as const;

  it('posts a person’s word about the action and gives back how it ended', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => ({ status: 200, body: recorded(OTHER) });
    expect(await client.settle(OTHER, settlement)).toMatchObject({ ok: true, value: { id: OTHER } });
    expect(gateway.puts).toMatchObject([{ path: `/api/actions/${OTHER}/settle`, body: settlement }]);
  });

  it('says that it is not known to be settled when no answer comes', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => 'cut';
    expect(await client.settle(OTHER, settlement)).toMatchObject({
      ok: false,
      failure: { kind: 'unavailable', next: expect.stringContaining('journal') as string },
    });
  });
});

describe('finding what became of earlier actions', () => {
  it('gives back what the journal has, and leaves out what it does not', async () => {
    const { client, gateway } = await openPage();
    const [known, unknown] = [client.newActionId(), client.newActionId()];
    const { action } = JSON.parse(recorded(known)) as { action: Action };
    gateway.onPut = () => ({ status: 200, body: JSON.stringify({ actions: [action] }) });
    expect(await client.find([known, unknown])).toEqual({ ok: true, value: [action] });
    expect(gateway.puts).toMatchObject([{ path: '/api/actions/find', body: { ids: [known, unknown] } }]);
  });

  it('says that nobody knows when no answer comes, which is not that nothing was sent', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => 'cut';
    expect(await client.find([client.newActionId()])).toMatchObject({
      ok: false,
      failure: { kind: 'unavailable' },
    });
  });
});
