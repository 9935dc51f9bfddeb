import { parseArgs } from 'node:util';
import type { Children } from '../scripts/children.mjs';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { callsAnHour } from './programs/calls-an-hour';
import { following } from './programs/following';
import { folderUntilExit } from './kit/folder';
import { loadRow, shown, type Row } from './report/report';
import { Stage } from './sheet/stage';

/**
 * How soon a quote follows a cell: from the page's word about a new price until the platform has the new quote, for a program of 50
 * rows, quiet and while a cold sheet of 1,000 cells is read; beside the two calls that it takes at least. And what a price that moves
 * each second costs in calls. docs/benchmarks.md says what is measured. `--changes 40` of each, `--seconds 90` of moving prices,
 * `--json` prints one line of JSON.
 */
const { values } = parseArgs({
  options: {
    changes: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '90' },
    json: { type: 'boolean', default: false },
  },
});

const LATENCY_MS = 50;

function countOf(option: 'changes' | 'seconds'): number {
  const count = Number(values[option]);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new Complaint(`--${option} takes a whole number, not "${values[option]}".`);
}

/** A desk of its own for each part: what one spent of the day is no part of the next. */
async function onStage(children: Children, part: (stage: Stage) => Promise<Row[]>): Promise<Row[]> {
  const stage = await Stage.open({
    folder: folderUntilExit(),
    latencyMs: LATENCY_MS,
    settings: { DESK_PROGRAMS: 'on' },
  });
  children.beforeEnd(() => stage.end());
  await stage.signedIn();
  return part(stage);
}

await runCommand(async (children) => {
  const [changes, seconds] = [countOf('changes'), countOf('seconds')];
  const rows: Row[] = [loadRow('at the start')];
  if (changes > 0)
    for (const scenario of ['quiet', 'under a cold sheet'] as const) {
      console.error(`a cell's change to the platform, ${scenario}`);
      rows.push(...(await onStage(children, (stage) => following(stage, { scenario, changes }))));
    }
  if (seconds > 0) {
    console.error('a price that moves each second');
    rows.push(...(await onStage(children, (stage) => callsAnHour(stage, seconds))));
  }
  rows.push(loadRow('at the end'));
  console.log(shown({ bench: 'programs', rows }, values));
  return 0;
});
