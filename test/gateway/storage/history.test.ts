import { describe, expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { sqliteHistory, type StoredValue } from '../../../src/gateway/storage/history';
import { MemoryHistory } from '../twins/memory-stores';
import { postgresSeen } from '../../../src/gateway/storage/postgres/seen';
import { implementations } from './implementations';

const id = RequestId.parse('RQ-1');
const seen = (at: number, until: number, value: string, over: Partial<StoredValue> = {}): StoredValue => ({
  id,
  field: 'best',
  at,
  until,
  value,
  ...over,
});

describe.each(
  implementations(
    () => new MemoryHistory(),
    sqliteHistory,
    ({ pool }) => postgresSeen(pool, 'simulator').history,
  ),
)('what was seen, in %s', (_, open) => {
  it('is nothing before anything was', async () => {
    expect(await open().find(id, 'best', 10)).toEqual([]);
  });

  it('comes back oldest first, exactly as it was written, of one field of one request', async () => {
    const store = open();
    await store.keep([seen(20.7, 30.2, '-0.10000001'), seen(10, 20, '123456789.12345678')]);
    await store.keep([
      seen(10, 20, '5', { field: 'asks' }),
      seen(10, 20, '7', { id: RequestId.parse('rq-1') }),
    ]);
    expect(await store.find(id, 'best', 10)).toEqual([
      { at: 10, until: 20, value: '123456789.12345678' },
      { at: 20, until: 30, value: '-0.10000001' },
    ]);
    expect(await store.find(id, 'asks', 10)).toEqual([{ at: 10, until: 20, value: '5' }]);
  });

  it('goes on when it is kept again with its moment', async () => {
    const store = open();
    await store.keep([seen(10, 20, '1')]);
    await store.keep([seen(10, 90, '1'), seen(90, 95, '')]);
    expect(await store.find(id, 'best', 10)).toEqual([
      { at: 10, until: 90, value: '1' },
      { at: 90, until: 95, value: '' },
    ]);
  });

  it('gives the newest when there is more than is asked for', async () => {
    const store = open();
    await store.keep([1, 2, 3].map((at) => seen(at, at + 1, String(at))));
    expect((await store.find(id, 'best', 2)).map(({ value }) => value)).toEqual(['2', '3']);
  });

  it('is forgotten once it was last seen too long ago', async () => {
    const store = open();
    await store.keep([seen(10, 20, 'old'), seen(30, 50, 'long'), seen(60, 70, 'new')]);
    await store.forget(50);
    expect((await store.find(id, 'best', 10)).map(({ value }) => value)).toEqual(['long', 'new']);
  });
});
