import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTrade } from '../../../src/contract/service/read-trade';
import { giveMarkets } from '../../../src/domain/delivery/given-markets';
import { TradeId } from '../../../src/domain/identifiers';
import type { PositionSums } from '../../../src/domain/position';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { PositionLedger, partsOf } from '../../../src/gateway/cache/position-ledger';
import { keepPositions, writtenSums, type Counted } from '../../../src/gateway/cache/position-snapshot';
import { Positions } from '../../../src/gateway/cache/positions';
import { sqlitePositionSnapshot } from '../../../src/gateway/storage/position-snapshot';
import { sqliteTrades } from '../../../src/gateway/storage/sqlite-trades';
import { keptTrade, type KeptTrade, type TradeStore } from '../../../src/gateway/storage/trade-store';
import { databaseAt } from '../storage/implementations';
import { MORNING } from '../twins/cache';
import { MemoryPositionSnapshot } from '../twins/memory-stores';
import { MemoryTrades } from '../twins/memory-trades';

const DAY_MS = 86_400_000;
const LEG = {
  ...{ commodity: 'power', market: 'DE', 'delivery-start': '2027-03-01', 'delivery-end': '2027-03-31' },
  ...{ 'load-profile': 'base', action: 'buy', quantity: 10, 'quantity-unit': 'MW', 'price-unit': 'EUR/MWh' },
  price: 70,
};
function stored(id: string, leg: Record<string, unknown> = {}, { day = 0, at = MORNING } = {}): KeptTrade {
  const isOpen = leg['price'] === null;
  const trade = readTrade({
    'trade-id': id,
    'traded-at': new Date(MORNING - day * DAY_MS).toISOString(),
    ...(isOpen && { contract: 'standard-spread' }),
    legs: isOpen
      ? [
          { ...LEG, ...leg },
          { ...LEG, ...leg, action: 'sell', market: 'FR' },
        ]
      : [{ ...LEG, ...leg }],
  });
  if (!trade.ok) throw new Error(trade.failure.message);
  return keptTrade(trade.value, at);
}

/** Counts the trades whose records were read. */
class CountingTrades extends MemoryTrades {
  read = 0;
  override async find(id: TradeId) {
    this.read += 1;
    return super.find(id);
  }
  override async piece(...given: Parameters<MemoryTrades['piece']>) {
    const piece = await super.piece(...given);
    this.read += piece.length;
    return piece;
  }
}

const clock = new ManualClock(MORNING);
function started(store: TradeStore, snapshots = new MemoryPositionSnapshot()) {
  const positions = new Positions({
    doubted: { read: () => new Set(), onChange: () => undefined },
    store,
    snapshots,
    keepFrom: 1,
    own: { read: () => [], onChange: () => () => undefined },
    market: () => ({ request: () => undefined }),
    clock,
    log: silentLog,
  });
  const month = positions.of({ kind: 'position', by: 'month' });
  const day = positions.of({ kind: 'position', by: 'day' });
  const stop = month.onChange(() => undefined);
  return {
    positions,
    /** Everything that is told, in an order of its own. */
    told: async () => {
      await clock.advance(1_000);
      const sums = [month.read(), day.read()] as PositionSums[];
      return sums.map(({ uncounted, ...rest }) => ({
        ...rest,
        uncounted: uncounted
          .map((one) => ({ ...one, names: [...one.names].sort() }))
          .sort((one, other) => (one.why < other.why ? -1 : 1)),
        rows: rest.rows.map(({ misses, ...row }) => ({
          ...row,
          isMissing: Object.keys(misses ?? {}).sort(),
        })),
      }));
    },
    end: () => {
      stop();
      positions.stop();
    },
  };
}
/** Long enough for the sums to be written down. */
const idle = () => clock.advance(1_000_000);

async function kept(trades: readonly KeptTrade[]) {
  const store = new CountingTrades();
  await store.keep(trades);
  const snapshots = new MemoryPositionSnapshot();
  const first = started(store, snapshots);
  const told = await first.told();
  await idle();
  first.end();
  expect(snapshots.text).toBeDefined();
  store.read = 0;
  return { store, snapshots, told };
}

const SOME = [
  stored('T-1'),
  stored('T-2', { quantity: 3.5, price: 71.125, action: 'sell' }),
  stored('T-3', { 'load-profile': 'peak' }),
  stored('T-4', { quantity: 100, 'quantity-unit': 'MWh' }),
  stored('T-5', { 'quantity-unit': 't' }),
];

describe('a start with sums that were written down', () => {
  it('reads no trade that is in them, and tells the same', async () => {
    const { store, snapshots, told } = await kept(SOME);
    expect(await started(store, snapshots).told()).toEqual(told);
    expect(store.read).toBe(0);
  });

  it('is told before it is compared with what is stored, where nothing but new trades came since', async () => {
    const { store, snapshots, told } = await kept(SOME);
    let outlined = 0;
    const outline = store.outline.bind(store);
    store.outline = async (after, countMax) => {
      const rows = await outline(after, countMax);
      outlined += rows.length;
      return rows;
    };
    const next = started(store, snapshots);
    const source = next.positions.of({ kind: 'position', by: 'month' });
    const atFirst = await new Promise((resolve) => {
      const look = (): void => (source.read() ? resolve(outlined) : void Promise.resolve().then(look));
      look();
    });
    expect(atFirst).toBe(0);
    expect(await next.told()).toEqual(told);
    expect(outlined).toBe(SOME.length);
  });

  it('adds what came after, and what had not all its prices', async () => {
    const open = stored('T-6', { price: null });
    const { store, snapshots } = await kept([...SOME, open]);
    await store.keep([stored('T-6', { price: 69 }), stored('T-7', { market: 'FR' })]);
    const told = await started(store, snapshots).told();
    expect(store.read).toBe(2);
    expect(told).toEqual(await started(store).told());
    expect(told[0]?.provisional).toBe(0);
  });

  it('heeds what a list did not name any more since', async () => {
    const { store, snapshots, told } = await kept(SOME);
    const days = [{ from: MORNING - DAY_MS, to: MORNING + DAY_MS }];
    await store.list(
      SOME.filter(({ id }) => id !== 'T-3' && id !== 'T-5'),
      { days, listedAt: MORNING + 5 },
    );
    const now = await started(store, snapshots).told();
    expect(now).toEqual(await started(store).told());
    expect(now[0]?.unlisted).toBe(2);
    await store.list(SOME, { days, listedAt: MORNING + 6 });
    expect((await started(store, snapshots).told())[0]?.rows).toEqual(told[0]?.rows);
  });

  it('takes what is stored while they are read, once', async () => {
    const { store, snapshots } = await kept(SOME);
    const next = started(store, snapshots);
    await next.positions.trades.keep([stored('T-8'), stored('T-1', { quantity: 99 })]);
    const days = [{ from: MORNING - DAY_MS, to: MORNING + DAY_MS }];
    await next.positions.trades.list(SOME.slice(1), { days, listedAt: MORNING + 5 });
    expect(await next.told()).toEqual(await started(store).told());
  });
});

describe('a disk that cannot be read', () => {
  const DAY = { days: [{ from: MORNING - DAY_MS, to: MORNING + DAY_MS }], listedAt: MORNING + 5 };
  /** The next reading of all outlines from the first on fails: the comparison. */
  function failing(store: TradeStore): void {
    const outline = store.outline.bind(store);
    let isDone = false;
    store.outline = async (after, countMax) => {
      if (after > 0 || isDone) return outline(after, countMax);
      isDone = true;
      await new Promise<void>((resolve) => clock.after(500, resolve));
      throw new Error('SQLITE_BUSY');
    };
  }

  it.each([
    ['comes meanwhile', 300],
    ['comes after it', 600],
  ])('while sums are compared adds nothing twice where a list of the day %s', async (_, ms) => {
    const { store, snapshots, told } = await kept(SOME);
    const text = snapshots.text;
    failing(store);
    const next = started(store, snapshots);
    await clock.advance(ms);
    await next.positions.trades.list(SOME, DAY);
    await next.positions.trades.keep([stored('T-1', { quantity: 99 }), stored('T-7', { market: 'FR' })]);
    const meanwhile = await next.told();
    expect(meanwhile[0]?.rows).toEqual(told[0]?.rows);
    expect(meanwhile[0]?.uncounted).toContainEqual({
      why: 'could not be read, and is read again',
      names: ['What was stored since'],
      count: 1,
    });
    expect(snapshots.text).toBe(text);
    await clock.advance(10_000);
    const anew = await started(store).told();
    expect(await next.told()).toEqual(anew);
    await idle();
    expect(snapshots.text).not.toBe(text);
    next.end();
    expect(await started(store, snapshots).told()).toEqual(anew);
  });

  it('while a list of the day is taken in is read again', async () => {
    const { store, snapshots } = await kept(SOME);
    const desk = started(store, snapshots);
    await desk.told();
    const piece = store.piece.bind(store);
    store.piece = async () => {
      store.piece = piece;
      throw new Error('SQLITE_IOERR');
    };
    await desk.positions.trades.list(SOME.slice(1), DAY);
    expect((await desk.told())[0]?.uncounted.map(({ why }) => why)).toContain(
      'could not be read, and is read again',
    );
    await clock.advance(10_000);
    expect(await desk.told()).toEqual(await started(store).told());
    expect((await desk.told())[0]?.unlisted).toBe(1);
  });
});

describe('sums are written down only where they prove to be of each stored trade once', () => {
  const OPEN = stored('T-6', { price: null });
  const counted = new Map<TradeId, Counted>();
  function ledgerOf(trades: readonly KeptTrade[]): PositionLedger {
    const ledger = new PositionLedger();
    for (const trade of trades) {
      const { id, final: isFinal, fetchedAt } = trade;
      const status = isFinal ? 'final' : 'provisional';
      const parts = partsOf(trade);
      ledger.hold(trade, parts, status);
      counted.set(id, { status, isFinal, fetchedAt, parts });
    }
    return ledger;
  }
  const [one, other] = [stored('T-1'), stored('T-2')];
  const ledgers: readonly (readonly [string, () => PositionLedger, string])[] = [
    ['exactly those', () => ledgerOf([...SOME, OPEN]), 'kept'],
    ['all of them twice', () => ledgerOf([...SOME, OPEN, ...SOME, OPEN]), 'wrong'],
    ['one of them twice', () => ledgerOf([...SOME, OPEN, one]), 'wrong'],
    ['one in place of another', () => ledgerOf([one, one, ...SOME.slice(2), OPEN]), 'wrong'],
    ['not one of them', () => ledgerOf([...SOME.filter(({ id }) => id !== other.id), OPEN]), 'wrong'],
    [
      'a live quote beside them',
      () => {
        const ledger = ledgerOf([...SOME, OPEN]);
        ledger.put('Q-1', partsOf(one), { status: 'atRisk', isAdded: true });
        return ledger;
      },
      'wrong',
    ],
  ];
  it.each(ledgers)('%s', async (_, ledger, outcome) => {
    const store = new MemoryTrades();
    await store.keep([...SOME, OPEN]);
    ledgerOf([...SOME, OPEN]);
    const snapshots = new MemoryPositionSnapshot();
    const sums = { ledger, counted, missing: new Map<TradeId, number>(), isStill: () => true };
    expect(await keepPositions({ store, snapshots, clock }, sums)).toBe(outcome);
    expect(snapshots.text !== undefined).toBe(outcome === 'kept');
  });
});

describe('sums that were written down are never used', () => {
  const damages: readonly (readonly [string, (text: string) => string | undefined])[] = [
    ['where they are cut off', (text) => text.slice(0, -20)],
    ['where they are no sums', () => '{"rules":6}'],
    ['where they were made by other rules', (text) => text.replace('"rules":6', '"rules":5')],
    ['where they count another trade', (text) => text.replace(/"sum":"\d/, '"sum":"')],
    ['where they count fewer', (text) => text.replace('"trades":5', '"trades":4')],
    ['where an amount is no number', (text) => text.replace(/"\d+e\d+"/, '"many"')],
  ];
  it.each(damages)('%s', async (_, damage) => {
    const { store, snapshots, told } = await kept(SOME);
    snapshots.text = damage(snapshots.text ?? '');
    expect(await started(store, snapshots).told()).toEqual(told);
    expect(store.read).toBe(SOME.length);
  });

  it('where anything happened to a trade of theirs in the database, whoever did it', async () => {
    const database = databaseAt();
    const store = sqliteTrades(database);
    const snapshots = sqlitePositionSnapshot(database);
    await store.keep(SOME);
    const first = started(store, snapshots as MemoryPositionSnapshot);
    await first.told();
    await idle();
    first.end();
    const isCurrent = async () => (await writtenSums({ store, snapshots, clock }))?.isCurrent;
    expect(await isCurrent()).toBe(true);
    database.run("UPDATE trade SET json = replace(json, '3.5', '9.5') WHERE id = 'T-2'");
    expect(await isCurrent()).toBe(false);
    await store.keep([stored('T-9')]);
    expect(await isCurrent()).toBe(false);
    database.close();
  });

  it('where a trade of theirs is gone, or is another', async () => {
    const { store, snapshots } = await kept(SOME);
    store.trades.delete(TradeId.parse('T-2'));
    await store.keep([stored('T-9', {}, { at: MORNING })]);
    expect(await started(store, snapshots).told()).toEqual(await started(store).told());
  });

  it('where the markets count otherwise', async () => {
    const { store, snapshots, told } = await kept(SOME);
    giveMarkets('other;power|DE|Europe/Berlin|6|22|0');
    try {
      const other = await started(store, snapshots).told();
      expect(store.read).toBe(SOME.length);
      expect(other).not.toEqual(told);
    } finally {
      giveMarkets('');
    }
  });
});

it('a position from the sums of before is the one that is built anew, whatever happened', async () => {
  const ids = ['T-1', 'T-2', 'T-3', 'T-4', 'T-5', 'T-6'];
  const leg = fc.record({
    quantity: fc.integer({ min: 1, max: 2_000 }).map((cents) => cents / 100),
    price: fc.option(fc.integer({ min: -5_000, max: 50_000 }).map((cents) => cents / 100)),
    action: fc.constantFrom('buy', 'sell'),
    market: fc.constantFrom('DE', 'FR', 'TTF'),
    'load-profile': fc.constantFrom('base', 'peak', 'shaped'),
    'quantity-unit': fc.constantFrom('MW', 'MWh', 'MWh/d', 't'),
    'price-unit': fc.constantFrom('EUR/MWh', 'GBP/MWh', 'p/th'),
    'delivery-start': fc.constantFrom('2027-03-01', '2027-03-14', '2027-01-01'),
  });
  const change = fc.oneof(
    fc.record({ keep: fc.constantFrom(...ids), leg, day: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ list: fc.subarray(ids), day: fc.integer({ min: 0, max: 2 }) }),
    fc.record({
      fail: fc.constantFrom('outline', 'piece', 'find', 'covered', 'missing', 'stamp'),
      after: fc.integer({ min: 0, max: 3 }),
    }),
    fc.constantFrom('start' as const, 'idle' as const, 'while' as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 25 }), fc.boolean(), async (changes, inSqlite) => {
      const database = databaseAt();
      const store = inSqlite ? sqliteTrades(database) : new MemoryTrades();
      const snapshots = inSqlite ? sqlitePositionSnapshot(database) : new MemoryPositionSnapshot();
      let fault: { readonly fail: string; after: number } | undefined;
      const failing = new Proxy(store, {
        get: (of, name: keyof TradeStore) =>
          name === fault?.fail && fault.after-- === 0
            ? () => Promise.reject(new Error('disk I/O error'))
            : (of[name] as () => unknown).bind(of),
      });
      const start = () => started(failing, snapshots as MemoryPositionSnapshot);
      let desk = start();
      await desk.told();
      const days = new Map<string, number>();
      const finals = new Map<string, KeptTrade>();
      for (const [after, one] of changes.entries()) {
        if (one === 'start') {
          desk.end();
          desk = start();
        } else if (one === 'idle') await idle();
        else if (one === 'while') await clock.advance(300);
        else if ('fail' in one) fault = { ...one };
        else if ('keep' in one) {
          const day = days.get(one.keep) ?? one.day;
          days.set(one.keep, day);
          const trade = stored(one.keep, one.leg, { day, at: MORNING + after });
          // What is final is never told otherwise.
          const before = finals.get(one.keep);
          if (trade.final && !before) finals.set(one.keep, trade);
          await desk.positions.trades.keep([before ?? trade]);
        } else {
          const from = MORNING - one.day * DAY_MS - 1_000;
          const named = one.list.filter((id) => days.get(id) === one.day);
          await desk.positions.trades.list(
            named.map((id) => ({ id: TradeId.parse(id), tradedAt: from + 1_000 })),
            { days: [{ from, to: from + DAY_MS }], listedAt: MORNING + after },
          );
        }
      }
      fault = undefined;
      await clock.advance(10_000);
      const live = await desk.told();
      await idle();
      desk.end();
      const again = start();
      const restored = await again.told();
      again.end();
      const anew = started(store);
      expect(restored).toEqual(await anew.told());
      expect(live).toEqual(restored);
      anew.end();
      database.close();
    }),
    { numRuns: 150 },
  );
});
