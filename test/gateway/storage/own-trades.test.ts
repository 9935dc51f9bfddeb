import { describe, expect, it } from 'vitest';
import { OwnTrade } from '../../../src/domain/own-trade';
import { sqliteOwnTrades } from '../../../src/gateway/storage/own-trades';
import { MemoryOwnTrades } from '../twins/memory-stores';
import { postgresDeskState } from '../../../src/gateway/storage/postgres/desk-state';
import { implementations } from './implementations';

const trade = (tradeId: string, since: number, over: object = {}): OwnTrade =>
  OwnTrade.parse({ tradeId, requestId: 'RQ-1', state: 'reported', since, ...over });

describe.each(
  implementations(
    () => new MemoryOwnTrades(),
    sqliteOwnTrades,
    ({ lead }) => postgresDeskState(lead, 'simulator').ownTrades,
  ),
)('the desk’s own trades in %s', (_, open) => {
  it('are none in a new folder, and come newest first, so many as wanted', async () => {
    const store = open();
    expect(await store.newest(10)).toEqual([]);
    for (const [id, since] of [
      ['TR-2', 5],
      ['TR-1', 5],
      ['TR-3', 1],
      ['TR-4', 9.5],
    ] as const) {
      await store.put(trade(id, since));
    }
    expect((await store.newest(3)).map(({ tradeId }) => tradeId)).toEqual(['TR-4', 'TR-2', 'TR-1']);
  });

  it('says the newest of each, and since when it is known', async () => {
    const store = open();
    await store.put(trade('TR-1', 1));
    await store.put(trade('TR-1', 7, { state: 'own', quoteId: 'QT-1', requestId: 'RQ-2' }));
    await store.put(trade('TR-2', 2));
    expect(await store.newest(10)).toEqual([
      trade('TR-2', 2),
      trade('TR-1', 1, { state: 'own', quoteId: 'QT-1', requestId: 'RQ-2' }),
    ]);
  });

  it('never unsays that a trade is the desk’s own, also of one that is too old to be in memory', async () => {
    const store = open();
    await store.put(trade('TR-1', 1));
    await store.put(trade('TR-1', 1, { state: 'own', quoteId: 'QT-1' }));
    for (const state of ['other', 'reported']) await store.put(trade('TR-1', 1, { state }));
    expect(await store.newest(10)).toEqual([trade('TR-1', 1, { state: 'own', quoteId: 'QT-1' })]);
  });
});
