import { describe, expect, it } from 'vitest';
import { sqlitePositionSnapshot } from '../../../src/gateway/storage/position-snapshot';
import { MemoryPositionSnapshot } from '../twins/memory-stores';
import { postgresSeen } from '../../../src/gateway/storage/postgres/seen';
import { databaseAt, implementations } from './implementations';

describe.each(
  implementations(
    () => new MemoryPositionSnapshot(),
    sqlitePositionSnapshot,
    ({ pool }) => postgresSeen(pool, 'simulator').positions,
  ),
)('sums over stored trades in %s', (_, open) => {
  it('are none in a new folder, and then what was written last', async () => {
    const store = open();
    expect(await store.read()).toBeUndefined();
    await store.write('one');
    await store.write('the other');
    expect(await store.read()).toBe('the other');
  });
});

it('sums over stored trades that are not what was written are none', async () => {
  const database = databaseAt();
  const store = sqlitePositionSnapshot(database);
  await store.write('{"bought":"10"}');
  database.run(`UPDATE position_snapshot SET text = '{"bought":"19"}'`);
  expect(await store.read()).toBeUndefined();
});
