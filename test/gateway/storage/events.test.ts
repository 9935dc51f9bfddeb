import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  REPEAT_WITHIN_MS,
  sqliteEvents,
  storedEvents,
  type HeardEvent,
} from '../../../src/gateway/storage/events';
import { databasePath } from '../../../src/gateway/storage/place';
import { MemoryEvents } from '../twins/memory-stores';
import { postgresEvents } from '../../../src/gateway/storage/postgres/events';
import { databaseAt, implementations } from './implementations';

const heard = (body: string, heardAt = 1_000): HeardEvent => ({
  heardAt,
  origin: 'pushed',
  type: 'request-traded',
  requestId: `RQ-${body}`,
  body,
});

describe.each(
  implementations(
    () => new MemoryEvents(),
    sqliteEvents,
    ({ pool }) => postgresEvents(pool, 'simulator'),
  ),
)('the events in %s', (_, open) => {
  it('are numbered in their order, and the newest come first', async () => {
    const store = open();
    const kept = await store.keep([heard('1'), heard('2')]);
    expect(kept.map(({ sequence, requestId }) => [sequence, requestId])).toEqual([
      [1, 'RQ-1'],
      [2, 'RQ-2'],
    ]);
    expect(await store.newest(1)).toEqual([kept[1]]);
    expect(await store.newest(5)).toEqual([kept[1], kept[0]]);
  });

  it('count an equal delivery with the first one, also within one batch', async () => {
    const store = open();
    const [first, again] = await store.keep([heard('1'), heard('1', 1_001)]);
    expect([first?.times, again?.times, again?.sequence]).toEqual([1, 2, first?.sequence]);
    expect(await store.newest(5)).toEqual([{ ...again, heardAt: 1_000 }]);
  });

  it('take an equal delivery for another event once enough time has passed', async () => {
    const store = open();
    const [first, second] = await store.keep([heard('1'), heard('1', 1_001 + REPEAT_WITHIN_MS)]);
    expect([first, second]).toMatchObject([
      { sequence: 1, times: 1 },
      { sequence: 2, times: 1 },
    ]);
  });

  it('never count together what was found by looking', async () => {
    const found = { ...heard(''), origin: 'found' } as const;
    expect(await open().keep([found, found])).toMatchObject([{ times: 1 }, { times: 1 }]);
  });

  it('are undigested until somebody has drawn their consequences, and again when they are repeated', async () => {
    const store = open();
    await store.keep([heard('1'), heard('2')]);
    await store.digested([1]);
    expect((await store.undigested()).map(({ sequence }) => sequence)).toEqual([2]);
    await store.keep([heard('1', 2_000)]);
    expect((await store.undigested()).map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it('are forgotten once they are old and digested, and never before', async () => {
    const store = open();
    await store.keep([heard('1'), heard('2'), heard('3', 9_000)]);
    await store.digested([1, 3]);
    await store.forget(5_000);
    expect((await store.newest(5)).map(({ sequence }) => sequence)).toEqual([3, 2]);
  });

  it('never take a number again, also when all that were numbered are forgotten', async () => {
    const store = open();
    await store.keep([heard('1'), heard('2')]);
    await store.digested([1, 2]);
    await store.forget(5_000);
    expect(await store.newest(5)).toEqual([]);
    expect(await store.keep([heard('3')])).toMatchObject([{ sequence: 3 }]);
  });

  it('are forgotten by when they were heard last', async () => {
    const store = open();
    await store.keep([heard('1'), heard('1', 4_000)]);
    await store.digested([1]);
    await store.forget(4_000);
    expect(await store.newest(5)).toHaveLength(1);
    await store.forget(4_001.5);
    expect(await store.newest(5)).toEqual([]);
  });

  it('that are kept at once are all there, numbered in the order in which they were given', async () => {
    const store = open();
    const kept = await Promise.all(['1', '2', '3'].map((body) => store.keep([heard(body), heard('same')])));
    expect(kept.map((events) => events.map(({ sequence, times }) => [sequence, times]))).toEqual([
      [
        [1, 1],
        [2, 1],
      ],
      [
        [3, 1],
        [2, 2],
      ],
      [
        [4, 1],
        [2, 3],
      ],
    ]);
  });

  it('that are marked and repeated at once are as the last of both calls left them', async () => {
    const store = open();
    await store.keep([heard('1'), heard('2')]);
    await Promise.all([store.digested([1]), store.keep([heard('1', 1_001)])]);
    await Promise.all([store.keep([heard('2', 1_001)]), store.digested([2])]);
    expect((await store.undigested()).map(({ sequence }) => sequence)).toEqual([1]);
  });

  it('take marks of what is not there, and nothing at all, for done', async () => {
    const store = open();
    await store.digested([7]);
    await store.digested([]);
    expect(await store.keep([])).toEqual([]);
    expect(await store.undigested()).toEqual([]);
  });
});

it('are read past a gateway that is writing them, oldest first, with their deliveries', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'spreaddesk-events-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  mkdirSync(join(dataFolder, 'sandbox'));
  const place = { dataFolder, environment: 'sandbox' } as const;
  const database = databaseAt(databasePath(place));
  const store = sqliteEvents(database);
  const kept = await store.keep([heard('1'), { ...heard(''), origin: 'found' }]);
  expect(await storedEvents(place)).toEqual({
    ok: true,
    value: [
      { event: kept[0], body: '1' },
      { event: kept[1], body: '' },
    ],
  });
  database.close();
  expect(await storedEvents({ ...place, environment: 'production' })).toMatchObject({
    failure: { kind: 'unavailable' },
  });
});
