import { expect, it } from 'vitest';
import { ProposalId, RequestId } from '../../../src/domain/identifiers';
import type { Resource } from '../../../src/domain/resources/resource';
import { ManualClock } from '../../../src/effects/manual-clock';
import { KnownMarketView } from '../../../src/gateway/cache/known-market';
import { MORNING, testCache, watched } from '../twins/cache';
import { singleProposal, singleQuote, singleRequest } from '../twins/fake-platform';
import { MemoryRecords } from '../twins/memory-stores';

const id = RequestId.parse('RQ-1');
const QUOTES: Resource = { kind: 'quotes', id };
const iso = (at: number): string => new Date(at).toISOString();
/** States of what is told, by their numbers. */
const statesIn = ({ value }: { readonly value: unknown }): Record<string, unknown> =>
  Object.fromEntries<unknown>(
    (value as Record<string, string>[]).map((one) => [
      one['quotation-id'] ?? one['price-proposal-id'] ?? '',
      one['state'],
    ]),
  );

it('a quote is told as expired once its own time is over, at that moment and without a call', async () => {
  const { book, platform, clock } = testCache();
  platform.addRequest(singleRequest('RQ-1'), [
    singleQuote('RQ-1', 'Q-1'),
    singleQuote('RQ-1', 'Q-2', { 'valid-until': iso(MORNING + 2_000) }),
    singleQuote('RQ-1', 'Q-3', { 'expires-at': iso(MORNING - 1) }),
    singleQuote('RQ-1', 'Q-4', { 'expires-at': iso(MORNING - 1), state: 'withdrawn' }),
    // It may end with that day, and this is no time.
    singleQuote('RQ-1', 'Q-5', { 'valid-until': '2026-11-19' }),
    singleQuote('RQ-1', 'Q-6', { 'valid-until': 'To be told' }),
  ]);
  const cell = watched(book, QUOTES);
  await clock.advance(100);
  const rest = { 'Q-1': 'active', 'Q-3': 'expired', 'Q-4': 'withdrawn', 'Q-5': 'active', 'Q-6': 'active' };
  expect(statesIn(cell)).toEqual({ ...rest, 'Q-2': 'active' });
  const { length } = platform.callsOf('quotes');
  const { version } = cell.last;
  await clock.advance(1_950);
  expect(statesIn(cell)).toEqual({ ...rest, 'Q-2': 'expired' });
  expect(platform.callsOf('quotes')).toHaveLength(length);
  expect(cell.last.version).toBeGreaterThan(version);
  await clock.advance(60_000);
  expect(statesIn(cell)).toEqual({ ...rest, 'Q-2': 'expired' });
});

it('the platform’s own clock counts where it tells it', async () => {
  const { book, platform, clock } = testCache();
  platform.apartMs = -180_000;
  platform.addRequest(singleRequest('RQ-1'), [
    singleQuote('RQ-1', 'Q-1', { 'valid-until': iso(MORNING - 60_000) }),
    singleQuote('RQ-1', 'Q-2', { 'valid-until': iso(MORNING - 179_000) }),
  ]);
  const cell = watched(book, QUOTES);
  await clock.advance(100);
  expect(statesIn(cell)).toEqual({ 'Q-1': 'active', 'Q-2': 'active' });
  await clock.advance(1_000);
  expect(statesIn(cell)).toEqual({ 'Q-1': 'active', 'Q-2': 'expired' });
});

it('so is a price proposal, while what the desk made is held against the record as it is listed', async () => {
  const { book, platform, clock } = testCache();
  platform.addRequest(singleRequest('RQ-1'));
  platform.addBeside('proposals', 'RQ-1', [
    singleProposal('RQ-1', 'P-1', { 'valid-until': iso(MORNING + 500) }),
  ]);
  const cell = watched(book, { kind: 'proposals', id });
  await clock.advance(1_000);
  expect(statesIn(cell)).toEqual({ 'P-1': 'expired' });
  const market = new KnownMarketView(() => book.entries);
  expect(market.listed('proposals', id)?.listing()?.records[0]?.state).not.toBe('expired');
  expect(market.proposals(id, 0)?.records.map((one) => [one.id, one.state])).toEqual([
    [ProposalId.parse('P-1'), 'expired'],
  ]);
});

it('what is kept on disk is as it was read, and is told by the time of the next start', async () => {
  const records = new MemoryRecords();
  const first = testCache({ records });
  first.platform.addRequest(singleRequest('RQ-1'), [
    singleQuote('RQ-1', 'Q-1', { 'valid-until': iso(MORNING + 60_000) }),
    singleQuote('RQ-1', 'Q-2', { 'valid-until': iso(MORNING - 1) }),
  ]);
  const before = watched(first.book, QUOTES);
  await first.clock.advance(100);
  expect(statesIn(before)).toEqual({ 'Q-1': 'active', 'Q-2': 'expired' });
  await first.writer.flush();
  expect((await records.find(before.key))?.json).not.toContain('expired');
  const next = testCache({ records, clock: new ManualClock(MORNING + 120_000) });
  const cell = watched(next.book, QUOTES);
  await next.clock.advance(0);
  const kept = cell.views.find(({ json }) => json !== undefined)?.json ?? '[]';
  expect(statesIn({ value: JSON.parse(kept) })).toEqual({ 'Q-1': 'expired', 'Q-2': 'expired' });
});
