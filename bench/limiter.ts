import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPeers } from './peers/packages';
import { CountingService } from './pacing/counting-service';
import { SCENARIOS, type Run } from './pacing/scenarios';
import { pickedSubjects } from './pacing/subjects';
import { loadRow, shown, type Row } from './report/report';

/**
 * How close each way of pacing comes to what the service allows, how long an urgent call waits, and how often the service
 * has to refuse. docs/benchmarks.md says what is measured. `--scale 10` makes everything ten times faster,
 * `--only ours,bottleneck` picks subjects, `--json` prints one line of JSON.
 */
const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    reads: { type: 'string', default: '1000' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

async function rowsOf(run: Run, subjects: ReturnType<typeof pickedSubjects>): Promise<Row[]> {
  const rows: Row[] = [loadRow('at the start')];
  for (const [at, subject] of subjects.entries()) {
    console.error(`${at + 1} of ${subjects.length}: ${subject.name}: ${subject.setting}`);
    for (const scenario of SCENARIOS) rows.push(...(await scenario(run, subject)));
  }
  return [...rows, loadRow('at the end')];
}

const subjects = pickedSubjects(values.only);
if (subjects.some(({ peer }) => peer)) await installPeers();
const scale = Number(values.scale);
const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-bench-'));
const service = await CountingService.start(scale);
try {
  const rows = await rowsOf({ scale, reads: Number(values.reads), service, folder }, subjects);
  console.log(shown({ bench: 'limiter', rows }, values));
} finally {
  service.end();
  rmSync(folder, { recursive: true, force: true });
}
