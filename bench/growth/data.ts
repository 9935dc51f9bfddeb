import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayClient } from '../../src/client/client';
import { QuoteId, RequestId } from '../../src/domain/identifiers';
import type { Resource } from '../../src/domain/resources/resource';
import { hasEnded, type DownloadSelection } from '../../src/domain/trade-download';
import { pause, systemClock } from '../../src/effects/clock';
import { dayOf } from '../../src/gateway/platform/zone-time';
import { databasePath } from '../../src/gateway/storage/place';
import { folderUntilExit } from '../kit/folder';
import { benchStores } from '../kit/stores';
import { percentile } from '../report/report';
import { DeskProcess } from '../sheet/desk-process';
import { SimulatedPlatform } from '../sheet/platform';
import { SheetPage } from '../sheet/sheet-page';
import { keptPositions, taken } from '../energy/positions';
import { FilledFolder } from './filled-folder';
import type { Figures, Grown } from './grown';

const ROOT = join(import.meta.dirname, '..', '..');
const STARTS = 3;
const PRESSES = 9;
const ASKED = 5;
const FULL_BUCKET = 100;
const LOOK_MS = 100;
const DAY_MS = 86_400_000;
const MONTH_DAYS = 30;
const MB = 1_000_000;
const ZONE = 'Europe/Berlin';

/** Until there is a value that is not being refreshed. */
const answered = (client: GatewayClient, resource: Resource): Promise<void> =>
  new Promise((resolve) => {
    const stop = client.watch(resource, ({ state }) => {
      if (state !== 'fresh') return;
      queueMicrotask(() => stop());
      resolve();
    });
  });

async function press({ client }: SheetPage, number: number): Promise<void> {
  const body = {
    kind: 'withdraw-quote',
    requestId: RequestId.parse('RQ-1'),
    quoteId: QuoteId.parse(`QT-none-${number}`),
  } as const;
  await client.act(client.newActionId(), { body, shown: 'Withdraw a quote that is not there' });
}

/** What lies on the way of a press is ours, not the wait for a call that the platform's limit allows. */
async function fullBucket(platform: SimulatedPlatform): Promise<void> {
  while ((await platform.stats()).usage.tokens < FULL_BUCKET) await pause(systemClock, LOOK_MS);
}

async function downloaded({ client }: SheetPage, wanted: DownloadSelection): Promise<void> {
  const id = client.captures.newId();
  const begun = await client.captures.start(id, wanted);
  if (!begun.ok) throw new Error(begun.failure.message);
  await new Promise<void>((resolve, reject) => {
    const stop = client.watch({ kind: 'captures' }, ({ value }) => {
      const own = value?.find((one) => one.id === id);
      if (!own || !hasEnded(own)) return;
      queueMicrotask(() => stop());
      if (own.state === 'done') resolve();
      else reject(new Error(`A download ended as ${own.state}.`));
    });
  });
}

async function monthAsFile({ client }: SheetPage, wanted: DownloadSelection): Promise<void> {
  const file = await client.captures.file(wanted, { format: 'csv', preset: 'desk' });
  if (!file.ok) throw new Error(file.failure.message);
}

const median = async (count: number, work: (number: number) => Promise<void>): Promise<number> => {
  const tookMs: number[] = [];
  for (let number = 0; number < count; number++) tookMs.push(await taken(() => work(number)));
  return percentile(tookMs, 0.5);
};

/** What a person waits for, and the commands, on a desk with so many lines of the journal and downloaded trades. */
export async function grownData(counts: readonly number[], packaged: string): Promise<Grown> {
  const platform = await SimulatedPlatform.start(0);
  const place = folderUntilExit();
  const filled = new FilledFolder(join(place, 'desk'), systemClock.now());
  const figures: Figures[] = [];
  for (const count of counts) {
    console.error(`${count} lines and trades…`);
    const fillMs = await taken(() => filled.grow(count));
    console.error(`  made in ${Math.round(fillMs / 1_000)} s`);
    const scratch = join(place, 'scratch');
    mkdirSync(scratch);
    figures.push(await measured(filled, { platform, packaged, scratch }));
    rmSync(scratch, { recursive: true });
  }
  await platform.end();
  return {
    scenario: 'lines of the journal, and as many trades; ms unless said',
    unit: 'lines',
    counts,
    figures,
  };
}

async function measured(
  { dataFolder, newestAt }: FilledFolder,
  { platform, packaged, scratch }: { platform: SimulatedPlatform; packaged: string; scratch: string },
): Promise<Figures> {
  const start = (): Promise<DeskProcess> =>
    DeskProcess.start('gateway', {
      args: ['--workbench'],
      settings: {
        DESK_PORT: '0',
        DESK_DATA: dataFolder,
        SERVICE_ENVIRONMENT: 'simulator',
        SERVICE_URL_SIMULATOR: platform.url,
      },
      packaged,
    });
  const stores = await benchStores(dataFolder);
  const positionsMs = await taken(() => keptPositions(stores));
  await stores.close();
  const firstMs = await taken(async () => (await start()).end());
  const readyMs = await median(STARTS - 1, async () => (await start()).end());
  const gateway = await start();
  const wanted = {
    from: dayOf(newestAt - (MONTH_DAYS - 1) * DAY_MS, ZONE),
    to: dayOf(newestAt, ZONE),
  };
  const page = new SheetPage(gateway);
  const { client } = page;
  const pageMs = await taken(async () => {
    await page.connected();
    await Promise.all([answered(client, { kind: 'status' }), answered(client, { kind: 'own-quotes' })]);
  });
  const positionMs = await taken(() => answered(client, { kind: 'position', by: 'month' }));
  const journalMs = await median(ASKED, async () => {
    const other = new SheetPage(gateway);
    await other.connected();
    await answered(other.client, { kind: 'journal' });
    other.close();
  });
  await fullBucket(platform);
  const pressMs = await median(PRESSES, (number) => press(page, number));
  await downloaded(page, wanted);
  const downloadMs = await median(ASKED, () => downloaded(page, wanted));
  await client.captures.estimate(wanted);
  const estimateMs = await median(ASKED, async () => void (await client.captures.estimate(wanted)));
  const monthMs = await median(ASKED, () => monthAsFile(page, wanted));
  const { rssBytes, heapBytes } = await gateway.memory();
  page.close();
  await gateway.end();
  const command = (name: string, args: readonly string[]): Promise<number> =>
    taken(() => {
      const { status } = spawnSync(process.execPath, [join(packaged, 'spreaddesk.mjs'), name, ...args], {
        cwd: ROOT,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (status !== 0) throw new Error(`The command ${name} ended with ${status}.`);
    });
  return {
    'first start, all lines read': firstMs,
    'start to ready': readyMs,
    'first page': pageMs,
    'JOURNAL(20) on a new page': journalMs,
    'first POSITION': positionMs,
    'a press': pressMs,
    'a download’s second run, a month': downloadMs,
    'what a download would cost': estimateMs,
    'CSV of a month': monthMs,
    'trades added up for the first time': positionsMs,
    verify: await command('journal', ['verify', '--data', dataFolder, '--environment', 'simulator']),
    backup: await command('backup', ['--data', dataFolder, '--out', join(scratch, 'copy')]),
    'memory, MB': rssBytes / MB,
    'heap, MB': heapBytes / MB,
    'disk, MB': statSync(databasePath({ dataFolder, environment: 'simulator' })).size / MB,
  };
}
