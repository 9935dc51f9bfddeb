import { describe, expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { resourceKey, type Resource } from '../../../src/domain/resources/resource';
import { ManualClock } from '../../../src/effects/manual-clock';
import type { ResourceCache } from '../../../src/gateway/cache/resource-cache';
import type { AnswerView } from '../../../src/gateway/cache/entry';
import { MORNING, testCache, watched } from '../twins/cache';
import { failure, singleQuote, singleRequest } from '../twins/fake-platform';
import { MemoryRecords } from '../twins/memory-stores';

const HOUR_MS = 3_600_000;
const request = (id: string) => ({ kind: 'request', id: RequestId.parse(id) }) as const;
const quotes = (id: string) => ({ kind: 'quotes', id: RequestId.parse(id) }) as const;

/** A watcher for whose sake nothing is asked. */
function quietly(book: ResourceCache, resource: Resource) {
  const views: AnswerView[] = [];
  const stop = book.watch(resource, (view) => views.push(view), { quiet: true });
  return {
    stop,
    views,
    key: resourceKey(resource),
    get last(): AnswerView {
      const last = views.at(-1);
      if (!last) throw new Error('Nothing was told.');
      return last;
    },
  };
}

function deskWithRequests(options: Parameters<typeof testCache>[0] = {}) {
  const desk = testCache(options);
  for (const id of ['RQ-1', 'RQ-2', 'RQ-3']) {
    desk.platform.addRequest(singleRequest(id), [singleQuote(id, `Q-${id}`)]);
  }
  return desk;
}

describe('a quiet watcher', () => {
  it('costs no call, however long it looks', async () => {
    const { book, platform, clock } = deskWithRequests();
    const cells = [request('RQ-1'), request('RQ-2'), quotes('RQ-1'), { kind: 'trades' } as const];
    const looking = cells.map((resource) => quietly(book, resource));
    await clock.advance(HOUR_MS);
    expect(platform.calls).toEqual([]);
    expect(looking.map(({ last }) => [last.state, last.idle])).toEqual(cells.map(() => ['waiting', true]));
  });

  it('is told that nothing is known only when the disk has been asked', async () => {
    const { book, clock } = deskWithRequests();
    const cell = quietly(book, request('RQ-1'));
    expect(cell.views).toMatchObject([{ state: 'waiting' }]);
    expect(cell.last.idle).toBeUndefined();
    await clock.advance(0);
    expect(cell.last.idle).toBe(true);
  });

  it('shows what the disk knows, with its age', async () => {
    const records = new MemoryRecords();
    const first = deskWithRequests({ records });
    watched(first.book, request('RQ-1'));
    await first.clock.advance(1_000);
    await first.writer.flush();
    const second = testCache({ records, clock: new ManualClock(MORNING + HOUR_MS) });
    const cell = quietly(second.book, request('RQ-1'));
    await second.clock.advance(0);
    expect(cell.last).toMatchObject({ state: 'stale', fetchedAt: MORNING });
    expect(cell.views.some(({ idle }) => idle)).toBe(false);
    expect(second.platform.calls).toEqual([]);
  });

  it('lives from what somebody else has fetched, and costs nothing beside', async () => {
    const { book, platform, clock } = deskWithRequests();
    const cell = quietly(book, request('RQ-1'));
    const alone = deskWithRequests();
    watched(book, request('RQ-1'));
    watched(alone.book, request('RQ-1'));
    await clock.advance(60_000);
    await alone.clock.advance(60_000);
    expect(cell.last.state).toBe('fresh');
    expect(platform.calls).toEqual(alone.platform.calls);
  });

  it('lives from a list of open requests that is asked for anyway', async () => {
    const { book, platform, clock } = deskWithRequests();
    const cell = quietly(book, request('RQ-3'));
    watched(book, { kind: 'open-requests' });
    await clock.advance(1_000);
    expect(cell.last).toMatchObject({ state: 'fresh' });
    platform.change('RQ-3', { state: 'closed' });
    await clock.advance(60_000);
    expect(platform.callsOf('request')).toEqual([]);
  });

  it('is refreshed with one call when a person asks, and with none after', async () => {
    const { book, platform, clock } = deskWithRequests();
    const cells = [quietly(book, request('RQ-1')), quietly(book, quotes('RQ-1'))];
    await clock.advance(1_000);
    book.refresh(cells.map(({ key }) => key));
    await clock.advance(HOUR_MS);
    expect(platform.calls.map(({ name, lane }) => [name, lane])).toEqual([
      ['request', 'asked'],
      ['quotes', 'asked'],
    ]);
    expect(cells.map(({ last }) => last.json !== undefined)).toEqual([true, true]);
  });

  it('is not idle while the answer to a person’s question is on its way', async () => {
    const { book, platform, clock } = deskWithRequests();
    const cell = quietly(book, request('RQ-1'));
    await clock.advance(0);
    const release = platform.hold('request');
    book.refresh([cell.key]);
    expect(cell.last).toMatchObject({ state: 'waiting' });
    expect(cell.last.idle).toBeUndefined();
    release();
    await clock.advance(0);
    expect(cell.last.state).toBe('fresh');
  });

  it('keeps what it looks at in memory, for as long as it looks', async () => {
    const { book, clock } = deskWithRequests();
    const cell = quietly(book, request('RQ-1'));
    const other = watched(book, request('RQ-1'));
    await clock.advance(1_000);
    other.stop();
    await clock.advance(HOUR_MS);
    expect(book.entries.has(cell.key)).toBe(true);
    cell.stop();
    cell.stop();
    await clock.advance(HOUR_MS);
    expect(book.entries.has(cell.key)).toBe(false);
  });

  it('has the gateway’s own like everybody else', async () => {
    const { book, sources } = deskWithRequests();
    const cell = quietly(book, { kind: 'status' });
    sources.status.set({ signedIn: false });
    expect(cell.last.json).toBe('{"signedIn":false}');
  });
});

describe('when the last lively watcher goes and a quiet one stays', () => {
  it('asks no more, and gives up what still waits for its turn', async () => {
    const { book, platform, clock } = deskWithRequests();
    const release = platform.hold('quotes');
    const cell = quietly(book, quotes('RQ-1'));
    const other = watched(book, quotes('RQ-1'));
    await clock.advance(0);
    expect(platform.callsOf('quotes')).toHaveLength(1);
    other.stop();
    release();
    await clock.advance(HOUR_MS);
    expect(cell.last).toMatchObject({ state: 'waiting', idle: true });
    expect(platform.callsOf('quotes')).toHaveLength(1);
    // The state of its request was of interest only while the quotes were.
    expect(platform.callsOf('request').length).toBeLessThanOrEqual(1);
  });

  it('finishes what a person asked for', async () => {
    const { book, platform, clock } = deskWithRequests();
    const release = platform.hold('request');
    const cell = quietly(book, request('RQ-1'));
    const other = watched(book, request('RQ-1'));
    book.refresh([cell.key]);
    await clock.advance(0);
    other.stop();
    release();
    await clock.advance(0);
    expect(cell.last.state).toBe('fresh');
  });

  it('asks at once when somebody lively comes back', async () => {
    const { book, platform, clock } = deskWithRequests();
    quietly(book, request('RQ-1'));
    await clock.advance(HOUR_MS);
    watched(book, request('RQ-1'));
    await clock.advance(0);
    expect(platform.callsOf('request').map(({ lane }) => lane)).toEqual(['visible']);
  });
});

describe('a session that ends and comes back', () => {
  it('leaves quiet watchers with what they had, and without the failure', async () => {
    const { book, platform, clock } = deskWithRequests();
    const [known, unknown] = [quietly(book, request('RQ-1')), quietly(book, request('RQ-2'))];
    book.refresh([known.key]);
    await clock.advance(0);
    book.failAll(failure('signed-out'));
    expect([known.last.failure?.kind, unknown.last.failure?.kind]).toEqual(['signed-out', 'signed-out']);
    book.heal();
    await clock.advance(1_000);
    expect(known.last).toMatchObject({ state: 'fresh' });
    expect(unknown.last).toMatchObject({ state: 'waiting', idle: true });
    expect(unknown.last.failure).toBeUndefined();
    expect(platform.calls).toHaveLength(1);
  });
});
