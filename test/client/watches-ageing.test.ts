import { describe, expect, it } from 'vitest';
import { resourceKey } from '../../src/domain/resources/resource';
import { keyOf, listen, openPage, rawRequest, requestOf, START } from './page';

const failure = { kind: 'unavailable', message: 'The platform does not answer.', next: 'Wait.' } as const;

async function watched() {
  const page = await openPage();
  const watcher = listen(page.client, requestOf('RQ-1'));
  await page.clock.advance(0);
  const answer = (over: object) =>
    page.gateway.answer({ key: keyOf('RQ-1'), state: 'fresh', fetchedAt: START, ...over });
  return { ...page, watcher, answer };
}

describe('the age of answers', () => {
  it('turns stale by itself at its moment, connected or not', async () => {
    const { clock, gateway, watcher, answer } = await watched();
    answer({ value: rawRequest('RQ-1'), staleAt: START + 60_000 });
    gateway.down = true;
    gateway.socket.cut();
    await clock.advance(59_999);
    expect(watcher.last.state).toBe('fresh');
    await clock.advance(1);
    expect(watcher.last).toMatchObject({ state: 'stale', value: { id: 'RQ-1' }, staleAt: START + 60_000 });
  });

  it('is the same for every price once the line is lost, and as it was when there is a line again', async () => {
    const { clock, gateway, client } = await openPage();
    const day = { kind: 'trades', from: '2026-11-18', to: '2026-11-18' } as const;
    const quotes = { kind: 'quotes', id: requestOf('RQ-1').id } as const;
    const watchers = [listen(client, requestOf('RQ-1')), listen(client, quotes), listen(client, day)];
    const tell = () =>
      gateway.answer(
        {
          key: keyOf('RQ-1'),
          state: 'fresh',
          value: rawRequest('RQ-1'),
          fetchedAt: START,
          staleAt: START + 3_600_000,
        },
        ...[quotes, day].map((resource) => ({
          key: resourceKey(resource),
          state: 'fresh' as const,
          value: [],
          fetchedAt: START,
          staleAt: START + 3_600_000,
        })),
      );
    const states = () => watchers.map(({ last }) => last.state);
    await clock.advance(0);
    tell();
    gateway.down = true;
    gateway.socket.cut();
    await clock.advance(119_000);
    expect(states()).toEqual(['fresh', 'fresh', 'fresh']);
    await clock.advance(1_001);
    expect(states()).toEqual(['stale', 'stale', 'fresh']);
    listen(client, requestOf('RQ-2'));
    gateway.down = false;
    await clock.advance(60_000);
    tell();
    expect(states()).toEqual(['fresh', 'fresh', 'fresh']);
    expect(watchers[1]?.last.staleAt).toBe(START + 3_600_000);
  });

  it('keeps one timer for all of them', async () => {
    const { clock, client, gateway } = await openPage();
    const ids = Array.from({ length: 100 }, (_, n) => `RQ-${n}`);
    const watchers = ids.map((id) => listen(client, requestOf(id)));
    await clock.advance(0);
    const before = clock.pending;
    gateway.answer(
      ...ids.map((id, n) => ({
        key: keyOf(id),
        state: 'fresh' as const,
        value: rawRequest(id),
        fetchedAt: START,
        staleAt: START + 1_000 + n * 10,
      })),
    );
    expect(clock.pending).toBe(before + 1);
    await clock.advance(1_500);
    expect(watchers.filter(({ last }) => last.state === 'stale')).toHaveLength(51);
  });

  it('lives on when it is fetched again in time', async () => {
    const { clock, watcher, answer } = await watched();
    answer({ value: rawRequest('RQ-1'), staleAt: START + 10_000 });
    await clock.advance(9_000);
    answer({ fetchedAt: START + 9_000, staleAt: START + 19_000 });
    await clock.advance(9_000);
    expect(watcher.last).toMatchObject({ state: 'fresh', fetchedAt: START + 9_000, value: { id: 'RQ-1' } });
    await clock.advance(1_000);
    expect(watcher.last.state).toBe('stale');
  });

  it('never ages what never changes', async () => {
    const { clock, watcher, answer } = await watched();
    answer({ value: rawRequest('RQ-1') });
    await clock.advance(86_400_000);
    expect(watcher.last.state).toBe('fresh');
  });

  it('keeps the last good value of a failed question until its limit, then only the reason', async () => {
    const { clock, watcher, answer } = await watched();
    answer({ value: rawRequest('RQ-1'), staleAt: START + 10_000 });
    answer({ state: 'failed', staleAt: START + 10_000, failure });
    expect(watcher.last).toMatchObject({ state: 'failed', value: { id: 'RQ-1' }, failure });
    await clock.advance(10_000);
    expect(watcher.last).toMatchObject({ state: 'stale', failure });
  });

  it('goes by the gateway’s clock when the computer’s is wrong', async () => {
    const { clock, client, gateway } = await openPage((gateway) => (gateway.aheadMs = 3_600_000));
    const watcher = listen(client, requestOf('RQ-1'));
    await clock.advance(0);
    const now = START + 3_600_000;
    expect(client.clock.now()).toBe(now);
    gateway.answer({
      key: keyOf('RQ-1'),
      state: 'fresh',
      value: rawRequest('RQ-1'),
      fetchedAt: now,
      staleAt: now + 5_000,
    });
    await clock.advance(4_999);
    expect(watcher.last.state).toBe('fresh');
    await clock.advance(1);
    expect(watcher.last.state).toBe('stale');
  });

  it('is looked at anew as soon as the gateway says what time it is', async () => {
    const { clock, gateway, watcher, answer } = await watched();
    answer({ value: rawRequest('RQ-1'), staleAt: START + 60_000 });
    gateway.aheadMs = 120_000;
    gateway.socket.cut();
    await clock.advance(500);
    expect(watcher.last.state).toBe('stale');
  });

  it('makes nothing younger when the computer’s clock is set back', async () => {
    const { clock, gateway, watcher, answer } = await watched();
    answer({ value: rawRequest('RQ-1'), staleAt: START + 10_000 });
    clock.jump(-3_600_000);
    gateway.aheadMs = 3_600_000;
    await clock.advance(10_000);
    expect(watcher.last.state).toBe('stale');
  });

  it('asks the gateway for the time again when the computer’s clock was set', async () => {
    const { clock, gateway, client } = await watched();
    clock.jump(3_600_000);
    gateway.aheadMs = -3_600_000;
    await clock.advance(20_000);
    expect(gateway.sockets.length).toBeGreaterThan(1);
    expect(client.clock.now()).toBe(START + 20_000);
  });
});

describe('values that cannot be read', () => {
  it('are failures that name the field, and leave the last good value until its limit', async () => {
    const { clock, watcher, answer } = await watched();
    answer({ value: rawRequest('RQ-1'), staleAt: START + 10_000 });
    answer({ value: rawRequest('RQ-1', { legs: [{ action: 'hold' }] }), staleAt: START + 50_000 });
    expect(watcher.last).toMatchObject({
      state: 'failed',
      value: { id: 'RQ-1' },
      staleAt: START + 10_000,
      failure: { kind: 'unreadable', message: expect.stringContaining('legs[0].action') as unknown },
    });
    await clock.advance(10_000);
    expect(watcher.last.state).toBe('stale');
  });

  it('stay unreadable while the gateway repeats only the state', async () => {
    const { watcher, answer } = await watched();
    answer({ value: { nonsense: true } });
    answer({ state: 'refreshing' });
    expect(watcher.last).toMatchObject({ state: 'failed', failure: { kind: 'unreadable' } });
    answer({ value: rawRequest('RQ-1') });
    expect(watcher.last.state).toBe('fresh');
    expect(watcher.last.failure).toBeUndefined();
  });

  it('hide no readable record beside them', async () => {
    const { client, gateway, clock } = await openPage();
    const list = listen(client, { kind: 'open-requests' });
    await clock.advance(0);
    const key = resourceKey({ kind: 'open-requests' });
    gateway.socket.tellText(
      JSON.stringify({
        type: 'answers',
        answers: [{ key, state: 'fresh', value: [rawRequest('RQ-1'), { broken: 1 }, rawRequest('RQ-2')] }],
      }),
    );
    expect(list.last.value?.records.map(({ id }) => id)).toEqual(['RQ-1', 'RQ-2']);
    expect(list.last.value?.unreadable).toHaveLength(1);
  });

  it('do not include messages of a newer gateway: those are passed over', async () => {
    const { gateway, watcher, answer } = await watched();
    gateway.socket.tellText('not json');
    gateway.socket.tellText('{"type":"fireworks"}');
    answer({ value: rawRequest('RQ-1') });
    expect(watcher.last.state).toBe('fresh');
  });
});
