import { describe, expect, it } from 'vitest';
import { BUILT_IN_LIMITS, type DeskLimits, type Limits } from '../../../src/domain/limits/limits';
import { Price } from '../../../src/domain/price';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { BUILT_IN, LimitsKeeper } from '../../../src/gateway/actions/limits-keeper';
import { DeskEntries } from '../../../src/gateway/actions/desk-entries';
import { sqliteLimits, STEPS, type LimitsStore } from '../../../src/gateway/storage/limits';
import { openDatabase, type Database } from '../../../src/gateway/storage/database';
import { MORNING } from '../twins/cache';
import { MemoryJournal, MemoryLimits } from '../twins/memory-stores';

function opened(): Database {
  const database = openDatabase(':memory:');
  if (!database.ok) throw new Error(database.failure.message);
  return database.value;
}
const sqlite = (): LimitsStore => sqliteLimits(opened());
const STRICT: Limits = { ...BUILT_IN_LIMITS, signFlip: 'block' };
const FILE: DeskLimits = { limits: { ...BUILT_IN_LIMITS, unchecked: 'warn' }, locked: false, source: 'file' };
async function keeper(store: LimitsStore, given: DeskLimits = BUILT_IN, journal = new MemoryJournal()) {
  const parts = { clock: new ManualClock(MORNING), log: silentLog };
  const entries = await DeskEntries.open({ store: journal, ...parts });
  return LimitsKeeper.open({ store, entries, given, ...parts });
}

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

it('keeps the levels that the first version wrote down as they are, and warns of a price through the market, without a reference or far from the nearest trade', async () => {
  const database = opened();
  database.migrate('limits', STEPS.slice(0, 1));
  const {
    volumePerDay: _,
    notionalPerDay: __,
    throughMarket: ___,
    noReference: ____,
    nearestTrade: _____,
    ...former
  } = STRICT;
  database.run('INSERT INTO limits_setting (set_at, json) VALUES (1, ?)', JSON.stringify(former));
  expect((await keeper(sqliteLimits(database))).read()).toEqual({
    limits: { ...former, throughMarket: 'warn', noReference: 'warn', nearestTrade: { warnTimes: '3' } },
    setAt: 1,
    source: 'pane',
    locked: false,
  });
});

it.each([
  ['a value that is none', 1, { ...STRICT, signFlip: 7 }],
  ['a field that is not known', 2, { ...STRICT, perTrader: 5 }],
  ['a newer version', 6, STRICT],
])(
  'takes no risk with stored levels that have %s, until a person has set others',
  async (_, version, levels) => {
    const database = opened();
    const store = sqliteLimits(database);
    const sql = 'INSERT INTO limits_setting (set_at, json, version) VALUES (1, ?, ?)';
    database.run(sql, JSON.stringify(levels), version);
    const limits = await keeper(store);
    expect(limits.read()).toMatchObject({ ...BUILT_IN, failure: { kind: 'denied' } });
    expect((await keeper(store, { ...FILE, locked: true })).read()).toEqual({ ...FILE, locked: true });
    await limits.set(STRICT);
    expect(limits.read().failure).toBeUndefined();
    expect((await keeper(store)).read()).toMatchObject({ limits: STRICT, source: 'pane' });
  },
);

it('takes no risk while the stored levels cannot be read at all', async () => {
  const store = new MemoryLimits();
  store.newest = () => Promise.reject(new Error('disk I/O error'));
  expect((await keeper(store)).read().failure?.message).toContain('cannot be read');
});

describe('the journal', () => {
  const by = { name: 'Anna Ott', session: '0a1b2c3d' };

  it('has who changed which level from what to what, and all levels from then on', async () => {
    const journal = new MemoryJournal();
    const limits = await keeper(new MemoryLimits(), BUILT_IN, journal);
    const looser = { ...STRICT, bestPrice: { ...STRICT.bestPrice, blockPercent: Price.parse('400') } };
    // Two at once: the second one is held against the first.
    await Promise.all([limits.set(STRICT, by), limits.set(looser, by)]);
    await limits.set(null, by);
    expect(await journal.entries(9)).toMatchObject([
      {
        shown:
          'Anna Ott lowered bestPrice block 400 % → 50 %, set signFlip block → warn, back to the limits that are built in.',
        levels: { limits: BUILT_IN_LIMITS, source: 'built-in' },
      },
      {
        shown: 'Anna Ott raised bestPrice block 50 % → 400 %.',
        changes: [{ level: 'bestPrice block', before: '50 %', after: '400 %' }],
        by,
      },
      { shown: 'Anna Ott set signFlip warn → block.', levels: { limits: STRICT, source: 'pane' } },
    ]);
  });

  it('comes first: without its line no level changes', async () => {
    const [journal, store] = [new MemoryJournal(), new MemoryLimits()];
    const limits = await keeper(store, BUILT_IN, journal);
    journal.full = true;
    expect(await limits.set(STRICT, by)).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
    expect([limits.read(), store.settings]).toEqual([BUILT_IN, []]);
    journal.full = false;
    expect((await limits.set(STRICT, by)).ok).toBe(true);
  });

  it('says that they were not changed after all where they could not be saved', async () => {
    const [journal, store] = [new MemoryJournal(), new MemoryLimits()];
    const limits = await keeper(store, BUILT_IN, journal);
    store.full = true;
    expect((await limits.set(STRICT, by)).ok).toBe(false);
    const [said] = await journal.entries(1);
    expect(said?.shown).toContain('Anna Ott did not change the limits after all');
    expect(limits.read()).toEqual(BUILT_IN);
  });
});
