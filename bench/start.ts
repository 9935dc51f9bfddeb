import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Children } from '../scripts/children.mjs';
import { buildBundles } from '../scripts/bundle.mjs';
import { runCommand } from '../scripts/command.mjs';
import { projectKit } from '../scripts/kit.mjs';
import { present } from '../src/domain/present';
import { pause, systemClock } from '../src/effects/clock';
import { folderUntilExit } from './kit/folder';
import { packageFolder } from './kit/package-folder';
import { loadRow, percentile, shown, type Row } from './report/report';
import { DeskProcess } from './sheet/desk-process';
import { rowsOf, Stage } from './sheet/stage';
import { PanePage } from './start/pane-page';

/**
 * How long the gateway takes until it is ready, what it holds at rest, and how soon the pane shows its first room.
 * docs/benchmarks.md says what is measured. `--json` prints one line of JSON.
 */
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

const GATEWAY_STARTS = 5;
const WARMING_LOADS = 3;
const LOADS = 9;
const REST_MS = 5_000;
const LATENCY_MS = 50;
const MEGABYTE = 1_000_000;

interface Starts {
  readonly name: string;
  readonly packaged?: string;
  readonly readyMs: number[];
  atRest: readonly Row[];
}

/** From the sources and from the package in turns; each start on a folder of its own, not signed in anywhere. */
async function gatewayStarts(packaged: string): Promise<Row[]> {
  const both: readonly Starts[] = [
    { name: 'gateway', readyMs: [], atRest: [] },
    { name: 'packaged gateway', packaged, readyMs: [], atRest: [] },
  ];
  const folder = folderUntilExit();
  for (let start = 1; start <= GATEWAY_STARTS; start++) {
    for (const one of both) {
      const settings = { DESK_PORT: '0', DESK_DATA: join(folder, `${one.name} ${start}`) };
      const beganMs = systemClock.monotonicMs();
      const gateway = await DeskProcess.start('gateway', {
        settings,
        ...present({ packaged: one.packaged }),
      });
      one.readyMs.push(systemClock.monotonicMs() - beganMs);
      if (start === GATEWAY_STARTS) one.atRest = await restOf(one.name, gateway);
      await gateway.end();
    }
  }
  return both.flatMap(({ name, readyMs, atRest }) => [
    ...spread(name, 'process begun to ready', readyMs),
    ...atRest,
  ]);
}

async function restOf(name: string, gateway: DeskProcess): Promise<Row[]> {
  await pause(systemClock, REST_MS);
  const row = rowsOf('memory', `${name} at rest`);
  const { rssBytes } = await gateway.usage();
  const tidied = await gateway.memory();
  return [
    row('RSS', rssBytes / MEGABYTE, 'MB'),
    row('RSS after a collection', tidied.rssBytes / MEGABYTE, 'MB'),
    row('heap after a collection', tidied.heapBytes / MEGABYTE, 'MB'),
  ];
}

async function paneLoads(children: Children): Promise<Row[]> {
  const stage = await Stage.open({ folder: folderUntilExit(), latencyMs: LATENCY_MS });
  children.beforeEnd(() => stage.end());
  await stage.signedIn();
  const pane = await PanePage.open(stage.gateway, stage.folder);
  try {
    const cold = await pane.load();
    for (let load = 1; load < WARMING_LOADS; load++) await pane.load();
    const warm = [];
    for (let load = 0; load < LOADS; load++) warm.push(await pane.load());
    return [
      ...spread('pane, first load in a new profile', 'navigation to the first room', [cold.roomMs]),
      ...spread(
        'pane, warm',
        'navigation to the first room',
        warm.map(({ roomMs }) => roomMs),
      ),
      ...spread(
        'pane, warm, with data',
        'navigation to the first request',
        warm.map(({ requestMs }) => requestMs),
      ),
    ];
  } finally {
    await pane.close();
  }
}

function spread(subject: string, metric: string, tookMs: readonly number[]): Row[] {
  const row = rowsOf('start', `${subject}: ${metric}`);
  return [
    row('median', percentile(tookMs, 0.5), 'ms'),
    row('worst', percentile(tookMs, 1), 'ms'),
    row('of', tookMs.length, 'starts'),
  ];
}

await runCommand(async (children) => {
  const kit = projectKit(children);
  await buildBundles({ ...kit, say: console.error });
  const packaged = packageFolder(kit.root);
  const before = loadRow('at the start');
  const rows = [...(await gatewayStarts(packaged)), ...(await paneLoads(children))];
  console.log(shown({ bench: 'start', rows: [before, loadRow('at the end'), ...rows] }, values));
  return 0;
});
