import { expect, it } from 'vitest';
import { RequestId, TradeId } from '../../../src/domain/identifiers';
import type { Resource } from '../../../src/domain/resources/resource';
import { testCache, watched } from '../twins/cache';
import { failure, singleQuote, singleRequest } from '../twins/fake-platform';

const ID = RequestId.parse('RQ-1');
const REQUEST = { kind: 'request', id: ID } as const;
const QUOTES = { kind: 'quotes', id: ID } as const;
const OPEN: Resource = { kind: 'open-requests' };

function desk() {
  const parts = testCache();
  parts.platform.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
  return parts;
}

it('joins a question that has left, however much more urgent the one is that joins', async () => {
  const { book, platform, clock } = desk();
  const cell = watched(book, REQUEST);
  await clock.advance(100);
  const release = platform.hold('request');
  await clock.advance(25_000);
  expect(platform.callsOf('request').map(({ lane }) => lane)).toEqual(['visible', 'polling']);
  book.refresh([cell.key]);
  book.heal();
  release();
  await clock.advance(100);
  expect(platform.callsOf('request')).toHaveLength(2);
  expect(cell.last.state).toBe('fresh');
});

it('lets a more urgent question take the place of one that still waits for its turn', async () => {
  const { book, platform, clock } = desk();
  const cell = watched(book, REQUEST);
  await clock.advance(100);
  const leave = platform.queue('request');
  await clock.advance(25_000);
  book.refresh([cell.key]);
  book.refresh([cell.key]);
  expect(cell.last.state).toBe('refreshing');
  leave();
  await clock.advance(100);
  expect(platform.callsOf('request').map(({ lane }) => lane)).toEqual(['visible', 'asked']);
  expect(cell.last.state).toBe('fresh');
});

it('asks once when something changes while the question still waits for its turn', async () => {
  const { book, platform, clock } = desk();
  const cell = watched(book, REQUEST);
  await clock.advance(100);
  const leave = platform.queue('request');
  await clock.advance(25_000);
  platform.change('RQ-1', { commodity: 'gas' });
  const settled = book.refetch([REQUEST], 'visible');
  leave();
  await settled;
  expect(cell.value).toMatchObject({ commodity: 'gas' });
  await clock.advance(10_000);
  expect(platform.callsOf('request')).toHaveLength(2);
});

it('asks once more when something changes after the question has left', async () => {
  const { book, platform, clock } = desk();
  const cell = watched(book, REQUEST);
  await clock.advance(100);
  const release = platform.hold('request');
  await clock.advance(25_000);
  platform.change('RQ-1', { commodity: 'gas' });
  void book.refetch([REQUEST], 'visible');
  release();
  await clock.advance(100);
  expect(cell.value).toMatchObject({ commodity: 'gas' });
  expect(platform.callsOf('request')).toHaveLength(3);
});

it('whoever waits for a question waits for the one that took its place', async () => {
  const { book, platform, clock } = desk();
  const cell = watched(book, REQUEST);
  await clock.advance(100);
  const leave = platform.queue('request');
  let isSettled = false;
  void book.refetch([REQUEST], 'visible').then(() => (isSettled = true));
  book.refresh([cell.key]);
  await clock.advance(0);
  expect(isSettled).toBe(false);
  leave();
  await clock.advance(0);
  expect(isSettled).toBe(true);
});

it('a question about quotes that waited until their request was over brings their last state', async () => {
  const { book, platform, clock } = desk();
  const cells = [watched(book, REQUEST), watched(book, QUOTES)];
  await clock.advance(100);
  const leave = platform.queue('quotes');
  await clock.advance(5_000);
  platform.change('RQ-1', { state: 'closed' });
  await book.refetch([REQUEST]);
  leave();
  await clock.advance(0);
  expect(cells.map(({ last }) => last.staleAt)).toEqual([undefined, undefined]);
  const asked = platform.calls.length;
  await clock.advance(60_000);
  expect(platform.calls).toHaveLength(asked);
});

it('a list that is asked for while everything fails is asked for once when the line is back', async () => {
  const { book, platform, clock } = desk();
  platform.down = failure('unavailable');
  watched(book, OPEN);
  await clock.advance(30_000);
  platform.down = undefined;
  const before = platform.callsOf('openRequests').length;
  const release = platform.hold('openRequests');
  while (platform.callsOf('openRequests').length === before) await clock.advance(1_000);
  book.heal();
  release();
  await clock.advance(1_000);
  expect(platform.callsOf('openRequests')).toHaveLength(before + 1);
});

it('is due still after an answer that had left before something changed, whoever joined it', async () => {
  const { book, platform, clock } = desk();
  const cell = watched(book, REQUEST);
  await clock.advance(100);
  const release = platform.hold('request');
  await clock.advance(20_500);
  expect(platform.callsOf('request')).toHaveLength(2);
  platform.change('RQ-1', { commodity: 'gas' });
  book.outdate([REQUEST]);
  book.refresh([cell.key]);
  release();
  await clock.advance(2_000);
  expect(platform.callsOf('request')).toHaveLength(3);
});

it('does not ask for a trade whose details another room has fetched while it could not', async () => {
  const { book, platform, clock, writer } = desk();
  const trade = { kind: 'trade', id: TradeId.parse('T-1') } as const;
  platform.down = failure('quota-spent');
  const cell = watched(book, trade);
  await clock.advance(100);
  expect(cell.last.state).toBe('failed');
  const calls = platform.callsOf('trade').length;
  const json = JSON.stringify({ 'trade-id': 'T-1', action: 'buy', price: 30, quantity: 1 });
  writer.keep({ key: cell.key, json, fetchedAt: clock.now(), final: true });
  await writer.flush();
  platform.down = undefined;
  await clock.advance(3_600_000);
  expect(cell.last).toMatchObject({ state: 'fresh', json });
  expect(platform.callsOf('trade')).toHaveLength(calls);
});

it('after a sleep asks anew what was asked before it, and waits for what was asked since', async () => {
  const { book, platform, clock } = testCache();
  platform.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
  const asksAfter = async (awakeFor: number): Promise<number> => {
    const release = platform.hold('quotes');
    const stop = book.watch({ kind: 'quotes', id: RequestId.parse('RQ-1') }, () => undefined);
    await clock.advance(10);
    const asked = platform.callsOf('quotes').length;
    book.overslept(clock.now() - awakeFor);
    await clock.advance(10);
    release();
    await clock.advance(10);
    stop();
    await clock.advance(600_000);
    return platform.callsOf('quotes').length - asked;
  };
  expect(await asksAfter(0)).toBe(1);
  expect(await asksAfter(1_000)).toBe(0);
});

it('after a sleep asks for the list of open requests once, for itself and for the requests that it brings', async () => {
  const { book, platform, clock } = testCache();
  for (const id of ['RQ-1', 'RQ-2', 'RQ-3']) platform.addRequest(singleRequest(id), []);
  const cells = [
    OPEN,
    ...['RQ-1', 'RQ-2'].map((id) => ({ kind: 'request', id: RequestId.parse(id) }) as const),
  ].map((resource) => watched(book, resource));
  await clock.advance(100);
  const before = platform.callsOf('openRequests').length;
  const release = platform.hold('openRequests');
  platform.change('RQ-1', { commodity: 'gas' });
  book.overslept(clock.now());
  await clock.advance(10);
  expect(platform.callsOf('openRequests').length - before).toBe(1);
  release();
  await clock.advance(10);
  expect(platform.callsOf('openRequests').length - before).toBe(1);
  expect(cells[1]?.value).toMatchObject({ commodity: 'gas' });
  expect(cells.map(({ last }) => last.state)).toEqual(['fresh', 'fresh', 'fresh']);
});
