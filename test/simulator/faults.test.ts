import { expect, it } from 'vitest';
import { OPEN, tender, withDesk, type Desk, type Fields } from './desk-client';

async function acceptBest(desk: Desk): Promise<() => Promise<number | 'no answer'>> {
  const [quote] = await desk.quotes(OPEN.ownBuy);
  const body = {
    'quotation-id': quote?.['quotation-id'],
    'last-seen-price': { type: 'per-leg', legs: quote?.['legs'] },
  };
  return async () => {
    try {
      return (await desk.post(`${tender(OPEN.ownBuy, '2.2')}/trade`, body)).status;
    } catch {
      return 'no answer';
    }
  };
}
const fault = (desk: Desk, more: Fields) => desk.control('faults', { operation: 'execute-trade', ...more });

it.each([
  ['reset-before', 'no answer', 0],
  ['reset-after', 'no answer', 1],
  ['status-before', 503, 0],
  ['status-after', 503, 1],
  ['truncated', 'no answer', 1],
  ['malformed', 201, 1],
  ['storm-429', 429, 0],
  ['extra-field', 201, 1],
])('with %s an acceptance ends as %s, executed %i times', async (kind, ends, executions) => {
  await withDesk(async (desk) => {
    const accept = await acceptBest(desk);
    await fault(desk, { kind });
    expect(await accept()).toBe(ends);
    expect(await desk.executionsOf(OPEN.ownBuy)).toBe(executions);
    expect((await desk.get(tender(OPEN.ownBuy))).body['state']).toBe(executions === 1 ? 'traded' : 'open');
  })();
});

it.each([
  ['hang-before', 0],
  ['hang-after', 1],
])('with %s no answer ever comes, executed %i times', async (kind, executions) => {
  await withDesk(async (desk) => {
    const accept = await acceptBest(desk);
    await fault(desk, { kind });
    const ending = accept();
    while ((await statusOf(desk, 'hang')) === undefined) await desk.get('/simulator/stats');
    expect(await desk.executionsOf(OPEN.ownBuy)).toBe(executions);
    await desk.simulator.close();
    expect(await ending).toBe('no answer');
  })();
});

const statusOf = async (desk: Desk, how: string): Promise<unknown> =>
  ((await desk.stats())['byStatus'] as Fields)[how];

it(
  'executes late when a call is delayed, however long the caller waits',
  withDesk(async (desk) => {
    const accept = await acceptBest(desk);
    await fault(desk, { kind: 'delay', delayMs: 8000 });
    const ending = accept();
    while (desk.clock.pending === 0) await desk.get('/simulator/stats');
    await desk.clock.advance(7999);
    expect(await desk.executionsOf(OPEN.ownBuy)).toBe(0);
    await desk.clock.advance(1);
    expect(await ending).toBe(201);
    expect(await desk.executionsOf(OPEN.ownBuy)).toBe(1);
  }),
);

it(
  'hits as many calls as asked for, then no more',
  withDesk(async (desk) => {
    await desk.control('faults', { operation: 'ping', kind: 'status-before', status: 500, times: 2 });
    const statuses = [];
    for (let call = 0; call < 3; call++) statuses.push((await desk.get('/ping')).status);
    expect(statuses).toEqual([500, 500, 200]);
  }),
);

it(
  'hits only the operation and the request that it names, or every one with "*"',
  withDesk(async (desk) => {
    await desk.control('faults', [
      { operation: 'list-quotes', requestId: OPEN.ownSell, kind: 'status-before' },
    ]);
    expect((await desk.get(`${tender(OPEN.ownBuy)}/quotations`)).status).toBe(200);
    expect((await desk.get('/ping')).status).toBe(200);
    expect((await desk.get(`${tender(OPEN.ownSell)}/quotations`)).status).toBe(503);
    await desk.control('faults', { kind: 'status-before', status: 502 });
    expect((await desk.get('/ping')).status).toBe(502);
  }),
);

it(
  'lists the faults that are waiting, and forgets them when asked',
  withDesk(async (desk) => {
    await desk.control('faults', { kind: 'huge', times: 3 });
    const listed = JSON.parse((await desk.get('/simulator/faults')).text) as Fields[];
    expect(listed).toMatchObject([{ operation: '*', kind: 'huge', times: 3 }]);
    await desk.delete('/simulator/faults');
    expect((await desk.get('/ping')).status).toBe(200);
  }),
);

it(
  'refuses a fault that it does not know',
  withDesk(async (desk) => {
    expect((await desk.control('faults', { kind: 'fire' })).status).toBe(422);
    expect((await desk.control('faults', { kind: 'delay', speed: 1 })).status).toBe(422);
    expect((await desk.control('faults', { kind: 'missing-field' })).status).toBe(422);
    expect((await desk.get('/ping')).status).toBe(200);
  }),
);

it(
  'spoils one field of the first record of a list and leaves the others whole',
  withDesk(async (desk) => {
    const path = `${tender(OPEN.ownBuy)}/quotations`;
    const good = (await desk.get(path)).items;
    await desk.control('faults', { operation: 'list-quotes', kind: 'missing-field', field: 'legs[0].price' });
    expect((await desk.get(path)).items).toEqual([{ ...good[0], legs: [{}] }, ...good.slice(1)]);
    await desk.control('faults', { operation: 'list-quotes', kind: 'wrong-type', field: 'legs[0].price' });
    const [leg] = good[0]?.['legs'] as { price: number }[];
    expect((await desk.get(path)).items[0]?.['legs']).toEqual([{ price: String(leg?.price) }]);
    await desk.control('faults', { operation: 'list-quotes', kind: 'extra-field', field: 'mood' });
    expect((await desk.get(path)).items[0]).toHaveProperty('mood');
    expect((await desk.get(path)).items).toEqual(good);
  }),
);

it(
  'sends a body as huge as asked for',
  withDesk(async (desk) => {
    await desk.control('faults', { operation: 'ping', kind: 'huge', bytes: 3_000_000 });
    const reply = await desk.get('/ping');
    expect(reply.text.length).toBeGreaterThan(3_000_000);
    expect(reply.status).toBe(200);
  }),
);

it(
  'answers what is no JSON, where told to',
  withDesk(async (desk) => {
    await desk.control('faults', { operation: 'ping', kind: 'malformed' });
    const reply = await desk.get('/ping');
    expect(() => JSON.parse(reply.text) as unknown).toThrow(SyntaxError);
  }),
);

it(
  'counts a call that a fault has hit',
  withDesk(async (desk) => {
    await desk.control('faults', { operation: 'ping', kind: 'storm-429', times: 3 });
    for (let call = 0; call < 3; call++) {
      expect((await desk.get('/ping')).headers.get('retry-after')).toBe('1');
    }
    expect(await desk.stats()).toMatchObject({ calls: 4, refused429: 3, usage: { usedToday: 4 } });
  }),
);
