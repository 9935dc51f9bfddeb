import { expect, it } from 'vitest';
import { profileFrom } from '../../src/contract/service/profile';
import { OPEN, tender, withDesk } from './desk-client';

const quotations = `${tender(OPEN.askedBuy)}/quotations`;

it(
  'answers 404 for unknown records and addresses, with a sentence',
  withDesk(async (desk) => {
    for (const path of [
      '/v2.3/tender/requests/RQ-1',
      '/v2.0/trades/TR-1',
      `${tender('RQ-1')}/analytics`,
      '/v2.2/risk/commodities/coal/settings',
      '/v2.9/tender/requests',
      '/v1/trades',
      '//',
    ]) {
      const reply = await desk.get(path);
      expect([path, reply.status, reply.code]).toEqual([path, 404, 'not-found']);
      expect(reply.errors[0]?.message).toMatch(/^There is no /);
    }
    expect((await desk.delete(`${quotations}/QT-1`)).status).toBe(404);
  }),
);

it(
  'answers 400 for a body that is no JSON and 415 for one of another type',
  withDesk(async (desk) => {
    const json = { 'content-type': 'application/json' };
    expect((await desk.send('POST', quotations, { rawBody: '{"legs":', headers: json })).status).toBe(400);
    const text = { 'content-type': 'text/plain' };
    expect((await desk.send('POST', quotations, { rawBody: '{}', headers: text })).status).toBe(415);
    expect((await desk.send('POST', quotations, {})).status).toBe(415);
    const odd = { 'content-type': 'application/json; charset=utf-8' };
    expect((await desk.send('POST', quotations, { rawBody: '[]', headers: odd })).status).toBe(422);
  }),
);

it(
  'names every field that is wrong, by its path',
  withDesk(async (desk) => {
    const body = { 'price-direction': 'up', legs: [{ price: '30' }], quantity: 'ten' };
    const reply = await desk.post(quotations, body);
    expect(reply.status).toBe(422);
    expect(reply.errors.map(({ field }) => field).sort()).toEqual([
      'legs[0].price',
      'price-direction',
      'quantity',
    ]);
  }),
);

it(
  'refuses a body above its size with 413, and counts the call',
  withDesk(async (desk) => {
    const reply = await desk.post(quotations, { padding: 'x'.repeat(1_100_000) });
    expect(reply.status).toBe(413);
    expect(await desk.stats()).toMatchObject({ calls: 2, byStatus: { 413: 1 } });
  }),
);

it(
  'keeps a number that is no price out',
  withDesk(async (desk) => {
    const rawBody = '{"price-direction":"ask","legs":[{"price":1e999}],"quantity":10}';
    const headers = { 'content-type': 'application/json' };
    expect((await desk.send('POST', quotations, { rawBody, headers })).status).toBe(422);
  }),
);

it(
  'serves the paths of the profile, not the default ones',
  withDesk(
    async (desk) => {
      expect((await desk.get('/v2.3/auctions/requests/concluded')).status).toBe(200);
      expect((await desk.get('/v2.3/tender/requests/concluded')).status).toBe(404);
    },
    { profile: profileFrom({ paths: { concludedRequests: '/v2.3/auctions/requests/concluded' } }) },
  ),
);
