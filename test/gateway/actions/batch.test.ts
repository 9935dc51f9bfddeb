import { expect, it } from 'vitest';
import { QuoteId, RequestId } from '../../../src/domain/identifiers';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { Price } from '../../../src/domain/price';
import type { BatchItem } from '../../../src/gateway/actions/batch';
import { ACCEPT, actionId, QUOTE, testActions } from '../twins/actions';
import { failure, singleQuote, singleRequest, type FakePlatform } from '../twins/fake-platform';
import { MemoryJournal } from '../twins/memory-stores';

const COUNT = 50;
const quoteId = (count: number) => QuoteId.parse(`Q-live-${count}`);

function liveQuotes(platform: FakePlatform): void {
  const quotes = Array.from({ length: COUNT }, (_, count) => singleQuote('RQ-2', quoteId(count)));
  platform.quotesByRequest.get('RQ-2')?.push(...quotes);
}
const withdrawals: BatchItem[] = Array.from({ length: COUNT }, (_, count) => ({
  id: actionId(count + 1),
  body: { kind: 'withdraw-quote', requestId: QUOTE.requestId, quoteId: quoteId(count) },
  shown: `Withdraw ${count}`,
}));

it('carries out many at once, each with its own lines, and answers in the order given', async () => {
  const { desk, platform, journalStore } = testActions();
  liveQuotes(platform);
  const results = await desk.putAll(withdrawals);
  expect(results.map((result) => result.ok && result.value.id)).toEqual(withdrawals.map(({ id }) => id));
  expect(platform.callsOf('withdrawQuote')).toHaveLength(COUNT);
  for (const { id } of withdrawals) {
    const lines = journalStore.lines.filter((line) => line.id === id);
    expect(lines.map(({ state }) => state)).toEqual(['staged', 'sending', 'done']);
  }
});

it('writes the lines of all before the first is sent, in one commit', async () => {
  const { desk, platform, journalStore, clock } = testActions();
  liveQuotes(platform);
  const release = platform.hold('withdrawQuote');
  const results = desk.putAll(withdrawals);
  await clock.advance(0);
  expect(platform.callsOf('withdrawQuote')).toHaveLength(COUNT);
  expect(journalStore.lines.map(({ state }) => state)).toEqual(
    withdrawals.flatMap(() => ['staged', 'sending']),
  );
  expect(journalStore.commits).toBe(1);
  release();
  await results;
  expect(journalStore.commits).toBeLessThan(10);
});

it('sends withdrawals first, wherever they stand', async () => {
  const { desk, platform } = testActions();
  const wanted: BatchItem[] = [
    { id: actionId(1), body: ACCEPT, shown: 'accept' },
    { id: actionId(2), body: QUOTE, shown: 'quote' },
    { id: actionId(3), body: { ...WITHDRAWAL }, shown: 'withdraw' },
  ];
  const results = await desk.putAll(wanted);
  expect(results.map((result) => result.ok && result.value.body.kind)).toEqual([
    'accept-quote',
    'send-quote',
    'withdraw-quote',
  ]);
  expect(platform.calls[0]?.name).toBe('withdrawQuote');
});

it('says of each what became of it: refused, rejected, unknown or done', async () => {
  const { desk, platform } = testActions();
  liveQuotes(platform);
  platform.fault('withdrawQuote', { when: 'before', failure: failure('wrong-state') });
  platform.fault('withdrawQuote', { when: 'after', failure: failure('unknown-outcome') });
  const [first, second, third] = withdrawals;
  if (!first || !second || !third) throw new Error('There are too few withdrawals.');
  const twice = { ...first, id: actionId(99) };
  const results = await desk.putAll([first, second, third, twice]);
  expect(results.map((result) => (result.ok ? result.value.state : result.failure.kind))).toEqual([
    'rejected',
    'unknown',
    'done',
    'wrong-state',
  ]);
});

it('sends none of them when their lines cannot be written', async () => {
  const journalStore = new MemoryJournal();
  journalStore.full = true;
  const { desk, platform } = testActions({ journalStore });
  const results = await desk.putAll(withdrawals);
  expect(results.every((result) => !result.ok && result.failure.kind === 'unavailable')).toBe(true);
  expect(platform.calls).toEqual([]);
});

const WITHDRAWAL = {
  kind: 'withdraw-quote',
  requestId: QUOTE.requestId,
  quoteId: QuoteId.parse('Q-2'),
} as const;

it('takes over which warnings were confirmed for each', async () => {
  const limits = { ...BUILT_IN_LIMITS, volume: [{ unit: 'MW', warn: Price.parse('5') }] };
  const { desk, platform, journalStore } = testActions({ limits });
  platform.addRequest(singleRequest('RQ-3', { role: 'recipient' }), []);
  const unconfirmed = { ...QUOTE, requestId: RequestId.parse('RQ-3') };
  const ticked = [{ code: 'volume', about: 'MW', upTo: '10' }];
  const results = await desk.putAll([
    { id: actionId(1), body: QUOTE, shown: 'read', accepted: ticked },
    { id: actionId(2), body: unconfirmed, shown: 'not read' },
  ]);
  expect(results.map((result) => result.ok && result.value.state)).toEqual(['done', 'rejected']);
  expect(platform.callsOf('sendQuote')).toHaveLength(1);
  expect(journalStore.lines.find(({ id }) => id === actionId(1))?.accepted).toEqual(ticked);
});
