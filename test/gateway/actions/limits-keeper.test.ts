import { describe, expect, it } from 'vitest';
import { BUILT_IN_LIMITS, type DeskLimits, type Limits } from '../../../src/domain/limits/limits';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { LimitsKeeper, type LimitsStore } from '../../../src/gateway/actions/limits-keeper';
import { BUILT_IN } from '../../../src/gateway/limits-file';
import { openDatabase } from '../../../src/gateway/store/database';
import { sqliteLimits } from '../../../src/gateway/store/sqlite-limits';
import { MORNING } from '../twins/desk';
import { MemoryLimits } from '../twins/memory-stores';

function sqlite(): LimitsStore {
  const opened = openDatabase(':memory:');
  if (!opened.ok) throw new Error(opened.failure.message);
  return sqliteLimits(opened.value);
}
const STRICT: Limits = { ...BUILT_IN_LIMITS, signFlip: 'block' };
const FILE: DeskLimits = { limits: { ...BUILT_IN_LIMITS, unchecked: 'warn' }, locked: false, source: 'file' };
const keeper = (store: LimitsStore, given: DeskLimits = BUILT_IN) =>
  LimitsKeeper.open({ store, given, clock: new ManualClock(MORNING), log: silentLog });

describe.each([
  ['memory', () => new MemoryLimits()],
  ['SQLite', sqlite],
])('the limits with a store in %s', (_, open) => {
  it('are those that were given until the pane sets others, also after a restart', async () => {
    const store = open();
    const first = await keeper(store, FILE);
    expect(first.read()).toEqual(FILE);
    const set = { limits: STRICT, locked: false, source: 'pane', setAt: MORNING };
    expect(await first.set(STRICT)).toEqual({ ok: true, value: set });
    expect(first.read()).toEqual(set);
    expect((await keeper(store, FILE)).read()).toEqual(set);
  });

  it('are given back when the pane gives its own up', async () => {
    const store = open();
    const first = await keeper(store, FILE);
    await first.set(STRICT);
    await first.set(null);
    expect(first.read()).toEqual(FILE);
    expect((await keeper(store, FILE)).read()).toEqual(FILE);
  });

  it('are those of a locked file alone, whatever was set before', async () => {
    const store = open();
    await (await keeper(store)).set(STRICT);
    const locked = await keeper(store, { ...FILE, locked: true });
    expect(locked.read()).toEqual({ ...FILE, locked: true });
    expect(await locked.set(STRICT)).toMatchObject({ ok: false, failure: { kind: 'denied' } });
    expect(locked.read()).toEqual({ ...FILE, locked: true });
  });
});

it('tells whoever watches, until it looks away', async () => {
  const limits = await keeper(new MemoryLimits());
  let told = 0;
  const stop = limits.onChange(() => (told += 1));
  await limits.set(STRICT);
  stop();
  stop();
  await limits.set(null);
  expect(told).toBe(1);
});

it('keeps the former levels when the new ones cannot be kept', async () => {
  const store = new MemoryLimits();
  const limits = await keeper(store);
  store.full = true;
  expect(await limits.set(STRICT)).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  expect(limits.read()).toEqual(BUILT_IN);
});

it('starts with what was given when what the pane set cannot be read any more', async () => {
  const opened = openDatabase(':memory:');
  if (!opened.ok) throw new Error(opened.failure.message);
  const store = sqliteLimits(opened.value);
  opened.value.run('INSERT INTO limits_setting (set_at, json) VALUES (1, \'{"signFlip":7}\')');
  expect((await keeper(store)).read()).toEqual(BUILT_IN);
});
