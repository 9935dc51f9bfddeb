import { expect, it } from 'vitest';
import { withDesk } from './desk-client';

const RISKS = '/v2.2/risk/commodities';

it(
  'turns risk management of one commodity off and on, and reads it back',
  withDesk(async (desk) => {
    const off = await desk.put(`${RISKS}/gas`, { 'risk-management': false });
    expect(off.body).toEqual({ commodity: 'gas', 'risk-management': false });
    const listed = (await desk.get(RISKS)).items;
    expect(listed).toEqual([
      { commodity: 'power', 'risk-management': true },
      { commodity: 'gas', 'risk-management': false },
      { commodity: 'goo', 'risk-management': true },
    ]);
    await desk.put(`${RISKS}/gas`, { 'risk-management': true });
    expect((await desk.get(RISKS)).items[1]?.['risk-management']).toBe(true);
  }),
);

it(
  'changes the settings that are sent and keeps the rest',
  withDesk(async (desk) => {
    const path = `${RISKS}/power/settings`;
    const before = (await desk.get(path)).body;
    const after = (await desk.put(path, { 'quantity-max': 25.5, 'block-negative-prices': true })).body;
    expect(after).toEqual({ ...before, 'quantity-max': 25.5, 'block-negative-prices': true });
    expect((await desk.get(path)).body).toEqual(after);
  }),
);

it(
  'refuses unknown settings and other kinds of values, and then changes nothing',
  withDesk(async (desk) => {
    const path = `${RISKS}/power/settings`;
    const before = (await desk.get(path)).body;
    for (const [body, field] of [
      [{ 'quantity-max': '25' }, 'quantity-max'],
      [{ 'quantity-max': 1, limit: 1 }, 'limit'],
      [{ constructor: 1 }, 'constructor'],
    ] as const) {
      const reply = await desk.put(path, body);
      expect([reply.status, reply.errors[0]?.field]).toEqual([422, field]);
    }
    expect((await desk.put(path, { constructor: 1 })).code).toBe('no-such-setting');
    expect((await desk.put(`${RISKS}/power`, { 'risk-management': 'off' })).status).toBe(422);
    expect((await desk.get(path)).body).toEqual(before);
  }),
);

it(
  'knows no other commodities',
  withDesk(async (desk) => {
    expect((await desk.put(`${RISKS}/coal`, { 'risk-management': true })).status).toBe(404);
    expect((await desk.get(`${RISKS}/coal/settings`)).status).toBe(404);
  }),
);

it(
  'suggests recipients for a commodity and a market',
  withDesk(async (desk) => {
    const path = '/v2.3/tender/smart-recipients';
    const suggested = (await desk.get(`${path}?commodity=power&market=DE`)).items;
    expect(suggested).toHaveLength(5);
    expect(suggested[0]).toMatchObject({
      commodity: 'power',
      market: 'DE',
    });
    const others = (await desk.get(`${path}?commodity=gas`)).items;
    expect(others[0]?.['counterparty']).not.toBe(suggested[0]?.['counterparty']);
    expect((await desk.get(path)).status).toBe(400);
    expect((await desk.get(`${path}?commodity=gas&market=DE`)).status).toBe(400);
  }),
);

it(
  'answers a ping with an example of an event',
  withDesk(async (desk) => {
    expect((await desk.get('/ping')).body).toMatchObject({ eventType: 'request-traded' });
  }),
);
