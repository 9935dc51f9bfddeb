import { describe, expect, it } from 'vitest';
import type { Mode } from '../../src/client/mode';
import { resourceKey } from '../../src/domain/resources/resource';
import { keyOf, listen, openPage, rawRequest, requestOf, START } from './page';

const one = requestOf('RQ-1');
const two = requestOf('RQ-2');
const cell = { by: 'cell' } as const;
const ignore = (): void => undefined;

/** What the page has said about what is watched, message by message, each resource by its kind or id. */
const said = (gateway: Awaited<ReturnType<typeof openPage>>['gateway']) =>
  gateway.socket.said.flatMap((message) =>
    message.type === 'watch'
      ? [{ add: message.add.map(resourceKey), quiet: (message.quiet ?? []).map(resourceKey) }]
      : [],
  );

describe('a workbook that is live', () => {
  it('has everything fetched that cells watch', async () => {
    const { client, gateway, clock } = await openPage();
    client.watch(one, ignore, cell);
    await clock.advance(0);
    expect(client.mode.now()).toBe('live');
    expect(said(gateway)).toEqual([{ add: [keyOf('RQ-1')], quiet: [] }]);
  });
});

describe.each(['manual', 'paused'] as const)('a workbook that is %s', (mode) => {
  it('has nothing fetched for its cells, but what the pane shows and what is free', async () => {
    const { client, gateway, clock } = await openPage();
    client.mode.set(mode);
    client.watch(one, ignore, cell);
    client.watch({ kind: 'status' }, ignore, cell);
    client.watch(two, ignore);
    await clock.advance(0);
    expect(said(gateway)).toEqual([
      { add: [resourceKey({ kind: 'status' }), keyOf('RQ-2')], quiet: [keyOf('RQ-1')] },
    ]);
  });

  it('is live for a cell as long as the pane looks at the same', async () => {
    const { client, gateway, clock } = await openPage();
    client.mode.set(mode);
    client.watch(one, ignore, cell);
    await clock.advance(0);
    const look = client.watch(one, ignore, { by: 'pane' });
    await clock.advance(0);
    look();
    look();
    await clock.advance(0);
    expect(said(gateway)).toEqual([
      { add: [], quiet: [keyOf('RQ-1')] },
      { add: [keyOf('RQ-1')], quiet: [] },
      { add: [], quiet: [keyOf('RQ-1')] },
    ]);
  });

  it('becomes so for what is watched already, and live again, in one message each', async () => {
    const { client, gateway, clock } = await openPage();
    client.watch(one, ignore, cell);
    client.watch(two, ignore, cell);
    await clock.advance(0);
    client.mode.set(mode);
    await clock.advance(0);
    client.mode.set('live');
    await clock.advance(0);
    const both = [keyOf('RQ-1'), keyOf('RQ-2')];
    expect(said(gateway).slice(1)).toEqual([
      { add: [], quiet: both },
      { add: both, quiet: [] },
    ]);
  });

  it('is still so on a new connection', async () => {
    const { client, gateway, clock } = await openPage();
    client.mode.set(mode);
    client.watch(one, ignore, cell);
    await clock.advance(0);
    gateway.socket.cut();
    await clock.advance(2_000);
    expect(said(gateway)).toEqual([{ add: [], quiet: [keyOf('RQ-1')] }]);
  });
});

describe('whoever listens aside', () => {
  const aside = { by: 'aside' } as const;

  it('has nothing asked in any mode, hears what is known, and does not count as watching', async () => {
    const { client, gateway, clock } = await openPage();
    const heard: string[] = [];
    client.watch(one, ({ state }) => heard.push(state), aside);
    await clock.advance(0);
    expect(said(gateway)).toEqual([{ add: [], quiet: [keyOf('RQ-1')] }]);
    expect(client.watched()).toEqual([]);
    gateway.answer({ key: keyOf('RQ-1'), state: 'fresh', value: rawRequest('RQ-1'), fetchedAt: START });
    expect(heard).toEqual(['waiting', 'fresh']);
  });

  it('changes nothing while a cell or the pane watches, and stays behind without cost', async () => {
    const { client, gateway, clock } = await openPage();
    client.watch(one, ignore, aside);
    const stop = client.watch(one, ignore);
    await clock.advance(0);
    expect(client.watched()).toEqual([one]);
    stop();
    await clock.advance(10_000);
    expect(said(gateway)).toEqual([
      { add: [keyOf('RQ-1')], quiet: [] },
      { add: [], quiet: [keyOf('RQ-1')] },
    ]);
  });
});

describe('the mode', () => {
  it('is told at every change, not at once and not when it stays', async () => {
    const { client } = await openPage();
    const heard: Mode[] = [];
    const stop = client.mode.watch((mode) => heard.push(mode));
    client.mode.set('live');
    client.mode.set('manual');
    client.mode.set('manual');
    client.mode.set('paused');
    stop();
    stop();
    client.mode.set('live');
    expect(heard).toEqual(['manual', 'paused']);
  });

  it('starts as the gateway says, before anything is watched', async () => {
    const { client, gateway, clock } = await openPage((memory) => (memory.startsIn = 'manual'));
    client.watch(one, ignore, cell);
    await clock.advance(0);
    expect(client.mode.now()).toBe('manual');
    expect(said(gateway)).toEqual([{ add: [], quiet: [keyOf('RQ-1')] }]);
  });

  it('is never taken from a person by a gateway that starts later', async () => {
    const { client, gateway, clock } = await openPage((memory) => (memory.down = true));
    client.mode.set('live');
    gateway.down = false;
    gateway.startsIn = 'manual';
    await clock.advance(5_000);
    expect(client.mode.now()).toBe('live');
  });

  it('is not changed by a gateway that comes back with another', async () => {
    const { client, gateway, clock } = await openPage();
    gateway.startsIn = 'manual';
    gateway.socket.cut();
    await clock.advance(5_000);
    expect(gateway.sockets).toHaveLength(2);
    expect(client.mode.now()).toBe('live');
  });
});

describe('refreshing', () => {
  it('says how many are asked: each once, and nothing that is free, final or not watched', async () => {
    const { client, gateway, clock } = await openPage();
    const final = requestOf('RQ-3');
    for (const resource of [one, two, final, { kind: 'quota' } as const])
      client.watch(resource, ignore, cell);
    await clock.advance(0);
    const value = rawRequest('RQ-1');
    gateway.answer({ key: keyOf('RQ-1'), state: 'fresh', value, fetchedAt: START, staleAt: START + 9_000 });
    gateway.answer({ key: keyOf('RQ-3'), state: 'fresh', value: rawRequest('RQ-3'), fetchedAt: START });
    const wanted = [one, one, two, final, { kind: 'quota' } as const, requestOf('RQ-4')];
    expect(client.refresh(wanted)).toEqual({ ok: true, value: { asked: 2 } });
    expect(gateway.socket.said.at(-1)).toEqual({ type: 'refresh', keys: [keyOf('RQ-1'), keyOf('RQ-2')] });
  });

  it('works in manual mode', async () => {
    const { client, gateway, clock } = await openPage();
    client.mode.set('manual');
    client.watch(one, ignore, cell);
    await clock.advance(0);
    expect(client.refresh([one])).toEqual({ ok: true, value: { asked: 1 } });
    expect(gateway.socket.said.at(-1)).toEqual({ type: 'refresh', keys: [keyOf('RQ-1')] });
  });

  it('is refused while the workbook is paused, with a sentence that says what to do', async () => {
    const { client, gateway, clock } = await openPage();
    client.mode.set('paused');
    client.watch(one, ignore, cell);
    await clock.advance(0);
    expect(client.refresh([one])).toMatchObject({
      ok: false,
      failure: { kind: 'wrong-state', next: expect.stringContaining('live or manual') as unknown },
    });
    expect(gateway.socket.said.some(({ type }) => type === 'refresh')).toBe(false);
  });

  it('is refused without a connection', async () => {
    const { client } = await openPage((memory) => (memory.down = true));
    client.watch(one, ignore, cell);
    expect(client.refresh([one])).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  });
});

it('an answer says that nothing is known and nothing is asked, until there is something', async () => {
  const { client, gateway, clock } = await openPage();
  const heard = listen(client, one);
  await clock.advance(0);
  gateway.answer({ key: keyOf('RQ-1'), state: 'waiting', idle: true });
  expect(heard.last).toEqual({ state: 'waiting', idle: true });
  gateway.answer({ key: keyOf('RQ-1'), state: 'waiting' });
  expect(heard.last).toEqual({ state: 'waiting' });
  gateway.answer({ key: keyOf('RQ-1'), state: 'fresh', value: rawRequest('RQ-1'), fetchedAt: START });
  expect(heard.last.idle).toBeUndefined();
});
