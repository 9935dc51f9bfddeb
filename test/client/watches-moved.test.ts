import { expect, it } from 'vitest';
import { resourceKey } from '../../src/domain/resources/resource';
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
