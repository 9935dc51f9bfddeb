import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { pause, systemClock } from '../../src/effects/clock';
import { taken } from '../energy/positions';
import { folderUntilExit } from '../kit/folder';
import { percentile } from '../report/report';
import { MOVED } from '../sheet/change';
import { SimulatedPlatform } from '../sheet/platform';
import { DeskProcess } from '../sheet/desk-process';
import { SheetPage } from '../sheet/sheet-page';
import type { Figures, Grown } from './grown';

const QUOTES = { kind: 'quotes', id: MOVED.id } as const;
const ROUNDS = 15;
const BETWEEN_MS = 300;
const BY = 5;
const AT_ONCE = 50;
const MB = 1_000_000;
const NO_POLLING_MS = '99999999';
const POLLED = ['OPEN_REQUESTS', 'QUOTES', 'REQUEST', 'ANALYTICS', 'TRADES'];
/** So wide that no call waits. */
const WIDE = { ratePerSecond: 1_000, burst: 1_000, perDay: 1_000_000 };

/** Pages of the product's own client on one gateway, each with one price, the desk's state and its own quotes in sight. */
export async function grownPages(counts: readonly number[], packaged: string): Promise<Grown> {
  const folder = folderUntilExit();
  const profile = join(folder, 'profile.json');
  writeFileSync(profile, JSON.stringify({ limits: WIDE }));
  const platform = await SimulatedPlatform.start(0, { SERVICE_PROFILE: profile });
  const gateway = await DeskProcess.start('gateway', {
    args: ['--workbench'],
    settings: {
      DESK_PORT: '0',
      DESK_DATA: join(folder, 'data'),
      SERVICE_ENVIRONMENT: 'simulator',
      SERVICE_URL_SIMULATOR: platform.url,
      SERVICE_PROFILE: profile,
      ...Object.fromEntries(POLLED.map((name) => [`DESK_POLL_${name}_MS`, NO_POLLING_MS])),
    },
    packaged,
  });
  const first = await WatchingPage.open(gateway);
  const pages = [first];
  let { rssBytes: beforeBytes } = await gateway.memory();
  const figures: Figures[] = [];
  for (const count of counts) {
    console.error(`${count} pages…`);
    const added = count - pages.length;
    const openMs = await taken(async () => {
      while (pages.length < count) {
        const together = Math.min(AT_ONCE, count - pages.length);
        pages.push(
          ...(await Promise.all(Array.from({ length: together }, () => WatchingPage.open(gateway)))),
        );
      }
    });
    const told = await toldTo(pages, { platform, gateway, first });
    const { rssBytes } = await gateway.memory();
    figures.push({
      'a page opened, ms': openMs / added,
      'a price told to all, gateway’s processor ms': told.cpuMs,
      'a price told to all, ms until the last has it': told.lastMs,
      'memory for each page more, kB': (rssBytes - beforeBytes) / added / 1_000,
      'memory, MB': rssBytes / MB,
    });
    beforeBytes = rssBytes;
  }
  for (const page of pages) page.close();
  await gateway.end();
  await platform.end();
  return { scenario: 'pages', unit: 'pages', counts, figures };
}

interface Scene {
  readonly platform: SimulatedPlatform;
  readonly gateway: DeskProcess;
  readonly first: WatchingPage;
}

async function toldTo(pages: readonly WatchingPage[], { platform, gateway, first }: Scene) {
  const lastMs: number[] = [];
  const cpuMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await pause(systemClock, BETWEEN_MS);
    const before = await gateway.usage();
    const all = Promise.all(pages.map((page) => page.nextPrice()));
    await platform.movePrice(MOVED.id, BY);
    first.refresh();
    const seen = await all;
    const after = await gateway.usage();
    lastMs.push(Math.max(...seen.map(({ at, fetchedAt }) => at - fetchedAt)));
    cpuMs.push(after.cpuMs - before.cpuMs);
  }
  return { lastMs: percentile(lastMs, 0.5), cpuMs: percentile(cpuMs, 0.5) };
}

/** Epoch ms. */
interface Seen {
  readonly at: number;
  readonly fetchedAt: number;
}

class WatchingPage {
  private waiting: ((seen: Seen) => void) | undefined;
  private fetchedAt = 0;

  private constructor(private readonly page: SheetPage) {
    page.client.watch(QUOTES, ({ value, fetchedAt = 0, state }) => {
      if (!value || state !== 'fresh' || fetchedAt === this.fetchedAt) return;
      this.fetchedAt = fetchedAt;
      this.waiting?.({ at: systemClock.now(), fetchedAt });
      this.waiting = undefined;
    });
    for (const kind of ['status', 'own-quotes'] as const) page.client.watch({ kind }, () => undefined);
  }

  static async open(gateway: DeskProcess): Promise<WatchingPage> {
    const page = new WatchingPage(new SheetPage(gateway));
    await page.nextPrice();
    return page;
  }

  nextPrice(): Promise<Seen> {
    return new Promise((resolve) => (this.waiting = resolve));
  }

  refresh(): void {
    this.page.client.refresh([QUOTES]);
  }

  close(): void {
    this.page.close();
  }
}
