import { expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { ROUND_MS_MIN } from '../../../src/gateway/events/reconciler';
import { MORNING, watched } from '../twins/cache';
import { testEvents } from '../twins/events';
import { failure, singleRequest } from '../twins/fake-platform';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A desk that has made its first round on a market with two open requests and one trade. */
async function settled(options: Parameters<typeof testEvents>[0] = {}) {
  const at = await testEvents(options);
  at.platform.addRequest(singleRequest('RQ-1'));
  at.platform.addRequest(singleRequest('RQ-2'));
  at.platform.addTrade({ 'trade-id': 'T-0' });
  await at.consequences.start();
  await at.reconciler.start();
  await at.clock.advance(60_000);
  return at;
}
const told = ({ events }: Pick<Awaited<ReturnType<typeof settled>>, 'events'>): unknown[] =>
  events
    .read()
    .map(({ type, origin, requestId, tradeId }) => [type, origin, requestId, tradeId])
    .reverse();

it('makes no news of what there was before', async () => {
  const at = await settled();
  expect(told(at)).toEqual([]);
  expect(await at.checkpoint.read()).toMatchObject({ openIds: ['RQ-1', 'RQ-2'], trades: [{ id: 'T-0' }] });
  await at.clock.advance(4 * HOUR_MS);
  expect(told(at)).toEqual([]);
});

it('finds a new request, one that closed, and a deal with the request that it ended, each once', async () => {
  const at = await settled();
  const closed = watched(at.book, { kind: 'request', id: RequestId.parse('RQ-2') });
  await at.clock.advance(1_000);
  at.platform.addRequest(singleRequest('RQ-3'));
  at.platform.change('RQ-2', { state: 'closed', 'concluded-at': new Date(at.clock.now()).toISOString() });
  at.platform.change('RQ-1', { state: 'traded', 'concluded-at': new Date(at.clock.now()).toISOString() });
  at.platform.addTrade({ 'trade-id': 'T-1', 'request-id': 'RQ-1', price: 31, action: 'buy' });
  at.platform.addTrade({ 'trade-id': 'T-2', venue: 'market' });
  await at.clock.advance(2 * HOUR_MS);
  expect(told(at)).toEqual([
    ['request-created', 'found', 'RQ-3', undefined],
    ['request-closed', 'found', 'RQ-2', undefined],
    ['request-traded', 'found', 'RQ-1', 'T-1'],
    ['trade-listed', 'found', undefined, 'T-2'],
  ]);
  expect(closed.value).toMatchObject({ state: 'closed' });
});

it('finds nothing that an event has told, whether that came before the lists showed it or after', async () => {
  const at = await settled();
  at.push('request-created', { requestId: 'RQ-3' });
  await at.clock.advance(HOUR_MS / 2);
  at.platform.addRequest(singleRequest('RQ-3'));
  at.platform.change('RQ-1', { state: 'traded', 'concluded-at': new Date(at.clock.now()).toISOString() });
  at.platform.addTrade({ 'trade-id': 'T-1', 'request-id': 'RQ-1', price: 31, action: 'buy' });
  at.push('request-traded', { requestId: 'RQ-1', tradeId: 'T-1' });
  await at.clock.advance(4 * HOUR_MS);
  expect(told(at)).toEqual([
    ['request-created', 'pushed', 'RQ-3', undefined],
    ['request-traded', 'pushed', 'RQ-1', 'T-1'],
  ]);
});

it('finds a deal that is listed late under a day that is over, as a standard spread whose leg prices came later', async () => {
  const at = await settled();
  const tradedAt = new Date(at.clock.now()).toISOString();
  at.platform.addRequest(singleRequest('RQ-9', { contract: 'standard-spread', state: 'open' }));
  await at.clock.advance(HOUR_MS);
  at.platform.change('RQ-9', { state: 'traded', 'concluded-at': tradedAt });
  await at.clock.advance(2 * DAY_MS);
  expect(told(at)).toEqual([['request-created', 'found', 'RQ-9', undefined]]);
  at.platform.change('RQ-9', { legs: [{ action: 'buy', quantity: 10, 'quantity-unit': 'MW', price: 31 }] });
  at.platform.addTrade({
    'trade-id': 'T-9',
    'request-id': 'RQ-9',
    'traded-at': tradedAt,
    price: 31,
    action: 'buy',
  });
  await at.clock.advance(DAY_MS);
  expect(told(at).slice(1)).toEqual([['request-traded', 'found', 'RQ-9', 'T-9']]);
});

it('goes on after a restart from the moment that it had written down', async () => {
  const first = await settled();
  await first.reconciler.stop();
  await first.consequences.stop();
  first.platform.addRequest(singleRequest('RQ-3'));
  await first.clock.advance(3 * DAY_MS);
  const { checkpoint, store, platform, clock } = first;
  const next = await testEvents({ checkpoint, store, platform, clock });
  await next.consequences.start();
  await next.reconciler.start();
  await clock.advance(60_000);
  expect(told(next)).toEqual([['request-created', 'found', 'RQ-3', undefined]]);
});

it('asks nothing while the desk is signed out, and looks soon after it is in again', async () => {
  const at = await settled();
  at.session.signedIn = false;
  const asked = at.platform.calls.length;
  at.platform.addRequest(singleRequest('RQ-3'));
  await at.clock.advance(6 * HOUR_MS);
  expect(at.platform.calls).toHaveLength(asked);
  at.session.signedIn = true;
  at.reconciler.soon();
  await at.clock.advance(60_000);
  expect(told(at)).toEqual([['request-created', 'found', 'RQ-3', undefined]]);
});

it('takes for a fact neither a list that failed nor what a list with gaps leaves out', async () => {
  const at = await settled();
  for (let n = 0; n < 3; n++)
    at.platform.fault('trades', { when: 'before', failure: failure('unavailable') });
  at.platform.addRequest({ 'request-id': 7 });
  at.platform.requestsById.delete('RQ-2');
  await at.clock.advance(2 * HOUR_MS);
  expect(told(at)).toEqual([]);
  expect((await at.checkpoint.read())?.openIds).toContain('RQ-2');
});

it('finds nothing that is pushed while what was found waits for the disk', async () => {
  const at = await settled();
  at.platform.addRequest(singleRequest('RQ-3'));
  const release = at.store.hold();
  // The delivery is under way when the round comes to its end.
  at.push('request-created', { requestId: 'RQ-3' });
  await at.clock.advance(2 * HOUR_MS);
  expect(told(at)).toEqual([]);
  release();
  await at.clock.advance(HOUR_MS);
  expect(told(at)).toEqual([['request-created', 'pushed', 'RQ-3', undefined]]);
});

it('waits at the stop for what it is writing down, and takes nothing in after it', async () => {
  const at = await settled();
  at.platform.addRequest(singleRequest('RQ-3'));
  const release = at.store.hold();
  const before = await at.checkpoint.read();
  // A delivery is being written, so what the round found has its turn after the stop.
  at.push('request-closed', { requestId: 'RQ-1' });
  await at.clock.advance(2 * HOUR_MS);
  let isStopped = false;
  const stopping = at.reconciler.stop().then(() => (isStopped = true));
  await at.clock.advance(1_000);
  expect(isStopped).toBe(false);
  release();
  await stopping;
  await at.clock.advance(1_000);
  expect(told(at)).toEqual([['request-closed', 'pushed', 'RQ-1', undefined]]);
  expect(await at.checkpoint.read()).toEqual(before);
});

it('keeps what was found before the moment: a full disk loses nothing', async () => {
  const at = await settled();
  at.platform.addRequest(singleRequest('RQ-3'));
  at.store.full = true;
  await at.clock.advance(2 * HOUR_MS);
  expect(told(at)).toEqual([]);
  at.store.full = false;
  await at.clock.advance(5 * HOUR_MS);
  expect(told(at)).toEqual([['request-created', 'found', 'RQ-3', undefined]]);
});

it('takes three percent of the day at most, however often the line comes and goes', async () => {
  const at = await testEvents({ perDay: 5_000 });
  await at.reconciler.start();
  for (let minute = 0; minute < 14 * 60; minute++) {
    await at.clock.advance(60_000);
    at.reconciler.soon();
  }
  const { length } = at.platform.calls;
  expect(length).toBeGreaterThan(60);
  expect(length).toBeLessThanOrEqual(150);
});

it('spreads its rounds over a quiet day so that they last: half an hour apart at most while the desk is at work', async () => {
  const at = await testEvents({ perDay: 5_000 });
  await at.reconciler.start();
  const rounds: number[] = [];
  let seen = 0;
  for (let minute = 0; minute < 24 * 60; minute++) {
    await at.clock.advance(60_000);
    const now = at.platform.callsOf('openRequests').length;
    if (now > seen) rounds.push(minute);
    seen = now;
  }
  const inDay = rounds.filter((minute) => minute < 10 * 60);
  const gaps = inDay.slice(1).map((minute, index) => minute - (inDay[index] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(30);
  expect(rounds.at(-1)).toBeGreaterThan(22 * 60);
  expect(at.platform.calls.length).toBeLessThanOrEqual(2 * 150);
  expect(at.platform.calls.filter((_, n) => n < 1_000).every(({ lane }) => lane === 'polling')).toBe(true);
});

it('reads what is watched anyway from there, and asks only for the rest', async () => {
  const at = await testEvents({ perDay: 100_000 });
  at.platform.addRequest(singleRequest('RQ-1'));
  watched(at.book, { kind: 'open-requests' });
  await at.clock.advance(1_000);
  const before = at.platform.callsOf('openRequests').length;
  const polls = (): number => at.platform.callsOf('openRequests').length - before;
  await at.reconciler.start();
  await at.clock.advance(9_900);
  const polled = polls();
  await at.clock.advance(200);
  expect([polls() - polled, at.platform.callsOf('trades').length]).toEqual([0, 1]);
  expect(at.clock.now()).toBeGreaterThan(MORNING);
  expect(ROUND_MS_MIN).toBe(60_000);
});
