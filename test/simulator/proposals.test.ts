import { expect, it } from 'vitest';
import { OPEN, tender, withDesk, type Fields } from './desk-client';

const COUNTEROFFER_ID: unknown = expect.stringMatching(/^CO-/);
const firm: Fields = { kind: 'firm', 'price-direction': 'bid', legs: [{ price: 70.5 }], quantity: 10 };
const idsOf = (items: readonly Fields[], name: string): unknown[] => items.map((item) => item[name]);

it(
  'puts a proposal in the place of all that there were',
  withDesk(async (desk) => {
    const at = tender(OPEN.ownBuy, '2.2');
    const first = await desk.post(`${at}/price-proposal`, firm);
    const second = await desk.post(`${at}/price-proposal`, { ...firm, kind: 'indicative' });
    expect([first.status, second.status, second.body['kind']]).toEqual([201, 201, 'indicative']);
    const listed = (await desk.get(`${tender(OPEN.ownBuy)}/price-proposals`)).items;
    expect(listed).toEqual([second.body]);
    const reference = (await desk.get(tender(OPEN.ownBuy))).body['price-proposal'];
    expect(reference).toEqual({ 'price-proposal-id': second.body['price-proposal-id'] });
  }),
);

it(
  'takes the net price of a standard spread on v2.3',
  withDesk(async (desk) => {
    const body = { kind: 'firm', type: 'standard-spread', 'price-direction': 'bid', 'spread-price': -0.75 };
    const reply = await desk.post(`${tender(OPEN.ownStandard)}/price-proposals`, body);
    expect([reply.status, reply.body['spread-price'], reply.body['legs']]).toEqual([201, -0.75, undefined]);
  }),
);

it(
  'deletes all proposals, and says how many there were',
  withDesk(async (desk) => {
    const at = `${tender(OPEN.ownBuy, '2.2')}/price-proposal`;
    await desk.post(at, firm);
    const counts = [
      (await desk.delete(at)).body['deleted-count'],
      (await desk.delete(at)).body['deleted-count'],
    ];
    expect(counts).toEqual([1, 0]);
    expect((await desk.get(`${tender(OPEN.ownBuy)}/price-proposals`)).items).toEqual([]);
  }),
);

it(
  'refuses a proposal without a kind, with wrong prices, or on a concluded request',
  withDesk(async (desk) => {
    const at = `${tender(OPEN.ownBuy, '2.2')}/price-proposal`;
    expect((await desk.post(at, { ...firm, kind: 'maybe' })).errors[0]?.field).toBe('kind');
    expect((await desk.post(at, { ...firm, legs: [] })).errors[0]?.field).toBe('legs[0].price');
    const wrongNet = { ...firm, legs: [{ price: 30 }, { price: 29 }], 'spread-price': -1, quantity: 15 };
    const spread = await desk.post(`${tender(OPEN.ownLocation, '2.2')}/price-proposal`, wrongNet);
    expect(spread.code).toBe('spread-price-mismatch');
    await desk.act({ do: 'close', requestId: OPEN.ownBuy });
    expect((await desk.post(at, firm)).status).toBe(409);
    expect((await desk.delete(at)).status).toBe(409);
  }),
);

it(
  'shows a recipient what the initiator proposes',
  withDesk(async (desk) => {
    const proposed = await desk.act({
      do: 'propose',
      requestId: OPEN.askedSell,
      kind: 'indicative',
      price: 31.5,
    });
    const listed = (await desk.get(`${tender(OPEN.askedSell)}/price-proposals`)).items;
    expect(listed).toEqual([proposed]);
    expect(proposed).toMatchObject({ kind: 'indicative', 'price-direction': 'ask', legs: [{ price: 31.5 }] });
  }),
);

it(
  'answers one quote with a counteroffer',
  withDesk(async (desk) => {
    const at = `${tender(OPEN.ownBuy)}/individual-counteroffers`;
    const [quote] = await desk.quotes(OPEN.ownBuy);
    const reply = await desk.post(at, { ...firm, 'quotation-id': quote?.['quotation-id'] });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      'counteroffer-id': COUNTEROFFER_ID,
      'quotation-id': quote?.['quotation-id'],
      legs: [{ price: 70.5 }],
    });
    expect((await desk.get(at)).items).toEqual([reply.body]);
    expect((await desk.post(at, firm)).errors[0]?.field).toBe('quotation-id');
    expect((await desk.post(at, { ...firm, 'quotation-id': 'QT-1' })).status).toBe(404);
  }),
);

it(
  'counters a standard spread with one net price, and nothing that is withdrawn',
  withDesk(async (desk) => {
    const at = `${tender(OPEN.ownStandard)}/individual-counteroffers`;
    const [quote] = await desk.quotes(OPEN.ownStandard);
    const body = {
      ...{ type: 'standard-spread', 'price-direction': 'bid', 'spread-price': 1.1 },
      'quotation-id': quote?.['quotation-id'],
    };
    expect((await desk.post(at, body)).body['spread-price']).toBe(1.1);
    await desk.act({ do: 'withdraw', requestId: OPEN.ownStandard, quotationId: quote?.['quotation-id'] });
    expect((await desk.post(at, body)).status).toBe(409);
  }),
);

it(
  'shows a recipient the counteroffer to its quote, and lets it answer none of its own quotes',
  withDesk(async (desk) => {
    const sent = { 'price-direction': 'bid', legs: [{ price: 31 }] };
    const quote = (await desk.post(`${tender(OPEN.askedSell)}/quotations`, sent)).body;
    const countered = await desk.act({ do: 'counteroffer', requestId: OPEN.askedSell, price: 31.2 });
    expect(countered['quotation-id']).toBe(quote['quotation-id']);
    const at = `${tender(OPEN.askedSell)}/individual-counteroffers`;
    expect(idsOf((await desk.get(at)).items, 'counteroffer-id')).toEqual([countered['counteroffer-id']]);
    expect((await desk.post(at, { ...sent, 'quotation-id': quote['quotation-id'] })).status).toBe(409);
  }),
);
