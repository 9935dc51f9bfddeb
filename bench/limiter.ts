import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { folderUntilExit } from './kit/folder';
import { CountingService } from './pacing/counting-service';
import type { Subject } from './pacing/pacer';
import { expectedMs, SCENARIOS, type Run } from './pacing/scenarios';
import { several } from './pacing/several';
import { pickedSubjects } from './pacing/subjects';
import { installPeers } from './peers/packages';
import { loadRow, shown, type Row } from './report/report';

/**
 * How close each way of pacing comes to what the service allows, how long an urgent call waits, and how often the service
 * has to refuse. docs/benchmarks.md says what is measured. `--scale 10` makes everything ten times faster,
 * `--only ours,bottleneck` picks subjects, `--json` prints one line of JSON.
 */
const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    only: { type: 'string' },
    /** Leaves one gateway alone out: only several on one key are measured. */
    several: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const READS = 1_000;

function scaleOf(text: string): number {
  const scale = Number(text);
  if (scale > 0 && Number.isFinite(scale)) return scale;
  throw new Complaint(`--scale takes a number above 0, not "${text}".`);
}

/** One after the other: on a machine with few cores, two at a time would measure each other. */
async function measured(run: Run, subjects: readonly Subject[]): Promise<Row[]> {
  const minutes = Math.ceil((subjects.length * expectedMs(run)) / 60_000);
  console.error(`${subjects.length} subjects, one after the other; this takes about ${minutes} minutes.`);
  const rows: Row[] = [loadRow('at the start')];
  for (const [at, subject] of subjects.entries()) {
    console.error(`${at + 1} of ${subjects.length}: ${subject.name}: ${subject.setting}`);
    for (const scenario of SCENARIOS) rows.push(...(await scenario(run, subject)));
  }
  return [...rows, loadRow('at the end')];
}

await runCommand(async (children) => {
  const scale = scaleOf(values.scale);
  const subjects = pickedSubjects(values.only);
  if (subjects.some(({ peer }) => peer)) await installPeers();
  const folder = folderUntilExit();
  const service = await CountingService.start(scale);
  children.beforeEnd(async () => service.end());
  const run = { scale, reads: READS, service, folder };
  const hasPeers = subjects.some(({ peer }) => peer);
  const alone = values.several ? [loadRow('at the start')] : await measured(run, subjects);
  const rows = [...alone, ...(await several(run, hasPeers)), loadRow('when all was over')];
  console.log(shown({ bench: 'limiter', rows }, values));
  return 0;
});
