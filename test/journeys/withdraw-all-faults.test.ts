import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { GatewayClient } from '../../src/client/client';
import type { ActionBody } from '../../src/domain/action';
import { RequestId } from '../../src/domain/identifiers';
import { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import { WholeSystem } from './whole-system';

const COUNT = 5;
const Made = z.object({ 'request-id': z.string(), legs: z.array(z.object({ quantity: z.number() })) });

let system: WholeSystem;
let page: GatewayClient;
let requests: RequestId[];
beforeEach(async () => {
  system = await WholeSystem.start();
  page = system.openPage();
  requests = [];
  await signedIn();
  for (let count = 0; count < COUNT; count++) await quoted();
}, 180_000);
afterEach(() => system.end());

const calls = async (name: string): Promise<number> => (await system.calls())[name] ?? 0;
async function signedIn(): Promise<void> {
  const before = await calls('authenticate');
  await system.until(
    'the desk has signed in',
    async () => (await calls('authenticate')) > before || before > 0,
  );
  await system.pass(2_000);
}
const offer = (requestId: RequestId, quantity: number) => ({
  requestId,
  direction: 'ask' as const,
  price: { shape: 'single' as const, price: Price.parse('70') },
  quantity: Quantity.parse(String(quantity)),
  allOrNone: true,
});
const act = (body: ActionBody) =>
  system.passing(page.act(page.newActionId(), { body, shown: 'as shown', accepted: ['unchecked', 'price'] }));

/** One more request of a stranger, with a live quote of this desk on it. */
async function quoted(kind: 'send-quote' | 'send-proposal' = 'send-quote'): Promise<RequestId> {
  const made = Made.parse(
    await system.control('/simulator/act', { do: 'create-request', role: 'recipient', sort: 'single' }),
  );
  const requestId = RequestId.parse(made['request-id']);
  const terms = offer(requestId, made.legs[0]?.quantity ?? 0);
  const outcome = await act(
    kind === 'send-quote' ? { kind, ...terms } : { kind, proposalKind: 'firm', ...terms },
  );
  expect(outcome).toMatchObject({ ok: true, value: { state: 'done' } });
  requests.push(requestId);
  return requestId;
}

/** Quotes of this desk that anybody can take, by the platform's own truth. */
async function live(): Promise<number> {
  const { quotes } = await system.truth();
  const ours = quotes.filter((quote) => quote['counterparty'] === 'Your Desk' && quote['state'] === 'active');
  return ours.filter((quote) => requests.some((id) => id === quote['request-id'])).length;
}
const proposed = async (): Promise<number> => {
  const { proposals = [] } = (await system.truth()) as Record<string, Record<string, unknown>[]>;
  return proposals.filter((proposal) => requests.some((id) => id === proposal['request-id'])).length;
};
const press = (proposals = false) => page.withdrawAll(page.newActionId(), [], { proposals });
const faults = (...list: object[]) => system.control('/simulator/faults', list);
const WITHDRAWAL = { operation: 'withdraw-quote' };

it('leaves nothing live by one press, although the platform refuses some as too many or as signed out', async () => {
  expect(await live()).toBe(COUNT);
  await faults(
    { ...WITHDRAWAL, kind: 'status-before', status: 429, times: 4 },
    { ...WITHDRAWAL, kind: 'status-before', status: 401, times: 2 },
  );
  const pressed = press();
  await system.until('nothing is live', async () => (await live()) === 0);
  await system.passing(pressed);
  expect(await calls('withdraw-quote')).toBeGreaterThanOrEqual(COUNT + 6);
}, 180_000);

it('leaves nothing live by one press, although answers are lost before anything was executed', async () => {
  await faults({ ...WITHDRAWAL, kind: 'reset-before', times: 5 });
  const pressed = press();
  await system.until('nothing is live', async () => (await live()) === 0);
  await system.passing(pressed);
}, 180_000);

it('leaves nothing live after a gateway that ended in the middle, without another press', async () => {
  await faults({ ...WITHDRAWAL, kind: 'hang-before', times: COUNT });
  void press();
  await system.until('some are being withdrawn', async () => (await calls('withdraw-quote')) >= COUNT);
  await system.killGateway();
  expect(await live()).toBe(COUNT);
  await system.startGateway();
  await system.until('nothing is live', async () => (await live()) === 0);
}, 180_000);

it('takes a quote whose outcome is unknown at the press as soon as it is known, over a restart', async () => {
  const made = Made.parse(
    await system.control('/simulator/act', { do: 'create-request', role: 'recipient', sort: 'single' }),
  );
  const requestId = RequestId.parse(made['request-id']);
  requests.push(requestId);
  const terms = offer(requestId, made.legs[0]?.quantity ?? 0);
  await faults({ operation: 'send-quote', kind: 'reset-after' });
  const sent = await act({ kind: 'send-quote', ...terms });
  expect(sent).toMatchObject({ ok: true, value: { state: 'unknown' } });
  await faults({ operation: 'list-quotes', kind: 'status-before', status: 500, times: 4 });
  const pressed = press();
  await system.passing(pressed);
  expect(await live()).toBe(1);
  await system.killGateway();
  await system.startGateway();
  await system.until('nothing is live', async () => (await live()) === 0);
}, 180_000);

it('deletes firm price proposals by the same press, although their list lags and the first answer is lost', async () => {
  await quoted('send-proposal');
  expect(await proposed()).toBeGreaterThan(0);
  await faults(
    { operation: 'delete-proposals', kind: 'reset-before' },
    { operation: 'list-proposals', kind: 'status-before', status: 500 },
  );
  const pressed = press(true);
  await system.until('nothing is live', async () => (await live()) + (await proposed()) === 0);
  await system.passing(pressed);
}, 180_000);
