import { describe, expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { resourceKey } from '../../../src/domain/resources/resource';
import { sqliteRecords } from '../../../src/gateway/storage/records';
import { MemoryRecords } from '../twins/memory-stores';
import { postgresSeen } from '../../../src/gateway/storage/postgres/seen';
import { implementations } from './implementations';

const key = resourceKey({ kind: 'request', id: RequestId.parse('RQ-1') });
const record = (fetchedAt: number, final: boolean) => ({ key, json: `{"n":${fetchedAt}}`, fetchedAt, final });

describe.each(
  implementations(
    () => new MemoryRecords(),
    sqliteRecords,
    ({ pool }) => postgresSeen(pool, 'simulator').records,
  ),
)('the records in %s', (_, open) => {
  it('keep the newest of a key', async () => {
    const records = open();
    expect(await records.find(key)).toBeUndefined();
    await records.save([record(1, false), record(2, false)]);
    expect(await records.find(key)).toEqual(record(2, false));
  });

  it('never replace or forget what is final', async () => {
    const records = open();
    await records.save([record(1, true)]);
    await records.save([record(2, false)]);
    await records.forget(100);
    expect(await records.find(key)).toEqual(record(1, true));
  });

  it('forget what is final by a moment of its own', async () => {
    const records = open();
    const other = { ...record(7, false), key: resourceKey({ kind: 'request', id: RequestId.parse('RQ-9') }) };
    await records.save([record(5, true), other]);
    await records.forget(7, 5);
    expect(await records.find(key)).toEqual(record(5, true));
    await records.forget(7, 6.9);
    expect(await records.find(key)).toBeUndefined();
    expect(await records.find(other.key)).toEqual(other);
  });

  it('are taken together, the newest of them last, and keep their moments in whole milliseconds', async () => {
    const records = open();
    await records.save([{ ...record(1, false), fetchedAt: 1.7 }]);
    expect(await records.find(key)).toMatchObject({ fetchedAt: 1 });
    await records.save([]);
    await Promise.all([records.save([record(3, true)]), records.save([record(4, false)])]);
    expect(await records.find(key)).toEqual(record(3, true));
  });

  it('are read in pieces by kind, in the order of their keys', async () => {
    const records = open();
    const of = (kind: 'request' | 'quotes', id: string) => ({
      ...record(1, false),
      key: resourceKey({ kind, id: RequestId.parse(id) }),
    });
    const [first, second] = [of('request', 'RQ-1'), of('request', 'RQ-2')];
    await records.save([second, of('quotes', 'RQ-1'), first]);
    expect(await records.piece(['request', 'analytics'], { countMax: 1 })).toEqual([first]);
    expect(await records.piece(['request'], { after: first.key, countMax: 5 })).toEqual([second]);
    expect(await records.piece(['analytics'], { countMax: 5 })).toEqual([]);
  });

  it('forget what is older than asked for', async () => {
    const records = open();
    await records.save([record(5, false)]);
    await records.forget(5);
    expect(await records.find(key)).toEqual(record(5, false));
    await records.forget(6);
    expect(await records.find(key)).toBeUndefined();
  });
});
