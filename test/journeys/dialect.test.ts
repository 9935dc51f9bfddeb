import { afterEach, beforeEach, expect, it } from 'vitest';
import type { GatewayClient } from '../../src/client/client';
import type { Action, ActionBody } from '../../src/domain/action';
import { RequestId } from '../../src/domain/identifiers';
import { lastSeenOf, ranked } from '../../src/domain/offers';
import { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import type { Answer, Resource } from '../../src/domain/resources/resource';
import { OPEN } from '../simulator/desk-client';
import { dialectFront } from './dialect-front';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
let page: GatewayClient;
let front: Awaited<ReturnType<typeof dialectFront>>;

beforeEach(async () => {
  system = await WholeSystem.start({
    trades: 5,
    front: async (url) => (front = await dialectFront(url)),
  });
  page = system.openPage();
});
afterEach(() => system.end());

/** Watches until the newest value is as wanted. */
async function seen<R extends Resource>(
  resource: R,
  isWanted: (value: NonNullable<Answer<R>['value']>) => boolean = () => true,
): Promise<NonNullable<Answer<R>['value']>> {
  const held: { answer: Answer<R> } = { answer: { state: 'waiting' } };
  const stop = page.watch(resource, (answer) => void (held.answer = answer));
  await system.until(`${resource.kind} are as wanted (${JSON.stringify(resource)})`, async () => {
    await system.calls();
    return held.answer.value !== undefined && held.answer.value !== null && isWanted(held.answer.value);
  });
  stop();
  const { value } = held.answer;
  if (value === undefined || value === null) throw new Error('The value has gone.');
  return value;
}

async function done(body: ActionBody): Promise<Action> {
  const outcome = await system.passing(page.act(page.newActionId(), { body, shown: 'as shown' }));
  if (!outcome.ok) throw new Error(outcome.failure.message);
  expect(outcome.value).toMatchObject({ state: 'done' });
  return outcome.value;
}

const idOf = (id: string): RequestId => RequestId.parse(id);
const sentTo = (path: string): string[] => front.calls.filter((call) => call.includes(path));

it('trades on a platform of another dialect with the profile that describes it', async () => {
  await seen({ kind: 'status' }, ({ signedIn }) => signedIn);
  expect(sentTo('/authenticate')).toEqual([
    'POST /rfq-api/v2.0/authenticate grant_type=client_credentials&scope=trading',
  ]);

  const open = await seen({ kind: 'open-requests' });
  expect(open.unreadable).toEqual([]);
  expect(open.records.map(({ id }) => id)).toContain(OPEN.askedLocation);
  const traded = await seen({ kind: 'trades' });
  expect(traded.unreadable).toEqual([]);
  const request = await seen({ kind: 'request', id: idOf(OPEN.askedLocation) });
  expect(request).toMatchObject({
    state: 'open',
    role: 'recipient',
    contract: 'spread',
    spreadType: 'location',
  });

  const offer = {
    requestId: request.id,
    direction: request.legs[0]?.action === 'buy' ? ('ask' as const) : ('bid' as const),
    price: { shape: 'per-leg' as const, legPrices: [Price.parse('30.1'), Price.parse('29.2')] },
    quantity: request.legs[0]?.quantity ?? Quantity.parse('1'),
    allOrNone: request.allOrNone ?? true,
  };
  const { quoteId } = await done({ kind: 'send-quote', ...offer });
  if (quoteId === undefined) throw new Error('The quote has no number.');
  const [sent = ''] = front.calls.filter((call) => /^POST .*\/quotations \{/.test(call));
  expect(JSON.parse(sent.slice(sent.indexOf('{')))).toMatchObject({
    priceDirection: offer.direction === 'ask' ? 'SELLER' : 'BUYER',
    legs: [{ price: '30.1' }, { price: '29.2' }],
    volume: { amount: offer.quantity },
  });
  const live = await seen({ kind: 'quotes', id: request.id }, ({ records }) =>
    records.some(({ id }) => id === quoteId),
  );
  expect(live.unreadable).toEqual([]);
  expect(live.records.find(({ id }) => id === quoteId)).toMatchObject({
    state: 'active',
    price: { legPrices: ['30.1', '29.2'] },
  });

  await done({ kind: 'withdraw-quote', requestId: request.id, quoteId });
  expect(sentTo(`/quotations/${quoteId}`)).toEqual([expect.stringMatching(/^POST /)]);
  const truth = await system.truth();
  expect(truth.quotes.find((quote) => quote['quotation-id'] === quoteId)).toMatchObject({
    state: 'withdrawn',
  });

  const offered = await seen({ kind: 'quotes', id: idOf(OPEN.ownBuy) });
  const best = ranked(offered.records, 'ask')[0]?.quote;
  if (!best) throw new Error('There is no quote to accept.');
  const accepted = await done({
    kind: 'accept-quote',
    requestId: best.requestId,
    quoteId: best.id,
    lastSeen: lastSeenOf(best.price),
  });
  const { trades } = await system.truth();
  expect(trades.find((trade) => trade['trade-id'] === accepted.tradeId)).toMatchObject({
    'request-id': OPEN.ownBuy,
  });
  if (accepted.tradeId === undefined) throw new Error('The trade has no number.');
  const trade = await seen({ kind: 'trade', id: accepted.tradeId });
  expect(trade).toMatchObject({ requestId: OPEN.ownBuy, action: 'buy', venue: 'tender' });
  expect(trade.price).toBe(best.price.shape === 'single' ? best.price.price : '');
});
