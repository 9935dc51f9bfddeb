import { afterEach, beforeEach, expect, it } from 'vitest';
import type { GatewayClient } from '../../src/client/client';
import type { Answer, Resource } from '../../src/domain/resources/resource';
import { RequestId } from '../../src/domain/identifiers';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
beforeEach(async () => {
  system = await WholeSystem.start();
});
afterEach(() => system.end());

const GAS = RequestId.parse('RQ-10294');

function watched<R extends Resource>(page: GatewayClient, resource: R): { answer: Answer<R> } {
  const held: { answer: Answer<R> } = { answer: { state: 'waiting' } };
  page.watch(resource, (answer) => void (held.answer = answer));
  return held;
}
const typesOf = ({ answer }: { answer: Answer<{ kind: 'events' }> }): unknown[] =>
  (answer.value ?? []).map(({ type, origin, requestId }) => [type, origin, requestId]);
const act = (body: object): Promise<unknown> => system.control('/simulator/act', body);

it('a quote that arrives by an event is in its cell at once, without waiting for a poll', async () => {
  const page = system.openPage();
  const quotes = watched(page, { kind: 'quotes', id: GAS });
  const events = watched(page, { kind: 'events' });
  await system.until('quotes are known', () => quotes.answer.value !== undefined);
  const before = quotes.answer.value?.records.length ?? 0;
  await system.tellEvents();
  const startedMs = system.clock.monotonicMs();
  await act({ do: 'quote', requestId: GAS, price: 31.5 });
  await system.until('the quote is shown', () => (quotes.answer.value?.records.length ?? 0) > before);
  // Quotes are polled every four seconds at best.
  expect(system.clock.monotonicMs() - startedMs).toBeLessThan(1_000);
  await system.until('the event is shown', () => typesOf(events).length === 1);
  expect(typesOf(events)).toEqual([['quotation-created', 'pushed', GAS]]);
});

it('a deal whose event was lost is found by looking, and what it touched is right', async () => {
  const page = system.openPage();
  const events = watched(page, { kind: 'events' });
  await system.until('events are known', () => events.answer.value !== undefined);
  await system.pass(15_000);
  await act({ do: 'close', requestId: GAS });
  const request = watched(page, { kind: 'request', id: GAS });
  for (let minute = 0; minute < 40 && typesOf(events).length === 0; minute++) {
    // A connection has 2.5 s of the clock to come about, so the clock goes no faster than the network can follow.
    await system.pass(60_000, 1_000);
  }
  expect(typesOf(events)).toEqual([['request-closed', 'found', GAS]]);
  expect(request.answer.value?.state).toBe('closed');
}, 60_000);

it('an event of a type that nobody knows is shown, and what it names is read again', async () => {
  const page = system.openPage();
  const quotes = watched(page, { kind: 'quotes', id: GAS });
  const events = watched(page, { kind: 'events' });
  await system.until('quotes are known', () => quotes.answer.value !== undefined);
  const before = (await system.calls())['list-quotes'] ?? 0;
  await system.deliver({ eventType: 'request-gilded', 'request-id': GAS, colour: 'gold' });
  await system.until('the event is shown', () => typesOf(events).length === 1);
  expect(typesOf(events)).toEqual([['request-gilded', 'pushed', GAS]]);
  await system.until(
    'quotes are read again',
    async () => ((await system.calls())['list-quotes'] ?? 0) > before,
  );
});
