import { expect, it } from 'vitest';
import { OPEN, tender, withDesk, type Fields } from './desk-client';

const YEAR = { 'delivery-start': '2027-01-01', 'delivery-end': '2027-12-31' };
const QUARTER = { 'delivery-start': '2027-01-01', 'delivery-end': '2027-03-31' };
const power = (market: string, action: string, more: Fields = {}): Fields => ({
  ...{ commodity: 'power', market, 'load-profile': 'base', action, quantity: 10 },
  ...YEAR,
  ...more,
});
const gas = (market: string, action: string): Fields => ({ ...power(market, action), commodity: 'gas' });
const goo: Fields = { commodity: 'goo', market: 'EU-WIND', action: 'sell', quantity: 87600, ...YEAR };
const create = '/v2.3/tender/requests';

it(
  'creates a request that can be read back as it was answered, and is listed',
  withDesk(async (desk) => {
    const reply = await desk.post(create, { 'all-or-none': false, legs: [power('DE', 'buy')] });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      state: 'open',
      role: 'initiator',
      contract: 'single',
      'concluded-at': null,
    });
    const id = String(reply.body['request-id']);
    expect((await desk.get(tender(id))).body).toEqual(reply.body);
    expect((await desk.get(create)).items.at(-1)).toEqual(reply.body);
  }),
);

it.each([
  ['one leg', [power('DE', 'buy')], ['single', undefined, undefined]],
  ['two markets', [power('DE', 'buy'), power('FR', 'sell')], ['spread', 'location', undefined]],
  ['two markets, both bought', [power('DE', 'buy'), power('FR', 'buy')], ['spread', 'location', undefined]],
  ['the same twice', [power('DE', 'buy'), power('DE', 'sell')], ['spread', 'efp', undefined]],
  [
    'a quarter against a year',
    [power('DE', 'buy', QUARTER), power('DE', 'sell')],
    ['spread', 'time', undefined],
  ],
  [
    'adjoining years',
    [
      power('DE', 'buy'),
      power('DE', 'sell', { 'delivery-start': '2028-01-01', 'delivery-end': '2028-12-31' }),
    ],
    ['standard-spread', 'time', undefined],
  ],
  [
    'adjoining years, both bought',
    [
      power('DE', 'buy'),
      power('DE', 'buy', { 'delivery-start': '2028-01-01', 'delivery-end': '2028-12-31' }),
    ],
    ['spread', 'time', undefined],
  ],
  [
    'years with another between them',
    [
      power('DE', 'buy'),
      power('DE', 'sell', { 'delivery-start': '2029-01-01', 'delivery-end': '2029-12-31' }),
    ],
    ['spread', 'time', undefined],
  ],
  [
    'adjoining years of unequal quantities',
    [
      power('DE', 'buy'),
      power('DE', 'sell', { 'delivery-start': '2028-01-01', 'delivery-end': '2028-12-31', quantity: 5 }),
    ],
    ['spread', 'time', undefined],
  ],
  ['both gas hubs', [gas('THE', 'sell'), gas('TTF', 'buy')], ['spread', 'location', undefined]],
  [
    'a certificate sold',
    [goo, power('DE', 'buy'), power('DE', 'sell')],
    ['spread', undefined, 'green-grey-swap'],
  ],
  [
    'a certificate bought',
    [{ ...goo, action: 'buy' }, power('DE', 'sell'), power('DE', 'buy')],
    ['spread', undefined, 'grey-green-swap'],
  ],
])('detects what %s make', async (_, legs, kind) => {
  await withDesk(async (desk) => {
    const reply = await desk.post(create, { legs });
    expect(reply.status).toBe(201);
    expect([reply.body['contract'], reply.body['spread-type'], reply.body['spreadType']]).toEqual(kind);
  })();
});

it.each([
  ['no legs', { legs: [] }, 'legs'],
  ['an unknown market', { legs: [power('DK', 'buy')] }, 'legs[0].market'],
  ['no commodity anywhere', { legs: [{ ...power('DE', 'buy'), commodity: null }] }, 'legs[0].commodity'],
  ['no action', { legs: [{ ...power('DE', 'buy'), action: 'hold' }] }, 'legs[0].action'],
  ['a quantity of zero', { legs: [power('DE', 'buy', { quantity: 0 })] }, 'legs[0].quantity'],
  [
    'a date that is none',
    { legs: [power('DE', 'buy', { 'delivery-start': '2027-02-30' })] },
    'legs[0].delivery-start',
  ],
  [
    'an end before the start',
    { legs: [power('DE', 'buy', { 'delivery-end': '2026-12-31' })] },
    'legs[0].delivery-end',
  ],
  ['three power legs', { legs: [power('DE', 'buy'), power('DE', 'buy'), power('DE', 'sell')] }, 'legs'],
  [
    'another kind than its legs',
    { contract: 'single', legs: [power('DE', 'buy'), power('FR', 'sell')] },
    'contract',
  ],
  [
    'another spread type',
    { 'spread-type': 'time', legs: [power('DE', 'buy'), power('FR', 'sell')] },
    'spread-type',
  ],
])('refuses a request with %s, naming the field', async (_, body, field) => {
  await withDesk(async (desk) => {
    const reply = await desk.post(create, body);
    expect([reply.status, reply.errors.map((error) => error.field)]).toEqual([422, [field]]);
    expect((await desk.get(create)).items).toHaveLength(14);
  })();
});

it(
  'takes the commodity of the request for legs that name none',
  withDesk(async (desk) => {
    const { commodity, ...leg } = power('DE', 'buy');
    expect((await desk.post(create, { commodity, legs: [leg] })).status).toBe(201);
  }),
);

it(
  'moves a closed request from the open ones to the concluded ones, for good',
  withDesk(async (desk) => {
    const closed = await desk.act({ do: 'close', requestId: OPEN.ownBuy, comment: '-0.05 against the best' });
    expect(closed).toMatchObject({ state: 'closed', 'concluded-at': '2026-11-20T09:20:00.000Z' });
    expect((await desk.get(create)).items.some((request) => request['request-id'] === OPEN.ownBuy)).toBe(
      false,
    );
    expect((await desk.get(`${create}/concluded`)).items.at(-1)?.['request-id']).toBe(OPEN.ownBuy);
    expect((await desk.get(`${tender(OPEN.ownBuy)}/analytics`)).body['feedback-comment']).toBe(
      '-0.05 against the best',
    );
    expect((await desk.control('act', { do: 'close', requestId: OPEN.ownBuy })).status).toBe(409);
  }),
);

it(
  'counts the quotes of a request in its analytics, the best by its side',
  withDesk(async (desk) => {
    const prices = (await desk.quotes(OPEN.ownBuy)).map(
      (quote) => (quote['legs'] as { price: number }[])[0]?.price ?? 0,
    );
    const analytics = (await desk.get(`${tender(OPEN.ownBuy)}/analytics`)).body;
    expect(analytics).toMatchObject({
      'request-id': OPEN.ownBuy,
      'contract-type': 'single',
      'price-direction': 'ask',
      'best-price': Math.min(...prices),
      'worst-price': Math.max(...prices),
      'quotes-count': 4,
      'participants-count': 4,
      'traded-price': null,
      'feedback-comment': null,
    });
    const sold = (await desk.get(`${tender(OPEN.ownSell)}/analytics`)).body;
    expect(Number(sold['best-price'])).toBeGreaterThanOrEqual(Number(sold['worst-price']));
  }),
);

it(
  'keeps the former sign in the analytics of custom spreads',
  withDesk(async (desk) => {
    const [quote] = (await desk.quotes(OPEN.ownTime)).sort(
      (a, b) => Number(b['spread-price']) - Number(a['spread-price']),
    );
    const analytics = (await desk.get(`${tender(OPEN.ownTime)}/analytics`)).body;
    expect(analytics['best-price']).toBe(-Number(quote?.['spread-price']));
  }),
);

it(
  'gives the load shape of an active request month by month, and none of a concluded one',
  withDesk(async (desk) => {
    const path = `${tender(OPEN.ownSell)}/load-shapes`;
    const months = (await desk.get(path)).items;
    expect(months.map(({ leg, from, to }) => [leg, from, to])).toEqual([
      [1, '2027-01-01', '2027-01-31'],
      [1, '2027-02-01', '2027-02-28'],
      [1, '2027-03-01', '2027-03-31'],
    ]);
    await desk.act({ do: 'close', requestId: OPEN.ownSell });
    expect((await desk.get(path)).status).toBe(409);
  }),
);
