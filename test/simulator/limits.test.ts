import { expect, it } from 'vitest';
import { profileFrom } from '../../src/contract/service/profile';
import { OPEN, tender, withDesk } from './desk-client';

const small = profileFrom({ limits: { ratePerSecond: 2, burst: 4, perDay: 8 } });

it(
  'counts signing in, good calls and refused ones alike',
  withDesk(async (desk) => {
    await desk.get('/ping');
    await desk.get('/ping', { authorization: 'Bearer x' });
    await desk.get('/v2.3/nothing-here');
    await desk.post(`${tender(OPEN.askedBuy)}/quotations`, {});
    const stats = await desk.stats();
    expect(stats).toMatchObject({
      calls: 5,
      unauthenticated: 1,
      byOperation: { authenticate: 1, ping: 2, 'no-such-address': 1, 'send-quote': 1 },
      byStatus: { 200: 2, 401: 1, 404: 1, 422: 1 },
      usage: { usedToday: 5, tokens: 95 },
    });
  }),
);

it(
  'throttles with Retry-After once the bucket is empty, and grants again after that time',
  withDesk(
    async (desk) => {
      for (let call = 0; call < 3; call++) expect((await desk.get('/ping')).status).toBe(200);
      const reply = await desk.get('/ping');
      expect([reply.status, reply.code, reply.headers.get('retry-after')]).toEqual([429, 'throttled', '1']);
      await desk.clock.advance(1000);
      expect((await desk.get('/ping')).status).toBe(200);
      expect(await desk.stats()).toMatchObject({ refused429: 1 });
    },
    { profile: small },
  ),
);

it(
  'says that the quota is spent until midnight, apart from throttling',
  withDesk(
    async (desk) => {
      for (let call = 0; call < 7; call++) {
        await desk.clock.advance(1000);
        expect((await desk.get('/ping')).status).toBe(200);
      }
      await desk.clock.advance(1000);
      const reply = await desk.get('/ping');
      const untilMidnight = (Date.parse('2026-11-20T23:00:00Z') - desk.clock.now()) / 1000;
      expect([reply.status, reply.code]).toEqual([429, 'quota-exceeded']);
      expect(Number(reply.headers.get('retry-after'))).toBe(untilMidnight);
      await desk.clock.advance(untilMidnight * 1000);
      expect((await desk.authenticate()).status).toBe(200);
    },
    { profile: small },
  ),
);

it(
  'does not execute what it throttles',
  withDesk(
    async (desk) => {
      await desk.control('tokens/steal', { count: 4 });
      const body = { 'price-direction': 'ask', legs: [{ price: -1 }], quantity: 10 };
      expect((await desk.post(`${tender(OPEN.askedBuy)}/quotations`, body)).status).toBe(429);
      await desk.clock.advance(1000);
      expect(await desk.quotes(OPEN.askedBuy)).toEqual([]);
    },
    { profile: small },
  ),
);

it(
  'leaves the tokens that a stranger with the same key did not take',
  withDesk(async (desk) => {
    const usage = (await desk.control('tokens/steal', { count: 90 })).body;
    expect(usage).toEqual({ tokens: 9, usedToday: 91 });
    expect(await desk.stats()).toMatchObject({ calls: 1, stolen: 90 });
  }),
);

it(
  'counts no call of a key without a plan, and none of the simulator’s own addresses',
  withDesk(async (desk) => {
    await desk.get('/ping', { 'x-api-key': 'other' });
    await desk.truth();
    expect(await desk.stats()).toMatchObject({ calls: 1, unauthenticated: 1, usage: { usedToday: 1 } });
  }),
);

it(
  'begins counting again when asked, without giving tokens back',
  withDesk(async (desk) => {
    await desk.get('/ping');
    await desk.control('stats/reset');
    expect(await desk.stats()).toMatchObject({ calls: 0, byStatus: {}, usage: { usedToday: 2, tokens: 98 } });
  }),
);
