import { describe, expect, it } from 'vitest';
import { sqliteCheckpoint, type Checkpoint } from '../../../src/gateway/storage/checkpoint';
import { MemoryCheckpoint } from '../twins/memory-stores';
import { postgresDeskState } from '../../../src/gateway/storage/postgres/desk-state';
import { implementations } from './implementations';

const checkpoint = (at: number): Checkpoint => ({
  at,
  openIds: ['RQ-1'],
  missing: [{ id: 'RQ-2', at }],
  concluded: [{ id: 'RQ-0', at: at - 1 }],
  trades: [{ id: 'T-1', at: at - 2 }],
  calls: 3,
  dayEndsAt: at + 10,
});

describe.each(
  implementations(
    () => new MemoryCheckpoint(),
    sqliteCheckpoint,
    ({ lead }) => postgresDeskState(lead, 'simulator').checkpoint,
  ),
)('the last known moment in %s', (_, open) => {
  it('is none in a new folder', async () => {
    const store = open();
    expect(await store.read()).toBeUndefined();
    await store.write(checkpoint(1));
    expect(await store.read()).toEqual(checkpoint(1));
  });

  it('is the newest that was written', async () => {
    const store = open();
    await store.write(checkpoint(1));
    await store.write(checkpoint(2));
    expect(await store.read()).toEqual(checkpoint(2));
    await Promise.all([store.write(checkpoint(9)), store.write(checkpoint(4))]);
    expect(await store.read()).toEqual(checkpoint(4));
  });

  it('stays as it was written, whatever becomes of what was given', async () => {
    const store = open();
    const given = checkpoint(1);
    await store.write(given);
    given.openIds.push('RQ-9');
    expect(await store.read()).toEqual(checkpoint(1));
  });
});
