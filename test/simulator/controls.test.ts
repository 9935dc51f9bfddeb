import { expect, it } from 'vitest';
import { systemClock } from '../../src/effects/clock';
import { OPEN, tender, withDesk, type Fields } from './desk-client';

it(
  'moves the manual clock as far as told, with everything that is due',
  withDesk(async (desk) => {
    const moved = await desk.control('clock', { advanceMs: 90_000 });
    expect(moved.body).toEqual({ now: '2026-11-20T09:21:30.000Z' });
    expect((await desk.control('clock', { advanceMs: -1 })).status).toBe(422);
  }),
);

it(
  'cannot move the system clock',
  withDesk(
    async (desk) => {
      expect((await desk.control('clock', { advanceMs: 1 })).status).toBe(409);
    },
    { clock: systemClock },
  ),
);

it(
  'makes somebody quote exactly what is asked for',
  withDesk(async (desk) => {
    const quote = await desk.act({
      ...{ do: 'quote', requestId: OPEN.ownLocation, legs: [70.11, 69.2], counterparty: 'Fernhill Gas' },
    });
    expect(quote).toMatchObject({
      'spread-price': 0.91,
      counterparty: 'Fernhill Gas',
      'price-direction': 'ask',
    });
    expect((await desk.quotes(OPEN.ownLocation)).at(-1)).toEqual(quote);
    const net = await desk.act({ do: 'quote', requestId: OPEN.ownStandard, spreadPrice: -1.5 });
    expect(net['spread-price']).toBe(-1.5);
    const wrong = await desk.control('act', { do: 'quote', requestId: OPEN.ownLocation, price: 70 });
    expect(wrong.status).toBe(422);
  }),
);

it(
  'moves a price within its quote, or in a new quote of the same participant',
  withDesk(async (desk) => {
    const quote = await desk.act({ do: 'quote', requestId: OPEN.ownBuy, price: 60 });
    const moved = await desk.act({ do: 'move-price', requestId: OPEN.ownBuy, by: -0.1 });
    expect(moved).toMatchObject({ 'quotation-id': quote['quotation-id'], legs: [{ price: 59.9 }] });
    const replaced = await desk.act({ do: 'move-price', requestId: OPEN.ownBuy, replace: true });
    expect(replaced['quotation-id']).not.toBe(quote['quotation-id']);
    expect(replaced).toMatchObject({ counterparty: quote['counterparty'], legs: [{ price: 59.95 }] });
    const states = (await desk.quotes(OPEN.ownBuy)).slice(-2).map(({ state }) => state);
    expect(states).toEqual(['withdrawn', 'active']);
  }),
);

it.each([
  ['single', 'single', undefined],
  ['location', 'spread', 'location'],
  ['time', 'spread', 'time'],
  ['standard', 'standard-spread', 'time'],
  ['same-direction', 'spread', 'location'],
  ['efp', 'spread', 'efp'],
  ['swap', 'spread', undefined],
])('makes somebody ask for quotes: %s', async (sort, contract, spreadType) => {
  await withDesk(async (desk) => {
    const request = await desk.act({ do: 'create-request', sort, action: 'sell' });
    expect(request).toMatchObject({ contract, role: 'recipient', state: 'open' });
    expect(request['spread-type']).toBe(spreadType);
    expect((request['legs'] as Fields[])[0]?.['action']).toBe('sell');
    expect((await desk.get(tender(String(request['request-id'])))).body).toEqual(request);
  })();
});

it(
  'lets a recipient propose on the desk’s own request, which nobody there can accept',
  withDesk(async (desk) => {
    const proposal = await desk.act({ do: 'propose', requestId: OPEN.ownBuy, price: 70 });
    expect(proposal).toMatchObject({ 'price-direction': 'ask', legs: [{ price: 70 }] });
    expect(proposal['counterparty']).not.toBe('Your Desk');
    const reply = await desk.post(`${tender(OPEN.ownBuy, '2.2')}/trade`, {
      'price-proposal-id': proposal['price-proposal-id'],
      'last-seen-price': { type: 'per-leg', legs: proposal['legs'] },
    });
    expect(reply.status).toBe(409);
  }),
);

it(
  'trades elsewhere when told to',
  withDesk(async (desk) => {
    const trade = await desk.act({ do: 'trade-elsewhere', venue: 'green' });
    expect(trade).toMatchObject({
      venue: 'green',
      commodity: 'goo',
      'traded-at': '2026-11-20T09:20:00.000Z',
    });
    expect((await desk.get('/v2/trades')).items.at(-1)).toEqual(trade);
  }),
);

it(
  'says why an act cannot be done',
  withDesk(async (desk) => {
    const statuses = [];
    for (const act of [
      { do: 'dance' },
      { do: 'quote', requestId: 'RQ-1' },
      { do: 'accept-my-quote', requestId: OPEN.askedBuy },
      { do: 'withdraw', requestId: OPEN.ownBuy, quotationId: 'QT-1' },
      { do: 'counteroffer', requestId: OPEN.ownBuy },
    ]) {
      statuses.push((await desk.control('act', act)).status);
    }
    expect(statuses).toEqual([422, 404, 409, 409, 409]);
  }),
);

it(
  'tells the whole truth, what the desk cannot see included',
  withDesk(async (desk) => {
    const truth = await desk.truth();
    expect(Object.keys(truth).sort()).toEqual([
      'awaitingLegPrices',
      'counteroffers',
      'executions',
      'now',
      'proposals',
      'quotes',
      'requests',
      'risks',
      'trades',
    ]);
    expect((truth['requests'] as Fields[]).length).toBe(28);
  }),
);
