import Big from 'big.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { GatewayClient } from '../../src/client/client';
import { fillOf } from '../../src/domain/delivery/fill';
import { volumesOf } from '../../src/domain/delivery/notional';
import type { Outcome } from '../../src/domain/failure';
import type { PositionSums } from '../../src/domain/position';
import type { Answer, Resource } from '../../src/domain/resources/resource';
import type { CapturedTrade } from '../../src/domain/trade';
import type { DownloadSelection, TradeDownload } from '../../src/domain/trade-download';
import type { Formula } from '../../src/functions/cells/context';
import { stream } from '../../src/functions/cells/stream';
import { pnlFormula } from '../../src/functions/formulas/pnl';
import { positionFormula } from '../../src/functions/formulas/position';
import { installOffice } from '../functions/excel-page';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
let uninstall = (): void => undefined;
beforeEach(() => (uninstall = installOffice()));
afterEach(async () => {
  await system.end();
  uninstall();
});

const WANTED: DownloadSelection = { from: '2026-11-01', to: '2026-11-20' };
const STEP_MS = 250;
const BY_MONTH: Extract<Resource, { kind: 'position' }> = { kind: 'position', by: 'month' };

const value = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(`${outcome.failure.message} ${outcome.failure.next}`);
  return outcome.value;
};

/** The newest value of a resource. */
function watched<R extends Resource>(page: GatewayClient, resource: R): () => Answer<R>['value'] {
  let answer: Answer<R> = { state: 'waiting' };
  page.watch(resource, (told) => void (answer = told));
  return () => answer.value;
}

/** The newest rows of a cell. */
function cell(page: GatewayClient, read: () => Formula): () => unknown[][] {
  let shown: unknown;
  const invocation = { setResult: (result: unknown) => void (shown = result) };
  stream(invocation, read, {
    client: () => page,
    cells: () => page.cells,
  });
  return () => (Array.isArray(shown) ? (shown as unknown[][]) : []);
}

type Sums = Record<string, { bought: string; sold: string }>;

/** MWh of each market and load, each leg over its whole delivery. */
function reckoned(trades: readonly CapturedTrade[]): Sums {
  const sums: Sums = {};
  for (const leg of trades
    .filter(({ provisional }) => !provisional)
    .flatMap(({ trade }) => fillOf(trade).legs)) {
    const energy = leg.quantity && volumesOf(leg, leg.quantity).find(({ unit }) => unit === 'MWh')?.amount;
    if (energy === undefined) continue;
    const key = `${leg.commodity ?? ''} ${leg.market ?? ''} ${leg.loadProfile ?? 'base'}`;
    const sum = (sums[key] ??= { bought: '0', sold: '0' });
    const side = leg.action === 'buy' ? 'bought' : 'sold';
    sum[side] = new Big(sum[side]).plus(energy).toFixed();
  }
  return sums;
}

function told({ rows }: Pick<PositionSums, 'rows'>): Sums {
  const sums: Sums = {};
  for (const row of rows) {
    const key = `${row.commodity ?? ''} ${row.market ?? ''} ${row.load}`;
    const sum = sums[key] ?? { bought: '0', sold: '0' };
    sums[key] = {
      bought: new Big(sum.bought).plus(row.bought).toFixed(),
      sold: new Big(sum.sold).plus(row.sold).toFixed(),
    };
  }
  return sums;
}

const GIVEN = { from: null, to: null, by: null, commodity: 'power', market: 'DE', load: 'base' };

it('sums what was downloaded, without a call, and the same again after a restart', async () => {
  system = await WholeSystem.start({ trades: 300 });
  const page = system.openPage();
  const captures = watched(page, { kind: 'captures' });
  const position = watched(page, BY_MONTH);
  value(await system.passing(page.captures.start(page.captures.newId(), WANTED)));
  const newest = (): TradeDownload | undefined => captures()?.[0];
  await system.until('everything is captured', () => newest()?.state === 'done', STEP_MS);
  await system.until('the position has all of it', () => position()?.missing === 0, STEP_MS);

  const before = await system.calls();
  const { trades } = value(await system.passing(page.captures.rows(WANTED)));
  const expected = reckoned(trades);
  expect(Object.keys(expected).length).toBeGreaterThan(4);
  const sums = position();
  if (!sums) throw new Error('There is no position.');
  expect(told(sums)).toEqual(expected);
  // Certificates are no energy: each of them is named, and none is forgotten.
  expect(sums.uncounted.map(({ why }) => why)).toEqual(['is in certificates, which is no energy']);
  const certificates = trades
    .flatMap(({ trade }) => fillOf(trade).legs)
    .filter(({ commodity }) => commodity === 'goo');
  expect(sums.uncounted[0]?.count).toBe(certificates.length);
  expect(sums.capturedUntil).toBeGreaterThan(system.clock.now() - 60 * 60_000);

  const shown = cell(page, () => positionFormula({ ...GIVEN, columns: 'bought MWh, sold MWh, net MWh' }));
  const profit = cell(page, () =>
    pnlFormula({
      ...GIVEN,
      columns: null,
      curve: [
        ['Cal-26', 80],
        ['Cal-27', 85],
        ['Cal-28', 82],
        ['Cal-29', 80],
        ['Cal-30', 80],
      ],
    }),
  );
  await system.until('the cells show it', () => shown().length > 1 && profit().length > 1);
  const numbers = shown().filter(([bought]) => typeof bought === 'number');
  const of = (column: number): number => numbers.reduce((sum, row) => sum + Number(row[column]), 0);
  expect(of(0)).toBeCloseTo(Number(expected['power DE base']?.bought), 6);
  expect(of(1)).toBeCloseTo(Number(expected['power DE base']?.sold), 6);
  for (const row of profit().filter(([name]) => /^[A-Z][a-z]{2}-\d\d$/.test(String(name))))
    expect(Number(row[5]) + Number(row[6])).toBeCloseTo(Number(row[7]), 6);
  const after = await system.calls();
  expect(after['read-trade']).toBe(before['read-trade']);

  await system.endGateway();
  await system.startGateway();
  const again = watched(system.openPage(), BY_MONTH);
  await system.until('it is read again', () => again() !== undefined, STEP_MS);
  expect(again()).toEqual(sums);
  expect((await system.calls())['read-trade']).toBe(before['read-trade']);
});
