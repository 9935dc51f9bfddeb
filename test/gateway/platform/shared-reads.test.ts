import { expect, it } from 'vitest';
import { failed, success, type Outcome } from '../../../src/domain/failure';
import type { HttpAnswer } from '../../../src/gateway/platform/http';
import type { Call } from '../../../src/gateway/platform/attempts';
import type { Ask } from '../../../src/gateway/platform/operations';
import { SharedReads } from '../../../src/gateway/platform/shared-reads';
import { failure } from '../twins/fake-platform';

const TRADE: Call = { operation: 'read-trade', ids: { 'trade-id': 'T-1' } };
const OTHER: Call = { operation: 'read-trade', ids: { 'trade-id': 'T-2' } };

/** Reads that leave and are answered when a test says so; what is given up before it leaves fails. */
function line() {
  const asked: { ask: Ask; answer: (outcome: Outcome<HttpAnswer>) => void }[] = [];
  const reads = new SharedReads(
    (_, ask) =>
      new Promise((resolve) => {
        asked.push({ ask, answer: resolve });
        ask.signal?.addEventListener('abort', () => resolve(failed(failure('unavailable', 'Given up.'))));
      }),
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const answer = async (which: number, body = `${which}`): Promise<void> => {
    asked[which]?.answer(success({ status: 200, headers: {}, body }));
    await turn();
  };
  return { reads, asked, answer, turn, leave: (which: number) => asked[which]?.ask.left?.() };
}
const bodyOf = (outcome: Outcome<HttpAnswer>): string =>
  outcome.ok ? outcome.value.body : outcome.failure.message;

it('asks once for what waits for its turn, and each on its own for different things', async () => {
  const { reads, asked, answer } = line();
  const first = reads.ask(TRADE, { lane: 'polling', beside: 'waits' });
  const second = reads.ask(TRADE, { lane: 'polling', beside: 'waits' });
  void reads.ask(OTHER, { lane: 'polling', beside: 'waits' });
  expect(asked).toHaveLength(2);
  await answer(0);
  expect([bodyOf(await first), bodyOf(await second)]).toEqual(['0', '0']);
});

it('takes the answer to what has left where the record never changes', async () => {
  const { reads, asked, answer, leave } = line();
  const first = reads.ask(TRADE, { lane: 'bulk', beside: 'joins' });
  leave(0);
  const second = reads.ask(TRADE, { lane: 'asked', beside: 'joins' });
  await answer(0);
  expect(asked).toHaveLength(1);
  expect([bodyOf(await first), bodyOf(await second)]).toEqual(['0', '0']);
});

it('lets what has left end, and asks then, where only what is true from now on will do', async () => {
  const { reads, asked, answer, leave } = line();
  void reads.ask(TRADE, { lane: 'visible' });
  leave(0);
  const look = reads.ask(TRADE, { lane: 'accept', beside: 'waits' });
  expect(asked).toHaveLength(1);
  await answer(0);
  expect(asked).toHaveLength(2);
  await answer(1);
  expect(bodyOf(await look)).toBe('1');
});

it('waits for everything that left before it could ask, for an answer may be of the past however lately it was asked for', async () => {
  const { reads, asked, answer, leave } = line();
  void reads.ask(TRADE, { lane: 'visible' });
  leave(0);
  const poll = reads.ask(TRADE, { lane: 'polling', beside: 'waits' });
  void reads.ask(TRADE, { lane: 'accept' });
  leave(1);
  await answer(0);
  await answer(1);
  expect(asked).toHaveLength(3);
  await answer(2);
  expect(bodyOf(await poll)).toBe('2');
});

it('does not wait behind one that was refused and waits for its turn again, less urgently', async () => {
  const { reads, asked, answer, leave, turn } = line();
  const poll = reads.ask(TRADE, { lane: 'polling' });
  leave(0);
  const look = reads.ask(TRADE, { lane: 'accept', beside: 'waits' });
  expect(asked).toHaveLength(1);
  asked[0]?.ask.refused?.();
  await turn();
  expect(asked.map(({ ask }) => [ask.lane, ask.signal?.aborted])).toEqual([
    ['polling', true],
    ['accept', false],
  ]);
  await answer(1);
  expect([bodyOf(await poll), bodyOf(await look)]).toEqual(['1', '1']);
});

it('never makes the check of an action wait for anybody', async () => {
  const { reads, asked, leave } = line();
  void reads.ask(TRADE, { lane: 'polling', beside: 'waits' });
  leave(0);
  void reads.ask(TRADE, { lane: 'accept' });
  expect(asked).toHaveLength(2);
});

it('serves presses that wait for calls with one question that has not left, and asks at once beside one that has', async () => {
  const { reads, asked, answer, leave } = line();
  const first = reads.ask(TRADE, { lane: 'submit', beside: 'calls' });
  const second = reads.ask(TRADE, { lane: 'submit', beside: 'calls' });
  expect(asked).toHaveLength(1);
  leave(0);
  const third = reads.ask(TRADE, { lane: 'submit', beside: 'calls' });
  const fourth = reads.ask(TRADE, { lane: 'submit', beside: 'calls' });
  expect(asked).toHaveLength(2);
  await answer(1);
  expect([bodyOf(await third), bodyOf(await fourth)]).toEqual(['1', '1']);
  await answer(0);
  expect([bodyOf(await first), bodyOf(await second)]).toEqual(['0', '0']);
});

it('lets the more urgent one take the place of one that waits, and tells both', async () => {
  const { reads, asked, answer } = line();
  const bulk = reads.ask(TRADE, { lane: 'bulk', beside: 'joins' });
  const cell = reads.ask(TRADE, { lane: 'visible', beside: 'joins' });
  expect(asked.map(({ ask }) => [ask.lane, ask.signal?.aborted])).toEqual([
    ['bulk', true],
    ['visible', false],
  ]);
  await answer(1);
  expect([bodyOf(await bulk), bodyOf(await cell)]).toEqual(['1', '1']);
});

it('gives up what waits once all who asked have given up, and not before', async () => {
  const { reads, asked } = line();
  const [one, other] = [new AbortController(), new AbortController()];
  void reads.ask(TRADE, { lane: 'bulk', beside: 'joins', signal: one.signal });
  void reads.ask(TRADE, { lane: 'bulk', beside: 'joins', signal: other.signal });
  one.abort();
  expect(asked[0]?.ask.signal?.aborted).toBe(false);
  other.abort();
  expect(asked[0]?.ask.signal?.aborted).toBe(true);
});

it('tells everybody who joined when the question leaves', () => {
  const { reads, leave } = line();
  const heard: number[] = [];
  void reads.ask(TRADE, { lane: 'bulk', beside: 'joins', left: () => heard.push(1) });
  void reads.ask(TRADE, { lane: 'bulk', beside: 'joins', left: () => heard.push(2) });
  expect(heard).toEqual([]);
  leave(0);
  expect(heard).toEqual([1, 2]);
});

it('asks again for what has been answered', async () => {
  const { reads, asked, answer } = line();
  void reads.ask(TRADE, { lane: 'bulk', beside: 'joins' });
  await answer(0);
  void reads.ask(TRADE, { lane: 'bulk', beside: 'joins' });
  expect(asked).toHaveLength(2);
});
