import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readTrade } from '../../../src/contract/service/read-trade';
import { RequestId } from '../../../src/domain/identifiers';
import { resourceKey } from '../../../src/domain/resources/resource';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { IN_MEMORY } from '../../../src/gateway/storage/place';
import { postgresStores } from '../../../src/gateway/storage/postgres/stores';
import { openStores, type Stores } from '../../../src/gateway/storage/stores';
import { keptTrade } from '../../../src/gateway/storage/trade-store';
import { canRunPostgres } from '../../postgres';
import { action } from '../actions/sample-lines';
import { openDesk, sharedServer, START_MS_MAX } from './postgres/desk';

type Open = () => Promise<Omit<Stores, 'close'>>;

const inSqlite: Open = async () => {
  const parts = { clock: new ManualClock(0), log: silentLog, onNotKept: () => undefined };
  const opened = await openStores({ dataFolder: IN_MEMORY, environment: 'simulator' }, parts);
  if (!opened.ok) throw new Error(opened.failure.message);
  onTestFinished(() => opened.value.close());
  return opened.value;
};
const inPostgres: Open = async () => {
  const desk = await openDesk();
  onTestFinished(() => desk.end());
  return postgresStores({ ...desk, disk: { failure: undefined, onChange: () => () => undefined } });
};
const OPEN: [string, Open][] = [['SQLite', inSqlite]];
if (canRunPostgres()) {
  OPEN.push(['PostgreSQL', inPostgres]);
  beforeAll(async () => void (await sharedServer()), START_MS_MAX);
}

const KEY = resourceKey({ kind: 'request', id: RequestId.parse('RQ-1') });
const EVER = 1e12;

describe.each(OPEN)('in %s', (_, open) => {
  it('answers, events and observations are let go, and nothing that was sent or traded ever is', async () => {
    const { journal, trades, records, events, history, ownTrades } = await open();
    const read = readTrade({
      'trade-id': 'T-1',
      'request-id': 'RQ-1',
      'traded-at': new Date(5).toISOString(),
      action: 'buy',
      price: 4,
    });
    if (!read.ok) throw new Error(read.failure.message);
    const trade = keptTrade(read.value, 5);
    const own = {
      tradeId: read.value.id,
      requestId: RequestId.parse('RQ-1'),
      state: 'reported',
      since: 5,
    } as const;
    await journal.append(action(1));
    await trades.keep([trade]);
    await trades.list([trade], { days: [{ from: 0, to: 10 }], listedAt: 99 });
    await ownTrades.put(own);
    await records.save([{ key: KEY, json: '{}', fetchedAt: 5, final: true }]);
    const id = RequestId.parse('RQ-1');
    await history.keep([{ id, field: 'best-bid', at: 1, until: 2, value: '3' }]);
    const heard = { type: 'quote-created', heardAt: 5, origin: 'pushed', body: '{}' } as const;
    const [kept] = await events.keep([heard]);
    await events.digested(kept ? [kept.sequence] : []);

    await records.forget(EVER, EVER);
    await history.forget(EVER);
    await events.forget(EVER);

    expect(await records.find(KEY)).toBeUndefined();
    expect(await history.find(id, 'best-bid', 5)).toEqual([]);
    expect(await events.newest(5)).toEqual([]);
    expect(await journal.find(action(1).id)).toEqual(action(1));
    expect(await trades.find(trade.id)).toMatchObject({ id: trade.id, json: trade.json });
    expect(await trades.listed([{ from: 0, to: 10 }])).toHaveLength(1);
    expect(await ownTrades.newest(5)).toEqual([own]);
  });
});
