import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OPEN, tender, withDesk, type Desk, type Fields } from './desk-client';

const QUOTE_ID: unknown = expect.stringMatching(/^QT-\d+$/);
const quote = (desk: Desk, requestId: string, body: Fields, version = '2.3') =>
  desk.post(`${tender(requestId, version)}/quotations`, body);
const single = { 'price-direction': 'ask', legs: [{ price: -1.25 }], quantity: 10, 'all-or-none': false };
const location = { 'price-direction': 'bid', legs: [{ price: 70.1 }, { price: 69.2 }], quantity: 15 };

it(
  'takes a quote as recipient, negative prices included, and shows it among ours',
  withDesk(async (desk) => {
    const reply = await quote(desk, OPEN.askedBuy, single);
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      'quotation-id': QUOTE_ID,
      'request-id': OPEN.askedBuy,
      'price-direction': 'ask',
      state: 'active',
      counterparty: 'Your Desk',
      'all-or-none': false,
      quantity: 10,
      'created-at': '2026-11-20T09:20:00.000Z',
      legs: [{ price: -1.25 }],
    });
    expect(await desk.quotes(OPEN.askedBuy)).toEqual([reply.body]);
  }),
);

it(
  'adds the spread price to the leg prices of a spread, exactly',
  withDesk(async (desk) => {
    expect((await quote(desk, OPEN.askedLocation, location)).body['spread-price']).toBe(0.9);
  }),
);

it.each([
  ['the wrong direction', { ...single, 'price-direction': 'bid' }, 'price-direction'],
  ['no leg price', { ...single, legs: [] }, 'legs[0].price'],
  ['an empty leg price', { ...single, legs: [{ price: null }] }, 'legs[0].price'],
  ['a leg too many', { ...single, legs: [{ price: 1 }, { price: 2 }] }, 'legs'],
  ['no quantity at all', { ...single, quantity: 0 }, 'quantity'],
  ['a negative quantity', { ...single, quantity: -10 }, 'quantity'],
  ['more than is asked for', { ...single, quantity: 10.5 }, 'quantity'],
  ['a net price for a single', { ...single, 'spread-price': 1 }, 'spread-price'],
  ['the shape of a standard spread', { ...single, type: 'standard-spread' }, 'type'],
])('refuses a quote with %s', async (_, body, field) => {
  await withDesk(async (desk) => {
    const reply = await quote(desk, OPEN.askedBuy, body);
    expect([reply.status, reply.errors.map((error) => error.field)]).toEqual([422, [field]]);
    expect(await desk.quotes(OPEN.askedBuy)).toEqual([]);
  })();
});

it(
  'refuses a part of an all-or-none request',
  withDesk(async (desk) => {
    const reply = await quote(desk, OPEN.askedLocation, { ...location, quantity: 14 });
    expect([reply.status, reply.code]).toEqual([422, 'all-or-none']);
  }),
);

it(
  'takes exactly the net price that the leg prices make',
  withDesk(async (desk) => {
    const cents = fc.integer({ min: -20_000, max: 20_000 });
    await fc.assert(
      fc.asyncProperty(cents, cents, fc.constantFrom(-1, 0, 1), async (leg1, leg2, off) => {
        const legs = [{ price: leg1 / 100 }, { price: leg2 / 100 }];
        const body = { ...location, legs, 'spread-price': (leg1 - leg2 + off) / 100 };
        const reply = await quote(desk, OPEN.askedLocation, body);
        expect(reply.status).toBe(off === 0 ? 201 : 422);
        if (off !== 0) expect(reply.errors[0]?.field).toBe('spread-price');
      }),
      { numRuns: 40 },
    );
  }),
);

it(
  'wants all three prices of a swap, and equal power prices',
  withDesk(async (desk) => {
    const swap = (...prices: unknown[]): Fields => ({
      'price-direction': 'ask',
      legs: prices.map((price) => ({ price })),
    });
    const missing = await quote(desk, OPEN.askedSwap, swap(0.42, 70));
    expect([missing.status, missing.errors[0]?.field]).toEqual([422, 'legs[2].price']);
    const unequal = await quote(desk, OPEN.askedSwap, swap(0.42, 70, 70.01));
    expect([unequal.status, unequal.code]).toEqual([422, 'power-prices-differ']);
    const reply = await quote(desk, OPEN.askedSwap, swap(0.42, 70, 70));
    expect([reply.status, reply.body['spread-price']]).toEqual([201, undefined]);
  }),
);

it(
  'takes one net price and no leg prices for a standard spread',
  withDesk(async (desk) => {
    const net = { type: 'standard-spread', 'price-direction': 'bid', 'spread-price': 1.02 };
    const reply = await quote(desk, OPEN.askedStandard, net);
    expect([reply.status, reply.body['type'], reply.body['legs']]).toEqual([
      201,
      'standard-spread',
      undefined,
    ]);
    const wrong = [
      { 'price-direction': 'bid', 'spread-price': 1.02 },
      { ...net, legs: [{ price: 70 }, { price: 69 }] },
      { ...net, 'spread-price': null },
    ];
    const fields = [];
    for (const body of wrong) fields.push((await quote(desk, OPEN.askedStandard, body)).errors[0]?.field);
    expect(fields).toEqual(['type', 'legs', 'spread-price']);
  }),
);

it(
  'refuses a quote on our own request and on a concluded one',
  withDesk(async (desk) => {
    expect((await quote(desk, OPEN.ownBuy, single)).status).toBe(409);
    await desk.act({ do: 'close', requestId: OPEN.askedBuy });
    const reply = await quote(desk, OPEN.askedBuy, single);
    expect([reply.status, reply.code]).toEqual([409, 'wrong-state']);
  }),
);

it(
  'withdraws an active quote once',
  withDesk(async (desk) => {
    const id = String((await quote(desk, OPEN.askedBuy, single)).body['quotation-id']);
    const path = `${tender(OPEN.askedBuy)}/quotations/${id}`;
    const reply = await desk.delete(path);
    expect([reply.status, reply.body['quotation-id'], reply.body['state']]).toEqual([200, id, 'withdrawn']);
    const again = await desk.delete(path);
    expect([again.status, again.code]).toEqual([409, 'wrong-state']);
    expect((await desk.quotes(OPEN.askedBuy))[0]?.['state']).toBe('withdrawn');
  }),
);

it(
  'withdraws nothing of others, and nothing that we cannot see',
  withDesk(async (desk) => {
    const [theirs] = await desk.quotes(OPEN.ownBuy);
    const path = `${tender(OPEN.ownBuy)}/quotations/${String(theirs?.['quotation-id'])}`;
    expect((await desk.delete(path)).status).toBe(409);
    const quotes = (await desk.truth())['quotes'] as Fields[];
    const hidden = quotes.find((known) => known['request-id'] === OPEN.askedBuy);
    const unseen = `${tender(OPEN.askedBuy)}/quotations/${String(hidden?.['quotation-id'])}`;
    expect((await desk.delete(unseen)).status).toBe(404);
  }),
);

it(
  'rejects what is still active when a request is concluded',
  withDesk(async (desk) => {
    await quote(desk, OPEN.askedBuy, single);
    await desk.act({ do: 'close', requestId: OPEN.askedBuy });
    expect((await desk.quotes(OPEN.askedBuy))[0]?.['state']).toBe('rejected');
  }),
);
