import { describe, expect, it } from 'vitest';
import { readTrade } from '../../../src/contract/service/read-trade';
import { TradeId } from '../../../src/domain/identifiers';
import { resourceKey } from '../../../src/domain/resources/resource';
import {
  allKept,
  capturedTrade,
  keptTrade,
  recordsWithTrades,
  type KeptTrade,
  type ListedTrade,
} from '../../../src/gateway/storage/trade-store';
import { sqliteRecords } from '../../../src/gateway/storage/records';
import { sqliteTrades } from '../../../src/gateway/storage/sqlite-trades';
import { MemoryRecords } from '../twins/memory-stores';
import { MemoryTrades } from '../twins/memory-trades';
import { postgresTrades } from '../../../src/gateway/storage/postgres/trades';
import { databaseAt, implementations } from './implementations';

const id = (name: string): TradeId => TradeId.parse(name);
const raw = (name: string, at: number, over: Record<string, unknown> = {}): Record<string, unknown> => ({
  'trade-id': name,
  'traded-at': new Date(at).toISOString(),
  action: 'buy',
  price: -4.25,
  ...over,
});
function details(name: string, at: number, over: Record<string, unknown> = {}): KeptTrade {
  const trade = readTrade(raw(name, at, over));
  if (!trade.ok) throw new Error(trade.failure.message);
  return keptTrade(trade.value, 50);
}
const provisional = (name: string, at: number, fetchedAt = 50): KeptTrade => ({
  ...details(name, at, { contract: 'standard-spread', price: undefined, legs: [{}, {}] }),
  fetchedAt,
});
const DAY = { from: 0, to: 1_000 };
const ALL = { from: 0, to: 10_000 };
const EDGE = { again: 100, since: 0 };
const listed = (name: string, tradedAt: number, over: Partial<ListedTrade> = {}): ListedTrade => ({
  id: id(name),
  tradedAt,
  ...over,
});
const ids = (trades: readonly { id: TradeId }[]): string[] => trades.map((trade) => trade.id);

describe.each(
  implementations(
    () => new MemoryTrades(),
    sqliteTrades,
    ({ pool }) => postgresTrades(pool, 'simulator'),
  ),
)('the trades in %s', (_, open) => {
  it('are kept once they are final, and replaced until then', async () => {
    const trades = open();
    expect(await trades.find(id('T-1'))).toBeUndefined();
    await trades.keep([provisional('T-1', 5)]);
    expect(await trades.find(id('T-1'))).toMatchObject({ final: false });
    await trades.keep([details('T-1', 5)]);
    await trades.keep([details('T-1', 5, { price: 9 })]);
    const kept = await trades.find(id('T-1'));
    expect(kept).toMatchObject({ final: true, tradedAt: 5, fetchedAt: 50 });
    expect(JSON.parse(kept?.json ?? '')).toMatchObject({ price: -4.25 });
  });

  it('are replaced, though final, by what was read anew, which is told as a change', async () => {
    const trades = open();
    await trades.keep([details('T-1', 5), details('T-2', 6)]);
    const before = await trades.stamp();
    const corrected = { ...details('T-1', 5, { price: 9 }), fetchedAt: 70 };
    await trades.keep([corrected]);
    expect(await trades.stamp()).toEqual(before);
    await trades.keep([corrected], { anew: true });
    expect(await trades.find(id('T-1'))).toMatchObject({ json: corrected.json, fetchedAt: 70 });
    expect((await trades.stamp()).changes).toBeGreaterThan(before.changes);
    expect(ids(await trades.outline(0, 5))).toEqual(['T-1', 'T-2']);
  });

  it('are outlined in the order in which they were stored first, with what a list says of them', async () => {
    const trades = open();
    expect(await trades.outline(0, 5)).toEqual([]);
    await trades.keep([details('T-2', 5), provisional('T-1', 9, 60.7), details('T-3', 2)]);
    await trades.keep([{ ...provisional('T-1', 9), fetchedAt: 70 }]);
    await trades.list([listed('T-2', 5)], { days: [DAY], listedAt: 65 });
    const outline = (number: number, name: string, final: boolean, fetchedAt: number) => ({
      ...{ number, id: id(name), final, fetchedAt },
      unlisted: name === 'T-3',
    });
    expect(await trades.outline(0, 2)).toEqual([outline(1, 'T-2', true, 50), outline(2, 'T-1', false, 70)]);
    expect(await trades.outline(2, 2)).toEqual([outline(3, 'T-3', true, 50)]);
    await trades.keep([details('T-1', 9)]);
    expect(await trades.outline(1, 1)).toEqual([{ ...outline(2, 'T-1', true, 50), unlisted: true }]);
  });

  it('tell whether anything but new trades came', async () => {
    const trades = open();
    expect(await trades.stamp()).toEqual({ last: 0, changes: 0 });
    await trades.keep([details('T-1', 5), provisional('T-2', 6)]);
    await trades.keep([details('T-1', 5, { price: 9 }), details('T-2', 6)]);
    expect(await trades.stamp()).toEqual({ last: 2, changes: 0 });
    await trades.list([listed('T-1', 5)], { days: [DAY], listedAt: 65 });
    const { changes } = await trades.stamp();
    expect(changes).toBeGreaterThan(0);
    await trades.list([], { days: [DAY], listedAt: 70 });
    expect((await trades.stamp()).changes).toBeGreaterThan(changes);
  });

  it('know the times of which the list was read, a day that goes on up to that moment', async () => {
    const trades = open();
    expect(await trades.covered()).toEqual([]);
    await trades.list([], { days: [{ from: 1_000, to: 2_000 }], listedAt: 1_500 });
    await trades.list([], { days: [DAY, { from: 5_000, to: 6_000 }], commodity: 'power', listedAt: 2_500 });
    expect(await trades.covered()).toEqual([
      { ...DAY, commodity: 'power' },
      { from: 1_000, to: 1_500 },
    ]);
    await trades.list([], { days: [{ from: 1_000, to: 2_000 }], listedAt: 9_000 });
    expect((await trades.covered())[1]).toEqual({ from: 1_000, to: 2_000 });
  });

  it('know when the list of each day of a period was read, and for which commodity', async () => {
    const trades = open();
    await trades.list([], { days: [{ from: 1_000, to: 2_000 }], listedAt: 1_500 });
    await trades.list([], { days: [DAY, { from: 1_000, to: 2_000 }], commodity: 'power', listedAt: 2_500 });
    expect(await trades.readings({ from: 1_000, to: 3_000 })).toEqual([
      { from: 1_000, to: 2_000, listedAt: 1_500 },
      { from: 1_000, to: 2_000, listedAt: 2_500, commodity: 'power' },
    ]);
    expect(await trades.readings(DAY)).toEqual([{ ...DAY, listedAt: 2_500, commodity: 'power' }]);
    expect(await trades.readings({ from: 1, to: 999 })).toEqual([]);
  });

  it('know the words of venues and commodities that a period has', async () => {
    const trades = open();
    await trades.keep([
      details('T-1', 5, { commodity: 'power' }),
      details('T-2', 9_000, { commodity: 'gas' }),
    ]);
    await trades.list([listed('T-3', 6, { venue: 'market', commodity: 'goo' })], {
      days: [DAY],
      listedAt: 2_000,
    });
    expect(await trades.words(DAY)).toEqual({ venues: ['market'], commodities: ['goo', 'power'] });
    expect((await trades.words(ALL)).commodities).toEqual(['gas', 'goo', 'power']);
  });

  it('stay when the list does not name them any more, and are marked until it does', async () => {
    const trades = open();
    const days = [DAY];
    const kept = [
      details('GONE', 5, { commodity: 'power' }),
      details('THERE', 6),
      details('GAS', 7, { commodity: 'gas' }),
    ];
    await trades.keep(kept);
    const marked = async (): Promise<string[]> =>
      ids((await trades.piece(ALL, { countMax: 9 })).filter(({ unlisted }) => unlisted));
    // A list that was read before the details says nothing of them, nor one of another commodity.
    await trades.list([], { days, listedAt: 50 });
    expect(await marked()).toEqual([]);
    await trades.list([listed('THERE', 6)], { days, commodity: 'power', listedAt: 60 });
    expect(await marked()).toEqual(['GONE']);
    expect(await trades.counts(ALL, EDGE)).toMatchObject({ trades: 1, unlisted: 1 });
    await trades.list([listed('THERE', 6)], { days, listedAt: 70 });
    expect(await marked()).toEqual(['GONE', 'GAS']);
    await trades.list([listed('THERE', 6), listed('GONE', 5), listed('GAS', 7)], { days, listedAt: 80 });
    expect(await marked()).toEqual([]);
    expect(await trades.count(ALL)).toMatchObject({ trades: 3 });
  });

  it('are read in pieces in the order in which they were traded, ids deciding between equal moments', async () => {
    const trades = open();
    await trades.keep([details('B', 7), details('C', 3), details('A', 7), details('D', 10_000)]);
    const first = await trades.piece(ALL, { countMax: 2 });
    const rest = await trades.piece(ALL, { after: first.at(-1), countMax: 2 });
    expect([ids(first), ids(rest)]).toEqual([['C', 'A'], ['B']]);
    expect(await trades.piece(ALL, { after: rest.at(-1), countMax: 2 })).toEqual([]);
    expect(await trades.count(ALL)).toEqual({ trades: 3, provisional: 0 });
  });

  it('of some venues and commodities are those that say so, and those of which neither they nor the list says', async () => {
    const trades = open();
    await trades.keep([
      details('T-1', 1, { venue: 'Tender', commodity: 'power' }),
      details('T-2', 2, { venue: 'market', commodity: 'gas' }),
      details('T-3', 3),
      details('T-4', 4),
    ]);
    await trades.list([listed('T-4', 4, { venue: 'green', commodity: 'goo' })], { days: [DAY], listedAt: 9 });
    const of = async (names: object): Promise<string[]> =>
      ids(await trades.piece({ ...ALL, ...names }, { countMax: 9 }));
    expect(await of({ venues: ['tender'] })).toEqual(['T-1', 'T-3']);
    expect(await of({ venues: ['green', 'market'] })).toEqual(['T-2', 'T-3', 'T-4']);
    expect(await of({ commodities: ['power'], venues: ['tender'] })).toEqual(['T-1', 'T-3']);
    expect((await trades.count({ ...ALL, commodities: ['goo'] })).trades).toBe(2);
  });

  it('that a list names for other days, venues or commodities than their own records do are found by it', async () => {
    const trades = open();
    await trades.keep([
      details('T-1', 1_500, { venue: 'tender', commodity: 'power' }),
      details('T-2', 2, { venue: 'tender', commodity: 'gas' }),
      details('T-3', 3, { venue: 'market', commodity: 'power' }),
      details('T-4', 4, { venue: 'tender', commodity: 'power' }),
      details('T-5', 5, { venue: 'tender', commodity: 'gas' }),
      details('T-6', 6, { venue: 'tender', commodity: 'power' }),
    ]);
    const kind = { venue: 'tender', commodity: 'power' };
    await trades.list(
      [
        ...[listed('T-3', 3, kind), listed('T-2', 2, kind), listed('T-1', 1, kind), listed('T-4', 4, kind)],
        // The list does not say what this one is, and the record does.
        listed('T-5', 5),
        // Of the day by its record alone.
        listed('T-6', 1_600, kind),
        // Its record is not read yet.
        listed('T-7', 7, kind),
      ],
      { days: [DAY], listedAt: 9 },
    );
    const of = async (names: object): Promise<string[]> => ids(await trades.elsewhere({ ...DAY, ...names }));
    expect(await of({ venues: ['tender'], commodities: ['power'] })).toEqual(['T-1', 'T-2', 'T-3']);
    expect(await of({ commodities: ['power'] })).toEqual(['T-1', 'T-2']);
    expect(await of({})).toEqual(['T-1']);
    expect(await trades.elsewhere(ALL)).toEqual([]);
    expect((await trades.elsewhere(DAY))[0]).toMatchObject({ tradedAt: 1_500, final: true });
    const all: string[] = [];
    for await (const piece of allKept(trades, DAY)) all.push(...ids(piece));
    expect(all).toEqual(['T-1', 'T-2', 'T-3', 'T-4', 'T-5', 'T-6']);
  });

  it('that a list names and nobody has fetched are missing, and so are those whose prices were', async () => {
    const trades = open();
    const names = ['T-1', 'T-2', 'T-3', 'T-4'];
    await trades.list(
      names.map((name, index) => listed(name, index, { venue: 'tender' })),
      { days: [DAY], listedAt: 9 },
    );
    await trades.keep([details('T-2', 1), provisional('T-3', 2), provisional('T-4', 3, 100)]);
    const missing = await trades.missing(ALL, { countMax: 9, again: 100 });
    expect(missing).toEqual([
      { id: 'T-1', tradedAt: 0, isProvisional: false },
      { id: 'T-3', tradedAt: 2, isProvisional: true },
    ]);
    expect(ids(await trades.missing(ALL, { countMax: 9, again: 100, after: missing[0] }))).toEqual(['T-3']);
    expect(await trades.missing(ALL, { countMax: 1, again: 100 })).toHaveLength(1);
    expect(await trades.missing({ ...ALL, venues: ['green'] }, { countMax: 9, again: 100 })).toEqual([]);
    expect(await trades.counts(ALL, { again: 100, since: 60 })).toEqual({
      trades: 4,
      missing: 2,
      provisional: 2,
      fetched: 1,
      unlisted: 0,
    });
  });

  it('that are final are missing too where all that was read before a moment is read anew', async () => {
    const trades = open();
    const names = ['T-1', 'T-2', 'T-3'];
    await trades.list(
      names.map((name, index) => listed(name, index)),
      { days: [DAY], listedAt: 9 },
    );
    await trades.keep([details('T-1', 0), { ...details('T-2', 1), fetchedAt: 100 }]);
    await trades.keep([provisional('T-3', 2, 100)]);
    expect(await trades.missing(ALL, { countMax: 9, again: 100, anew: 100 })).toEqual([
      { id: 'T-1', tradedAt: 0, isProvisional: false },
    ]);
    expect(await trades.missing(ALL, { countMax: 9, again: 100 })).toEqual([]);
    expect(await trades.counts(ALL, { again: 100, since: 60, anew: 100 })).toMatchObject({ missing: 1 });
    expect(await trades.counts(ALL, { again: 100, since: 60 })).toMatchObject({ missing: 0 });
  });

  it('are named by the newest list of their days alone', async () => {
    const trades = open();
    const other = { from: 1_000, to: 2_000 };
    await trades.list([listed('T-1', 1), listed('T-2', 1_500)], { days: [DAY, other], listedAt: 9 });
    await trades.list([listed('T-3', 2)], { days: [DAY], listedAt: 10 });
    expect(ids(await trades.missing(ALL, { countMax: 9, again: 0 }))).toEqual(['T-3', 'T-2']);
    await trades.list([listed('T-4', 3, { commodity: 'gas' })], {
      days: [DAY],
      commodity: 'gas',
      listedAt: 11,
    });
    expect((await trades.counts({ ...ALL, commodities: ['gas'] }, EDGE)).trades).toBe(2);
  });

  it('of a day are all listed when the list was read after its end, for what was asked', async () => {
    const trades = open();
    const days = [DAY, { from: 1_000, to: 2_000 }, { from: 2_000, to: 3_000 }];
    await trades.list([listed('T-1', 1), listed('T-2', 2)], { days: days.slice(0, 1), listedAt: 1_000 });
    await trades.list([], { days: days.slice(1, 2), listedAt: 1_999 });
    await trades.list([listed('T-3', 2_500, { commodity: 'gas' })], {
      days: days.slice(2),
      commodity: 'gas',
      listedAt: 5_000,
    });
    expect(await trades.listed(days)).toEqual([DAY]);
    expect(await trades.listed(days, 'gas')).toEqual([DAY, { from: 2_000, to: 3_000 }]);
    expect(await trades.density({})).toEqual({ days: 1, trades: 2 });
    expect(await trades.density({ commodities: ['gas'] })).toEqual({ days: 2, trades: 3 });
  });

  it('measure others by their newest days alone', async () => {
    const trades = open();
    const days = Array.from({ length: 70 }, (_, at) => ({ from: at * 1_000, to: (at + 1) * 1_000 }));
    const old = [1, 2, 3, 4].map((at) => listed(`T-OLD-${at}`, at));
    await trades.list([...old, listed('T-NEW', 60_500)], { days, listedAt: 99_000 });
    expect(await trades.density({})).toEqual({ days: 60, trades: 1 });
  });
});

describe('the details of a trade', () => {
  it('are one truth for cells and captures', async () => {
    const trades = new MemoryTrades();
    const others = new MemoryRecords();
    const records = recordsWithTrades(others, trades);
    const [trade, request] = [
      resourceKey({ kind: 'trade', id: id('T-1') }),
      resourceKey({ kind: 'open-requests' }),
    ];
    const json = JSON.stringify(raw('T-1', 5, { venue: 'tender' }));
    await records.save([
      { key: trade, json, fetchedAt: 8, final: true },
      { key: request, json: '[]', fetchedAt: 8, final: false },
    ]);
    expect([...others.records.keys()]).toEqual([request]);
    expect(await trades.find(id('T-1'))).toMatchObject({ venue: 'tender', final: true, fetchedAt: 8 });
    await trades.keep([details('T-2', 6)]);
    expect(await records.find(resourceKey({ kind: 'trade', id: id('T-2') }))).toMatchObject({
      final: true,
      fetchedAt: 50,
    });
    expect(await records.find(trade)).toMatchObject({ key: trade, json });
    expect(await records.find(request)).toMatchObject({ json: '[]' });
  });

  it('that an earlier version kept with the other answers are not asked for again', async () => {
    const database = databaseAt();
    const records = sqliteRecords(database);
    const key = resourceKey({ kind: 'trade', id: id('T-1') });
    const json = JSON.stringify(raw('T-1', 5));
    await records.save([{ key, json, fetchedAt: 8, final: true }]);
    const trades = sqliteTrades(database);
    expect(await trades.find(id('T-1'))).toMatchObject({ json, final: true, fetchedAt: 8 });
    expect(await records.find(key)).toBeUndefined();
  });

  it('are read one piece at a time, however many they are', async () => {
    const trades = new MemoryTrades();
    const count = 1_203;
    await trades.keep(Array.from({ length: count }, (_, index) => details(`T-${index}`, index % 7)));
    let [read, pieces] = [0, 0];
    const counted = {
      piece: async (...asked: Parameters<MemoryTrades['piece']>) => {
        pieces += 1;
        return trades.piece(...asked);
      },
      elsewhere: async () => [],
    };
    for await (const piece of allKept(counted, ALL))
      read += piece.filter((kept) => capturedTrade(kept)?.trade.price === '-4.25').length;
    expect(read).toBe(count);
    expect(pieces).toBe(8);
  });
});
