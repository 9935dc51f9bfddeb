import { expect, it } from 'vitest';
import { ActionId, RequestId, TradeId } from '../../../src/domain/identifiers';
import type { Resource } from '../../../src/domain/resources/resource';
import {
  CAPPED_SPACING_MS,
  LOOKUP_SPACING_MS,
  SPACING_MS,
} from '../../../src/gateway/events/event-invalidation';
import { stretchedMs } from '../../../src/gateway/cache/pace';
import { watched } from '../twins/cache';
import { expectShareOfDay, pushed, testEvents } from '../twins/events';
import { failure, singleProposal, singleQuote, singleRequest } from '../twins/fake-platform';
import { MemoryRecords } from '../twins/memory-stores';

const id = RequestId.parse('RQ-1');
const REQUEST: Resource = { kind: 'request', id };
const QUOTES: Resource = { kind: 'quotes', id };
const OPEN: Resource = { kind: 'open-requests' };

/** A desk on which nothing is polled for a while, so that what is read is read because of events. */
async function quietDesk() {
  const at = await testEvents({ perDay: 1_000_000 });
  at.platform.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
  await at.consequences.start();
  return at;
}
const namesOf = (calls: readonly { name: string; lane?: string }[], lane = 'visible'): string[] =>
  calls.filter((call) => call.lane === lane).map(({ name }) => name);

it.each([
  ['quotation-created', ['quotes', 'request', 'analytics']],
  ['quotation-withdrawn', ['quotes', 'request', 'analytics']],
  ['price-proposal-created', ['proposals', 'request']],
  ['counteroffer-created', ['counteroffers', 'quotes']],
  ['request-created', ['request', 'openRequests', 'quotes', 'analytics', 'proposals', 'counteroffers']],
  [
    'request-closed',
    ['request', 'openRequests', 'concludedRequests', 'quotes', 'analytics', 'proposals', 'counteroffers'],
  ],
  [
    'request-traded',
    [
      ...['request', 'openRequests', 'concludedRequests', 'trade', 'trades'],
      ...['quotes', 'analytics', 'proposals', 'counteroffers'],
    ],
  ],
  [
    'something-new',
    [
      ...['request', 'openRequests', 'concludedRequests', 'trade', 'trades'],
      ...['quotes', 'analytics', 'proposals', 'counteroffers'],
    ],
  ],
])('%s makes read again what it is about, and nothing else', async (type, names) => {
  const { book, platform, clock, push } = await quietDesk();
  platform.addTrade({ 'trade-id': 'T-1', 'request-id': 'RQ-1' });
  const all: Resource[] = [
    ...(['request', 'quotes', 'analytics', 'proposals', 'counteroffers'] as const).map((kind) => ({
      kind,
      id,
    })),
    OPEN,
    { kind: 'trade', id: TradeId.parse('T-1') },
    { kind: 'trades' },
    { kind: 'trades', from: '2026-10-01', to: '2026-10-02' },
    { kind: 'concluded-requests', from: '2026-11-20', to: '2026-11-20' },
    { kind: 'risks' },
  ];
  for (const resource of all) watched(book, resource);
  await clock.advance(100);
  const before = platform.calls.length;
  push(type, { requestId: 'RQ-1', tradeId: 'T-1' });
  await clock.advance(10);
  expect(namesOf(platform.calls.slice(before)).sort()).toEqual([...names].sort());
});

it('an event that names a quote alone leads to the request of which that quote is known', async () => {
  const { book, platform, clock, push } = await quietDesk();
  platform.addRequest(singleRequest('RQ-2'), [singleQuote('RQ-2', 'Q-2')]);
  watched(book, QUOTES);
  watched(book, { kind: 'quotes', id: RequestId.parse('RQ-2') });
  await clock.advance(100);
  const before = platform.calls.length;
  push('quotation-withdrawn', { quoteId: 'Q-2' });
  await clock.advance(10);
  expect(platform.calls.slice(before).map(({ name, id: of }) => [name, of])).toEqual([
    ['quotes', 'RQ-2'],
    ['request', 'RQ-2'],
    // No list has shown that request yet.
    ['openRequests', undefined],
  ]);
});

it('a burst on one request is one read at once and one after the last of it, which brings the final state', async () => {
  const { book, platform, clock, push } = await quietDesk();
  const quotes = watched(book, QUOTES);
  await clock.advance(100);
  const before = platform.callsOf('quotes').length;
  const release = platform.hold('quotes');
  for (let price = 31; price < 60; price++) {
    platform.changeQuote('RQ-1', 'Q-1', { legs: [{ price }] });
    push('quotation-created', { requestId: 'RQ-1', quoteId: 'Q-1' });
    await clock.advance(10);
  }
  expect(platform.callsOf('quotes').length - before).toBe(1);
  release();
  await clock.advance(SPACING_MS);
  expect(platform.callsOf('quotes').length - before).toBe(2);
  expect(quotes.value).toMatchObject([{ legs: [{ price: 59 }] }]);
});

it('reads what hangs on a request after the request is known to be over, so that it is read once and for all', async () => {
  const { book, platform, clock, push } = await quietDesk();
  watched(book, REQUEST);
  const quotes = watched(book, QUOTES);
  await clock.advance(100);
  const before = platform.callsOf('quotes').length;
  platform.change('RQ-1', { state: 'traded' });
  platform.changeQuote('RQ-1', 'Q-1', { state: 'accepted' });
  push('request-traded', { requestId: 'RQ-1' });
  await clock.advance(10);
  expect(quotes.value).toMatchObject([{ state: 'accepted' }]);
  push('quotation-created', { requestId: 'RQ-1' }, { times: 3 });
  await clock.advance(600_000);
  expect(platform.callsOf('quotes').length - before).toBe(1);
});

it('asks nothing for what nobody watches, and shows nothing of it for new that was kept before the event', async () => {
  const records = new MemoryRecords();
  const at = await testEvents({ records, perDay: 1_000_000 });
  const { book, platform, clock, push, consequences, writer } = at;
  platform.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
  await consequences.start();
  const first = watched(book, QUOTES);
  await clock.advance(1_000);
  await writer.flush();
  first.stop();
  const asked = platform.calls.length;
  platform.changeQuote('RQ-1', 'Q-1', { legs: [{ price: 99 }] });
  push('quotation-created', { requestId: 'RQ-1' });
  await clock.advance(100);
  expect(platform.calls).toHaveLength(asked);
  const again = watched(book, QUOTES);
  await clock.advance(100);
  expect(again.views.filter(({ json }) => json?.includes('30.1') === true)).toEqual([]);
  expect(again.value).toMatchObject([{ legs: [{ price: 99 }] }]);
});

it('takes up after a restart what was not digested, and trusts no answer that is older than an event', async () => {
  const records = new MemoryRecords();
  const first = await testEvents({ records, perDay: 1_000_000 });
  first.platform.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
  watched(first.book, QUOTES);
  await first.clock.advance(1_000);
  await first.writer.flush();
  first.planner.stop();
  first.push('quotation-created', { requestId: 'RQ-1', quoteId: 'Q-1' });
  const { clock, platform, store } = first;
  const next = await testEvents({ records, clock, platform, store, perDay: 1_000_000 });
  await next.consequences.start();
  await clock.advance(1_100);
  expect(await store.undigested()).toEqual([]);
  platform.changeQuote('RQ-1', 'Q-1', { legs: [{ price: 99 }] });
  const quotes = watched(next.book, QUOTES);
  await clock.advance(100);
  expect(quotes.views.some(({ json }) => json?.includes('30.1') === true)).toBe(false);
  expect(quotes.value).toMatchObject([{ legs: [{ price: 99 }] }]);
});

it('shows no list for new that was kept before a deal, whatever its days', async () => {
  const records = new MemoryRecords();
  const first = await testEvents({ records, perDay: 1_000_000 });
  const ranged: Resource = { kind: 'trades', from: '2026-10-01', to: '2099-01-01' };
  for (const list of [{ kind: 'trades' } as const, ranged]) watched(first.book, list);
  await first.clock.advance(1_000);
  await first.writer.flush();
  first.planner.stop();
  first.push('request-traded', { requestId: 'RQ-1', tradeId: 'T-1' });
  const { clock, platform, store } = first;
  platform.addTrade({ 'trade-id': 'T-1', 'request-id': 'RQ-1' });
  const next = await testEvents({ records, clock, platform, store, perDay: 1_000_000 });
  await next.consequences.start();
  const shown = [watched(next.book, { kind: 'trades' }), watched(next.book, ranged)];
  await clock.advance(100);
  for (const { value } of shown) expect(value).toMatchObject([{ 'trade-id': 'T-1' }]);
});

it('writes digested marks in batches, once more when the disk refused, and the last ones at the stop', async () => {
  const { events, store, clock, push, consequences } = await quietDesk();
  const written: number[][] = [];
  const digested = events.digested.bind(events);
  let isFull = true;
  events.digested = async (sequences) => {
    if (isFull) throw new Error('full');
    written.push([...sequences]);
    await digested(sequences);
  };
  for (let n = 0; n < 50; n++) push('quotation-created', { requestId: `RQ-${n}` });
  await clock.advance(1_000);
  expect(await store.undigested()).toHaveLength(50);
  isFull = false;
  await clock.advance(1_000);
  expect(written).toHaveLength(1);
  push('request-created', { requestId: 'RQ-60' });
  await events.settled();
  await consequences.stop();
  expect(written).toHaveLength(2);
  expect(await store.undigested()).toEqual([]);
});

it('waits at the stop for marks that are being written, and tries those that the disk refused once more', async () => {
  const { events, store, clock, push, consequences } = await quietDesk();
  push('quotation-created', { requestId: 'RQ-1' });
  await clock.advance(999);
  const release = store.hold();
  await clock.advance(1);
  store.full = true;
  let isStopped = false;
  const stopping = consequences.stop().then(() => (isStopped = true));
  await clock.advance(5_000);
  expect(isStopped).toBe(false);
  const digested = events.digested.bind(events);
  events.digested = (sequences) => {
    store.full = false;
    return digested(sequences);
  };
  release();
  await stopping;
  expect(await store.undigested()).toEqual([]);
  expect(clock.pending).toBe(0);
});

it('draws what waits on disk and what is delivered while it starts once each, and marks both', async () => {
  const { book, platform, clock, push, store, consequences, events } = await testEvents({
    perDay: 1_000_000,
  });
  for (const name of ['RQ-1', 'RQ-2'])
    platform.addRequest(singleRequest(name), [singleQuote(name, `Q-${name}`)]);
  for (const name of ['RQ-1', 'RQ-2']) watched(book, { kind: 'quotes', id: RequestId.parse(name) });
  await clock.advance(100);
  const before = platform.callsOf('quotes').length;
  push('quotation-created', { requestId: 'RQ-1' });
  await events.settled();
  const starting = consequences.start();
  push('quotation-created', { requestId: 'RQ-2' });
  await starting;
  await clock.advance(10_000);
  expect(
    platform
      .callsOf('quotes')
      .slice(before)
      .filter(({ lane }) => lane === 'visible')
      .map((call) => call.id),
  ).toEqual(['RQ-1', 'RQ-2']);
  expect(await store.undigested()).toEqual([]);
});

it('what is over stays over, whatever the service says later', async () => {
  const { book, platform, clock, push } = await quietDesk();
  const request = watched(book, REQUEST);
  await clock.advance(100);
  platform.change('RQ-1', { state: 'traded' });
  push('request-traded', { requestId: 'RQ-1' });
  await clock.advance(10);
  platform.change('RQ-1', { state: 'open' });
  push('request-created', { requestId: 'RQ-1' });
  await clock.advance(60_000);
  expect(request.value).toMatchObject({ state: 'traded' });
});

it('looks at once at an action whose request is named, and merges what comes in a burst', async () => {
  const { clock, push, unsettled, looks } = await quietDesk();
  const action = ActionId.parse('00000000-0000-4000-8000-000000000001');
  unsettled.set('RQ-1', [action]);
  push('request-traded', { requestId: 'RQ-1' });
  push('quotation-created', { requestId: 'RQ-1' }, { times: 20 });
  push('request-traded', { requestId: 'RQ-2' });
  await clock.advance(10 * LOOKUP_SPACING_MS);
  expect(looks.map(({ ids, atMs }) => [ids, atMs])).toEqual([
    [[action], 0],
    [[action], LOOKUP_SPACING_MS],
  ]);
});

it('tells actions that have an answer of every event, which limit their looks themselves', async () => {
  const { clock, push, heard } = await quietDesk();
  push('quotation-created', { requestId: 'RQ-1' });
  push('request-traded', { requestId: 'RQ-1' });
  await clock.advance(10);
  expect(heard).toEqual([
    ['quotation-created', 'RQ-1'],
    ['request-traded', 'RQ-1'],
  ]);
});

it('reads a trade that is final once more for an event of a type that is not known, and for no other', async () => {
  const { book, platform, clock, push, traded, corrected, events } = await quietDesk();
  const id = TradeId.parse('T-1');
  traded.set('RQ-1', [id]);
  platform.addTrade({ 'trade-id': 'T-1', 'request-id': 'RQ-1', action: 'buy', price: 30, quantity: 10 });
  const trade = watched(book, { kind: 'trade', id });
  await clock.advance(100);
  for (const raw of platform.tradeRaws) raw.price = 30.5;
  for (const type of ['request-traded', 'request-closed', 'quotation-withdrawn'])
    push(type, { requestId: 'RQ-1', tradeId: 'T-1' });
  await events.keep([{ ...pushed('trade-listed', { tradeId: 'T-1' }, clock.now()), origin: 'found' }]);
  await clock.advance(10_000);
  expect(trade.value).toMatchObject({ price: 30 });
  expect(platform.callsOf('trade')).toHaveLength(1);
  push('trade-corrected', { tradeId: 'T-1' });
  await clock.advance(10_000);
  expect(trade.value).toMatchObject({ price: 30.5 });
  expect(platform.callsOf('trade')).toHaveLength(2);
  push('trade-corrected', { requestId: 'RQ-1' });
  await clock.advance(10_000);
  expect(corrected).toEqual([id, id]);
  expect(platform.callsOf('trade')).toHaveLength(3);
});

it('reads a standard spread that had leg prices once more when it is told as traded', async () => {
  const { clock, push, priced, corrected } = await quietDesk();
  const id = TradeId.parse('T-1');
  priced.set('RQ-1', [id]);
  push('quotation-created', { requestId: 'RQ-1' });
  await clock.advance(10_000);
  expect(corrected).toEqual([]);
  push('request-traded', { requestId: 'RQ-1' });
  await clock.advance(10_000);
  expect(corrected).toEqual([id]);
});

it('asks nothing while the desk is signed out, and a try of the shape of events is no event', async () => {
  const { book, platform, clock, push, session, events } = await quietDesk();
  watched(book, QUOTES);
  await clock.advance(100);
  const asked = platform.calls.length;
  void events.keep([
    { type: 'request-traded', requestId: 'RQ-1', origin: 'test', heardAt: clock.now(), body: 'x' },
  ]);
  session.signedIn = false;
  push('quotation-created', { requestId: 'RQ-1' });
  await clock.advance(1_000);
  expect(platform.calls).toHaveLength(asked);
  session.signedIn = true;
  push('quotation-created', { requestId: 'RQ-1' });
  await clock.advance(1_000);
  expect(platform.calls.length).toBeGreaterThan(asked);
});

// Ten thousand on two hundred: test/journeys/many-events.test.ts.
it('two thousand events on twenty watched requests spend a share of the day, and say so once', () =>
  expectShareOfDay({ requests: 20, events: 2_000 }));

it('beyond its cap a flood on one name does not make polling run after that name alone', async () => {
  const { book, platform, clock, push, consequences } = await testEvents({ perDay: 1_000 });
  await consequences.start();
  for (const name of ['RQ-1', 'RQ-2', 'RQ-3']) {
    platform.addRequest(singleRequest(name), [singleQuote(name, `Q-${name}`)]);
    watched(book, { kind: 'quotes', id: RequestId.parse(name) });
  }
  for (let second = 0; second < 1_800; second += 1) {
    push('quotation-created', { requestId: 'RQ-1' });
    await clock.advance(1_000);
  }
  const polls = (of: string): number =>
    platform.callsOf('quotes').filter((call) => call.id === of && call.lane === 'polling').length;
  expect(polls('RQ-1')).toBeLessThanOrEqual(1_800_000 / CAPPED_SPACING_MS + polls('RQ-2'));
  expect(polls('RQ-2')).toBeGreaterThan(5);
});

it('beyond its cap what events name comes sooner, and what they do not name no later than is told', async () => {
  const { book, platform, clock, push, planner, consequences } = await testEvents();
  await consequences.start();
  const names = Array.from({ length: 30 }, (_, n) => `RQ-${n}`);
  for (const name of names) {
    platform.addRequest(singleRequest(name), [singleQuote(name, `Q-${name}`)]);
    watched(book, { kind: 'quotes', id: RequestId.parse(name) });
  }
  const minutes = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn++) {
      for (const name of names.slice(0, 10)) push('quotation-created', { requestId: name });
      await clock.advance(60_000);
    }
  };
  await minutes(30);
  const before = platform.calls.length;
  const sinceMs = clock.now();
  await minutes(30);
  const calls = platform.calls.slice(before).filter(({ name }) => name === 'quotes');
  const meanMs = (of: readonly string[]): number =>
    ((clock.now() - sinceMs) * of.length) / calls.filter(({ id: one }) => of.includes(one ?? '')).length;
  const plannedMs = stretchedMs(4_000, planner.forecast.pace);
  expect(meanMs(names.slice(0, 10))).toBeLessThan(0.8 * plannedMs);
  expect(meanMs(names.slice(10))).toBeLessThan(1.4 * plannedMs);
});

it('beyond its cap what a person has open is read at once all the same', async () => {
  const { book, platform, clock, push, consequences } = await testEvents({ perDay: 1_000 });
  await consequences.start();
  platform.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
  for (let n = 2; n < 40; n++) {
    platform.addRequest(singleRequest(`RQ-${n}`), [singleQuote(`RQ-${n}`, `Q-${n}`)]);
    watched(book, { kind: 'quotes', id: RequestId.parse(`RQ-${n}`) });
  }
  const proposals = watched(book, { kind: 'proposals', id });
  for (let second = 0; second < 300; second++) {
    push('quotation-created', { requestId: `RQ-${2 + (second % 38)}` });
    await clock.advance(1_000);
  }
  book.refresh([proposals.key]);
  book.attend([proposals.key], {});
  await clock.advance(1_000);
  platform.addBeside('proposals', 'RQ-1', [singleProposal('RQ-1', 'P-1')]);
  push('price-proposal-created', { requestId: 'RQ-1', proposalId: 'P-1' });
  await clock.advance(SPACING_MS);
  expect(proposals.value).toHaveLength(1);
});

it('a proposal that nobody watches costs nothing', async () => {
  const { book, platform, clock, push } = await quietDesk();
  platform.addBeside('proposals', 'RQ-1', [singleProposal('RQ-1', 'P-1')]);
  push('price-proposal-created', { requestId: 'RQ-1', proposalId: 'P-1' });
  push('price-proposal-deleted', { requestId: 'not/an id' });
  await clock.advance(10_000);
  expect(platform.calls).toEqual([]);
  watched(book, { kind: 'proposals', id });
  await clock.advance(100);
  const before = platform.callsOf('proposals').length;
  push('price-proposal-created', { requestId: 'RQ-1', proposalId: 'P-2' });
  await clock.advance(10);
  expect(platform.callsOf('proposals')).toHaveLength(before + 1);
});

it('has calls left for the end of a request when what others quote has used up all that it may', async () => {
  const at = await testEvents({ perDay: 5_000 });
  const { book, platform, clock, push, consequences } = at;
  await consequences.start();
  for (let n = 0; n < 20; n++) {
    platform.addRequest(singleRequest(`RQ-${n}`), [singleQuote(`RQ-${n}`, `Q-${n}`)]);
    for (const kind of ['request', 'quotes', 'analytics'] as const)
      watched(book, { kind, id: RequestId.parse(`RQ-${n}`) });
  }
  await clock.advance(100);
  for (let second = 0; second < 60; second++) {
    for (let n = 0; n < 20; n++) push('quotation-created', { requestId: `RQ-${n}`, quoteId: `Q-${n}` });
    await clock.advance(1_000);
  }
  const ask = (kind: 'request' | 'quotes') =>
    platform.callsOf(kind).filter(({ id: of }) => of === 'RQ-7').length;
  const before = { request: ask('request'), quotes: ask('quotes') };
  push('quotation-created', { requestId: 'RQ-7', quoteId: 'Q-7' });
  await clock.advance(SPACING_MS);
  expect({ request: ask('request'), quotes: ask('quotes') }).toEqual(before);
  platform.addRequest(singleRequest('RQ-7', { state: 'closed' }), [
    singleQuote('RQ-7', 'Q-7', { state: 'rejected' }),
  ]);
  push('request-closed', { requestId: 'RQ-7' });
  await clock.advance(CAPPED_SPACING_MS + SPACING_MS);
  expect(ask('request')).toBeGreaterThan(before.request);
  expect(ask('quotes')).toBeGreaterThan(before.quotes);
});

it('reads a request that is over once where something of this desk stands on it, though nobody watches it', async () => {
  const { platform, clock, push, standing } = await quietDesk();
  push('request-closed', { requestId: 'RQ-1' });
  await clock.advance(LOOKUP_SPACING_MS);
  expect(platform.callsOf('request')).toEqual([]);
  standing.add(id);
  push('quotation-created', { requestId: 'RQ-1', quoteId: 'Q-1' });
  await clock.advance(LOOKUP_SPACING_MS);
  expect(platform.callsOf('request')).toEqual([]);
  platform.addRequest(singleRequest('RQ-1', { state: 'closed' }));
  for (let time = 0; time < 5; time++) push('request-closed', { requestId: 'RQ-1' });
  await clock.advance(3 * LOOKUP_SPACING_MS);
  expect(platform.callsOf('request')).toHaveLength(1);
  expect(standing.size).toBe(0);
});

it('that an own offer may have been taken, by a trade that the event does not name, reads the list of trades, and once more where it has none', async () => {
  const { platform, clock, push, standing } = await quietDesk();
  const lists = (): number => platform.calls.filter(({ name }) => name === 'trades').length;
  push('request-traded', { requestId: 'RQ-1' });
  await clock.advance(10_000);
  expect(lists()).toBe(0);
  standing.add(id);
  push('request-traded', { requestId: 'RQ-1' }, { times: 5 });
  await clock.advance(100);
  expect(lists()).toBe(1);
  platform.addTrade({ 'trade-id': 'T-1', 'request-id': 'RQ-1' });
  standing.clear();
  await clock.advance(60_000);
  expect(lists()).toBeLessThanOrEqual(3);
  expect(lists()).toBeGreaterThan(1);
});

it('a request that an event calls closed is in the list of open ones no more, also while the platform does not answer', async () => {
  const { book, platform, clock, push } = await quietDesk();
  platform.addRequest(singleRequest('RQ-2'));
  const list = watched(book, OPEN);
  await clock.advance(100);
  platform.down = failure('unavailable');
  // One that is traded in part may be open still.
  push('request-traded', { requestId: 'RQ-2' });
  await clock.advance(10);
  expect(list.last.json).toContain('RQ-2');
  push('request-closed', { requestId: 'RQ-1' });
  await clock.advance(10);
  expect(list.last.json).not.toContain('RQ-1');
  expect(list.last.json).toContain('RQ-2');
});
