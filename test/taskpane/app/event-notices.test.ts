import { expect, it } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import { BUNCH_MS, EventNotices } from '../../../src/taskpane/app/event-notices';
import { HeardEvents } from '../../../src/taskpane/app/heard-events';
import { STALE_MS } from '../../../src/taskpane/app/notices';
import { pagePreferences } from '../../../src/taskpane/app/preferences';
import { leg, listing, NOON, price, request } from '../examples';
import { MemoryDesk } from '../pane-context';
import { event, ownTrade } from '../events/platform-event';
import { ActionId, QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';

function openDesk() {
  const clock = new ManualClock(NOON);
  const client = new MemoryDesk(clock);
  client.say({ kind: 'journal' }, []);
  client.say({ kind: 'open-requests' }, listing(request({ id: 'RQ-1', role: 'initiator' })));
  return { clock, client, heard: new HeardEvents(client, pagePreferences()) };
}

it('events that are heard before the code that judges them is here are told once it is', async () => {
  const { clock, client, heard } = openDesk();
  client.say({ kind: 'events' }, []);
  client.say({ kind: 'events' }, [event(2, { type: 'request-closed' }), event(1)]);
  await clock.advance(BUNCH_MS);
  expect(heard.unseen.get()).toBe(0);
  const desk = new EventNotices(client, heard);
  await clock.advance(2 * BUNCH_MS);
  // A quote of somebody else is no matter of this desk's own.
  expect(desk.board.notices.get()).toMatchObject([{ kind: 'closed', requestId: 'RQ-1' }]);
  expect(heard.unseen.get()).toBe(1);
});

it('events that were known when the pane was opened are not told, nor those of the desk that was left', async () => {
  const { clock, client, heard } = openDesk();
  client.say({ kind: 'events' }, [event(1)]);
  client.set({ kind: 'events' }, { state: 'waiting' });
  client.say({ kind: 'events' }, [event(2)]);
  const desk = new EventNotices(client, heard);
  await clock.advance(2 * BUNCH_MS);
  expect(heard.unseen.get()).toBe(0);
  expect(desk.board.notices.get()).toEqual([]);
  client.say({ kind: 'events' }, [event(3, { type: 'request-closed' }), event(2)]);
  await clock.advance(2 * BUNCH_MS);
  expect(heard.unseen.get()).toBe(1);
});

const OWN_TRADES = { kind: 'own-trades' } as const;
const TRADED = { type: 'request-traded', tradeId: 'TR-9' } as const;
const TRADE = { kind: 'trade', id: TradeId.parse('TR-9') } as const;

it('a trade on a request of this desk is a fill by the platform’s record of it alone, told once until it is put away', async () => {
  const { clock, client, heard } = openDesk();
  const desk = new EventNotices(client, heard);
  client.say({ kind: 'events' }, []);
  client.say({ kind: 'events' }, [event(1, TRADED)]);
  await clock.advance(BUNCH_MS);
  expect(desk.toldFills.get()).toEqual([]);
  expect(desk.board.notices.get()).toEqual([]);
  expect(client.watched()).toContainEqual(TRADE);
  client.say(TRADE, { id: TRADE.id, tradedAt: NOON, price: price('31.35'), raw: { legs: [leg()] } });
  client.say(OWN_TRADES, [ownTrade({ state: 'reported' })]);
  expect(desk.toldFills.get()).toEqual([]);
  client.say(OWN_TRADES, [ownTrade()]);
  expect(desk.toldFills.get()).toMatchObject([{ tradeId: 'TR-9', price: '31.35' }]);
  expect(heard.unseenFills.get()).toBe(1);
  client.say({ kind: 'events' }, [event(2, TRADED), event(1, TRADED)]);
  await clock.advance(BUNCH_MS);
  expect(heard.unseenFills.get()).toBe(1);
  desk.putAway({ tradeId: TRADE.id });
  expect(desk.toldFills.get()).toEqual([]);
  desk.lookAtFills();
  expect(heard.unseenFills.get()).toBe(0);
  expect(desk.fills.all.get()).toHaveLength(1);
});

it('a trade of which the platform has no record for this desk is told as no fill', async () => {
  const { clock, client, heard } = openDesk();
  const desk = new EventNotices(client, heard);
  client.say({ kind: 'events' }, []);
  client.say({ kind: 'events' }, [event(1, TRADED)]);
  await clock.advance(BUNCH_MS);
  client.set(TRADE, {
    state: 'failed',
    failure: { kind: 'not-found', message: 'There is no TR-9.', next: '' },
  });
  expect(desk.toldFills.get()).toEqual([]);
  expect(heard.unseenFills.get()).toBe(0);
  expect(desk.board.notices.get()).toMatchObject([{ kind: 'traded', tradeId: 'TR-9' }]);
});

const CREATED = { type: 'request-created', requestId: 'RQ-5' } as const;

it('a new request is told once its record says that it asks this desk', async () => {
  const { clock, client, heard } = openDesk();
  const desk = new EventNotices(client, heard);
  client.say({ kind: 'events' }, []);
  client.say({ kind: 'events' }, [event(1, CREATED)]);
  await clock.advance(2 * BUNCH_MS);
  expect(desk.board.notices.get()).toEqual([]);
  client.say({ kind: 'open-requests' }, listing(request({ id: 'RQ-5', role: 'recipient' })));
  await clock.advance(BUNCH_MS);
  expect(desk.board.notices.get()).toMatchObject([{ kind: 'request', requestId: 'RQ-5' }]);
});

it('a new request whose record comes late, or that asks others, is told to nobody', async () => {
  const { clock, client, heard } = openDesk();
  const desk = new EventNotices(client, heard);
  client.say({ kind: 'events' }, []);
  client.say({ kind: 'events' }, [event(1, CREATED)]);
  await clock.advance(STALE_MS);
  client.say({ kind: 'open-requests' }, listing(request({ id: 'RQ-5', role: 'recipient' })));
  await clock.advance(2 * BUNCH_MS);
  client.say({ kind: 'open-requests' }, listing(request({ id: 'RQ-6', role: 'unknown' })));
  client.say({ kind: 'events' }, [event(2, { ...CREATED, requestId: 'RQ-6' }), event(1, CREATED)]);
  await clock.advance(2 * BUNCH_MS);
  expect(desk.board.notices.get()).toEqual([]);
});

it('that a request is closed is told, and not once more after its trade', async () => {
  const { clock, client, heard } = openDesk();
  const desk = new EventNotices(client, heard);
  client.say(
    { kind: 'open-requests' },
    listing(...['RQ-1', 'RQ-2'].map((id) => request({ id, role: 'initiator' }))),
  );
  client.say({ kind: 'events' }, []);
  client.say({ kind: 'events' }, [
    event(3, { type: 'request-closed' }),
    event(2, { type: 'request-closed', requestId: 'RQ-2' }),
    event(1, TRADED),
  ]);
  await clock.advance(2 * BUNCH_MS);
  expect(desk.board.notices.get()).toMatchObject([{ kind: 'closed', requestId: 'RQ-2' }]);
});

it('a trade that the gateway knows for another’s is told as no fill, and so is one of which it says nothing', async () => {
  const { clock, client, heard } = openDesk();
  const desk = new EventNotices(client, heard);
  client.say({ kind: 'events' }, []);
  client.say({ kind: 'events' }, [event(1, TRADED)]);
  await clock.advance(BUNCH_MS);
  client.say(OWN_TRADES, [ownTrade({ state: 'other' })]);
  client.say(TRADE, { id: TRADE.id, tradedAt: NOON, price: price('31.35'), raw: { legs: [leg()] } });
  expect(desk.board.notices.get()).toMatchObject([{ kind: 'traded', tradeId: 'TR-9' }]);
  desk.board.clear();

  client.say({ kind: 'events' }, [event(2, { ...TRADED, tradeId: 'TR-10' }), event(1, TRADED)]);
  await clock.advance(BUNCH_MS);
  const id = TradeId.parse('TR-10');
  client.say({ kind: 'trade', id }, { id, tradedAt: NOON, price: price('31.35'), raw: { legs: [leg()] } });
  expect(desk.board.notices.get()).toEqual([]);
  await clock.advance(5_000);
  expect(desk.board.notices.get()).toMatchObject([{ kind: 'traded', tradeId: 'TR-10' }]);
  expect(desk.toldFills.get()).toEqual([]);
  expect(desk.fills.all.get()).toEqual([]);
});

it('a fill is shown by the gateway’s word, however long ago its event was, with the quote that was taken', () => {
  const { client, heard } = openDesk();
  client.say({ kind: 'events' }, []);
  const desk = new EventNotices(client, heard);
  client.say(OWN_TRADES, [
    ownTrade({ quoteId: QuoteId.parse('QT-1') }),
    ownTrade({ tradeId: TradeId.parse('TR-8'), state: 'other' }),
  ]);
  expect(desk.fills.unread.get()).toMatchObject([{ tradeId: 'TR-9' }]);
  client.say(TRADE, { id: TRADE.id, tradedAt: NOON, price: price('31.35'), raw: { legs: [leg()] } });
  expect(desk.fills.all.get()).toMatchObject([{ tradeId: 'TR-9', price: '31.35', quoteId: 'QT-1' }]);
  expect(desk.fills.unread.get()).toEqual([]);
});

it.each([
  ['for a part of it is told of the rest', '6', [{ direction: 'ask', quantity: '4' }]],
  ['for all of it is told of nothing', '10', undefined],
])('a quote that ended together with a trade is told once that is read: one %s', async (_, traded, ended) => {
  const { clock, client, heard } = openDesk();
  client.say({ kind: 'open-requests' }, listing(request({ id: 'RQ-1', role: 'recipient' })));
  const desk = new EventNotices(client, heard);
  client.say({ kind: 'events' }, []);
  client.say({ kind: 'journal' }, [
    {
      id: ActionId.parse('00000000-0000-4000-8000-000000000001'),
      body: {
        kind: 'send-quote',
        requestId: RequestId.parse('RQ-1'),
        direction: 'ask',
        price: { shape: 'single', price: price('31') },
        quantity: Quantity.parse('10'),
        allOrNone: false,
      },
      shown: 'Sell 10 MW',
      state: 'done',
      createdAt: NOON - 2_000,
      endedAt: NOON - 1_000,
      quoteId: QuoteId.parse('QT-1'),
    },
  ]);
  client.say({ kind: 'events' }, [event(2, { type: 'request-closed' }), event(1, TRADED)]);
  await clock.advance(5_000);
  expect(desk.board.notices.get()).toEqual([]);
  expect(desk.endedWith(event(2, { type: 'request-closed' }))).toEqual([]);
  client.say(TRADE, {
    id: TRADE.id,
    requestId: RequestId.parse('RQ-1'),
    tradedAt: NOON,
    price: price('31'),
    quantity: Quantity.parse(traded),
    raw: { legs: [leg()], 'pre-trade': { 'quotation-id': 'QT-1' } },
  });
  client.say(OWN_TRADES, [ownTrade({ quoteId: QuoteId.parse('QT-1') })]);
  await clock.advance(2 * BUNCH_MS);
  expect(desk.board.notices.get()).toMatchObject(ended ? [{ kind: 'closed', requestId: 'RQ-1', ended }] : []);
  expect(desk.board.notices.get()).toHaveLength(ended ? 1 : 0);
  expect(heard.unseen.get()).toBe(2);
});
