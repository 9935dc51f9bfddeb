import { afterEach, beforeEach, expect, it } from 'vitest';
import type { GatewayClient } from '../../src/client/client';
import type { ActionBody } from '../../src/domain/action';
import type { Answer } from '../../src/domain/resources/resource';
import { QuoteId, RequestId } from '../../src/domain/identifiers';
import type { OwnQuote } from '../../src/domain/own-offers';
import { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import { OPEN } from '../simulator/desk-client';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
let page: GatewayClient;
beforeEach(async () => {
  system = await WholeSystem.start();
  page = system.openPage();
  let signedIn = false;
  page.watch({ kind: 'status' }, ({ value }) => void (signedIn = value?.signedIn ?? false));
  // A round trip in each look, so that no clock outruns the network.
  await system.until('the desk is signed in', async () => (await calls('authenticate')) > 0 && signedIn);
});
afterEach(() => system.end());

const COUNT = 50;
const READS = 500;
const requestId = RequestId.parse(OPEN.askedBuy);
const calls = async (name: string): Promise<number> => (await system.calls())[name] ?? 0;

/** Fifty live quotes of the desk, as if it had sent them in the web client. */
async function liveQuotes(): Promise<QuoteId[]> {
  const ids: QuoteId[] = [];
  for (let count = 0; count < COUNT; count++) {
    const act = { do: 'quote', requestId, counterparty: 'Your Desk', price: 30 + count, quantity: 1 };
    const quote = (await system.control('/simulator/act', act)) as { 'quotation-id': string };
    ids.push(QuoteId.parse(quote['quotation-id']));
  }
  return ids;
}

/** The network does its part while the clock stands still. */
async function withoutTime(what: string, holds: () => Promise<boolean>): Promise<void> {
  const startedAt = system.clock.now();
  for (let look = 0; look < 500; look++) {
    if (await holds()) return expect(system.clock.now()).toBe(startedAt);
    await system.still();
  }
  throw new Error(`Time had to pass before: ${what}.`);
}

it('withdraws fifty quotes at the limiter’s rate while five hundred reads wait, and none of those comes between', async () => {
  const ids = await liveQuotes();
  await system.pass(15_000);
  for (let count = 0; count < READS; count++) {
    page.watch({ kind: 'request', id: RequestId.parse(`RQ-none-${count}`) }, () => undefined);
  }
  await system.until(
    'the bucket is empty but for what is held back',
    async () => (await calls('read-request')) >= 90,
  );
  await system.pass(40);
  const startedAt = system.clock.now();
  const withdrawals = page.actAll(
    ids.map((quoteId) => ({
      id: page.newActionId(),
      body: { kind: 'withdraw-quote', requestId, quoteId },
      shown: `Withdraw ${quoteId}`,
    })),
  );
  await withoutTime('the first withdrawal was sent', async () => (await calls('withdraw-quote')) >= 1);
  const readsBefore = await calls('read-request');
  const results = await system.passing(withdrawals);
  const tookMs = system.clock.now() - startedAt;
  expect(results.map((result) => result.ok && result.value.state)).toEqual(ids.map(() => 'done'));
  expect(
    results.map((result) => result.ok && 'quoteId' in result.value.body && result.value.body.quoteId),
  ).toEqual(ids);
  expect(await calls('withdraw-quote')).toBe(COUNT);
  // Five tokens are held back for this, and ten flow in a second.
  expect(tookMs).toBeLessThan(5_500);
  expect((await calls('read-request')) - readsBefore).toBeLessThan(12);
  await system.until('reads go on', async () => (await calls('read-request')) > readsBefore + 20);
});

it('a page sees its live quotes without a call, until it has withdrawn them', async () => {
  let own: Answer<{ kind: 'own-quotes' }> = { state: 'waiting' };
  page.watch({ kind: 'own-quotes' }, (answer) => void (own = answer));
  const body: ActionBody = {
    kind: 'send-quote',
    requestId,
    direction: 'ask',
    price: { shape: 'single', price: Price.parse('30.25') },
    quantity: Quantity.parse('10'),
    allOrNone: true,
  };
  await system.passing(page.act(page.newActionId(), { body, shown: 'as shown' }));
  const live = (): readonly OwnQuote[] => own.value ?? [];
  await system.until('the quote is there', () => live().length === 1);
  expect(live()).toMatchObject([{ requestId, direction: 'ask', price: body.price, quantity: '10' }]);
  await system.endGateway();
  await system.startGateway();
  await system.pass(2_000);
  await system.until('it is there after a restart', () => live().length === 1);
  const [quote] = live();
  if (!quote) throw new Error('There is no quote.');
  const withdrawal = { kind: 'withdraw-quote', requestId, quoteId: quote.quoteId } as const;
  const wanted = [{ id: page.newActionId(), body: withdrawal, shown: 'Withdraw' }];
  await system.until('signed in again', async () => (await calls('authenticate')) >= 2);
  const [result] = await system.passing(page.actAll(wanted));
  expect(result).toMatchObject({ ok: true, value: { state: 'done' } });
  await system.until('the quote is gone', () => own.value !== undefined && live().length === 0);
});
