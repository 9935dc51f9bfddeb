import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { folderUntilExit } from './kit/folder';
import { loadRow, shown, type Row } from './report/report';
import { buildBundles } from '../scripts/bundle.mjs';
import { projectKit } from '../scripts/kit.mjs';
import { changed } from './sheet/change';
import { cold, coldSingly } from './sheet/cold';
import { memory } from './sheet/memory';
import { planned } from './sheet/planned';
import { recalculated } from './sheet/recalculation';
import { reopened } from './sheet/reopen';
import { inChromium } from './sheet/in-chromium';
import { Stage } from './sheet/stage';

/**
 * What a sheet of live cells costs in calls, time and memory, from the cell to the platform's own count. docs/benchmarks.md
 * says what is measured. `--latency 50` is how long the platform takes for a call, `--without-browser` leaves Chromium
 * out, `--json` prints one line of JSON.
 */
const { values } = parseArgs({
  options: {
    latency: { type: 'string', default: '50' },
    'without-browser': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

function latencyOf(text: string): number {
  const latencyMs = Number(text);
  if (latencyMs >= 0 && Number.isFinite(latencyMs)) return latencyMs;
  throw new Complaint(`--latency takes a number of milliseconds, not "${text}".`);
}

const REOPENED = 100;

async function measured(stage: Stage): Promise<Row[]> {
  const say = (step: string): void => console.error(step);
  say('cold: sheets on an open page, one with the page; each waits until the platform allows a burst');
  const first = await cold(stage);
  const singly = await coldSingly(stage);
  const known = first.ids.slice(0, REOPENED);
  say('reopened');
  const again = await reopened(stage, known);
  say('a price moves');
  const moved = await changed(stage);
  say('10,000 cells');
  const held = await memory(stage, known);
  say(values['without-browser'] ? 'without Chromium' : 'in Chromium');
  const browser = values['without-browser'] ? [] : await inChromium(stage, known);
  say('calculated three times, against a fetch in every cell');
  const counted = await recalculated(stage);
  say('a day by plan, in fake time');
  const day = await planned();
  return [...first.rows, ...singly, ...counted, ...again, ...moved, ...held, ...browser, ...day];
}

await runCommand(async (children) => {
  const latencyMs = latencyOf(values.latency);
  if (!values['without-browser']) await buildBundles({ ...projectKit(children), say: console.error });
  const stage = await Stage.open({ folder: folderUntilExit(), latencyMs });
  children.beforeEnd(() => stage.end());
  const before = loadRow('at the start');
  const rows = await measured(stage);
  console.log(shown({ bench: 'sheet', rows: [before, loadRow('at the end'), ...rows] }, values));
  return 0;
});
