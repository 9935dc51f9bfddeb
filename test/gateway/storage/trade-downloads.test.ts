import { describe, expect, it } from 'vitest';
import { TradeDownloadId, type TradeDownloadState } from '../../../src/domain/trade-download';
import { TradeId } from '../../../src/domain/identifiers';
import { sqliteTradeDownloads, type KeptDownload } from '../../../src/gateway/storage/trade-downloads';
import { failure } from '../twins/fake-platform';
import { MemoryTradeDownloads } from '../twins/memory-trade-downloads';
import { postgresDeskState } from '../../../src/gateway/storage/postgres/desk-state';
import { implementations } from './implementations';

const id = (count: number): TradeDownloadId =>
  TradeDownloadId.parse(`00000000-0000-4000-8000-00000000000${count}`);
const download = (count: number, state: TradeDownloadState = 'done'): KeptDownload => ({
  id: id(count),
  wanted: { from: '2026-11-01', to: '2026-11-19', venues: ['tender'] },
  state,
  createdAt: count,
  isListed: false,
  listCalls: 0,
  counts: { trades: 1, missing: 1, provisional: 0, fetched: 0 },
});

describe.each(
  implementations(
    () => new MemoryTradeDownloads(),
    sqliteTradeDownloads,
    ({ lead }) => postgresDeskState(lead, 'simulator').downloads,
  ),
)('the trade downloads in %s', (_, open) => {
  it('are as they were written last, the newest first', async () => {
    const store = open();
    await store.save(download(1, 'listing'));
    await store.save(download(2));
    const later = {
      ...download(1, 'waiting'),
      failure: failure('quota-spent'),
      until: 9,
      listedTo: '2026-11-07',
    };
    await store.save(later);
    expect(await store.newest(10)).toEqual([download(2), later]);
  });

  it('are forgotten when they have ended and are old, and never before they have ended', async () => {
    const store = open();
    for (const one of [download(1), download(2, 'paused'), download(3), download(4)]) await store.save(one);
    expect((await store.newest(2)).map((one) => one.id)).toEqual([id(4), id(3)]);
    expect((await store.newest(10)).map((one) => one.id)).toEqual([id(4), id(3), id(2)]);
  });

  it('list what was set aside once each, in order', async () => {
    const store = open();
    await store.save(download(1));
    const first = { what: 'Trade T-1', tradeId: TradeId.parse('T-1'), failure: failure('not-found') };
    const second = { what: 'Entry 1', failure: failure('unreadable') };
    for (const one of [first, second, { ...first, failure: failure('denied') }]) {
      await store.setAside(id(1), one);
    }
    expect(await store.asideOf(id(1))).toEqual([{ ...first, failure: failure('denied') }, second]);
    expect(await store.asideOf(id(2))).toEqual([]);
  });

  it('set nothing aside for what is not there, and forget it with its download', async () => {
    const store = open();
    const aside = { what: 'Entry 1', failure: failure('unreadable') };
    await expect(store.setAside(id(1), aside)).rejects.toThrow(/foreign key/i);
    await store.save(download(1));
    await store.setAside(id(1), aside);
    await store.save(download(2));
    await store.newest(1);
    expect(await store.asideOf(id(1))).toEqual([]);
  });
});
