import { describe, expect, it } from 'vitest';
import { answerWriters } from '../../../src/contract/desk/answer-value';
import { readTrade } from '../../../src/contract/service/read-trade';
import { Action } from '../../../src/domain/action';
import type { Request } from '../../../src/domain/request';
import { RequestId } from '../../../src/domain/identifiers';
import { resourceKey, type Resource } from '../../../src/domain/resources/resource';
import type { Wins as WinsTable } from '../../../src/domain/wins';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import type { AnswerView } from '../../../src/gateway/cache/entry';
import { ClosedCache } from '../../../src/gateway/cache/resource-cache';
import { Wins } from '../../../src/gateway/cache/wins';
import { sqliteHistory } from '../../../src/gateway/storage/history';
import { sqliteRecords } from '../../../src/gateway/storage/records';
import { sqliteTrades } from '../../../src/gateway/storage/sqlite-trades';
import { keptTrade } from '../../../src/gateway/storage/trade-store';
import { databaseAt } from '../storage/implementations';
import { MORNING, testCache } from '../twins/cache';
import { singleRequest } from '../twins/fake-platform';
import { readRequest } from '../../../src/contract/service/read-request';
import { MemoryHistory, MemoryRecords } from '../twins/memory-stores';
import { MemoryTrades } from '../twins/memory-trades';

const HOUR_MS = 3_600_000;
const LEG = { action: 'buy', quantity: 10, 'quantity-unit': 'MW', 'price-unit': 'EUR/MWh' };
const idOf = (text: string) => RequestId.parse(text);

function asked(id: string, over: Record<string, unknown> = {}): Request {
  const wire = singleRequest(id, { role: 'recipient', legs: [LEG], ...over });
  const read = readRequest({ ...wire, 'created-at': new Date(MORNING - 3 * HOUR_MS).toISOString() });
  if (!read.ok) throw new Error(read.failure.message);
  return read.value;
}
const ended = (state: string) => ({ state, 'concluded-at': new Date(MORNING).toISOString() });

const quoted = (id: string, price: string, over: Partial<Action> = {}): Action =>
  Action.parse({
    id: `00000000-0000-4000-8000-${id.replace(/\D/g, '').padStart(12, '0')}`,
    body: {
      ...{ kind: 'send-quote', requestId: id, direction: 'ask', quantity: '5', allOrNone: false },
      price: { shape: 'single', price },
    },
    ...{ shown: 'Quote', state: 'done', createdAt: MORNING - 2 * HOUR_MS, endedAt: MORNING - 2 * HOUR_MS },
    ...over,
  });

function tradeOf(
  id: string,
  requestId: string | undefined,
  leg: Record<string, unknown> = {},
  over: Record<string, unknown> = {},
) {
  const read = readTrade({
    ...{ 'trade-id': id, 'request-id': requestId, 'traded-at': new Date(MORNING).toISOString() },
    legs: [{ ...LEG, price: 40, ...leg }],
    ...over,
  });
  if (!read.ok) throw new Error(read.failure.message);
  return keptTrade(read.value, MORNING + 2 * HOUR_MS);
}

const STORES = {
  memory: () => ({
    records: new MemoryRecords(),
    trades: new MemoryTrades(),
    history: new MemoryHistory(),
  }),
  SQLite: () => {
    const database = databaseAt();
    return {
      records: sqliteRecords(database),
      trades: sqliteTrades(database),
      history: sqliteHistory(database),
    };
  },
};

describe.each(Object.entries(STORES))('what became of requests, with stores in %s', (_, open) => {
  async function desk(requests: readonly Request[], actions: readonly Action[]) {
    const stores = open();
    const keep = (all: readonly Request[], fetchedAt = MORNING) =>
      stores.records.save(
        all.map((request) => ({
          key: resourceKey({ kind: 'request', id: request.id }),
          ...{ json: JSON.stringify(answerWriters.request(request)), fetchedAt, final: false },
        })),
      );
    await keep(requests);
    const clock = new ManualClock(MORNING + 3 * HOUR_MS);
    const wins = new Wins({
      ...stores,
      journal: { newest: async () => actions },
      flush: async () => undefined,
      ...{ zone: 'Europe/Berlin', clock, log: silentLog },
    });
    const watch = async (over: Partial<Extract<Resource, { kind: 'wins' }>> = {}) => {
      const source = wins.of({ kind: 'wins', by: 'month', ...over });
      const leave = source.onChange(() => undefined);
      await clock.advance(1_000);
      return { leave, read: () => source.read() as WinsTable };
    };
    const list = async (from: number, to: number) =>
      stores.trades.list([], { days: [{ from, to }], listedAt: to });
    return { ...stores, keep, clock, wins, watch, list };
  }

  it('is nothing while it is read, then a trade that names the request is ours', async () => {
    const { wins, trades, watch } = await desk([asked('RQ-1', ended('traded'))], [quoted('RQ-1', '40.2')]);
    await trades.keep([tradeOf('T-1', 'RQ-1')]);
    expect(wins.of({ kind: 'wins', by: 'month' }).read()).toBeUndefined();
    const { read } = await watch();
    expect(read().rows).toMatchObject([{ asked: 1, quoted: 1, traded: 1, unknown: 0, ended: 1, hits: 1 }]);
    expect(read().rows[0]?.distances).toMatchObject([{ average: '0.2', count: 1 }]);
  });

  it('is nobody’s that is known where the trade that names it is cancelled, or may be', async () => {
    const requests = ['RQ-1', 'RQ-2'].map((id) => asked(id, ended('traded')));
    const { list, trades, watch } = await desk(
      requests,
      ['RQ-1', 'RQ-2'].map((id) => quoted(id, '40')),
    );
    await list(MORNING - 2 * HOUR_MS, MORNING + 2 * HOUR_MS);
    await trades.keep([
      tradeOf('T-1', 'RQ-1', {}, { state: 'cancelled' }),
      tradeOf('T-2', 'RQ-2', {}, { state: 'disputed' }),
    ]);
    const { read } = await watch();
    expect(read().rows).toMatchObject([{ quoted: 2, traded: 0, others: 0, unknown: 2, hits: 0 }]);
  });

  it('is traded by others only where the list of trades is whole around the end', async () => {
    const { list, trades, clock, watch } = await desk(
      [asked('RQ-1', ended('traded'))],
      [quoted('RQ-1', '40')],
    );
    const { read } = await watch();
    expect(read().rows).toMatchObject([{ quoted: 1, others: 0, unknown: 1, ended: 0 }]);
    await list(MORNING - 2 * HOUR_MS, MORNING + 2 * HOUR_MS);
    await clock.advance(61_000);
    expect(read().rows).toMatchObject([{ others: 1, unknown: 0, ended: 1, hits: 0 }]);
    await trades.keep([tradeOf('T-9', undefined)]);
    await clock.advance(61_000);
    expect(read().rows).toMatchObject([{ others: 0, unknown: 1, ended: 0 }]);
  });

  it('counts what was closed as not traded, and what is open or not here as unknown', async () => {
    const { watch } = await desk(
      [asked('RQ-1', ended('closed')), asked('RQ-2'), asked('RQ-3', { role: 'initiator' })],
      [quoted('RQ-7', '40')],
    );
    const { read } = await watch();
    expect(read().rows).toMatchObject([{ asked: 3, quoted: 1, none: 1, unknown: 2, open: 1 }]);
  });

  it('does not know whether a part of what was closed was traded where nothing says what is left', async () => {
    const closed = (id: string, over: object) =>
      asked(id, { ...ended('closed'), 'all-or-none': false, ...over });
    const { watch } = await desk(
      [
        closed('RQ-1', {}),
        closed('RQ-2', { 'remaining-quantity': 10 }),
        closed('RQ-3', { 'all-or-none': true }),
      ],
      [quoted('RQ-1', '40')],
    );
    const { read } = await watch();
    expect(read().rows).toMatchObject([{ asked: 3, quoted: 1, none: 2, unknown: 1, ended: 0 }]);
  });

  it('knows the best quote by what was seen after it', async () => {
    const ids = ['RQ-1', 'RQ-2', 'RQ-3'];
    const { history, watch } = await desk(
      ids.map((id) => asked(id)),
      ids.map((id) => quoted(id, '40')),
    );
    const seen = (id: string, value: string, at: number) => ({
      ...{ id: idOf(id), field: 'best-ask' as const, value, at, until: at + 1_000 },
    });
    await history.keep([
      seen('RQ-1', '40', MORNING),
      seen('RQ-1', '', MORNING + HOUR_MS),
      seen('RQ-2', '39.9', MORNING),
      seen('RQ-3', '41', MORNING - 3 * HOUR_MS),
    ]);
    const { read } = await watch();
    expect(read().rows).toMatchObject([{ quoted: 3, best: 1, bestUnknown: 1 }]);
  });

  it('has the distance to the price that the request states, and none without one, or for prices in another unit', async () => {
    const traded = (id: string, price?: number) =>
      asked(id, { ...ended('traded'), legs: [{ ...LEG, ...(price !== undefined && { price }) }] });
    const { trades, watch } = await desk(
      [traded('RQ-1', 40), traded('RQ-2'), traded('RQ-3', 40)],
      ['RQ-1', 'RQ-2', 'RQ-3'].map((id) => quoted(id, '40.5')),
    );
    await trades.keep([tradeOf('T-1', 'RQ-3', { 'price-unit': 'GBp/therm' })]);
    const { read } = await watch();
    expect(read().rows).toMatchObject([
      { quoted: 3, distances: [{ unit: 'EUR/MWh', average: '0.5', count: 1 }] },
    ]);
  });

  it('groups by what is asked for, of the days that are asked for', async () => {
    const { watch } = await desk([asked('RQ-1'), asked('RQ-2', { commodity: 'gas' })], []);
    const { read } = await watch({ by: 'commodity' });
    expect(read().rows.map(({ group, asked: count }) => [group, count])).toEqual([
      ['gas', 1],
      ['power', 1],
    ]);
    expect((await watch({ to: '2020-01-01' })).read().rows).toEqual([]);
  });

  it('groups by who asked, as a record, a trade or the one proposal says, and never guesses', async () => {
    const ids = ['RQ-1', 'RQ-2', 'RQ-3', 'RQ-4', 'RQ-5'];
    const { records, trades, watch } = await desk(
      ids.map((id) => asked(id, id === 'RQ-1' ? { counterparty: 'Heron' } : ended('traded'))),
      [],
    );
    await trades.keep([tradeOf('T-2', 'RQ-2', {}, { counterparty: 'Kestrel' })]);
    const proposed = (id: string, ...counterparties: string[]) => ({
      key: resourceKey({ kind: 'proposals', id: idOf(id) }),
      json: JSON.stringify(
        counterparties.map((counterparty, at) => ({
          ...{
            'price-proposal-id': `P-${id}-${at}`,
            'request-id': id,
            kind: 'firm',
            'price-direction': 'ask',
          },
          ...{ counterparty, legs: [{ price: 40 }] },
        })),
      ),
      ...{ fetchedAt: MORNING, final: false },
    });
    await records.save([proposed('RQ-3', 'Kestrel', 'Kestrel'), proposed('RQ-4', 'Heron', 'Kestrel')]);
    const { read } = await watch({ by: 'counterparty' });
    expect(read().rows.map(({ group, asked: count }) => [group, count])).toEqual([
      ['', 2],
      ['Heron', 1],
      ['Kestrel', 2],
    ]);
  });

  it('takes the newest record of a request, and counts a quote without a known outcome apart', async () => {
    const { keep, clock, watch } = await desk([asked('RQ-1')], [quoted('RQ-1', '40', { state: 'unknown' })]);
    const { read, leave } = await watch();
    expect(read()).toMatchObject({ doubtful: 1, rows: [{ asked: 1, quoted: 0, unknown: 1 }] });
    await keep([asked('RQ-1', ended('closed'))], MORNING + 1);
    await clock.advance(61_000);
    expect(read().rows).toMatchObject([{ none: 1, unknown: 0 }]);
    leave();
  });
});

it('what became of requests is not shown while nobody is signed in', () => {
  const told: AnswerView[] = [];
  const failure = { kind: 'signed-out', message: 'Out.', next: 'Sign in.' } as const;
  const cache = new ClosedCache(testCache().book, failure);
  cache.watch({ kind: 'wins', by: 'month' }, (view) => void told.push(view));
  expect(told).toMatchObject([{ state: 'failed', failure: { kind: 'signed-out' } }]);
});
