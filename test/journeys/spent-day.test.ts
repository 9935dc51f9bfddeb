import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { GatewayClient } from '../../src/client/client';
import type { Action } from '../../src/domain/action';
import type { Answer, Resource } from '../../src/domain/resources/resource';
import { RequestId } from '../../src/domain/identifiers';
import { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import { OPEN } from '../simulator/desk-client';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
let page: GatewayClient;
beforeEach(async () => {
  system = await WholeSystem.start();
  page = system.openPage();
  const status = watched({ kind: 'status' });
  await system.until('the desk is signed in', () => status.answer.value?.signedIn === true);
});
afterEach(() => system.end());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const Stats = z.object({ refused429: z.number() });

function watched<R extends Resource>(resource: R): { answer: Answer<R> } {
  const held: { answer: Answer<R> } = { answer: { state: 'waiting' } };
  page.watch(resource, (answer) => void (held.answer = answer));
  return held;
}

const refused = async (): Promise<number> => Stats.parse(await system.control('/simulator/stats')).refused429;

it('looks up no action while the day is spent at the platform, and goes on by itself with the new day', async () => {
  const journal = watched({ kind: 'journal' });
  const last = (): Action | undefined => journal.answer.value?.at(-1);
  await system.control('/simulator/faults', { operation: 'send-quote', kind: 'reset-before' });
  const body = {
    kind: 'send-quote' as const,
    requestId: RequestId.parse(OPEN.askedSell),
    direction: 'bid' as const,
    price: { shape: 'single' as const, price: Price.parse('-3.25') },
    quantity: Quantity.parse('10'),
    allOrNone: true,
  };
  await system.passing(page.act(page.newActionId(), { body, shown: 'as shown' }));
  await system.until('its outcome is not known', () => last()?.state === 'unknown');
  await system.control('/simulator/tokens/steal', { count: 6_000 });
  await system.pass(5 * MINUTE_MS, 1_000);
  const before = await refused();
  expect(before).toBeLessThan(5);
  await system.pass(HOUR_MS, 1_000);
  // One read in ten minutes finds out whether the day is spent.
  expect((await refused()) - before).toBeLessThanOrEqual(6);
  expect(last()?.state).toBe('unknown');

  // It comes to be listed after all.
  const terms = { price: -3.25, quantity: 10, allOrNone: true, counterparty: 'Your Desk' };
  await system.control('/simulator/act', { do: 'quote', requestId: OPEN.askedSell, ...terms });
  const midnight = Date.parse('2026-11-20T23:00:00Z');
  await system.sleep(midnight - system.clock.now());
  await system.pass(5 * MINUTE_MS, 1_000);
  expect(last()).toMatchObject({ state: 'done' });
}, 60_000);
