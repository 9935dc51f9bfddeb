import { describe, expect, it } from 'vitest';
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

/** Everything that waits for nothing but its turn has had it. */
const pastEvents = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function logOver(store: MemoryEvents): Promise<{ log: EventLog; clock: ManualClock }> {
  const clock = new ManualClock(NOW);
  return { log: await EventLog.open(store, clock), clock };
}

it('tells of the first event at once and of those that follow closely together', async () => {
  const { log, clock } = await logOver(new MemoryEvents());
  const told: number[] = [];
  log.onChange(() => void told.push(log.read().length));
  for (const body of ['1', '2', '3']) await log.keep([heard(body, NOW)]);
  expect(told).toEqual([1]);
  await clock.advance(1_000);
  expect(told).toEqual([1, 3]);
});

it('shows a repeated event once, in its place', async () => {
  const { log } = await logOver(new MemoryEvents());
  await log.keep([heard('1', NOW), heard('2', NOW)]);
  await log.keep([heard('1', NOW + 1)]);
  expect(log.read().map(({ requestId, times }) => [requestId, times])).toEqual([
    ['RQ-2', 1],
    ['RQ-1', 2],
  ]);
});

it('shows the newest 500, and 100 further ones of the last day that tell of trades', async () => {
  const store = new MemoryEvents();
  const { log } = await logOver(store);
  const traded = (count: number, heardAt: number): HeardEvent => ({
    ...heard(`traded ${count}`, heardAt),
    type: 'request-traded',
  });
  const quotes = (name: string, count: number): HeardEvent[] =>
    Array.from({ length: count }, (_, at) => heard(`${name} ${at}`, NOW));
  await log.keep([traded(-1, NOW - 1.5 * DAY_MS)]);
  await log.keep(Array.from({ length: 120 }, (_, at) => traded(at, NOW - 120 + at)));
  await log.keep([{ ...heard('of a type', NOW), type: 'corrected', tradeId: 'TR-1' }]);
  for (const name of ['a', 'b', 'c']) await log.keep(quotes(name, 400));
  const shown = log.read();
  expect(shown).toHaveLength(600);
  expect(shown.slice(0, 500).every(({ type }) => type === 'quotation-created')).toBe(true);
  expect(shown[500]).toMatchObject({ type: 'corrected', tradeId: 'TR-1' });
  expect(shown.slice(501).map(({ requestId }) => requestId)).toEqual(
    Array.from({ length: 99 }, (_, at) => `RQ-traded ${119 - at}`),
  );
  expect(shown).toEqual([...shown].sort((a, b) => b.sequence - a.sequence));
  // As after a start, and a day later they are no news any more.
  expect((await logOver(store)).log.read()).toEqual(shown);
  const { log: later, clock } = await logOver(store);
  await clock.advance(DAY_MS + 1);
  await later.keep([heard('later', clock.now())]);
  expect(later.read()).toHaveLength(500);
});

it('forgets what is older than thirty days and settled, also while it stays open', async () => {
  const store = new MemoryEvents();
  await store.keep([heard('old', NOW - 29.5 * DAY_MS)]);
  await store.digested([1]);
  const { log, clock } = await logOver(store);
  await log.keep([heard('1', NOW)]);
  expect(await store.newest(5)).toHaveLength(2);
  await clock.advance(DAY_MS);
  await log.keep([heard('2', clock.now())]);
  expect((await store.newest(5)).map(({ requestId }) => requestId)).toEqual(['RQ-2', 'RQ-1']);
});

it('forgets after as many days as are set', async () => {
  const store = new MemoryEvents();
  await store.keep([heard('old', NOW - 3 * DAY_MS)]);
  await store.digested([1]);
  await EventLog.open(store, new ManualClock(NOW), 4);
  expect(await store.newest(5)).toHaveLength(1);
  await EventLog.open(store, new ManualClock(NOW), 2);
  expect(await store.newest(5)).toHaveLength(0);
});

it('opens on a disk that takes no removal', async () => {
  const store = new MemoryEvents();
  await store.keep([heard('old', 0)]);
  store.forget = async () => {
    throw new Error('database or disk is full');
  };
  expect((await logOver(store)).log.read()).toHaveLength(1);
});

const names = (events: readonly { sequence: number; requestId?: string | undefined }[]): unknown[] =>
  events.map(({ sequence, requestId }) => [sequence, requestId]);

describe('on a slow disk', () => {
  /** The order in which the store is asked, and how much of it is under way at once. */
  class WatchedEvents extends MemoryEvents {
    readonly asked: string[] = [];
    most = 0;
    private under = 0;

    override keep(all: readonly HeardEvent[]): ReturnType<MemoryEvents['keep']> {
      return this.watch(`keep ${all.map(({ body }) => body).join(' ')}`, () => super.keep(all));
    }

    override digested(sequences: readonly number[]): Promise<void> {
      return this.watch(`digested ${sequences.join(' ')}`, () => super.digested(sequences));
    }

    private async watch<T>(what: string, work: () => Promise<T>): Promise<T> {
      this.asked.push(what);
      this.most = Math.max(this.most, ++this.under);
      return work().finally(() => (this.under -= 1));
    }
  }

  it('numbers deliveries that overlap in the order in which they came, and tells of them in that order', async () => {
    const store = new WatchedEvents();
    const { log } = await logOver(store);
    const told: unknown[] = [];
    log.onKept((kept) => void told.push(...names(kept)));
    const release = store.hold();
    const kept = ['1', '2', '3'].map((body) => log.keep([heard(body, NOW)]));
    await pastEvents();
    expect({ asked: store.asked, told, shown: log.read() }).toEqual({
      asked: ['keep 1'],
      told: [],
      shown: [],
    });
    release();
    const inOrder = [
      [1, 'RQ-1'],
      [2, 'RQ-2'],
      [3, 'RQ-3'],
    ];
    expect((await Promise.all(kept)).flatMap(names)).toEqual(inOrder);
    expect(told).toEqual(inOrder);
    expect(store.most).toBe(1);
  });

  it('refuses what could not be kept alone, and keeps what came after it', async () => {
    const store = new MemoryEvents();
    const { log } = await logOver(store);
    store.full = true;
    const first = log.keep([heard('1', NOW)]).catch((error: unknown) => {
      store.full = false;
      return error;
    });
    const second = log.keep([heard('2', NOW)]);
    expect(await first).toBeInstanceOf(Error);
    expect(names(await second)).toEqual([[1, 'RQ-2']]);
    expect(names(log.read())).toEqual([[1, 'RQ-2']]);
  });

  it('leaves undigested what is repeated while its mark is written', async () => {
    const store = new WatchedEvents();
    const { log } = await logOver(store);
    await log.keep([heard('1', NOW)]);
    const release = store.hold();
    const marking = log.digested([1]);
    const again = log.keep([heard('1', NOW + 1)]);
    release();
    await Promise.all([marking, again]);
    expect(store.asked).toEqual(['keep 1', 'digested 1', 'keep 1']);
    expect(names(await store.undigested())).toEqual([[1, 'RQ-1']]);
  });

  it('tells a follower every event once, those of before and those that come meanwhile', async () => {
    const store = new MemoryEvents();
    const undigested = store.undigested.bind(store);
    store.undigested = async () => {
      const found = await undigested();
      await pastEvents();
      return found;
    };
    const { log } = await logOver(store);
    await log.keep([heard('1', NOW)]);
    const release = store.hold();
    const told: unknown[] = [];
    const under = log.keep([heard('2', NOW)]);
    const following = log.follow((events) => void told.push(...names(events)));
    const later = log.keep([heard('3', NOW)]);
    release();
    await pastEvents();
    const stop = await following;
    await Promise.all([under, later]);
    const all = [
      [1, 'RQ-1'],
      [2, 'RQ-2'],
      [3, 'RQ-3'],
    ];
    expect(told).toEqual(all);
    stop();
    await log.keep([heard('4', NOW)]);
    expect(told).toEqual(all);
  });

  it('is settled once everything that was asked for is on disk, or was refused', async () => {
    const store = new MemoryEvents();
    const { log } = await logOver(store);
    const release = store.hold();
    const kept = log.keep([heard('1', NOW)]);
    const marked = log.digested([1]);
    let isSettled = false;
    const settled = log.settled().then(() => (isSettled = true));
    await pastEvents();
    expect(isSettled).toBe(false);
    release();
    await settled;
    expect(await store.undigested()).toEqual([]);
    await Promise.all([kept, marked]);
  });
});

describe('beside other machines of the desk', () => {
  it('tells of what they kept, each event and each repeat once, whoever kept it', async () => {
    const store = new MemoryEvents();
    const { log } = await logOver(store);
    const told: string[] = [];
    await log.follow((events) => told.push(...events.map(({ requestId, times }) => `${requestId} ${times}`)));
    await log.keep([heard('1', NOW)]);
    await store.keep([heard('2', NOW)]);
    await log.catchUp();
    await log.catchUp();
    await store.keep([heard('1', NOW + 1)]);
    await log.catchUp();
    expect(told).toEqual(['RQ-1 1', 'RQ-2 1', 'RQ-1 2']);
    expect(log.read().map(({ requestId, times }) => [requestId, times])).toEqual([
      ['RQ-2', 1],
      ['RQ-1', 2],
    ]);
  });

  it('draws the consequences of a repeat that they kept while those of the first were written down', async () => {
    const store = new MemoryEvents();
    const { log } = await logOver(store);
    const told: number[] = [];
    await log.follow((events) => told.push(...events.map(({ times }) => times)));
    await log.keep([heard('1', NOW)]);
    await store.keep([heard('1', NOW + 1)]);
    await log.digested([1]);
    await log.catchUp();
    expect(told).toEqual([1, 2]);
    await log.digested([1]);
    expect(await store.undigested()).toEqual([]);
  });

  it('reads once for a burst of words about them', async () => {
    let reads = 0;
    class CountingEvents extends MemoryEvents {
      override undigested(): ReturnType<MemoryEvents['undigested']> {
        reads += 1;
        return super.undigested();
      }
    }
    const { log } = await logOver(new CountingEvents());
    await Promise.all(Array.from({ length: 50 }, () => log.catchUp()));
    await log.settled();
    expect(reads).toBe(1);
  });
});
