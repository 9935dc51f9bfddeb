import { describe, expect, it } from 'vitest';
import { sqliteEnded, type Ended } from '../../../src/gateway/storage/ended';
import { MemoryEnded } from '../twins/memory-stores';
import { postgresSeen } from '../../../src/gateway/storage/postgres/seen';
import { implementations } from './implementations';

const inOrder = (all: readonly Ended[]): string[] => all.map(({ kind, id }) => `${kind} ${id}`).sort();

describe.each(
  implementations(
    () => new MemoryEnded(),
    sqliteEnded,
    ({ pool }) => postgresSeen(pool, 'simulator').ended,
  ),
)('what is proven over in %s', (_, open) => {
  it('is nothing in a new folder', async () => {
    expect(await open().all()).toEqual([]);
  });

  it('is there once, quotes and requests apart', async () => {
    const store = open();
    await Promise.all([
      store.append({ kind: 'quote', id: 'Q-1' }),
      store.append({ kind: 'request', id: 'Q-1' }),
      store.append({ kind: 'quote', id: 'Q-1' }),
    ]);
    expect(inOrder(await store.all())).toEqual(['quote Q-1', 'request Q-1']);
  });

  it('is gone once it turned out otherwise, and nothing else with it', async () => {
    const store = open();
    await store.append({ kind: 'quote', id: 'Q-1' });
    await store.append({ kind: 'request', id: 'Q-1' });
    await store.remove({ kind: 'quote', id: 'Q-1' });
    expect(inOrder(await store.all())).toEqual(['request Q-1']);
  });
});
