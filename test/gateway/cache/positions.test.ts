import { describe, expect, it } from 'vitest';
import { readTrade } from '../../../src/contract/service/read-trade';
import { TradeId } from '../../../src/domain/identifiers';
import type { OwnQuote } from '../../../src/domain/own-offers';
import type { PositionSums } from '../../../src/domain/position';
import type { Request } from '../../../src/domain/request';
import type { Resource } from '../../../src/domain/resources/resource';
import { ManualClock } from '../../../src/effects/manual-clock';
import { silentLog } from '../../../src/effects/log';
import { Positions } from '../../../src/gateway/cache/positions';
import { keptTrade, type KeptTrade } from '../../../src/gateway/storage/trade-store';
import { request } from '../../taskpane/examples';
import type { AnswerView } from '../../../src/gateway/cache/entry';
import { ClosedCache } from '../../../src/gateway/cache/resource-cache';
import { MORNING, testCache, TestSource } from '../twins/cache';
import { MemoryPositionSnapshot } from '../twins/memory-stores';
import { MemoryTrades } from '../twins/memory-trades';

const DAY_MS = 86_400_000;
const LEG = {
  ...{ commodity: 'power', market: 'DE', 'delivery-start': '2027-03-01', 'delivery-end': '2027-03-31' },
  ...{ 'load-profile': 'base', action: 'buy', quantity: 10, 'quantity-unit': 'MW', 'price-unit': 'EUR/MWh' },
  price: 70,
};
function stored(
  id: string,
  leg: Record<string, unknown> = {},
  over: Record<string, unknown> = {},
): KeptTrade {
  const record = { 'trade-id': id, 'traded-at': new Date(MORNING).toISOString(), legs: [{ ...LEG, ...leg }] };
  const trade = readTrade({ ...record, ...over });
  if (!trade.ok) throw new Error(trade.failure.message);
  return keptTrade(trade.value, MORNING);
}
const provisional = (id: string): KeptTrade =>
  stored(
    id,
    {},
    {
      contract: 'standard-spread',
      legs: [
        { ...LEG, price: null },
        { ...LEG, action: 'sell', market: 'FR', price: null },
      ],
    },
  );

type Asked = Partial<Omit<Extract<Resource, { kind: 'position' }>, 'kind'>>;

async function desk(...kept: KeptTrade[]) {
  const store = new MemoryTrades();
  await store.keep(kept);
  const clock = new ManualClock(MORNING);
  const quotes = new TestSource([]);
  const requests = new Map<string, Request>();
  const doubted = new TestSource(new Set<TradeId>());
  const positions = new Positions({
    store,
    doubted: {
      read: () => doubted.read() as ReadonlySet<TradeId>,
      onChange: (listener) => void doubted.onChange(listener),
    },
    snapshots: new MemoryPositionSnapshot(),
    own: { read: () => quotes.read() as OwnQuote[], onChange: (listener) => quotes.onChange(listener) },
    market: () => ({ request: (id) => requests.get(id) }),
    clock,
    log: silentLog,
  });
  const watch = async (asked: Asked = {}) => {
    const source = positions.of({ kind: 'position', by: 'month', ...asked });
    let told = 0;
    source.onChange(() => void told++);
    await clock.advance(1_000);
    return {
      get sums() {
        return source.read() as PositionSums;
      },
      get told() {
        return told;
      },
    };
  };
  return { store, positions, clock, watch, quotes, requests, doubted };
}
const rowsOf = ({ rows }: PositionSums) => rows.map(({ market, bought, sold }) => [market, bought, sold]);

describe('positions over stored trades', () => {
  it('are not shown while nobody is signed in', () => {
    const told: AnswerView[] = [];
    const cache = new ClosedCache(testCache().book, {
      kind: 'signed-out',
      message: 'Out.',
      next: 'Sign in.',
    });
    cache.watch({ kind: 'position', by: 'month' }, (view) => void told.push(view));
    expect(told).toMatchObject([{ state: 'failed', failure: { kind: 'signed-out' } }]);
  });

  it('are nothing while they are read, and then every trade once, each leg by itself', async () => {
    const spread = { legs: [LEG, { ...LEG, action: 'sell', market: 'FR', price: 69 }] };
    const { positions, watch } = await desk(stored('T-1'), stored('T-2', {}, spread));
    expect(positions.of({ kind: 'position', by: 'month' }).read()).toBeUndefined();
    const { sums } = await watch();
    expect(rowsOf(sums)).toEqual([
      ['DE', '14860', '0'],
      ['FR', '0', '7430'],
    ]);
    expect(sums).toMatchObject({ left: 0, uncounted: [], provisional: 0, unlisted: 0, missing: 0 });
  });

  it('take in what is stored later, once, and tell those who watch', async () => {
    const { positions, clock, watch } = await desk(stored('T-1'));
    const seen = await watch();
    const before = seen.told;
    await positions.trades.keep([stored('T-2')]);
    await positions.trades.keep([stored('T-2'), stored('T-1', { quantity: 99 })]);
    await clock.advance(1_000);
    expect(rowsOf(seen.sums)).toEqual([['DE', '14860', '0']]);
    expect(seen.told).toBeGreaterThan(before);
  });

  it('count a corrected trade as it is now, and not as it was', async () => {
    const { positions, watch } = await desk(stored('T-1'), stored('T-2'));
    const seen = await watch();
    const corrected = { ...stored('T-1', { quantity: 4 }), fetchedAt: MORNING + 1 };
    await positions.trades.keep([corrected], { anew: true });
    expect(rowsOf(seen.sums)).toEqual([['DE', '10402', '0']]);
    await positions.trades.keep([corrected], { anew: true });
    expect(rowsOf(seen.sums)).toEqual([['DE', '10402', '0']]);
  });

  it('tell a trade without its prices apart until it has them', async () => {
    const { positions, watch } = await desk(stored('T-1'), provisional('T-2'));
    const seen = await watch();
    expect(rowsOf(seen.sums)).toEqual([
      ['DE', '7430', '0'],
      ['FR', '0', '0'],
    ]);
    expect(seen.sums.provisional).toBe(1);
    expect(seen.sums.rows[0]?.provisional).toEqual({ bought: '7430', sold: '0' });
    await positions.trades.keep([
      {
        ...stored('T-2', {}, { legs: [LEG, { ...LEG, action: 'sell', market: 'FR' }] }),
        fetchedAt: MORNING + 1,
      },
    ]);
    expect(rowsOf(seen.sums)).toEqual([
      ['DE', '14860', '0'],
      ['FR', '0', '7430'],
    ]);
    expect(seen.sums.provisional).toBe(0);
  });

  it('tell a trade apart that the list of its day does not name any more, until it does', async () => {
    const { positions, clock, watch } = await desk(stored('T-1'), stored('T-2'));
    const seen = await watch();
    const day = { from: MORNING - 1_000, to: MORNING + 1_000 };
    const one = { id: stored('T-1').id, tradedAt: MORNING };
    await positions.trades.list([one], { days: [day], listedAt: MORNING + DAY_MS });
    await clock.advance(1_000);
    expect(seen.sums).toMatchObject({
      unlisted: 1,
      rows: [{ bought: '7430', unlisted: { bought: '7430' } }],
    });
    expect([...positions.unlisted.read()]).toEqual(['T-2']);
    const other = { id: stored('T-2').id, tradedAt: MORNING };
    await positions.trades.list([one, other], { days: [day], listedAt: MORNING + DAY_MS });
    await clock.advance(1_000);
    expect(rowsOf(seen.sums)).toEqual([['DE', '14860', '0']]);
    expect(seen.sums.unlisted).toBe(0);
    expect(positions.unlisted.read().size).toBe(0);
  });

  it('know until when every listed trade is stored, and where no list was read', async () => {
    const { positions, clock, watch } = await desk();
    const list = (day: number, ...ids: string[]) =>
      positions.trades.list(
        ids.map((id) => ({ id: stored(id).id, tradedAt: day * DAY_MS + 1_000 })),
        { days: [{ from: day * DAY_MS, to: (day + 1) * DAY_MS }], listedAt: MORNING },
      );
    const seen = await watch();
    expect(seen.sums.capturedUntil).toBeUndefined();
    await list(20_000);
    await list(20_001);
    await list(20_003, 'T-1');
    await clock.advance(1_000);
    expect(seen.sums).toMatchObject({
      capturedFrom: 20_000 * DAY_MS,
      capturedUntil: 20_003 * DAY_MS + 1_000,
      gaps: [{ from: 20_002 * DAY_MS, to: 20_003 * DAY_MS }],
      missing: 1,
    });
    await positions.trades.keep([
      stored('T-1', {}, { 'traded-at': new Date(20_003 * DAY_MS + 1_000).toISOString() }),
    ]);
    expect(seen.sums).toMatchObject({ capturedUntil: 20_004 * DAY_MS, missing: 0 });
  });

  it('lack nothing for certificates, and tell them apart from what is in certificates by mistake', async () => {
    const { watch } = await desk(
      stored('T-1'),
      stored('T-2', { commodity: 'goo', 'quantity-unit': 'certificates', action: 'sell' }),
      stored('T-3', { 'quantity-unit': 'certificates', action: 'buy' }),
    );
    const { sums } = await watch();
    expect(sums.uncounted.map(({ names, isNoEnergy }) => [names.join(), isNoEnergy])).toEqual([
      ['T-2', true],
      ['T-3', undefined],
    ]);
    const { sums: all } = await watch({ market: 'DE' });
    expect(Object.keys(all.rows[0]?.misses ?? {})).toEqual(['bought']);
  });

  it('leave a cancelled trade out and say so, and lack one of a state that nobody knows', async () => {
    const { watch } = await desk(
      stored('T-1', {}, { state: 'executed' }),
      stored('T-2', {}, { state: 'Cancelled' }),
      stored('T-3', {}, { status: 'BUSTED' }),
      stored('T-4'),
    );
    const { sums } = await watch();
    const two = await (await desk(stored('T-1'), stored('T-4'))).watch();
    expect(sums.rows).toEqual(two.sums.rows);
    expect(sums.uncounted).toEqual([
      { why: 'is Cancelled by its record', names: ['T-2'], count: 1, isVoid: true },
      { why: 'is BUSTED by its record', names: ['T-3'], count: 1, isVoid: true },
    ]);
    const { sums: open } = await (
      await desk(stored('T-1'), stored('T-5', {}, { state: 'disputed' }))
    ).watch();
    expect(open.rows.map(({ misses }) => misses)).toEqual([
      { bought: 'T-5 is not counted: it has a state that is not known, "disputed".' },
    ]);
  });

  it('name what cannot be counted, and say where it is missing', async () => {
    const broken = { ...stored('T-9'), json: '{"trade-id":"T-9"}', commodity: 'gas' };
    const { watch } = await desk(
      stored('T-1'),
      stored('T-2', { 'quantity-unit': 'certificates', action: 'sell' }),
      stored('T-3', { 'delivery-start': null }),
      stored('T-4', {
        market: 'FR',
        'load-profile': 'shaped',
        'delivery-start': '2027-05-01',
        'delivery-end': '2027-05-31',
      }),
      broken,
    );
    const { sums } = await watch();
    expect(sums.uncounted.map(({ why, names }) => [names.join(), why])).toEqual([
      ['T-2', 'is in certificates, which is no energy'],
      ['T-3', 'does not say its days of delivery'],
      ['T-4', 'has a load that is not known, "shaped"'],
      ['T-9', 'cannot be read'],
    ]);
    expect(sums.rows).toHaveLength(1);
    expect(sums.rows[0]?.misses).toEqual({
      sold: 'T-2 is not counted: it is in certificates, which is no energy.',
      bought: 'T-3 is not counted: it does not say its days of delivery.',
    });
    const other = await watch({ commodity: 'Power', market: 'fr' });
    expect(other.sums.uncounted.map(({ names }) => names.join())).toEqual(['T-4']);
  });

  it('add live quotes where somebody asks for them, and name one whose request is not known', async () => {
    const { quotes, requests, watch } = await desk(stored('T-1'));
    const quote = { requestId: 'RQ-1', quoteId: 'Q-1', direction: 'ask', quantity: '3', since: MORNING };
    quotes.set([quote]);
    const [plain, seen] = [await watch(), await watch({ atRisk: true })];
    expect(seen.sums.uncounted).toEqual([
      { why: 'is on a request that is not known here', names: ['Q-1'], count: 1 },
    ]);
    const asked = request({ id: 'RQ-1' });
    requests.set('RQ-1', {
      ...asked,
      legs: [
        {
          action: 'buy',
          commodity: 'power',
          market: 'DE',
          deliveryStart: '2027-03-01',
          deliveryEnd: '2027-03-31',
          loadProfile: 'base',
          quantityUnit: 'MW',
        },
      ],
    });
    quotes.set([quote]);
    expect(seen.sums.rows[0]).toMatchObject({ bought: '7430', atRisk: { bought: '0', sold: '2229' } });
    expect(plain.sums.rows[0]).not.toHaveProperty('atRisk');
    quotes.set([]);
    expect(seen.sums.rows[0]).not.toHaveProperty('atRisk');
  });

  it('name a twin of a live quote, which may be a colleague’s, and count the quote once', async () => {
    const { quotes, requests, watch } = await desk(stored('T-1'));
    const quote = { requestId: 'RQ-1', quoteId: 'Q-1', direction: 'ask', quantity: '3', since: MORNING };
    const [leg] = request({ id: 'RQ-1' }).legs;
    const days = { deliveryStart: '2027-03-01', deliveryEnd: '2027-03-31' };
    const power = { commodity: 'power', market: 'DE', loadProfile: 'base', quantityUnit: 'MW' };
    requests.set('RQ-1', {
      ...request({ id: 'RQ-1' }),
      legs: [{ ...leg, action: 'buy', ...days, ...power }],
    });
    quotes.set([quote, { ...quote, quoteId: 'Q-2', isTwin: true }]);
    const { sums } = await watch({ atRisk: true });
    expect(sums.rows[0]).toMatchObject({
      atRisk: { sold: '2229' },
      misses: { atRisk: 'Q-2 is not counted: it may be a colleague’s.' },
    });
    expect(sums.uncounted).toEqual([{ why: 'may be a colleague’s', names: ['Q-2'], count: 1 }]);
  });

  it('are read again after a disk that could not be read, and no trade is counted twice', async () => {
    const { store, positions, clock } = await desk(
      ...Array.from({ length: 150 }, (_, at) => stored(`T-${String(at).padStart(3, '0')}`)),
    );
    const piece = store.piece.bind(store);
    let reads = 0;
    store.piece = async (...asked) => {
      if (++reads === 2) throw new Error('disk I/O error');
      return piece(...asked);
    };
    const source = positions.of({ kind: 'position', by: 'month' });
    source.onChange(() => undefined);
    await clock.advance(1_000);
    expect(source.read()).toBeUndefined();
    await clock.advance(10_000);
    expect(rowsOf(source.read() as PositionSums)).toEqual([['DE', String(150 * 7_430), '0']]);
  });

  it('read nothing once they are stopped', async () => {
    const { positions, clock } = await desk(...Array.from({ length: 250 }, (_, at) => stored(`T-${at}`)));
    positions.start();
    positions.stop();
    await clock.advance(60_000);
    expect(positions.of({ kind: 'position', by: 'month' }).read()).toBeUndefined();
  });
});

it('counts no trade that has the desk on another side than it pressed, until nobody doubts it', async () => {
  const { watch, doubted, clock, positions } = await desk(stored('T-1'), stored('T-2', { quantity: 4 }));
  const view = await watch();
  const both = view.sums;
  doubted.set(new Set([TradeId.parse('T-1')]));
  await clock.advance(1_000);
  expect(rowsOf(view.sums)).toEqual([['DE', String(4 * 743), '0']]);
  expect(view.sums.uncounted).toEqual([
    { why: 'says otherwise than the desk pressed or quoted', names: ['T-1'], count: 1 },
  ]);
  expect(view.sums.rows[0]?.misses).toHaveProperty('sold');
  // Read anew, it is out as before.
  await positions.trades.keep([{ ...stored('T-1', { quantity: 20 }), fetchedAt: MORNING + 5 }], {
    anew: true,
  });
  await clock.advance(1_000);
  expect(rowsOf(view.sums)).toEqual([['DE', String(4 * 743), '0']]);
  expect(view.sums.uncounted).toHaveLength(1);
  await positions.trades.keep([{ ...stored('T-1'), fetchedAt: MORNING + 9 }], { anew: true });
  doubted.set(new Set());
  await clock.advance(1_000);
  expect(view.sums).toEqual(both);
});
