import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildBundles } from '../scripts/bundle.mjs';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { projectKit } from '../scripts/kit.mjs';
import { grownData } from './growth/data';
import { rowsOfGrown, steepOnes, type Grown } from './growth/grown';
import { grownPages } from './growth/pages';
import { plotted } from './growth/plot';
import { grownWatched } from './growth/watched';
import { packageFolder } from './kit/package-folder';
import { loadRow, shown } from './report/report';

/**
 * How a desk grows: with its journal and downloaded trades, with its pages, and with what they watch. docs/benchmarks.md says what is
 * measured. `--to 1000000` goes further than 100,000 lines, `--only data,pages,watched` takes parts of it, `--svg FILE` draws it,
 * `--json` prints one line of JSON.
 */
const { values } = parseArgs({
  options: {
    to: { type: 'string', default: '100000' },
    only: { type: 'string', default: 'data,pages,watched' },
    svg: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const SMALLEST = 1_000;
const PAGES = [10, 100, 1_000];
const WATCHED = [100, 1_000, 10_000];

function sizes(): readonly number[] {
  const to = Number(values.to);
  if (!Number.isInteger(to) || to < SMALLEST)
    throw new Complaint(`--to takes a whole number from ${SMALLEST}, not "${values.to}".`);
  const all: number[] = [];
  for (let size = SMALLEST; size <= to; size *= 10) all.push(size);
  return all;
}

const PARTS: Readonly<Record<string, (packaged: string) => Promise<Grown>>> = {
  data: (packaged) => grownData(sizes(), packaged),
  pages: (packaged) => grownPages(PAGES, packaged),
  watched: () => grownWatched(WATCHED),
};

function parts(): readonly ((packaged: string) => Promise<Grown>)[] {
  return values.only.split(',').map((name) => {
    const part = PARTS[name];
    if (!part) throw new Complaint(`--only takes ${Object.keys(PARTS).join(', ')}, not "${name}".`);
    return part;
  });
}

await runCommand(async (children) => {
  sizes();
  const wanted = parts();
  const kit = projectKit(children);
  await buildBundles({ ...kit, say: console.error });
  const packaged = packageFolder(kit.root);
  const start = loadRow('at the start');
  const all: Grown[] = [];
  for (const part of wanted) all.push(await part(packaged));
  const rows = [start, loadRow('at the end'), ...all.flatMap(rowsOfGrown)];
  console.log(shown({ bench: 'growth', rows }, values));
  for (const grown of all)
    for (const metric of steepOnes(grown)) console.error(`Steeper than its count: ${metric}`);
  if (values.svg !== undefined) writeFileSync(values.svg, plotted(all));
  return 0;
});
