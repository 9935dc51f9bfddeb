import { describe, expect, it } from 'vitest';
import { resourceKey } from '../../src/domain/resources/resource';
import { CODE } from './memory-gateway';
import { keyOf, listen, openPage, rawRequest, requestOf, START } from './page';

const fresh = (id: string) => ({
  key: keyOf(id),
  state: 'fresh' as const,
  value: rawRequest(id),
  fetchedAt: START,
});
const STATUS = { kind: 'status' } as const;
const status = (environment: string) => ({
  key: resourceKey(STATUS),
  state: 'fresh' as const,
  value: { signedIn: true, environment, service: 'http://x', zone: 'Europe/Berlin', version: '1' },
  fetchedAt: START,
});

it('forgets every value when the gateway turns to another desk on the same line, and watches on', async () => {
  const { client, gateway, clock } = await openPage();
  const [request, seen] = [listen(client, requestOf('RQ-1')), listen(client, STATUS)];
  await clock.advance(0);
  gateway.socket.tell({ type: 'welcome', now: START, desk: 'simulator' });
  gateway.answer(fresh('RQ-1'), status('simulator'));
  const asked = gateway.watched.length;
  gateway.socket.tell({ type: 'welcome', now: START, desk: 'sandbox' });
  expect(request.last).toEqual({ state: 'waiting' });
  expect(seen.last.value?.environment).toBe('simulator');
  gateway.answer({ ...fresh('RQ-1'), value: rawRequest('RQ-1', { state: 'closed' }) }, status('sandbox'));
  expect([request.last.value?.state, seen.last.value?.environment]).toEqual(['closed', 'sandbox']);
  await clock.advance(5_000);
  expect(gateway.watched).toHaveLength(asked);
});

it('forgets as well when it slept through the change, and not when the same desk comes back', async () => {
  const { client, gateway, clock } = await openPage((it) => (it.desk = 'simulator'));
  const request = listen(client, requestOf('RQ-1'));
  await clock.advance(0);
  gateway.answer(fresh('RQ-1'));
  gateway.restart();
  await clock.advance(5_000);
  expect(request.last.value?.id).toBe('RQ-1');
  gateway.desk = 'sandbox';
  gateway.restart();
  await clock.advance(20_000);
  expect(request.last).toEqual({ state: 'waiting' });
});

describe('a page that the gateway lets in no more', () => {
  const OVER = { kind: 'denied', message: 'Not paired.', next: 'Type the code.' };
  const ended = async () => {
    const page = await openPage((it) => (it.desk = 'simulator'));
    const [request, seen] = [listen(page.client, requestOf('RQ-1')), listen(page.client, STATUS)];
    await page.clock.advance(0);
    page.gateway.answer(fresh('RQ-1'), status('simulator'));
    page.gateway.isPaired = false;
    page.gateway.restart();
    await page.clock.advance(2_000);
    return { ...page, request, seen };
  };

  it('has no value any more, of what it watched and of what it asks for now, and knows why', async () => {
    const { client, request, seen } = await ended();
    expect(request.last).toEqual({ state: 'failed', failure: OVER });
    expect(listen(client, requestOf('RQ-2')).told).toEqual([{ state: 'failed', failure: OVER }]);
    expect(seen.last).toMatchObject({ state: 'failed', failure: OVER, value: { zone: 'Europe/Berlin' } });
  });

  it('is told once, and knows nothing of before when somebody has let it in again', async () => {
    const { client, gateway, clock, request, seen } = await ended();
    await clock.advance(10_000);
    expect(request.told).toHaveLength(3);
    expect(await client.pair(CODE)).toMatchObject({ ok: true });
    await clock.advance(1_000);
    expect([request.last, seen.last.failure]).toEqual([{ state: 'waiting' }, undefined]);
    gateway.answer(fresh('RQ-1'));
    expect(request.last.value?.id).toBe('RQ-1');
  });

  it('keeps what it has with its age while the gateway is only away', async () => {
    const { client, gateway, clock } = await openPage();
    const request = listen(client, requestOf('RQ-1'));
    await clock.advance(0);
    gateway.answer({ ...fresh('RQ-1'), staleAt: START + 30_000 });
    gateway.down = true;
    gateway.restart();
    await clock.advance(20_000);
    expect(request.last).toMatchObject({ state: 'fresh', value: { id: 'RQ-1' }, fetchedAt: START });
  });

  it('has none either when whoever is behind it may not read any more', async () => {
    const { client, gateway, clock } = await openPage();
    const request = listen(client, requestOf('RQ-1'));
    await clock.advance(0);
    gateway.answer(fresh('RQ-1'));
    gateway.refusesWith = { kind: 'denied', message: 'You may not read.', next: 'Ask an admin.' };
    gateway.restart();
    await clock.advance(2_000);
    expect(request.last).toMatchObject({ state: 'failed', failure: { message: 'You may not read.' } });
  });
});
