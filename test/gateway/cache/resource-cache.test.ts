import { expect, it } from 'vitest';
import { RequestId, TradeId } from '../../../src/domain/identifiers';
import type { Resource } from '../../../src/domain/resources/resource';
import { ManualClock } from '../../../src/effects/manual-clock';
import type { AnswerView } from '../../../src/gateway/cache/entry';
import { KnownMarketView } from '../../../src/gateway/cache/known-market';
import { MORNING, testCache, watched } from '../twins/cache';
import { failure, singleQuote, singleRequest } from '../twins/fake-platform';
import { MemoryRecords } from '../twins/memory-stores';

const request = (id: string): Resource => ({ kind: 'request', id: RequestId.parse(id) });
const quotes = (id: string): Resource => ({ kind: 'quotes', id: RequestId.parse(id) });
const trade = (id: string): Resource => ({ kind: 'trade', id: TradeId.parse(id) });
const OPEN: Resource = { kind: 'open-requests' };

it('asks for one list where a thousand watchers share twenty open requests', async () => {
  const { book, platform, clock } = testCache();
  for (let id = 0; id < 20; id++) platform.addRequest(singleRequest(`RQ-${id}`));
  const all = Array.from({ length: 1_000 }, (_, cell) => watched(book, request(`RQ-${cell % 20}`)));
  await clock.advance(50);
  expect(platform.calls).toMatchObject([{ name: 'openRequests', lane: 'visible' }]);
  expect(all.every(({ last }) => last.state === 'fresh')).toBe(true);
});

it('tells of what came old its age as the platform says it, also after a restart, and asks no more often for it', async () => {
  const records = new MemoryRecords();
  const read = async (keptMs: number, kept = new MemoryRecords()) => {
    const test = testCache({ records: kept });
    test.platform.addRequest(singleRequest('RQ-1'));
    test.platform.keptMs = keptMs;
    const seen = [quotes('RQ-1'), request('RQ-1'), OPEN].map((one) => watched(test.book, one));
    await test.clock.advance(120_000);
    return { ...test, seen };
  };
  const fresh = await read(0);
  const old = await read(300_000, records);
  expect(old.platform.calls).toEqual(fresh.platform.calls);
  for (const [at, { last }] of old.seen.entries()) {
    expect(last.state).toBe('fresh');
    expect(last.fetchedAt).toBe((fresh.seen[at]?.last.fetchedAt ?? 0) - 300_000);
  }
  const id = RequestId.parse('RQ-1');
  const [market, freshMarket] = [old, fresh].map(({ book }) => new KnownMarketView(() => book.entries));
  expect(market?.quotesReadAt(id)).toBe((freshMarket?.quotesReadAt(id) ?? 0) - 300_000);
  expect(market?.told(id)?.readAt).toBe((freshMarket?.told(id)?.readAt ?? 0) - 300_000);
  await old.writer.flush();
  const again = testCache({ records, clock: old.clock });
  const views: AnswerView[] = [];
  again.book.watch(quotes('RQ-1'), (view) => void views.push(view), { quiet: true });
  await again.clock.advance(10);
  expect(views.at(-1)?.fetchedAt).toBe(Math.floor(old.seen[0]?.last.fetchedAt ?? 0));
});

it('asks no more often for the trades of today after midnight where they come old of the day before', async () => {
  const calls = async (keptMs: number) => {
    const { book, platform, clock } = testCache({
      clock: new ManualClock(Date.parse('2026-11-20T23:01:00Z')),
    });
    platform.keptMs = keptMs;
    watched(book, { kind: 'trades' });
    await clock.advance(120_000);
    return platform.calls.length;
  };
  expect(await calls(300_000)).toBe(await calls(0));
});

it('asks once for each where the list says only some of a request', async () => {
  const { book, platform, clock } = testCache({ listedRequests: 'references' });
  for (let id = 0; id < 20; id++) platform.addRequest(singleRequest(`RQ-${id}`, { note: 'only singly' }));
  platform.unlisted = ['note'];
  watched(book, OPEN);
  const all = Array.from({ length: 1_000 }, (_, cell) => watched(book, request(`RQ-${cell % 20}`)));
  await clock.advance(50);
  expect(platform.callsOf('request')).toHaveLength(20);
  expect(new Set(platform.calls.map(({ lane }) => lane))).toEqual(new Set(['visible']));
  await clock.advance(20_000);
  expect(all.map(({ last }) => last.json).every((json) => json?.includes('only singly'))).toBe(true);
});

it('asks singly for those that the list does not have', async () => {
  const { book, platform, clock } = testCache();
  for (let id = 0; id < 20; id++)
    platform.addRequest(singleRequest(`RQ-${id}`, id < 2 ? { state: 'closed' } : {}));
  const all = Array.from({ length: 20 }, (_, id) => watched(book, request(`RQ-${id}`)));
  await clock.advance(50);
  expect(platform.callsOf('openRequests')).toHaveLength(1);
  expect(platform.callsOf('request').map(({ id }) => id)).toEqual(['RQ-0', 'RQ-1']);
  expect(all.every(({ last }) => last.state === 'fresh')).toBe(true);
});

it('serves twenty watched requests by one list afterwards', async () => {
  const { book, platform, clock } = testCache();
  for (let id = 0; id < 20; id++) platform.addRequest(singleRequest(`RQ-${id}`));
  const all = Array.from({ length: 20 }, (_, id) => watched(book, request(`RQ-${id}`)));
  await clock.advance(120_000);
  expect(platform.callsOf('request')).toEqual([]);
  expect(platform.callsOf('openRequests').length).toBeLessThan(9);
  platform.change('RQ-7', { commodity: 'gas' });
  await clock.advance(25_000);
  expect(all[7]?.value).toMatchObject({ commodity: 'gas' });
  expect(platform.callsOf('request')).toEqual([]);
});

it('asks by itself for a request that is gone from the list, and never again once it is over', async () => {
  const { book, platform, clock } = testCache();
  for (const id of ['RQ-1', 'RQ-2']) platform.addRequest(singleRequest(id));
  watched(book, OPEN);
  const one = watched(book, request('RQ-1'));
  watched(book, request('RQ-2'));
  await clock.advance(10_000);
  const before = platform.callsOf('request').length;
  platform.change('RQ-1', { state: 'closed' });
  await clock.advance(8_000);
  expect(one.value).toMatchObject({ state: 'closed' });
  expect(one.last.staleAt).toBeUndefined();
  await clock.advance(600_000);
  expect(platform.callsOf('request')).toHaveLength(before + 1);
});

it('lists no request as open that its own record calls over, at once and without a call, nor one that an older list brings back', async () => {
  const { book, platform, clock } = testCache();
  for (const id of ['RQ-1', 'RQ-2']) platform.addRequest(singleRequest(id));
  const list = watched(book, OPEN);
  const one = watched(book, request('RQ-1'));
  await clock.advance(10_000);
  expect(list.last.json).toContain('RQ-1');
  platform.change('RQ-1', { state: 'closed' });
  const lists = platform.callsOf('openRequests').length;
  await book.refetch([{ kind: 'request', id: RequestId.parse('RQ-1') }], 'visible');
  expect(one.value).toMatchObject({ state: 'closed' });
  expect(list.last.json).not.toContain('RQ-1');
  expect(list.last.json).toContain('RQ-2');
  expect(platform.callsOf('openRequests')).toHaveLength(lists);
  platform.change('RQ-1', { state: 'open' });
  await clock.advance(60_000);
  expect(platform.callsOf('openRequests').length).toBeGreaterThan(lists);
  expect(list.last.json).not.toContain('RQ-1');
});

it('a list has no request as open that an event calls closed, at once and until a list that was asked for later has it', async () => {
  const { book, platform, clock } = testCache();
  for (const id of ['RQ-1', 'RQ-2']) platform.addRequest(singleRequest(id));
  const list = watched(book, OPEN);
  await clock.advance(10_000);
  expect(list.last.json).toContain('RQ-1');
  const { length } = platform.calls;
  book.heardClosed(RequestId.parse('RQ-1'));
  expect(list.last.json).not.toContain('RQ-1');
  expect(list.last.json).toContain('RQ-2');
  expect(platform.calls).toHaveLength(length);
  // What an event says is no record: a list that was asked for later is believed.
  await book.refetch([{ kind: 'open-requests' }], 'visible');
  expect(list.last.json).toContain('RQ-1');
});

it('a list that was asked for before an event called a request closed does not bring it back', async () => {
  const { book, platform, clock } = testCache();
  for (const id of ['RQ-1', 'RQ-2']) platform.addRequest(singleRequest(id));
  const list = watched(book, OPEN);
  await clock.advance(10_000);
  const release = platform.hold('openRequests');
  const landed = book.poll(list.key, 'visible');
  await clock.advance(0);
  book.heardClosed(RequestId.parse('RQ-1'));
  release();
  await landed;
  expect(list.last.json).not.toContain('RQ-1');
  expect(list.last.json).toContain('RQ-2');
});

it('keeps the fields of a single read when the list says less', async () => {
  const { book, platform, clock } = testCache();
  platform.addRequest(singleRequest('RQ-1', { note: 'only singly' }));
  const one = watched(book, request('RQ-1'));
  await clock.advance(100);
  platform.unlisted = ['note'];
  watched(book, OPEN);
  await clock.advance(60_000);
  expect(one.value).toMatchObject({ note: 'only singly' });
  expect(platform.callsOf('request').length).toBeGreaterThan(2);
});

it('stops asking when nobody watches any more', async () => {
  const { book, platform, clock, planner } = testCache();
  platform.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
  const cells = [watched(book, OPEN), watched(book, quotes('RQ-1')), watched(book, request('RQ-1'))];
  await clock.advance(30_000);
  for (const cell of cells) {
    cell.stop();
    cell.stop();
  }
  await clock.advance(100);
  const asked = platform.calls.length;
  await clock.advance(3_600_000);
  expect(platform.calls).toHaveLength(asked);
  expect(book.entries.size).toBe(0);
  expect(clock.pending).toBeLessThanOrEqual(1);
  planner.stop();
});

it('tells times alone when an answer brought nothing new', async () => {
  const { book, platform, clock } = testCache();
  platform.addRequest(singleRequest('RQ-1'));
  const cell = watched(book, request('RQ-1'));
  await clock.advance(25_000);
  const known = cell.views.filter(({ json }) => json !== undefined);
  expect(new Set(known.map(({ version }) => version)).size).toBe(1);
  expect(known.at(-1)?.fetchedAt).toBeGreaterThan(known[0]?.fetchedAt ?? Infinity);
});

it('never takes the answer to an older question over that to a newer one', async () => {
  const { book, platform, clock } = testCache();
  platform.addRequest(singleRequest('RQ-1', { commodity: 'power' }));
  const cell = watched(book, request('RQ-1'));
  await clock.advance(100);
  const answers: (() => void)[] = [];
  const read = platform.request.bind(platform);
  platform.request = async (id, ask) => {
    const outcome = await read(id, ask);
    await new Promise<void>((resolve) => answers.push(resolve));
    return outcome;
  };
  book.refresh([cell.key]);
  await clock.advance(0);
  platform.change('RQ-1', { commodity: 'gas' });
  void book.refetch([{ kind: 'request', id: RequestId.parse('RQ-1') }]);
  await clock.advance(0);
  answers[1]?.();
  await clock.advance(0);
  expect(cell.value).toMatchObject({ commodity: 'gas' });
  answers[0]?.();
  await clock.advance(0);
  expect(cell.value).toMatchObject({ commodity: 'gas' });
});

it('fills a reopened book from disk, and asks for immutable records once ever', async () => {
  const records = new MemoryRecords();
  const first = testCache({ records });
  first.platform.addTrade({ 'trade-id': 'T-1', action: 'buy', price: 30, quantity: 1 });
  first.platform.addRequest(singleRequest('RQ-1', { state: 'closed' }), [singleQuote('RQ-1', 'Q-1')]);
  for (const resource of [trade('T-1'), request('RQ-1'), quotes('RQ-1')]) watched(first.book, resource);
  await first.clock.advance(10_000);
  await first.writer.flush();
  const second = testCache({ records, clock: new ManualClock(MORNING + 86_400_000) });
  const cells = [trade('T-1'), request('RQ-1'), quotes('RQ-1')].map((one) => watched(second.book, one));
  await second.clock.advance(60_000);
  expect(cells.map(({ last }) => last.state)).toEqual(['fresh', 'fresh', 'fresh']);
  second.book.refresh(cells.map(({ key }) => key));
  expect(second.platform.calls).toEqual([]);
});

it('shows a final value anew where others have stored it as it was read later', async () => {
  const records = new MemoryRecords();
  const { book, platform, clock } = testCache({ records });
  platform.addTrade({ 'trade-id': 'T-1', action: 'buy', price: 30, quantity: 1 });
  const cell = watched(book, trade('T-1'));
  await clock.advance(10_000);
  expect(cell.value).toMatchObject({ price: 30 });
  const corrected = {
    ...records.records.get(cell.key),
    json: JSON.stringify({ ...platform.tradeRaws[0], price: 31 }),
  };
  records.records.set(cell.key, { ...corrected, key: cell.key, final: true, fetchedAt: clock.now() });
  await book.stored([{ kind: 'trade', id: TradeId.parse('T-1') }]);
  expect([cell.value, platform.callsOf('trade').length]).toMatchObject([{ price: 31 }, 1]);
});

it('looks soon at what it knew before it started: nobody listened in between', async () => {
  const records = new MemoryRecords();
  const first = testCache({ records });
  first.platform.addRequest(singleRequest('RQ-1'));
  watched(first.book, request('RQ-1'));
  await first.clock.advance(1_000);
  await first.writer.flush();
  const second = testCache({ records, clock: new ManualClock(MORNING + 2_000) });
  second.platform.addRequest(singleRequest('RQ-1', { commodity: 'gas' }));
  const cell = watched(second.book, request('RQ-1'));
  await second.clock.advance(100);
  expect([cell.value, second.platform.calls]).toMatchObject([{ commodity: 'power' }, []]);
  await second.clock.advance(1_500);
  expect(cell.value).toMatchObject({ commodity: 'gas' });
});

it('looks as soon at what it knew before it started when polling is slowed down meanwhile', async () => {
  const records = new MemoryRecords();
  const first = testCache({ records });
  first.platform.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
  watched(first.book, quotes('RQ-1'));
  await first.clock.advance(1_000);
  await first.writer.flush();
  const second = testCache({ records, clock: new ManualClock(MORNING + 2_000) });
  second.platform.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-2')]);
  const cell = watched(second.book, quotes('RQ-1'));
  await second.clock.advance(0);
  for (let id = 2; id < 60; id++) watched(second.book, quotes(`RQ-${id}`));
  await second.clock.advance(2_000);
  expect(second.planner.slowdown).toBeGreaterThan(3);
  expect(cell.value).toMatchObject([{ 'quotation-id': 'Q-2' }]);
});

it('does not take a traded standard spread for final before its leg prices are entered', async () => {
  const { book, platform, clock } = testCache();
  const legs = [{ action: 'buy' }, { action: 'sell' }];
  platform.addTrade({ 'trade-id': 'T-1', contract: 'standard-spread', legs });
  const cell = watched(book, trade('T-1'));
  await clock.advance(100);
  expect(cell.last.staleAt).toBeDefined();
  platform.tradeRaws[0] = { ...platform.tradeRaws[0], legs: legs.map((leg) => ({ ...leg, price: 30 })) };
  await clock.advance(310_000);
  expect(cell.last.staleAt).toBeUndefined();
});

it('shows after a restart what was known before, with its age, and asks again', async () => {
  const records = new MemoryRecords();
  const first = testCache({ records });
  first.platform.addRequest(singleRequest('RQ-1'));
  watched(first.book, request('RQ-1'));
  await first.clock.advance(5_000);
  const second = testCache({ records, clock: new ManualClock(MORNING + 60_000) });
  second.platform.addRequest(singleRequest('RQ-1', { commodity: 'gas' }));
  const cell = watched(second.book, request('RQ-1'));
  await second.clock.advance(0);
  expect(cell.views.map(({ state }) => state)).toContain('fresh');
  expect(cell.views.find(({ json }) => json)?.fetchedAt).toBe(MORNING);
  await second.clock.advance(100);
  expect(cell.value).toMatchObject({ commodity: 'gas' });
});

it('keeps the value through failures until it is too old, then calls it stale', async () => {
  const { book, platform, clock } = testCache();
  platform.addRequest(singleRequest('RQ-1'));
  const cell = watched(book, request('RQ-1'));
  await clock.advance(100);
  platform.down = failure('unavailable');
  await clock.advance(30_000);
  expect(cell.last).toMatchObject({ state: 'failed', failure: { kind: 'unavailable' } });
  expect(cell.last.json).toBeDefined();
  await clock.advance(1_200_000);
  expect(watched(book, request('RQ-1')).last.state).toBe('stale');
  platform.down = undefined;
  await clock.advance(400_000);
  expect(cell.last.state).toBe('fresh');
});

it('asks less and less often while the service fails', async () => {
  const { book, platform, clock } = testCache();
  platform.down = failure('unavailable');
  watched(book, OPEN);
  await clock.advance(60_000);
  const firstMinute = platform.calls.length;
  await clock.advance(3_600_000);
  expect(firstMinute).toBeGreaterThan(2);
  expect(platform.calls.length - firstMinute).toBeLessThan(20);
});

it('never polls a wrong identifier, remembers it for ten minutes, and asks when a person does', async () => {
  const { book, platform, clock } = testCache();
  const cell = watched(book, request('RQ-nowhere'));
  await clock.advance(300_000);
  expect(cell.last).toMatchObject({ state: 'failed', failure: { kind: 'not-found' } });
  cell.stop();
  await clock.advance(200_000);
  const again = watched(book, request('RQ-nowhere'));
  await clock.advance(1_000);
  expect(platform.calls).toHaveLength(1);
  book.refresh([again.key]);
  await clock.advance(1_000);
  expect(platform.calls).toHaveLength(2);
  again.stop();
  await clock.advance(601_000);
  watched(book, request('RQ-nowhere'));
  await clock.advance(1_000);
  expect(platform.calls).toHaveLength(3);
});

it('heals by itself after signing in', async () => {
  const { book, platform, clock, session } = testCache();
  platform.addRequest(singleRequest('RQ-1'));
  platform.down = failure('signed-out');
  session.signedIn = false;
  const cell = watched(book, request('RQ-1'));
  await clock.advance(600_000);
  expect(cell.last).toMatchObject({ state: 'failed', failure: { kind: 'signed-out' } });
  expect(platform.calls).toHaveLength(1);
  platform.down = undefined;
  session.signedIn = true;
  book.heal();
  await clock.advance(10);
  expect(cell.last.state).toBe('fresh');
});

it('does not take the trades of yesterday for those of today when their answer comes after midnight', async () => {
  const clock = new ManualClock(Date.parse('2026-11-20T22:59:59Z'));
  const { book, platform } = testCache({ clock });
  platform.addTrade({ 'trade-id': 'T-1' });
  const release = platform.hold('trades');
  const today = watched(book, { kind: 'trades' });
  await clock.advance(2_000);
  release();
  await clock.advance(0);
  expect(today.value).toHaveLength(1);
  expect(today.last.state).toBe('stale');
});

it('means another day by today after midnight in the zone of the service', async () => {
  const clock = new ManualClock(Date.parse('2026-11-20T22:59:00Z'));
  const { book, platform } = testCache({ clock });
  platform.addTrade({ 'trade-id': 'T-late' });
  const cell = watched(book, { kind: 'trades' });
  await clock.advance(100);
  expect(cell.value).toHaveLength(1);
  expect(cell.last.staleAt).toBe(Date.parse('2026-11-20T23:00:00Z'));
  await clock.advance(70_000);
  expect(cell.value).toEqual([]);
});

it('refuses a period that ends before it begins without asking the service', async () => {
  const { book, platform, clock } = testCache();
  const cell = watched(book, { kind: 'trades', from: '2026-11-20', to: '2026-11-19' });
  await clock.advance(60_000);
  expect(cell.last.failure?.kind).toBe('invalid-argument');
  expect(platform.calls).toEqual([]);
});

it('pushes what is its own at every change and for no call', async () => {
  const { book, platform, sources, clock } = testCache();
  const cell = watched(book, { kind: 'status' });
  sources.status.set({ signedIn: false });
  expect(cell.value).toEqual({ signedIn: false });
  cell.stop();
  sources.status.set({ signedIn: true });
  const again = watched(book, { kind: 'status' });
  expect(again.value).toEqual({ signedIn: true });
  await clock.advance(60_000);
  expect(platform.calls).toEqual([]);
});

it('asks by itself for requests that the list of open ones never has', async () => {
  const { book, platform, clock } = testCache();
  for (const id of ['RQ-1', 'RQ-2', 'RQ-3']) platform.addRequest(singleRequest(id, { state: 'parked' }));
  const cells = ['RQ-1', 'RQ-2', 'RQ-3'].map((id) => watched(book, request(id)));
  await clock.advance(1_000);
  platform.change('RQ-2', { commodity: 'gas' });
  await clock.advance(60_000);
  expect(cells[1]?.value).toMatchObject({ commodity: 'gas' });
});

it('gives up what nobody waits for any more, and asks again when somebody does', async () => {
  const { book, platform, clock } = testCache();
  platform.addRequest(singleRequest('RQ-1'));
  const release = platform.hold('request');
  const first = watched(book, request('RQ-1'));
  await clock.advance(100);
  first.stop();
  const second = watched(book, request('RQ-1'));
  release();
  await clock.advance(100);
  expect(second.last.state).toBe('fresh');
  expect(second.views.some(({ failure: told }) => told)).toBe(false);
  expect(platform.calls).toHaveLength(2);
});

it('asks at once for prices that somebody begins to look at, and not because Excel starts a cell again or a line broke', async () => {
  const { book, platform, clock } = testCache({ perDay: 300 });
  platform.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
  watched(book, request('RQ-1'));
  const cell = watched(book, quotes('RQ-1'));
  const inSight = (): number => platform.callsOf('quotes').filter(({ lane }) => lane === 'visible').length;
  await clock.advance(100_000);
  const before = inSight();
  cell.stop();
  await clock.advance(500);
  const again = watched(book, quotes('RQ-1'));
  await clock.advance(500);
  expect(again.last.state).toBe('fresh');
  expect(inSight()).toBe(before);
  again.stop();
  await clock.advance(40_000);
  const broken = watched(book, quotes('RQ-1'));
  await clock.advance(500);
  expect(inSight()).toBe(before);
  broken.stop();
  await clock.advance(65_000);
  watched(book, quotes('RQ-1'));
  await clock.advance(500);
  expect(inSight()).toBe(before + 1);
});
