import { spawnSync } from 'node:child_process';
import { createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayClient } from '../../src/client/client';
import { QuoteId, RequestId } from '../../src/domain/identifiers';
import type { Resource } from '../../src/domain/resources/resource';
import { pause, systemClock } from '../../src/effects/clock';
import { databasePath } from '../../src/gateway/storage/place';
import { allKept } from '../../src/gateway/storage/trade-store';
import { writeTradeFile } from '../../src/gateway/trades/export/trade-file';
import { benchStores } from '../kit/stores';
import { percentile } from '../report/report';
import { DeskProcess } from '../sheet/desk-process';
import type { SimulatedPlatform } from '../sheet/platform';
import { SheetPage } from '../sheet/sheet-page';

const ROOT = join(import.meta.dirname, '..', '..');
const PRESSES = 20;
const REST_MS = 5_000;
const MONTH = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 1, 1) };

/** What one size costs, by name; ms, or MB where the name says so. */
export type Figures = Readonly<Record<string, number>>;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const beganMs = systemClock.monotonicMs();
  await work();
  return systemClock.monotonicMs() - beganMs;
}

/** Until there is a value that is not being refreshed. */
const answered = (client: GatewayClient, resource: Resource): Promise<void> =>
  new Promise((resolve) => {
    const stop = client.watch(resource, ({ state }) => {
      if (state !== 'fresh') return;
      queueMicrotask(() => stop());
      resolve();
    });
  });

async function press(client: GatewayClient, number: number): Promise<void> {
  const body = {
    kind: 'withdraw-quote',
    requestId: RequestId.parse('RQ-1'),
    quoteId: QuoteId.parse(`QT-none-${number}`),
  } as const;
  await client.act(client.newActionId(), { body, shown: 'Withdraw a quote that is not there' });
}

/** A gateway on this folder, from its start to its end, and the commands beside it. */
export async function measured(
  dataFolder: string,
  { platform, packaged, scratch }: { platform: SimulatedPlatform; packaged: string; scratch: string },
): Promise<Figures> {
  const settings = {
    DESK_PORT: '0',
    DESK_DATA: dataFolder,
    SERVICE_ENVIRONMENT: 'simulator',
    SERVICE_URL_SIMULATOR: platform.url,
  };
  const beganMs = systemClock.monotonicMs();
  const gateway = await DeskProcess.start('gateway', { args: ['--workbench'], settings, packaged });
  const readyMs = systemClock.monotonicMs() - beganMs;
  const page = new SheetPage(gateway);
  await page.connected();
  const { client } = page;
  const journalMs = await timed(() => answered(client, { kind: 'journal' }));
  const quotesMs = await timed(() => answered(client, { kind: 'own-quotes' }));
  const positionMs = await timed(() => answered(client, { kind: 'position', by: 'month' }));
  const presses: number[] = [];
  for (let number = 0; number < PRESSES; number++) presses.push(await timed(() => press(client, number)));
  await pause(systemClock, REST_MS);
  const { rssBytes } = await gateway.memory();
  page.close();
  await gateway.end();
  const command = (name: string, args: readonly string[]): number => {
    const startedMs = systemClock.monotonicMs();
    const { status } = spawnSync(process.execPath, [join(packaged, 'spreaddesk.mjs'), name, ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`The command ${name} ended with ${status}.`);
    return systemClock.monotonicMs() - startedMs;
  };
  const monthMs = await timed(async () => {
    const stores = await benchStores(dataFolder);
    const options = { format: 'csv', preset: 'desk', zone: 'Europe/Berlin', now: MONTH.to } as const;
    const file = createWriteStream(join(scratch, 'month.csv'));
    await writeTradeFile(options, allKept(stores.trades, MONTH), file);
    await stores.close();
  });
  return {
    'start to ready': readyMs,
    'first JOURNAL': journalMs,
    'own quotes': quotesMs,
    'first POSITION': positionMs,
    'a press, median': percentile(presses, 0.5),
    'CSV of a month': monthMs,
    verify: command('journal', ['verify', '--data', dataFolder, '--environment', 'simulator']),
    backup: command('backup', ['--data', dataFolder, '--out', join(scratch, 'copy')]),
    'memory, MB': rssBytes / 1_000_000,
    'disk, MB': statSync(databasePath({ dataFolder, environment: 'simulator' })).size / 1_000_000,
  };
}
