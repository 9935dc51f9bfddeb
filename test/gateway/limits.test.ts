import { afterEach, expect, it } from 'vitest';
import { readTrade } from '../../src/contract/service/read-trade';
import { newSession } from '../../simulation/running-gateway';
import { ActionAnswer } from '../../src/contract/desk/answers';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import type { ActionBody } from '../../src/domain/action';
import { BUILT_IN_LIMITS, Limits } from '../../src/domain/limits/limits';
import { Price } from '../../src/domain/price';
import { keptTrade } from '../../src/gateway/storage/trade-store';
import { actionId, QUOTE, WITHDRAW } from './twins/actions';
import { MORNING } from './twins/cache';
import { singleQuote, singleRequest } from './twins/fake-platform';
import { call, testGateway, type TestGateway, type TestGatewayOptions } from './twins/gateway';
import { MemoryLimits } from './twins/memory-stores';

const running: TestGateway[] = [];
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});

const LEG = {
  action: 'buy',
  commodity: 'power',
  market: 'DE',
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-12-31',
  'load-profile': 'base',
  quantity: 10,
  'quantity-unit': 'MW',
  'price-unit': 'EUR/MWh',
};

async function start(options: TestGatewayOptions) {
  const desk = await testGateway({ signsIn: true, ...options });
  running.push(desk);
  desk.service.addRequest(singleRequest('RQ-2', { role: 'recipient', legs: [LEG] }), []);
  const json = { 'content-type': 'application/json' };
  const token = await newSession(desk.gateway);
  const headers = { ...json, authorization: `Bearer ${token}` };
  const put = (path: string, body: unknown) =>
    call(desk.gateway, path, { method: 'PUT', headers, body: JSON.stringify(body) });
  let count = 0;
  const act = async (body: ActionBody) => {
    const answer = await put(pathOf(ROUTES.putAction, { id: actionId((count += 1)) }), {
      body,
      shown: 'shown',
    });
    return ActionAnswer.parse(JSON.parse(answer.text)).action;
  };
  return { ...desk, put, act };
}
const at = (price: string): ActionBody => ({
  ...QUOTE,
  price: { shape: 'single', price: Price.parse(price) },
});
const given = (over: Record<string, unknown>) => ({
  givenLimits: {
    limits: Limits.parse({ ...BUILT_IN_LIMITS, noReference: 'tell', ...over }),
    locked: false,
    source: 'file' as const,
  },
});

it('says on its health that the levels of a person cannot be read, and withdraws all the same until they are set', async () => {
  const limits = new MemoryLimits();
  limits.newest = () => Promise.reject(new Error('disk I/O error'));
  const { gateway, act, put, service } = await start({ limits });
  service.addRequest(singleRequest('RQ-2', { role: 'recipient', legs: [LEG] }), [singleQuote('RQ-2', 'Q-2')]);
  const ill = await call(gateway, ROUTES.health.path);
  expect([ill.status, ill.text]).toEqual([503, expect.stringContaining('nothing that adds risk is sent')]);
  expect((await act(at('31'))).failure?.message).toContain('cannot be read');
  expect(await act(WITHDRAW)).toMatchObject({ state: 'done' });
  expect(
    (await put(ROUTES.setLimits.path, { limits: { ...BUILT_IN_LIMITS, noReference: 'tell' } })).status,
  ).toBe(200);
  expect((await call(gateway, ROUTES.health.path)).status).toBe(200);
  expect(await act(at('31'))).toMatchObject({ state: 'done' });
});

it('holds the first quote on a request against the last captured trade of its product', async () => {
  const { act, trades, clock } = await start(given({ bestPrice: { warnPercent: '10', ignoreUpTo: '0' } }));
  const { action: _, ...product } = LEG;
  const raw = { ...product, 'trade-id': 'T-1', 'traded-at': new Date(MORNING - 3_600_000).toISOString() };
  const trade = readTrade({ ...raw, action: 'buy', price: 80 });
  if (!trade.ok) throw new Error(trade.failure.message);
  await trades.keep([keptTrade(trade.value, MORNING)]);
  await clock.advance(1_000);
  expect((await act(at('100'))).failure?.message).toBe(
    '100.00 is 20.00 (25 %) above the last trade of the same product (20 Nov 2026) 80.00 EUR/MWh; the warn level is 10 %.',
  );
});

it('counts what is live and was done today, and no more of it once it is withdrawn', async () => {
  const { act } = await start(
    given({ volumePerDay: [{ unit: 'MW', block: '25' }], duplicate: { step: 'off', withinMs: 1 } }),
  );
  const first = await act(at('31'));
  expect(first.before?.committed).toEqual([
    {
      commodity: 'power',
      side: 'sell',
      volumes: [
        { unit: 'MW', amount: '10' },
        { unit: 'MWh', amount: '87600' },
      ],
      notional: { unit: 'EUR', amount: '2715600' },
    },
  ]);
  expect(await act(at('31.1'))).toMatchObject({ state: 'done' });
  expect((await act(at('31.2'))).failure?.message).toBe(
    'With today’s live quotes and trades, sold power comes to 30 MW; the block level of a day is 25 MW.',
  );
  expect(first.quoteId).toBeDefined();
  if (first.quoteId === undefined) return;
  expect(
    await act({ kind: 'withdraw-quote', requestId: QUOTE.requestId, quoteId: first.quoteId }),
  ).toMatchObject({
    state: 'done',
  });
  expect(await act(at('31.2'))).toMatchObject({ state: 'done' });
});
