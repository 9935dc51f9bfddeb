import { Complaint } from '../../scripts/complaint.mjs';
import { readTrade } from '../../src/contract/service/read-trade';
import type { Resource } from '../../src/domain/resources/resource';
import { pause, systemClock, type Clock } from '../../src/effects/clock';
import { silentLog } from '../../src/effects/log';
import { Positions } from '../../src/gateway/cache/positions';
import type { PositionSnapshotStore } from '../../src/gateway/storage/position-snapshot';
import type { Stores } from '../../src/gateway/storage/stores';
import { keptTrade, type KeptTrade } from '../../src/gateway/storage/trade-store';
import { folderUntilExit } from '../kit/folder';
import { percentile, rounded, type Row } from '../report/report';
import { benchStores } from '../kit/stores';

export const TRADES = 100_000;
const LATER = 20;
const AT_ONCE = 1_000;
const FIRST_MS = Date.UTC(2024, 0, 1);
const MARKETS = ['DE', 'FR', 'NL', 'AT'];

const isoDay = (month: number, day: number): string =>
  new Date(Date.UTC(2026, month, day)).toISOString().slice(0, 10);

/** Months, quarters and single days of two years, in four markets. */
function traded(number: number): KeptTrade {
  const month = number % 24;
  const isDay = number % 5 === 0;
  const leg = {
    commodity: 'power',
    market: MARKETS[number % 4],
    'delivery-start': isoDay(month, isDay ? 1 + (number % 28) : 1),
    'delivery-end': isDay ? isoDay(month, 1 + (number % 28)) : isoDay(month + 1 + (number % 3), 0),
    'load-profile': number % 3 === 0 && !isDay ? 'peak' : 'base',
    action: number % 2 === 0 ? 'buy' : 'sell',
    quantity: 5 + (number % 70) / 10,
    'quantity-unit': 'MW',
    'price-unit': 'EUR/MWh',
    price: 70 + (number % 1_000) / 100,
  };
  const trade = readTrade({
    'trade-id': `TR-${number}`,
    'traded-at': new Date(FIRST_MS + number * 600_000).toISOString(),
    'request-id': `RQ-${number}`,
    venue: 'tender',
    contract: 'single',
    counterparty: 'Kestrel Energy',
    legs: [leg],
  });
  if (!trade.ok) throw new Complaint(trade.failure.message);
  return keptTrade(trade.value, FIRST_MS);
}

const MONTHS: Extract<Resource, { kind: 'position' }> = { kind: 'position', by: 'month' };

/** Stores with so many trades. */
export async function storesWithTrades(): Promise<Stores> {
  const stores = await benchStores(folderUntilExit());
  for (let at = 0; at < TRADES; at += AT_ONCE)
    await stores.trades.keep(Array.from({ length: AT_ONCE }, (_, of) => traded(at + of)));
  return stores;
}

/** What positions over stored trades cost: reading them from disk, the first answer, and the answer after one more trade. */
export async function measuredPositions(stores: Stores): Promise<Row[]> {
  const { trades: store, positions: snapshots } = stores;
  const open = (): Positions =>
    new Positions({
      doubted: { read: () => new Set(), onChange: () => undefined },
      store,
      snapshots,
      own: { read: () => [], onChange: () => () => undefined },
      market: () => ({ request: () => undefined }),
      clock: IMPATIENT,
      log: silentLog,
    });
  const firstRead = async (of: Positions): Promise<number> => {
    const source = of.of(MONTHS);
    return taken(async () => {
      await new Promise<void>((read) => void source.onChange(read));
      JSON.stringify(source.read());
    });
  };
  const first = open();
  const readMs = await firstRead(first);
  await untilKept(snapshots);
  first.stop();
  const positions = open();
  const restoredMs = await firstRead(positions);
  const source = positions.of({ ...MONTHS, by: 'quarter' });
  const firstMs = await taken(() => void JSON.stringify(source.read()));
  const laterMs: number[] = [];
  for (let number = TRADES; number < TRADES + LATER; number++) {
    const one = traded(number);
    laterMs.push(
      await taken(async () => {
        await positions.trades.keep([one]);
        JSON.stringify(source.read());
      }),
    );
  }
  positions.stop();
  const scenario = `a position of ${TRADES.toLocaleString('en')} stored trades, by month`;
  const row = (subject: string, metric: string, value: number): Row => ({
    scenario,
    subject,
    metric,
    value: rounded(value, 1),
    unit: 'ms',
  });
  return [
    row('start without sums of before', 'once', readMs),
    row('start with sums of before', 'once', restoredMs),
    row('first answer', 'once', firstMs),
    row('after one more trade', 'median', percentile(laterMs, 0.5)),
    row('after one more trade', 'worst', Math.max(...laterMs)),
  ];
}

/** Adds up all trades of these stores, and keeps the sums for the next start. */
export async function keptPositions({ trades: store, positions: snapshots }: Stores): Promise<void> {
  const known = await snapshots.read();
  const positions = new Positions({
    doubted: { read: () => new Set(), onChange: () => undefined },
    store,
    snapshots,
    keepFrom: 1,
    own: { read: () => [], onChange: () => () => undefined },
    market: () => ({ request: () => undefined }),
    clock: IMPATIENT,
    log: silentLog,
  });
  const source = positions.of(MONTHS);
  await new Promise<void>((read) => void source.onChange(read));
  while ((await snapshots.read()) === known) await pause(systemClock, LOOK_MS);
  positions.stop();
}

const LOOK_MS = 50;
async function untilKept(snapshots: PositionSnapshotStore): Promise<void> {
  while ((await snapshots.read()) === undefined) await pause(systemClock, LOOK_MS);
}
/** Nobody waits here for the minute after which the sums are written down. */
const IMPATIENT: Clock = {
  ...systemClock,
  after: (afterMs, listener) => systemClock.after(Math.min(afterMs, LOOK_MS), listener),
};

export async function taken(work: () => void | Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
