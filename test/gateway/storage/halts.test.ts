import { describe, expect, it } from 'vitest';
import { sqliteHalts } from '../../../src/gateway/storage/halts';
import { MemoryHalts } from '../twins/memory-stores';
import { postgresDeskState } from '../../../src/gateway/storage/postgres/desk-state';
import { implementations } from './implementations';

const by = { name: 'Anna Ott', session: '0a1b2c3d' };

describe.each(
  implementations(
    () => new MemoryHalts(),
    sqliteHalts,
    ({ lead }) => postgresDeskState(lead, 'simulator').halts,
  ),
)('the halts in %s', (_, open) => {
  it('are none before the first', async () => {
    expect(await open().newest()).toBeUndefined();
  });

  it('are the one with the highest number, as it was written last', async () => {
    const store = open();
    const first = { number: 1, at: 5, by, reason: 'a limit is wrong' };
    await store.put({ number: 2, at: 7 });
    await store.put(first);
    await store.put({ ...first, resumed: { at: 9, by, reason: 'it is right now' } });
    expect(await store.newest()).toEqual({ number: 2, at: 7 });
    await store.put({ number: 2, at: 7, resumed: { at: 8, reason: 'over' } });
    expect(await store.newest()).toEqual({ number: 2, at: 7, resumed: { at: 8, reason: 'over' } });
  });
});
