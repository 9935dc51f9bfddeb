import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../src/client/socket';
import type { Connection } from '../../src/client/client';
import { BEAT_MS, GATEWAY_SILENCE_MS_MAX, PAGE_SILENCE_MS_MAX } from '../../src/contract/desk/socket';
import { UNHEARD_MS } from '../../src/domain/resources/resource';
import { CODE } from './memory-gateway';
import { keyOf, listen, openPage, rawRequest, requestOf, START } from './page';

async function watchedPage() {
  const page = await openPage();
  const watcher = listen(page.client, requestOf('RQ-1'));
  const seen: Connection[] = [];
  page.client.watchConnection((connection) => seen.push(connection));
  await page.clock.advance(0);
  page.gateway.answer({
    key: keyOf('RQ-1'),
    state: 'fresh',
    value: rawRequest('RQ-1'),
    fetchedAt: START,
    staleAt: START + 600_000,
  });
  return { ...page, watcher, seen };
}

describe('the connection', () => {
  it('comes back after a cut and says the whole watch list again', async () => {
    const { clock, client, gateway, seen } = await watchedPage();
    listen(client, { kind: 'quota' });
    await clock.advance(0);
    gateway.socket.cut();
    await clock.advance(1_000);
    expect(seen).toEqual(['open', 'lost', 'open']);
    expect(gateway.sockets).toHaveLength(2);
    expect(gateway.watched).toEqual([{ add: [requestOf('RQ-1'), { kind: 'quota' }], drop: [] }]);
    expect(gateway.sessionsAsked).toBe(1);
  });

  it('shows an old value as old on the new line, until a new one comes', async () => {
    const { clock, gateway, watcher } = await watchedPage();
    gateway.socket.cut();
    const staleAt = START + UNHEARD_MS;
    await clock.advance(1_000);
    gateway.answer({ key: keyOf('RQ-1'), state: 'waiting' });
    expect(watcher.last).toMatchObject({ state: 'refreshing', fetchedAt: START, staleAt });
    gateway.answer({ key: keyOf('RQ-1'), state: 'fresh', fetchedAt: START + 900, staleAt: START + 900_000 });
    expect(watcher.last).toMatchObject({ state: 'refreshing', fetchedAt: START, staleAt });
    gateway.answer({
      key: keyOf('RQ-1'),
      state: 'fresh',
      value: rawRequest('RQ-1', { state: 'traded' }),
      fetchedAt: START + 1_000,
    });
    expect(watcher.last).toMatchObject({
      state: 'fresh',
      value: { state: 'traded' },
      fetchedAt: START + 1_000,
    });
    expect(watcher.last.staleAt).toBeUndefined();
  });

  it('gets itself a new session when the gateway was restarted', async () => {
    const { clock, gateway, seen } = await watchedPage();
    gateway.restart();
    await clock.advance(5_000);
    expect(seen.at(-1)).toBe('open');
    expect(gateway.sessionsAsked).toBe(2);
    expect(gateway.watched[0]?.add).toEqual([requestOf('RQ-1')]);
  });

  it('keeps trying with growing waits while the gateway is away, and is there when it is back', async () => {
    const { clock, client, gateway } = await openPage((gateway) => (gateway.down = true));
    const seen: Connection[] = [];
    client.watchConnection((connection) => seen.push(connection));
    await clock.advance(600_000);
    expect(seen).toEqual(['connecting']);
    gateway.down = false;
    await clock.advance(20_000);
    expect(seen).toEqual(['connecting', 'open']);
  });

  it('starts from the shortest wait again after a line that lasted', async () => {
    const { clock, gateway } = await watchedPage();
    gateway.down = true;
    gateway.socket.cut();
    await clock.advance(120_000);
    gateway.down = false;
    await clock.advance(20_000);
    gateway.socket.tell({ type: 'beat' });
    await clock.advance(15_000);
    const before = gateway.sockets.length;
    gateway.socket.cut();
    await clock.advance(500);
    expect(gateway.sockets).toHaveLength(before + 1);
  });

  it('does not hammer a gateway that is away: some forty attempts in ten minutes', async () => {
    const { clock, gateway } = await watchedPage();
    gateway.down = true;
    gateway.socket.cut();
    await clock.advance(600_000);
    expect(gateway.sockets.length).toBeGreaterThan(30);
    expect(gateway.sockets.length).toBeLessThan(60);
  });

  it('is lost within seven seconds once the gateway falls silent, and there again once it goes on', async () => {
    const { clock, gateway, seen } = await watchedPage();
    await clock.advance(60_000);
    expect(seen).toEqual(['open']);
    gateway.stopped = true;
    await clock.advance(2_000);
    expect(seen).toEqual(['open']);
    await clock.advance(5_000);
    expect(seen).toEqual(['open', 'lost']);
    expect(gateway.sockets[0]?.closed).toBe(true);
    await clock.advance(60_000);
    expect(seen).toEqual(['open', 'lost']);
    gateway.stopped = false;
    await clock.advance(12_000);
    expect(seen).toEqual(['open', 'lost', 'open']);
  });

  it('is not lost because the page itself stood still: what came meanwhile is heard first', async () => {
    const { clock, gateway, seen } = await watchedPage();
    // Its timers run late, and messages only after them.
    const stand = async (ms: number): Promise<void> => {
      gateway.stopped = true;
      clock.stall(ms);
      await clock.advance(0);
      gateway.stopped = false;
      gateway.socket.tell({ type: 'beat' });
      await clock.advance(5_000);
    };
    await stand(20_000);
    expect(seen).toEqual(['open']);
    expect(gateway.sockets).toHaveLength(1);
    await stand(PAGE_SILENCE_MS_MAX + 1_000);
    expect(seen).toEqual(['open', 'lost', 'open']);
  });

  it('gives up a line on which no welcome comes', async () => {
    const { clock, gateway } = await openPage((gateway) => (gateway.mute = true));
    await clock.advance(16_000);
    expect(gateway.sockets[0]?.closed).toBe(true);
    expect(gateway.sockets.length).toBeGreaterThan(1);
  });

  it('beats after its own silence, also when only the gateway’s messages wake the page', async () => {
    const { clock, gateway } = await watchedPage();
    await clock.advance(60_000);
    const beats = gateway.socket.said.filter(({ type }) => type === 'beat');
    expect(gateway.sockets).toHaveLength(1);
    expect(beats.length).toBeGreaterThanOrEqual(15);
    expect(beats.length).toBeLessThanOrEqual(20);
  });

  it('hears nothing more from a line that it has given up', async () => {
    const { clock, gateway, watcher } = await watchedPage();
    const old = gateway.socket;
    gateway.stopped = true;
    await clock.advance(GATEWAY_SILENCE_MS_MAX + BEAT_MS);
    gateway.stopped = false;
    expect(old.closed).toBe(true);
    const told = watcher.told.length;
    old.tell({ type: 'answers', answers: [{ key: keyOf('RQ-1'), state: 'failed' }] });
    expect(watcher.told).toHaveLength(told);
  });
});

describe('the wait before the next attempt', () => {
  it('grows up to twenty seconds and is never shorter than half of its full length', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, dice) => {
          const waitMs = backoffMs(attempt, () => dice);
          expect(waitMs).toBeGreaterThanOrEqual(250);
          expect(waitMs).toBeLessThanOrEqual(20_000);
          expect(waitMs).toBeLessThanOrEqual(backoffMs(attempt + 2, () => dice) + 1e-6);
        },
      ),
    );
  });
});

describe('a browser that the gateway does not know', () => {
  it('is said to be unpaired, and is connected a second after a person has paired it', async () => {
    const { clock, client, gateway, seen } = await watchedPage();
    gateway.isPaired = false;
    gateway.restart();
    await clock.advance(2_000);
    expect(seen).toEqual(['open', 'lost', 'unpaired']);
    expect(await client.settle(client.newActionId(), { verdict: 'executed', note: 'seen' })).toMatchObject({
      ok: false,
      failure: { kind: 'signed-out' },
    });
    expect(gateway.puts).toEqual([]);
    expect(await client.pair('0000-0000')).toMatchObject({ ok: false, failure: { kind: 'denied' } });
    await clock.advance(2_000);
    expect(seen.at(-1)).toBe('unpaired');
    expect(await client.pair(CODE)).toMatchObject({ ok: true });
    expect(gateway.key).toBe('a-new-key-for-this-browser');
    await clock.advance(1_000);
    expect(seen.at(-1)).toBe('open');
    expect(gateway.watched.at(-1)).toEqual({ add: [requestOf('RQ-1')], drop: [] });
  });

  it('asks again at once with another key, and ever more seldom with the same', async () => {
    const { clock, gateway, seen } = await watchedPage();
    gateway.isPaired = false;
    gateway.restart();
    await clock.advance(60_000);
    expect(seen.at(-1)).toBe('unpaired');
    const before = gateway.sessionsAsked;
    await clock.advance(100_000);
    expect(gateway.sessionsAsked - before).toBe(10);
    gateway.key = 'the-key-of-another-page';
    gateway.isPaired = true;
    await clock.advance(1_000);
    expect(seen.at(-1)).toBe('open');
  });

  it('is said to have lost the gateway when that goes away meanwhile', async () => {
    const { clock, gateway, seen } = await watchedPage();
    gateway.isPaired = false;
    gateway.restart();
    await clock.advance(2_000);
    gateway.down = true;
    await clock.advance(2_000);
    expect(seen).toEqual(['open', 'lost', 'unpaired', 'lost']);
  });
});
