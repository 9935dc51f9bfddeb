import { expect, it } from 'vitest';
import { RequestId, TradeId } from '../../../src/domain/identifiers';
import { ResourceKey, resourceKey, type Resource } from '../../../src/domain/resources/resource';
import { sourcesOf } from '../../../src/gateway/cache/source';
import { DEFAULT_POLL_INTERVALS } from '../../../src/gateway/cache/poll-intervals';
import { testCache, watched, ZONE } from '../twins/cache';
import { failure, singleRequest } from '../twins/fake-platform';

const request = (id: string) => ({ kind: 'request', id: RequestId.parse(id) }) as const;
const trade = { kind: 'trade', id: TradeId.parse('T-1') } as const;

function openDesk() {
  const desk = testCache();
  for (const id of ['RQ-1', 'RQ-2', 'RQ-3']) desk.platform.addRequest(singleRequest(id));
  const sources = (...keys: ResourceKey[]) =>
    sourcesOf(keys, {
      entries: desk.book.entries,
      clock: desk.clock,
      pollIntervals: DEFAULT_POLL_INTERVALS,
      zone: ZONE,
      pace: desk.planner.pace,
      listedRequests: 'whole',
      signedIn: desk.session.signedIn,
    });
  const source = (resource: Resource) => sources(resourceKey(resource))[0];
  return { ...desk, sources, source };
}

it('says when something is asked for again, and that comes true', async () => {
  const { book, platform, clock, source } = openDesk();
  watched(book, request('RQ-1'));
  await clock.advance(1_000);
  const told = source(request('RQ-1'));
  expect(told).toMatchObject({ state: 'fresh', by: 'itself', calls: 1 });
  const waitMs = (told?.nextAt ?? 0) - clock.now();
  expect(waitMs).toBeGreaterThan(1_000);
  await clock.advance(waitMs - 1);
  expect(platform.callsOf('request')).toHaveLength(1);
  // The planner looks at what is due every 100 ms at the earliest.
  await clock.advance(200);
  expect(platform.callsOf('request')).toHaveLength(2);
});

it('says that a list brings a request, and when the list is due', async () => {
  const { book, clock, source } = openDesk();
  for (const id of ['RQ-1', 'RQ-2', 'RQ-3']) watched(book, request(id));
  watched(book, { kind: 'open-requests' });
  await clock.advance(2_000);
  const list = source({ kind: 'open-requests' });
  expect(list).toMatchObject({ by: 'itself', calls: 1 });
  expect(source(request('RQ-2'))).toMatchObject({ by: 'open-requests', calls: 1, nextAt: list?.nextAt });
});

it('says that nothing asks for what quiet watchers alone look at', async () => {
  const { book, clock, source } = openDesk();
  const stop = book.watch(request('RQ-1'), () => undefined, { quiet: true });
  await clock.advance(1_000);
  expect(source(request('RQ-1'))).toEqual({
    key: resourceKey(request('RQ-1')),
    state: 'waiting',
    by: 'nobody',
    calls: 1,
  });
  watched(book, request('RQ-1'));
  stop();
  await clock.advance(1_000);
  expect(source(request('RQ-1'))?.by).toBe('itself');
});

it('says what never changes again and what costs nothing', async () => {
  const { book, platform, clock, source } = openDesk();
  platform.addTrade({ 'trade-id': 'T-1', action: 'buy', price: 30, quantity: 1 });
  watched(book, trade);
  watched(book, { kind: 'quota' });
  await clock.advance(1_000);
  const kept = source(trade);
  expect(kept).toMatchObject({ state: 'fresh', by: 'kept', calls: 0 });
  expect(kept?.staleAt ?? kept?.nextAt).toBeUndefined();
  expect(source({ kind: 'quota' })).toMatchObject({ by: 'gateway', calls: 0 });
  expect(source({ kind: 'journal' })).toMatchObject({ state: 'waiting', by: 'gateway', calls: 0 });
});

it('says why there is nothing, and that a wrong id is not asked for again', async () => {
  const { book, clock, source } = openDesk();
  watched(book, request('RQ-9'));
  await clock.advance(1_000);
  const told = source(request('RQ-9'));
  expect(told).toMatchObject({ state: 'failed', by: 'nobody', failure: { kind: 'not-found' } });
  expect(told?.nextAt).toBeUndefined();
});

it('takes the wait after failures into account, which is short while somebody waits for the first value', async () => {
  const { book, platform, clock, source } = openDesk();
  const failing = () => platform.fault('request', { when: 'before', failure: failure('unavailable') });
  for (let times = 0; times < 4; times++) failing();
  watched(book, request('RQ-1'));
  await clock.advance(0);
  const soon = source(request('RQ-1'))?.nextAt ?? 0;
  expect(soon - clock.now()).toBeLessThanOrEqual(5_000);
  while (platform.calls.length < 4) await clock.advance(1_000);
  const nextAt = source(request('RQ-1'))?.nextAt ?? 0;
  expect(nextAt - clock.now()).toBeGreaterThan(DEFAULT_POLL_INTERVALS.requestMs);
});

it('counts a call for every page that a list took last time', async () => {
  const { book, platform, clock, source } = openDesk();
  const trades = platform.trades.bind(platform);
  platform.trades = (period, ask) => {
    for (let page = 0; page < 3; page++) ask.pageRead?.();
    return trades(period, ask);
  };
  const list = { kind: 'trades' } as const;
  expect(source(list)?.calls).toBe(1);
  watched(book, list);
  await clock.advance(1_000);
  expect(source(list)?.calls).toBe(3);
});

it('promises no time while the desk is signed out', async () => {
  const { book, session, clock, source } = openDesk();
  session.signedIn = false;
  watched(book, request('RQ-1'));
  await clock.advance(1_000);
  expect(source(request('RQ-1'))).toMatchObject({ by: 'itself' });
  expect(source(request('RQ-1'))?.nextAt).toBeUndefined();
});

it('leaves out what is no resource, and keeps the order of the rest', () => {
  const { sources } = openDesk();
  const strangers = ['', 'x', '{}', '{"kind":"status","more":1}', '{"kind": "status"}'].map((text) =>
    ResourceKey.parse(text),
  );
  const known = [resourceKey(trade), resourceKey({ kind: 'status' })];
  expect(sources(...strangers, ...known).map(({ key }) => key)).toEqual(known);
});

it('asks nothing itself', async () => {
  const { source, platform, clock, book } = openDesk();
  source(request('RQ-1'));
  source({ kind: 'open-requests' });
  await clock.advance(60_000);
  expect(platform.calls).toEqual([]);
  expect(book.entries.size).toBe(0);
  watched(book, request('RQ-1'));
  await clock.advance(1_000);
  expect(platform.callsOf('request')).toHaveLength(1);
});
