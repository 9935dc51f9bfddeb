import { describe, expect, it } from 'vitest';
import { keyOf, listen, openPage, rawRequest, requestOf, START } from './page';

describe('watching', () => {
  it('says hello with the session token, then what is watched', async () => {
    const { client, gateway, clock } = await openPage();
    listen(client, requestOf('RQ-1'));
    await clock.advance(0);
    expect(gateway.socket.said).toEqual([
      { type: 'hello', token: 'token-of-the-page-number-1' },
      { type: 'watch', add: [requestOf('RQ-1')], drop: [] },
    ]);
  });

  it('asks once for a thousand watchers of one resource, and tells them all the same parsed answer', async () => {
    const { client, gateway, clock } = await openPage();
    const watchers = Array.from({ length: 1000 }, () => listen(client, requestOf('RQ-1')));
    await clock.advance(0);
    gateway.answer({ key: keyOf('RQ-1'), state: 'fresh', value: rawRequest('RQ-1'), fetchedAt: START });
    expect(gateway.watched).toHaveLength(1);
    expect(gateway.watched[0]?.add).toHaveLength(1);
    expect(new Set(watchers.map(({ last }) => last.value)).size).toBe(1);
    expect(watchers[999]?.last).toMatchObject({ state: 'fresh', value: { id: 'RQ-1' } });
  });

  it('puts all that starts in one turn into one message', async () => {
    const { client, gateway, clock } = await openPage();
    for (let n = 0; n < 500; n++) listen(client, requestOf(`RQ-${n}`));
    await clock.advance(0);
    expect(gateway.watched.map(({ add }) => add.length)).toEqual([500]);
  });

  it('tells a later watcher at once what is known', async () => {
    const { client, gateway, clock } = await openPage();
    listen(client, requestOf('RQ-1'));
    await clock.advance(0);
    gateway.answer({ key: keyOf('RQ-1'), state: 'fresh', value: rawRequest('RQ-1'), fetchedAt: START });
    expect(listen(client, requestOf('RQ-1')).told.map(({ state }) => state)).toEqual(['fresh']);
  });

  it('causes no traffic when a recalculation cancels and starts again, in either order', async () => {
    const { client, gateway, clock } = await openPage();
    const first = listen(client, requestOf('RQ-1'));
    await clock.advance(0);
    first.stop();
    await clock.advance(1_500);
    const second = listen(client, requestOf('RQ-1'));
    const third = listen(client, requestOf('RQ-1'));
    second.stop();
    await clock.advance(10_000);
    expect(gateway.watched).toHaveLength(1);
    third.stop();
    await clock.advance(1_999);
    expect(gateway.watched).toHaveLength(1);
    await clock.advance(1);
    expect(gateway.watched[1]).toEqual({ add: [], drop: [keyOf('RQ-1')] });
  });

  it('takes letting go twice as once', async () => {
    const { client, gateway, clock } = await openPage();
    const first = listen(client, requestOf('RQ-1'));
    const second = listen(client, requestOf('RQ-1'));
    first.stop();
    first.stop();
    await clock.advance(10_000);
    expect(gateway.watched.flatMap(({ drop }) => drop)).toEqual([]);
    second.stop();
    await clock.advance(10_000);
    expect(gateway.watched.flatMap(({ drop }) => drop)).toEqual([keyOf('RQ-1')]);
  });

  it('shows at once what it knew of what comes back, while that is not too old, and asks for it', async () => {
    const { client, gateway, clock } = await openPage();
    const watching = listen(client, requestOf('RQ-1'));
    await clock.advance(0);
    const times = { fetchedAt: START, staleAt: START + 30_000 };
    gateway.answer({ key: keyOf('RQ-1'), state: 'fresh', value: rawRequest('RQ-1'), ...times });
    watching.stop();
    await clock.advance(5_000);
    const again = listen(client, requestOf('RQ-1'));
    expect(again.told).toMatchObject([{ state: 'refreshing', value: { id: 'RQ-1' }, ...times }]);
    await clock.advance(0);
    expect(gateway.watched.map(({ add }) => add.length)).toEqual([1, 0, 1]);
    again.stop();
    await clock.advance(30_000);
    expect(listen(client, requestOf('RQ-1')).told).toEqual([{ state: 'waiting' }]);
  });

  it('asks again for what was dropped and is wanted once more', async () => {
    const { client, gateway, clock } = await openPage();
    listen(client, requestOf('RQ-1')).stop();
    await clock.advance(2_000);
    const again = listen(client, requestOf('RQ-1'));
    await clock.advance(0);
    expect(gateway.watched.map(({ add, drop }) => [add.length, drop.length])).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
    expect(again.last.state).toBe('waiting');
  });

  it('tells nothing to those who have left, and everyone else in spite of a listener that throws', async () => {
    const { client, gateway, clock } = await openPage();
    const bugs: unknown[] = [];
    const heard = (bug: unknown): void => void bugs.push(bug);
    process.once('uncaughtException', heard);
    let armed = false;
    client.watch(requestOf('RQ-1'), () => {
      if (armed) throw new Error('a bug');
    });
    const left = listen(client, requestOf('RQ-1'));
    const stays = listen(client, requestOf('RQ-1'));
    left.stop();
    await clock.advance(0);
    armed = true;
    gateway.answer({ key: keyOf('RQ-1'), state: 'fresh', value: rawRequest('RQ-1'), fetchedAt: START });
    expect(left.told).toHaveLength(1);
    expect(stays.last.state).toBe('fresh');
    await new Promise((resolve) => setImmediate(resolve));
    process.removeListener('uncaughtException', heard);
    expect(bugs).toHaveLength(1);
  });

  it('tells a watcher that joins while others are told just once', async () => {
    const { client, gateway, clock } = await openPage();
    const joined: string[] = [];
    let armed = false;
    client.watch(requestOf('RQ-1'), () => {
      if (armed) client.watch(requestOf('RQ-1'), ({ state }) => joined.push(state));
      armed = false;
    });
    await clock.advance(0);
    armed = true;
    gateway.answer({ key: keyOf('RQ-1'), state: 'fresh', value: rawRequest('RQ-1'), fetchedAt: START });
    expect(joined).toEqual(['fresh']);
  });

  it('refuses the resource that is one too many, in words', async () => {
    const { client } = await openPage();
    for (let n = 0; n < 20_000; n++) client.watch(requestOf(`RQ-${n}`), () => undefined);
    expect(listen(client, requestOf('RQ-more')).last).toMatchObject({
      state: 'failed',
      failure: { kind: 'unsupported', message: expect.stringContaining('20,000') as unknown },
    });
  });

  it('passes a person’s wish to refresh on, after the gateway knows what is watched', async () => {
    const { client, gateway } = await openPage();
    listen(client, requestOf('RQ-1'));
    client.refresh([requestOf('RQ-1')]);
    expect(gateway.socket.said.slice(1)).toEqual([
      { type: 'watch', add: [requestOf('RQ-1')], drop: [] },
      { type: 'refresh', keys: [keyOf('RQ-1')] },
    ]);
  });
});
