import { expect, it } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import { EventLog } from '../../../src/gateway/events/event-log';
import type { HeardEvent } from '../../../src/gateway/storage/events';
import { MemoryEvents } from '../twins/memory-stores';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.parse('2026-11-20T09:00:00Z');
const heard = (body: string, heardAt: number): HeardEvent => ({
  heardAt,
  origin: 'pushed',
  type: 'quotation-created',
  requestId: `RQ-${body}`,
  body,
});

function logOver(store: MemoryEvents): { log: EventLog; clock: ManualClock } {
  const clock = new ManualClock(NOW);
  return { log: new EventLog(store, clock), clock };
}

it('tells of the first event at once and of those that follow closely together', async () => {
  const { log, clock } = logOver(new MemoryEvents());
  const told: number[] = [];
  log.onChange(() => void told.push(log.read().length));
  for (const body of ['1', '2', '3']) log.keep([heard(body, NOW)]);
  expect(told).toEqual([1]);
  await clock.advance(1_000);
  expect(told).toEqual([1, 3]);
});

it('shows a repeated event once, in its place', () => {
  const { log } = logOver(new MemoryEvents());
  log.keep([heard('1', NOW), heard('2', NOW)]);
  log.keep([heard('1', NOW + 1)]);
  expect(log.read().map(({ requestId, times }) => [requestId, times])).toEqual([
    ['RQ-2', 1],
    ['RQ-1', 2],
  ]);
});

it('forgets what is older than thirty days and settled, also while it stays open', async () => {
  const store = new MemoryEvents();
  store.keep([heard('old', NOW - 29.5 * DAY_MS)]);
  store.digested([1]);
  const { log, clock } = logOver(store);
  log.keep([heard('1', NOW)]);
  expect(store.newest(5)).toHaveLength(2);
  await clock.advance(DAY_MS);
  log.keep([heard('2', clock.now())]);
  expect(store.newest(5).map(({ requestId }) => requestId)).toEqual(['RQ-2', 'RQ-1']);
});

it('opens on a disk that takes no removal', () => {
  const store = new MemoryEvents();
  store.keep([heard('old', 0)]);
  store.forget = () => {
    throw new Error('database or disk is full');
  };
  expect(logOver(store).log.read()).toHaveLength(1);
});
