import { describe, expect, it } from 'vitest';
import { sqliteProvenParts } from '../../../src/gateway/storage/proven-parts';
import { MemoryProvenParts } from '../twins/memory-stores';
import { postgresDeskState } from '../../../src/gateway/storage/postgres/desk-state';
import { implementations } from './implementations';

describe.each(
  implementations(
    () => new MemoryProvenParts(),
    sqliteProvenParts,
    ({ lead }) => postgresDeskState(lead, 'simulator').parts,
  ),
)('what was seen to be taken in parts in %s', (_, open) => {
  it('is nothing in a new folder, and there once', async () => {
    const store = open();
    expect(await store.all()).toEqual([]);
    await store.append('offer');
    await store.append('offer');
    expect(await store.all()).toEqual(['offer']);
  });
});
