import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundles } from '../scripts/bundle.mjs';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { projectKit } from '../scripts/kit.mjs';
import { filledFolder } from './growth/filled-folder';
import { measured, type Figures } from './growth/measured';
import { folderUntilExit } from './kit/folder';
import { packageFolder } from './kit/package-folder';
import { loadRow, rounded, shown, type Row } from './report/report';
import { SimulatedPlatform } from './sheet/platform';

/**
 * How a desk grows: what start, cells, a press and the commands take with ten times as many lines of the journal and downloaded trades.
 * docs/benchmarks.md says what is measured. `--to 1000000` goes further than 100,000, `--json` prints one line of JSON.
 */
const { values } = parseArgs({
  options: { to: { type: 'string', default: '100000' }, json: { type: 'boolean', default: false } },
});
const SMALLEST = 1_000;

function sizes(): readonly number[] {
  const to = Number(values.to);
  if (!Number.isInteger(to) || to < SMALLEST)
    throw new Complaint(`--to takes a whole number from ${SMALLEST}, not "${values.to}".`);
  const all: number[] = [];
  for (let size = SMALLEST; size <= to; size *= 10) all.push(size);
  return all;
}

/** A figure of the largest size beside the one before it, on a log scale: 0 is flat, 1 grows like the data. */
function slope(metric: string, all: readonly Figures[]): number {
  const [before = NaN, after = NaN] = all.slice(-2).map((figures) => figures[metric] ?? NaN);
  return Math.log10(after / before);
}

await runCommand(async (children) => {
  const counts = sizes();
  const kit = projectKit(children);
  await buildBundles({ ...kit, say: console.error });
  const packaged = packageFolder(kit.root);
  const platform = await SimulatedPlatform.start(0);
  const start = loadRow('at the start');
  const all: Figures[] = [];
  for (const count of counts) {
    const folder = join(folderUntilExit(), 'desk');
    const scratch = join(folder, '..', 'scratch');
    mkdirSync(scratch);
    console.error(`${count} lines and trades…`);
    await filledFolder(folder, count);
    all.push(await measured(folder, { platform, packaged, scratch }));
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
  await platform.end();
  const scenario = 'lines of the journal, and as many trades; ms unless said';
  const rows: Row[] = Object.keys(all[0] ?? {}).flatMap((subject) => [
    ...all.map((figures, at) => ({
      scenario,
      subject,
      metric: `${counts[at]}`,
      value: rounded(figures[subject] ?? NaN, 1),
      unit: 'lines',
    })),
    { scenario, subject, metric: 'slope', value: rounded(slope(subject, all), 2), unit: 'log' },
  ]);
  console.log(shown({ bench: 'growth', rows: [start, loadRow('at the end'), ...rows] }, values));
  return 0;
});
