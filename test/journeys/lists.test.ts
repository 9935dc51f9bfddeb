import { expect, it } from 'vitest';
import { TradeId } from '../../src/domain/identifiers';
import { OPEN } from '../simulator/desk-client';
import { ASK, deskAtSimulator, failure, requestId, value } from './desk-at-simulator';

const WEEK_MS = 7 * 86_400_000;
const STYLES = ['page', 'offset', 'cursor', 'link'] as const;

it.each(STYLES)('reads every list to its end, page by page (%s)', async (style) => {
  const lists = { style, pageSize: 4 };
  const { service, desk, calls, truth } = await deskAtSimulator({ profile: { lists } });
  const period = { from: desk.clock.now() - WEEK_MS, to: desk.clock.now() + 1 };
  const trades = value(await service.trades(period, ASK));
  const all = (await truth('trades')).map((trade) => String(trade['trade-id']));
  expect(trades.records.map(({ id }) => id).sort()).toEqual(all.sort());
  expect(all.length).toBeGreaterThan(20);
  expect(await calls('list-trades')).toBe(Math.floor(all.length / 4) + 1);
  expect(value(await service.openRequests(ASK)).records).toHaveLength(14);
  expect(value(await service.concludedRequests(period, ASK)).records).toHaveLength(14);
  const { points } = value(await service.loadShape({ requestId: requestId(OPEN.ownLocation) }, ASK));
  expect(points).toHaveLength(24);
});

it.each(STYLES)('fails a list that is longer than pagesMax, instead of cutting it (%s)', async (style) => {
  const lists = { style, pageSize: 4, pagesMax: 3 };
  const { service, calls } = await deskAtSimulator({ profile: { lists } });
  expect(failure(await service.openRequests(ASK))).toMatchObject({
    kind: 'unsupported',
    message: 'The list is longer than 3 pages of 4 records, so it was not read completely.',
  });
  expect(await calls('list-open-requests')).toBe(3);
});

it('lists the trades of a period, of one commodity and of one venue', async () => {
  const { service, desk, truth } = await deskAtSimulator();
  const all = (await truth('trades')).map((trade) => ({
    id: trade['trade-id'],
    at: Date.parse(String(trade['traded-at'])),
    commodity: trade['commodity'],
    venue: trade['venue'],
  }));
  const period = { from: desk.clock.now() - 3 * 86_400_000, to: desk.clock.now() };
  const expected = all.filter(({ at }) => at >= period.from && at < period.to);
  expect(expected.length).toBeLessThan(all.length);
  const ids = async (filter: { commodity?: string; venue?: string }) =>
    value(await service.trades(period, ASK, filter)).records.map(({ id }) => id);
  expect(await ids({})).toEqual(expected.map(({ id }) => id));
  for (const commodity of ['power', 'gas', 'goo']) {
    expect(await ids({ commodity })).toEqual(
      expected.filter((trade) => trade.commodity === commodity).map(({ id }) => id),
    );
  }
  for (const venue of ['tender', 'market', 'green']) {
    const some = expected.filter((trade) => trade.venue === venue).map(({ id }) => id);
    expect(some).not.toEqual([]);
    expect(await ids({ venue })).toEqual(some);
  }
  expect(await ids({ commodity: 'power', venue: 'green' })).toEqual([]);
});

it('lists requests by when they were made and concluded, and by commodity', async () => {
  const { service, desk, truth } = await deskAtSimulator();
  const now = desk.clock.now();
  const requests = (await truth('requests')).map((request) => ({
    id: request['request-id'],
    open: request['state'] === 'open',
    commodity: request['commodity'],
    createdAt: Date.parse(String(request['created-at'])),
    concludedAt: Date.parse(String(request['concluded-at'])),
  }));
  const created = { from: now - 300_000, to: now - 100_000 };
  const made = requests.filter(
    ({ open, createdAt }) => open && createdAt >= created.from && createdAt < created.to,
  );
  const open = value(await service.openRequests(ASK, { created }));
  expect(open.records.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  expect(made.length).toBeGreaterThan(0);
  const gas = value(await service.openRequests(ASK, { commodity: 'gas' }));
  expect(gas.records.map(({ id }) => id)).toEqual(
    requests.filter((request) => request.open && request.commodity === 'gas').map(({ id }) => id),
  );
  const period = { from: now - 3 * 86_400_000, to: now };
  const power = value(await service.concludedRequests(period, ASK, { commodity: 'power' }));
  expect(power.records.map(({ id }) => id)).toEqual(
    requests
      .filter(({ concludedAt }) => concludedAt >= period.from && concludedAt < period.to)
      .filter(({ commodity }) => commodity === 'power')
      .sort((a, b) => a.concludedAt - b.concludedAt)
      .map(({ id }) => id),
  );
});

it('reads load shapes of an active request and of a trade, each from its own endpoint', async () => {
  const { service, desk, calls } = await deskAtSimulator();
  const ofRequest = { requestId: requestId(OPEN.ownBuy) };
  expect(value(await service.loadShape(ofRequest, ASK)).points).toHaveLength(12);
  const [trade] = value(
    await service.trades({ from: desk.clock.now() - WEEK_MS, to: desk.clock.now() }, ASK),
  ).records;
  expect(value(await service.loadShape({ tradeId: trade!.id }, ASK)).points[0]).toMatchObject({ leg: 1 });
  expect(await calls('read-request-load-shapes')).toBe(1);
  expect(await calls('read-trade-load-shapes')).toBe(1);
  expect(failure(await service.loadShape({ tradeId: TradeId.parse('TR-1') }, ASK))).toMatchObject({
    kind: 'not-found',
    message: 'There is no trade TR-1.',
  });
  await desk.act({ do: 'close', requestId: OPEN.ownBuy });
  expect(failure(await service.loadShape(ofRequest, ASK)).kind).toBe('wrong-state');
});

it('suggests recipients for a commodity and a market', async () => {
  const { service } = await deskAtSimulator();
  const names = async (wanted: { commodity: string; market?: string }) =>
    value(await service.smartRecipients(wanted, ASK)).records.map(({ name }) => name);
  const power = await names({ commodity: 'power' });
  expect(power).toHaveLength(5);
  expect(await names({ commodity: 'power', market: 'AT' })).not.toEqual(power);
  expect(failure(await service.smartRecipients({ commodity: 'coal' }, ASK))).toMatchObject({
    kind: 'invalid-argument',
  });
});

it('shows what an event looks like', async () => {
  const { service } = await deskAtSimulator();
  expect(value(await service.ping(ASK))).toMatchObject({ eventType: 'request-traded' });
});
