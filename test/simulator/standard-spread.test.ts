import { expect, it } from 'vitest';
import { OPEN, tender, withDesk, type Desk, type Fields } from './desk-client';

const netOf = (quote: Fields | undefined): number => Number(quote?.['spread-price']);
async function accepted(desk: Desk, more: Fields = {}) {
  const [quote] = await desk.quotes(OPEN.ownStandard);
  const body = {
    'quotation-id': quote?.['quotation-id'],
    'last-seen-price': { type: 'standard-spread', 'spread-price': netOf(quote) },
    ...more,
  };
  return { quote, reply: await desk.post(`${tender(OPEN.ownStandard, '2.2')}/trade`, body) };
}

it(
  'answers 202 without a trade, which appears when the operator has entered the leg prices',
  withDesk(async (desk) => {
    const { quote, reply } = await accepted(desk);
    expect([reply.status, reply.body['trade-id']]).toEqual([202, undefined]);
    const request = (await desk.get(tender(OPEN.ownStandard))).body;
    expect([request['state'], request['trade']]).toEqual(['traded', null]);
    expect(await desk.executionsOf(OPEN.ownStandard)).toBe(1);

    await desk.clock.advance(4999);
    expect((await desk.get('/v2/trades')).items).toHaveLength(25);
    await desk.clock.advance(1);
    const traded = (await desk.get('/v2/trades')).items.at(-1);
    const id = String(traded?.['trade-id']);
    expect(traded?.['traded-at']).toBe('2026-11-20T09:20:00.000Z');
    const trade = (await desk.get(`/v2.0/trades/${id}`)).body;
    const [leg1, leg2] = (trade['legs'] as Fields[]).map(({ price }) => Math.round(Number(price) * 100));
    expect((leg1 ?? 0) - (leg2 ?? 0)).toBe(Math.round(netOf(quote) * 100));
    expect((await desk.get(tender(OPEN.ownStandard))).body['trade']).toEqual({ 'trade-id': id });
    expect((await desk.get(`${tender(OPEN.ownStandard)}/analytics`)).body['traded-price']).toBe(netOf(quote));
  }),
);

it(
  'lets the operator enter the leg prices at once, and only once',
  withDesk(async (desk) => {
    await accepted(desk);
    const act = { do: 'enter-leg-prices', requestId: OPEN.ownStandard };
    expect((await desk.act(act))['trade-ids']).toHaveLength(1);
    expect(desk.clock.pending).toBe(0);
    expect((await desk.act(act))['trade-ids']).toEqual([]);
    await desk.clock.advance(10_000);
    expect((await desk.get('/v2/trades')).items).toHaveLength(26);
  }),
);

it(
  'executes nothing for a net price of the wrong sign or in leg prices',
  withDesk(async (desk) => {
    const [quote] = await desk.quotes(OPEN.ownStandard);
    const old = { type: 'standard-spread', 'spread-price': -netOf(quote) };
    const legs = { type: 'per-leg', legs: [{ price: netOf(quote) }] };
    for (const price of [old, legs]) {
      const { reply } = await accepted(desk, { 'last-seen-price': price });
      expect([reply.status, reply.code]).toEqual([409, 'price-mismatch']);
    }
    expect((await desk.get(tender(OPEN.ownStandard))).body['state']).toBe('open');
  }),
);

it(
  'trades our quote the same way',
  withDesk(async (desk) => {
    const body = { type: 'standard-spread', 'price-direction': 'bid', 'spread-price': 9.75 };
    await desk.post(`${tender(OPEN.askedStandard)}/quotations`, body);
    expect(await desk.act({ do: 'accept-my-quote', requestId: OPEN.askedStandard })).toMatchObject({
      'trade-id': null,
    });
    await desk.clock.advance(5000);
    const id = String((await desk.get('/v2/trades')).items.at(-1)?.['trade-id']);
    const trade = (await desk.get(`/v2.0/trades/${id}`)).body;
    expect((trade['legs'] as Fields[]).map(({ action }) => action)).toEqual(['buy', 'sell']);
  }),
);
