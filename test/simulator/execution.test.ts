import { expect, it } from 'vitest';
import { OPEN, tender, withDesk, type Desk, type Fields, type Reply } from './desk-client';

const accept = (desk: Desk, requestId: string, body: Fields, version = '2.2'): Promise<Reply> =>
  desk.post(`${tender(requestId, version)}/trade`, body);
const perLeg = (...prices: number[]): Fields => ({
  type: 'per-leg',
  legs: prices.map((price) => ({ price })),
});
const seen = (quote: Fields | undefined): Fields =>
  quote?.['type'] === 'standard-spread'
    ? { type: 'standard-spread', 'spread-price': quote['spread-price'] }
    : { type: 'per-leg', legs: quote?.['legs'] };
const acceptance = (quote: Fields | undefined, more: Fields = {}): Fields => ({
  'quotation-id': quote?.['quotation-id'],
  'last-seen-price': seen(quote),
  ...more,
});

it(
  'executes a quote whose price is what was seen: one trade, the request traded, the others rejected',
  withDesk(async (desk) => {
    const [first, quote, ...others] = await desk.quotes(OPEN.ownBuy);
    const reply = await accept(desk, OPEN.ownBuy, acceptance(quote));
    expect([reply.status, Object.keys(reply.body)]).toEqual([201, ['trade-id']]);
    expect((await desk.quotes(OPEN.ownBuy)).map(({ state }) => state)).toEqual([
      'rejected',
      'accepted',
      ...others.map(() => 'rejected'),
    ]);
    expect(first?.['state']).toBe('active');
    const request = (await desk.get(tender(OPEN.ownBuy))).body;
    expect(request).toMatchObject({
      state: 'traded',
      'concluded-at': '2026-11-20T09:20:00.000Z',
      trade: reply.body,
    });
    const analytics = (await desk.get(`${tender(OPEN.ownBuy)}/analytics`)).body;
    expect(analytics['traded-price']).toBe((quote?.['legs'] as Fields[])[0]?.['price']);
    expect(await desk.executionsOf(OPEN.ownBuy)).toBe(1);
  }),
);

it(
  'shows the trade last in the list and with all its details',
  withDesk(async (desk) => {
    const [quote] = await desk.quotes(OPEN.ownSell);
    const id = String((await accept(desk, OPEN.ownSell, acceptance(quote))).body['trade-id']);
    expect((await desk.get('/v2/trades')).items.at(-1)).toEqual({
      'trade-id': id,
      'traded-at': '2026-11-20T09:20:00.000Z',
      commodity: 'gas',
      venue: 'tender',
    });
    expect((await desk.get(`/v2.0/trades/${id}`)).body).toMatchObject({
      'request-id': OPEN.ownSell,
      contract: 'single',
      market: 'THE',
      action: 'sell',
      price: (quote?.['legs'] as Fields[])[0]?.['price'],
      'price-unit': 'EUR/MWh',
      currency: 'EUR',
      quantity: 10,
      'quantity-unit': 'MW',
      counterparty: quote?.['counterparty'],
      'all-or-none': false,
      'pre-trade': { 'request-id': OPEN.ownSell, 'quotation-id': quote?.['quotation-id'] },
      execution: { view: 'initiator' },
    });
    expect((await desk.get(`/v2.3/trades/${id}/load-shapes`)).items).toHaveLength(3);
  }),
);

it(
  'executes nothing at a price that has moved',
  withDesk(async (desk) => {
    const [quote] = await desk.quotes(OPEN.ownBuy);
    await desk.act({
      do: 'move-price',
      requestId: OPEN.ownBuy,
      quotationId: quote?.['quotation-id'],
      by: 0.01,
    });
    const reply = await accept(desk, OPEN.ownBuy, acceptance(quote));
    expect([reply.status, reply.code]).toEqual([409, 'price-mismatch']);
    expect((await desk.get(tender(OPEN.ownBuy))).body['state']).toBe('open');
    expect(await desk.executionsOf(OPEN.ownBuy)).toBe(0);
    expect((await desk.get('/v2/trades')).items).toHaveLength(25);
  }),
);

it(
  'wants every leg price as it was seen, in the right shape and order',
  withDesk(async (desk) => {
    const [quote] = await desk.quotes(OPEN.ownLocation);
    const [leg1, leg2] = (quote?.['legs'] as { price: number }[]).map(({ price }) => price);
    if (leg1 === undefined || leg2 === undefined) throw new Error('no legs');
    const wrong = [
      perLeg(leg2, leg1),
      perLeg(leg1),
      perLeg(leg1, leg2, leg2),
      perLeg(leg1, leg2 + 0.01),
      { type: 'standard-spread', 'spread-price': quote?.['spread-price'] },
    ];
    for (const price of wrong) {
      const reply = await accept(desk, OPEN.ownLocation, acceptance(quote, { 'last-seen-price': price }));
      expect([reply.status, reply.code]).toEqual([409, 'price-mismatch']);
    }
    expect((await accept(desk, OPEN.ownLocation, acceptance(quote))).status).toBe(201);
  }),
);

it(
  'refuses a second acceptance of the same request',
  withDesk(async (desk) => {
    const [quote, other] = await desk.quotes(OPEN.ownBuy);
    await accept(desk, OPEN.ownBuy, acceptance(quote));
    for (const again of [quote, other]) {
      const reply = await accept(desk, OPEN.ownBuy, acceptance(again));
      expect([reply.status, reply.code]).toEqual([409, 'wrong-state']);
    }
    expect(await desk.executionsOf(OPEN.ownBuy)).toBe(1);
  }),
);

it(
  'refuses quotes that are withdrawn, unknown or of another request',
  withDesk(async (desk) => {
    const [quote] = await desk.quotes(OPEN.ownBuy);
    await desk.act({ do: 'withdraw', requestId: OPEN.ownBuy, quotationId: quote?.['quotation-id'] });
    expect((await accept(desk, OPEN.ownBuy, acceptance(quote))).status).toBe(409);
    expect((await accept(desk, OPEN.ownBuy, acceptance({ ...quote, 'quotation-id': 'QT-1' }))).status).toBe(
      404,
    );
    expect((await accept(desk, OPEN.ownSell, acceptance(quote))).status).toBe(404);
  }),
);

it(
  'wants exactly one of quote and proposal, and a last seen price',
  withDesk(async (desk) => {
    const [quote] = await desk.quotes(OPEN.ownBuy);
    const { 'last-seen-price': price, ...rest } = acceptance(quote);
    expect((await accept(desk, OPEN.ownBuy, rest)).status).toBe(422);
    expect((await accept(desk, OPEN.ownBuy, { 'last-seen-price': price })).status).toBe(422);
    expect((await accept(desk, OPEN.ownBuy, acceptance(quote, { 'price-proposal-id': 'PP-1' }))).status).toBe(
      422,
    );
  }),
);

it(
  'lets a part be taken where neither side wants all or none, and the rest later',
  withDesk(async (desk) => {
    const [quote] = await desk.quotes(OPEN.ownBuy);
    expect((await accept(desk, OPEN.ownBuy, acceptance(quote, { quantity: 4 }))).status).toBe(201);
    const request = (await desk.get(tender(OPEN.ownBuy))).body;
    expect([request['state'], request['remaining-quantity']]).toEqual(['open', 6]);
    expect((await desk.quotes(OPEN.ownBuy))[0]).toMatchObject({ state: 'active', quantity: 6 });
    const rest = await accept(desk, OPEN.ownBuy, acceptance(quote, { quantity: 6 }));
    expect((await desk.get(`/v2.0/trades/${String(rest.body['trade-id'])}`)).body['quantity']).toBe(6);
    expect((await desk.get(tender(OPEN.ownBuy))).body['state']).toBe('traded');
    expect(await desk.executionsOf(OPEN.ownBuy)).toBe(2);
  }),
);

it(
  'takes no more than is offered, and parts of nothing that is all or none',
  withDesk(async (desk) => {
    const [quote] = await desk.quotes(OPEN.ownBuy);
    for (const quantity of [10.5, 0, -1]) {
      const reply = await accept(desk, OPEN.ownBuy, acceptance(quote, { quantity }));
      expect([reply.status, reply.errors[0]?.field]).toEqual([422, 'quantity']);
    }
    const whole = await desk.act({ do: 'quote', requestId: OPEN.ownBuy, price: 70, allOrNone: true });
    expect((await accept(desk, OPEN.ownBuy, acceptance(whole, { quantity: 4 }))).code).toBe('all-or-none');
    const [spread] = await desk.quotes(OPEN.ownLocation);
    expect((await accept(desk, OPEN.ownLocation, acceptance(spread, { quantity: 4 }))).code).toBe(
      'all-or-none',
    );
    const loose = await desk.act({
      ...{ do: 'quote', requestId: OPEN.ownLocation },
      ...{ legs: [70, 69], allOrNone: false },
    });
    const part = await accept(desk, OPEN.ownLocation, acceptance(loose, { quantity: 4 }));
    expect(part.code).toBe('all-or-none');
  }),
);

it(
  'takes a quote that covers a part of the request, and leaves the request open',
  withDesk(async (desk) => {
    const part = await desk.act({ do: 'quote', requestId: OPEN.ownBuy, price: 70, quantity: 3 });
    expect((await accept(desk, OPEN.ownBuy, acceptance(part))).status).toBe(201);
    const state = (await desk.quotes(OPEN.ownBuy)).find(
      (quote) => quote['quotation-id'] === part['quotation-id'],
    );
    expect(state?.['state']).toBe('accepted');
    const again = await accept(desk, OPEN.ownBuy, acceptance(part));
    expect([again.status, again.code]).toEqual([409, 'wrong-state']);
    expect((await desk.get(tender(OPEN.ownBuy))).body).toMatchObject({
      state: 'open',
      'remaining-quantity': 7,
    });
  }),
);

it(
  'executes a swap with all three leg prices',
  withDesk(async (desk) => {
    const [quote] = await desk.quotes(OPEN.ownSwap);
    const id = String((await accept(desk, OPEN.ownSwap, acceptance(quote))).body['trade-id']);
    const trade = (await desk.get(`/v2.0/trades/${id}`)).body;
    expect((trade['legs'] as Fields[]).map(({ price }) => ({ price }))).toEqual(quote?.['legs']);
    expect(trade['spreadType']).toBe('green-grey-swap');
  }),
);

it(
  'lets a recipient take a firm price proposal, from its own side of the deal',
  withDesk(async (desk) => {
    const [proposal] = (await desk.get(`${tender(OPEN.askedBuy)}/price-proposals`)).items;
    const body = { 'price-proposal-id': proposal?.['price-proposal-id'], 'last-seen-price': seen(proposal) };
    const mismatch = await accept(desk, OPEN.askedBuy, { ...body, 'last-seen-price': perLeg(99) });
    expect(mismatch.code).toBe('price-mismatch');
    const reply = await accept(desk, OPEN.askedBuy, body);
    expect(reply.status).toBe(201);
    expect((await desk.get(`/v2.0/trades/${String(reply.body['trade-id'])}`)).body).toMatchObject({
      action: 'sell',
      counterparty: proposal?.['counterparty'],
      'pre-trade': { 'price-proposal-id': proposal?.['price-proposal-id'] },
      execution: { view: 'recipient' },
    });
  }),
);

it(
  'lets nobody take an indicative proposal, or act from the wrong side',
  withDesk(async (desk) => {
    const [indicative] = (await desk.get(`${tender(OPEN.askedTime)}/price-proposals`)).items;
    const body = {
      'price-proposal-id': indicative?.['price-proposal-id'],
      'last-seen-price': seen(indicative),
    };
    const reply = await accept(desk, OPEN.askedTime, body);
    expect([reply.status, reply.errors[0]?.message]).toEqual([409, expect.stringContaining('indicative')]);
    expect((await accept(desk, OPEN.ownBuy, body)).status).toBe(409);
    const [quote] = await desk.quotes(OPEN.ownBuy);
    expect((await accept(desk, OPEN.askedBuy, acceptance(quote))).status).toBe(409);
  }),
);

it(
  'trades our quote when the initiator takes it: we have the other action',
  withDesk(async (desk) => {
    const sent = { 'price-direction': 'ask', legs: [{ price: -9 }], quantity: 10 };
    const quote = (await desk.post(`${tender(OPEN.askedBuy)}/quotations`, sent)).body;
    const done = await desk.act({ do: 'accept-my-quote', requestId: OPEN.askedBuy });
    const trade = (await desk.get(`/v2.0/trades/${String(done['trade-id'])}`)).body;
    expect(trade).toMatchObject({
      action: 'sell',
      price: -9,
      'pre-trade': { 'quotation-id': quote['quotation-id'] },
    });
    expect((await desk.quotes(OPEN.askedBuy))[0]?.['state']).toBe('accepted');
    expect(await desk.executionsOf(OPEN.askedBuy)).toBe(0);
  }),
);
