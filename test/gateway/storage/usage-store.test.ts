import { describe, expect, it } from 'vitest';
import type { UsageStore } from '../../../src/gateway/platform/rate-limit/usage';
import type { Database } from '../../../src/gateway/storage/database';
import { sqliteUsage } from '../../../src/gateway/storage/usage-store';
import { MemoryUsageStore } from '../twins/memory-usage-store';
import { postgresUsage } from '../../../src/gateway/storage/postgres/usage';
import { databaseAt, implementations } from './implementations';

const simulatorUsage = (database: Database): UsageStore => sqliteUsage(database)('simulator');

describe.each(
  implementations<UsageStore>(
    () => new MemoryUsageStore(),
    simulatorUsage,
    ({ lead }) => postgresUsage(lead, 'simulator')('simulator'),
  ),
)('the usage in %s', (_, make) => {
  it('knows nothing of a day before its first lease', async () => {
    expect(await make().day('2026-11-20')).toEqual({ leased: 0, counts: [] });
  });

  it('grants no more of a day than it has', async () => {
    const store = make();
    const lease = () => store.lease('2026-11-20', { calls: 20, limit: 50, counted: [] });
    expect(await lease()).toEqual({ granted: 20, leased: 20 });
    expect(await lease()).toEqual({ granted: 20, leased: 40 });
    expect(await lease()).toEqual({ granted: 10, leased: 50 });
    expect(await lease()).toEqual({ granted: 0, leased: 50 });
  });

  it('grants nothing, and takes nothing back, when the limit was lowered below what is leased', async () => {
    const store = make();
    await store.lease('2026-11-20', { calls: 20, limit: 50, counted: [] });
    expect(await store.lease('2026-11-20', { calls: 20, limit: 10, counted: [] })).toEqual({
      granted: 0,
      leased: 20,
    });
  });

  it('takes back what was not used, and writes down what was used beyond it', async () => {
    const store = make();
    await store.lease('2026-11-20', { calls: 20, limit: 50, counted: [] });
    await store.giveBack('2026-11-20', { calls: 13, counted: [] });
    expect((await store.day('2026-11-20')).leased).toBe(7);
    await store.giveBack('2026-11-20', { calls: -3, counted: [] });
    expect((await store.day('2026-11-20')).leased).toBe(10);
    await store.giveBack('2026-11-20', { calls: 100, counted: [] });
    expect((await store.day('2026-11-20')).leased).toBe(0);
  });

  it('adds up what was counted by lane and operation', async () => {
    const store = make();
    const visible = { lane: 'visible', operation: 'read-trade', calls: 3 } as const;
    const asked = { lane: 'asked', operation: 'read-trade', calls: 1 } as const;
    await store.lease('2026-11-20', { calls: 20, limit: 50, counted: [visible, asked] });
    await store.giveBack('2026-11-20', { calls: 0, counted: [visible] });
    const { counts } = await store.day('2026-11-20');
    expect(counts).toHaveLength(2);
    expect(counts).toEqual(expect.arrayContaining([{ ...visible, calls: 6 }, asked]));
  });

  it('keeps days apart', async () => {
    const store = make();
    await store.lease('2026-11-20', { calls: 20, limit: 20, counted: [] });
    expect(await store.lease('2026-11-21', { calls: 20, limit: 20, counted: [] })).toEqual({
      granted: 20,
      leased: 20,
    });
  });

  it('hands a saved level out once', async () => {
    const store = make();
    expect(await store.takeLevel()).toBeUndefined();
    await store.saveLevel({ tokens: 42.5, at: 1_795_000_000_000 });
    expect(await store.takeLevel()).toEqual({ tokens: 42.5, at: 1_795_000_000_000 });
    expect(await store.takeLevel()).toBeUndefined();
  });

  it('grants calls that are asked for at once one after the other', async () => {
    const store = make();
    const leases = [1, 2, 3].map(() => store.lease('2026-11-20', { calls: 20, limit: 50, counted: [] }));
    const granted = (await Promise.all(leases)).map((lease) => lease.granted);
    expect(granted).toEqual([20, 20, 10]);
  });
});

it('keeps the usage of each plan apart', async () => {
  const usage = sqliteUsage(databaseAt());
  const counted = [{ lane: 'bulk', operation: 'list-trades', calls: 4 }] as const;
  await usage('production').lease('2026-11-20', { calls: 20, limit: 50, counted });
  expect(await usage('production').day('2026-11-20')).toEqual({ leased: 20, counts: counted });
  expect(await usage('sandbox').day('2026-11-20')).toEqual({ leased: 0, counts: [] });
});
