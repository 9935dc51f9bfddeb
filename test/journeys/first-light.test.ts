import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Answer, Resource } from '../../src/domain/resources/resource';
import { RequestId } from '../../src/domain/identifiers';
import { lastSeenOf, ranked } from '../../src/domain/offers';
import type { GatewayClient } from '../../src/client/client';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
beforeEach(async () => {
  system = await WholeSystem.start();
});
afterEach(() => system.end());

const GAS = RequestId.parse('RQ-10294');
const DAY_TRADES = { kind: 'trades' } as const;

/** Watches, and keeps the newest answer at hand. */
function watched<R extends Resource>(page: GatewayClient, resource: R): { answer: Answer<R> } {
  const held: { answer: Answer<R> } = { answer: { state: 'waiting' } };
  page.watch(resource, (answer) => void (held.answer = answer));
  return held;
}

/** The best quote on the gas request, and the acceptance of exactly what it shows. */
async function acceptance(page: GatewayClient) {
  const quotes = watched(page, { kind: 'quotes', id: GAS });
  await system.until('quotes are known', () => quotes.answer.value !== undefined);
  const [best] = ranked(quotes.answer.value?.records ?? [], 'bid');
  if (!best) throw new Error('There is no bid.');
  const { id, price } = best.quote;
  return { kind: 'accept-quote', requestId: GAS, quoteId: id, lastSeen: lastSeenOf(price) } as const;
}

const executions = async (): Promise<number> =>
  (await system.truth()).trades.filter((trade) => trade['request-id'] === GAS).length;

it('a thousand cells about twenty requests cost one list and a call for each that is over, and none more when they ask again', async () => {
  const page = system.openPage();
  const ids = Array.from({ length: 20 }, (_, index) => RequestId.parse(`RQ-${10_279 + index}`));
  let known = 0;
  const stops = Array.from({ length: 1000 }, (_, cell) =>
    page.watch({ kind: 'request', id: ids[cell % 20] ?? GAS }, ({ value }) => void (value && known++)),
  );
  await system.until('every cell has its request', () => known >= 1000);
  // RQ-10293 to RQ-10298 are open.
  const cost = { 'list-open-requests': 1, 'read-request': 14 };
  expect(await system.calls()).toMatchObject(cost);
  for (const stop of stops) stop();
  known = 0;
  for (let cell = 0; cell < 1000; cell++) {
    page.watch({ kind: 'request', id: ids[cell % 20] ?? GAS }, ({ value }) => void (value && known++));
  }
  await system.until('every cell has its request again', () => known >= 1000);
  expect(await system.calls()).toMatchObject(cost);
});

it('two workbooks that ask the same cost the calls of one', async () => {
  const [first, second] = [system.openPage(), system.openPage()].map((page) =>
    watched(page, { kind: 'quotes', id: GAS }),
  );
  await system.until('both know the quotes', () => !!first?.answer.value && !!second?.answer.value);
  expect((await system.calls())['list-quotes']).toBe(1);
});

it('a cell follows the market by itself', async () => {
  const quotes = watched(system.openPage(), { kind: 'quotes', id: GAS });
  await system.until('quotes are known', () => quotes.answer.value !== undefined);
  const best = () => ranked(quotes.answer.value?.records ?? [], 'bid')[0]?.net;
  const before = best();
  await system.control('/simulator/act', { do: 'move-price', requestId: GAS, by: 5 });
  await system.until('the price has moved', () => best() !== before);
  expect(Number(best())).toBeGreaterThan(Number(before));
});

it('an acceptance becomes one trade, which appears in the list of trades by itself', async () => {
  const page = system.openPage();
  const trades = watched(page, DAY_TRADES);
  const body = await acceptance(page);
  const id = page.newActionId();
  const presses = [1, 2].map(() => page.act(id, { body, shown: 'as shown' }));
  const [first, second] = await system.passing(Promise.all(presses));
  expect(first?.ok && first.value.state).toBe('done');
  expect(second?.ok && second.value.tradeId).toBe(first?.ok && first.value.tradeId);
  expect(await executions()).toBe(1);
  const made = first?.ok ? first.value.tradeId : undefined;
  await system.until('the list shows the trade', () =>
    (trades.answer.value?.records ?? []).some((trade) => trade.id === made),
  );
});

it('a price that moved under the hand is refused with the old and the new one, and nothing is traded', async () => {
  const page = system.openPage();
  const body = await acceptance(page);
  await system.control('/simulator/act', { do: 'move-price', requestId: GAS, by: -1, replace: false });
  const outcome = await system.passing(page.act(page.newActionId(), { body, shown: 'as shown' }));
  if (!outcome.ok) throw new Error('The gateway did not answer.');
  expect(outcome.value.state).toBe('rejected');
  expect(outcome.value.failure).toMatchObject({
    kind: 'price-moved',
    message: expect.stringMatching(/moved from .+ to /) as string,
  });
  expect(await executions()).toBe(0);
});

it('an answer that is lost after the trade is found by looking, and nothing is sent again', async () => {
  const page = system.openPage();
  const body = await acceptance(page);
  await system.control('/simulator/faults', { kind: 'reset-after', operation: 'execute-trade', times: 1 });
  const journal = watched(page, { kind: 'journal' });
  const outcome = await system.passing(page.act(page.newActionId(), { body, shown: 'as shown' }));
  expect(outcome.ok && ['unknown', 'done'].includes(outcome.value.state)).toBe(true);
  await system.until('it is known', () => journal.answer.value?.[0]?.state === 'done');
  expect(await executions()).toBe(1);
  expect((await system.calls())['execute-trade']).toBe(1);
});

it('an answer that is lost before the trade stays unknown across a restart, and is never sent again', async () => {
  const page = system.openPage();
  const body = await acceptance(page);
  await system.control('/simulator/faults', { kind: 'reset-before', operation: 'execute-trade', times: 1 });
  const outcome = await system.passing(page.act(page.newActionId(), { body, shown: 'as shown' }));
  expect(outcome.ok && outcome.value.state).toBe('unknown');
  await system.endGateway();
  await system.startGateway();
  await system.pass(120_000);
  const journal = watched(page, { kind: 'journal' });
  await system.until('the journal is back', () => journal.answer.value !== undefined);
  expect(journal.answer.value?.[0]?.state).toBe('unknown');
  expect((await system.calls())['execute-trade']).toBe(1);
  expect(await executions()).toBe(0);
}, 120_000);

it('nothing that only reads ever causes a write', async () => {
  const page = system.openPage();
  const kinds = ['open-requests', 'trades', 'status', 'quota', 'journal'] as const;
  const answers = [
    ...kinds.map((kind) => watched(page, { kind })),
    ...(['request', 'quotes', 'analytics'] as const).map((kind) => watched(page, { kind, id: GAS })),
  ];
  await system.until('everything has answered', () =>
    answers.every(({ answer }) => answer.value !== undefined),
  );
  await system.pass(30_000);
  const writes = async (): Promise<string[]> =>
    Object.keys(await system.calls()).filter((name) => !/^(list|read|authenticate)/.test(name));
  expect(await writes()).toEqual([]);
  const body = await acceptance(page);
  await system.passing(page.act(page.newActionId(), { body, shown: 'as shown' }));
  expect(await writes()).toEqual(['execute-trade']);
});
