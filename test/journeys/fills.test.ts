import { afterEach, beforeEach, expect, it } from 'vitest';
import type { GatewayClient } from '../../src/client/client';
import { RequestId } from '../../src/domain/identifiers';
import { Quantity } from '../../src/domain/quantity';
import { EventNotices } from '../../src/taskpane/app/event-notices';
import { HeardEvents } from '../../src/taskpane/app/heard-events';
import { pagePreferences } from '../../src/taskpane/app/preferences';
import { price } from '../domain/written-price';
import { OPEN } from '../simulator/desk-client';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
beforeEach(async () => {
  system = await WholeSystem.start();
});
afterEach(() => system.end());

/** More events than a page is shown. */
const EVENTS = 600;
const ASKED = RequestId.parse(OPEN.askedSell);

/** What a page of the desk tells of its fills: trade and quote. */
function page(): { client: GatewayClient; fills: () => unknown[]; told: () => unknown[] } {
  const client = system.openPage();
  const notices = new EventNotices(client, new HeardEvents(client, pagePreferences()));
  return {
    client,
    fills: () => notices.fills.all.get().map(({ quoteId, quantity }) => [quoteId, quantity]),
    told: () => notices.toldFills.get().map(({ quoteId, quantity }) => [quoteId, quantity]),
  };
}

it('a quote that was taken stays a fill: on another page, behind many events, and after a restart', async () => {
  const first = page();
  let isSignedIn = false;
  first.client.watch({ kind: 'status' }, ({ value }) => (isSignedIn = value?.signedIn === true));
  await system.until('the desk is signed in', () => isSignedIn);
  await system.tellEvents();
  const sent = await system.passing(
    first.client.act(first.client.newActionId(), {
      body: {
        kind: 'send-quote',
        requestId: ASKED,
        direction: 'bid',
        price: { shape: 'single', price: price('-3.25') },
        quantity: Quantity.parse('10'),
        allOrNone: true,
      },
      shown: 'as shown',
    }),
  );
  if (!sent.ok) throw new Error(sent.failure.message);
  const { quoteId } = sent.value;
  const filled = [[quoteId, '10']];
  await system.control('/simulator/act', { do: 'accept-my-quote', requestId: ASKED, quotationId: quoteId });
  await system.until('the fill is told', () => first.told().length > 0);
  expect(first.fills()).toEqual(filled);

  for (let count = 0; count < EVENTS; count++)
    await system.deliver({ eventType: 'request-created', 'request-id': `RQ-${90_000 + count}` });
  await system.pass(2_000);
  const second = page();
  await system.until('the second page has it', () => second.fills().length > 0);
  expect(second.fills()).toEqual(filled);
  expect(second.told()).toEqual([]);

  await system.endGateway();
  await system.startGateway();
  const third = page();
  await system.until('the page has it after a restart', () => third.fills().length > 0);
  expect(third.fills()).toEqual(filled);
  expect(first.fills()).toEqual(filled);
}, 60_000);
