import { describe, expect, it } from 'vitest';
import { REPEAT_WITHIN_MS, sqliteEvents, type HeardEvent } from '../../../src/gateway/storage/events';
import { openDatabase, type Database } from '../../../src/gateway/storage/database';
import { MemoryEvents } from '../twins/memory-stores';

function memoryDatabase(): Database {
  const opened = openDatabase(':memory:');
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
}

const heard = (body: string, heardAt = 1_000): HeardEvent => ({
  heardAt,
  origin: 'pushed',
  type: 'request-traded',
  requestId: `RQ-${body}`,
  body,
});

describe.each([
  ['memory', () => new MemoryEvents()],
  ['SQLite', () => sqliteEvents(memoryDatabase())],
])('the events in %s', (_, open) => {
  it('are numbered in their order, and the newest come first', () => {
    const store = open();
    const kept = store.keep([heard('1'), heard('2')]);
    expect(kept.map(({ sequence, requestId }) => [sequence, requestId])).toEqual([
      [1, 'RQ-1'],
      [2, 'RQ-2'],
    ]);
    expect(store.newest(1)).toEqual([kept[1]]);
    expect(store.newest(5)).toEqual([kept[1], kept[0]]);
  });

  it('count an equal delivery with the first one, also within one batch', () => {
    const store = open();
    const [first, again] = store.keep([heard('1'), heard('1', 1_001)]);
    expect([first?.times, again?.times, again?.sequence]).toEqual([1, 2, first?.sequence]);
    expect(store.newest(5)).toEqual([{ ...again, heardAt: 1_000 }]);
  });

  it('take an equal delivery for another event once enough time has passed', () => {
    const store = open();
    const [first, second] = store.keep([heard('1'), heard('1', 1_001 + REPEAT_WITHIN_MS)]);
    expect([first, second]).toMatchObject([
      { sequence: 1, times: 1 },
      { sequence: 2, times: 1 },
    ]);
  });

  it('never count together what was found by looking', () => {
    const found = { ...heard(''), origin: 'found' } as const;
    expect(open().keep([found, found])).toMatchObject([{ times: 1 }, { times: 1 }]);
  });

  it('are undigested until somebody has drawn their consequences, and again when they are repeated', () => {
    const store = open();
    store.keep([heard('1'), heard('2')]);
    store.digested([1]);
    expect(store.undigested().map(({ sequence }) => sequence)).toEqual([2]);
    store.keep([heard('1', 2_000)]);
    expect(store.undigested().map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it('are forgotten once they are old and digested, and never before', () => {
    const store = open();
    store.keep([heard('1'), heard('2'), heard('3', 9_000)]);
    store.digested([1, 3]);
    store.forget(5_000);
    expect(store.newest(5).map(({ sequence }) => sequence)).toEqual([3, 2]);
  });
});
