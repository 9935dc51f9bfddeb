import { describe, expect, it } from 'vitest';
import { TradeDownloadId, type TradeDownloadState } from '../../../src/domain/trade-download';
import { TradeId } from '../../../src/domain/identifiers';
import { sqliteTradeDownloads, type KeptDownload } from '../../../src/gateway/storage/trade-downloads';
import { openDatabase, type Database } from '../../../src/gateway/storage/database';
import { failure } from '../twins/fake-platform';
import { MemoryTradeDownloads } from '../twins/memory-trade-downloads';

function memoryDatabase(): Database {
  const opened = openDatabase(':memory:');
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
}

const id = (count: number): TradeDownloadId =>
  TradeDownloadId.parse(`00000000-0000-4000-8000-00000000000${count}`);
const capture = (count: number, state: TradeDownloadState = 'done'): KeptDownload => ({
  id: id(count),
  wanted: { from: '2026-11-01', to: '2026-11-19', venues: ['tender'] },
  state,
  createdAt: count,
  isListed: false,
  listCalls: 0,
  counts: { trades: 1, missing: 1, provisional: 0, fetched: 0 },
});

describe.each([
  ['memory', () => new MemoryTradeDownloads()],
  ['SQLite', () => sqliteTradeDownloads(memoryDatabase())],
])('the captures in %s', (_, open) => {
  it('are as they were written last, the newest first', async () => {
    const store = open();
    await store.save(capture(1, 'listing'));
    await store.save(capture(2));
    const later = {
      ...capture(1, 'waiting'),
      failure: failure('quota-spent'),
      until: 9,
      listedTo: '2026-11-07',
    };
    await store.save(later);
    expect(await store.newest(10)).toEqual([capture(2), later]);
  });

  it('are forgotten when they have ended and are old, and never before they have ended', async () => {
    const store = open();
    for (const one of [capture(1), capture(2, 'paused'), capture(3), capture(4)]) await store.save(one);
    expect((await store.newest(2)).map((one) => one.id)).toEqual([id(4), id(3)]);
    expect((await store.newest(10)).map((one) => one.id)).toEqual([id(4), id(3), id(2)]);
  });

  it('list what was set aside once each, in order', async () => {
    const store = open();
    await store.save(capture(1));
    const first = { what: 'Trade T-1', tradeId: TradeId.parse('T-1'), failure: failure('not-found') };
    const second = { what: 'Entry 1', failure: failure('unreadable') };
    for (const one of [first, second, { ...first, failure: failure('denied') }]) {
      await store.setAside(id(1), one);
    }
    expect(await store.asideOf(id(1))).toEqual([{ ...first, failure: failure('denied') }, second]);
    expect(await store.asideOf(id(2))).toEqual([]);
  });
});
