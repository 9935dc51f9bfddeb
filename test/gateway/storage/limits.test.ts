import { describe, expect, it } from 'vitest';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { sqliteLimits } from '../../../src/gateway/storage/limits';
import { MemoryLimits } from '../twins/memory-stores';
import { postgresDeskState } from '../../../src/gateway/storage/postgres/desk-state';
import { implementations } from './implementations';

describe.each(
  implementations(
    () => new MemoryLimits(),
    sqliteLimits,
    ({ lead }) => postgresDeskState(lead, 'simulator').limits,
  ),
)('the set limits in %s', (_, open) => {
  it('are none before somebody sets them', async () => {
    expect(await open().newest()).toBeUndefined();
  });

  it('are those that were set last, whatever their moment says', async () => {
    const store = open();
    await store.append({ limits: BUILT_IN_LIMITS, setAt: 9.5 });
    expect(await store.newest()).toEqual({ limits: BUILT_IN_LIMITS, setAt: 9 });
    await store.append({ limits: null, setAt: 3 });
    expect(await store.newest()).toEqual({ limits: null, setAt: 3 });
  });

  it('that are set at once are those of the last call', async () => {
    const store = open();
    await Promise.all([
      store.append({ limits: null, setAt: 1 }),
      store.append({ limits: BUILT_IN_LIMITS, setAt: 2 }),
      store.append({ limits: null, setAt: 3 }),
    ]);
    expect(await store.newest()).toEqual({ limits: null, setAt: 3 });
  });

  it('stay as they were set, whatever becomes of what was given or given out', async () => {
    const store = open();
    const given = structuredClone(BUILT_IN_LIMITS);
    await store.append({ limits: given, setAt: 1 });
    Object.assign(given, { maxOpen: 'changed' });
    expect(await store.newest()).toEqual({ limits: BUILT_IN_LIMITS, setAt: 1 });
  });
});
