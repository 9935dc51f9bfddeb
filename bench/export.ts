import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { keepTrades } from './export/kept-trades';
import { SUBJECTS } from './export/subjects';
import { madeTrades } from './export/trades';
import { buildWriting, writtenBy, type Writing, type Written } from './export/writing-process';
import { folderUntilExit } from './kit/folder';
import { installPeers } from './peers/packages';
import { loadRow, percentile, rounded, shown, type Row } from './report/report';

/**
 * Time, memory and size of a file of 100,000 trades in each format, beside the writers of other packages. docs/benchmarks.md says
 * what is measured. `--trades 20000` writes fewer, `--runs 1` each once, `--only ours` leaves the others out, `--json` prints one line of JSON.
 */
const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});

const MEGABYTE = 1_000_000;

function countOf(option: 'trades' | 'runs'): number {
  const count = Number(values[option]);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Complaint(`--${option} takes a whole number above 0, not "${values[option]}".`);
}

async function measured(
  subject: string,
  { runs: times, count, ...run }: Writing & { runs: number; count: number },
): Promise<Row[]> {
  const runs: Written[] = [];
  for (let turn = 0; turn < times; turn++) runs.push(await writtenBy(subject, run));
  const median = (of: (written: Written) => number): number => percentile(runs.map(of), 0.5);
  const row = (metric: string, value: number, unit: string): Row => ({
    scenario: `${count} trades from the store, ${times === 1 ? 'one run' : `median of ${times} runs`}`,
    subject,
    metric,
    value,
    unit,
  });
  return [
    row('wall', rounded(median(({ wallMs }) => wallMs) / 1_000, 2), 's'),
    row('CPU with start', rounded(median(({ cpuMs }) => cpuMs) / 1_000, 2), 's'),
    row('memory at rest', rounded(median(({ restingBytes }) => restingBytes) / MEGABYTE, 0), 'MB'),
    row('peak memory', rounded(median(({ peakBytes }) => peakBytes) / MEGABYTE, 0), 'MB'),
    row('file', rounded(median(({ fileBytes }) => fileBytes) / MEGABYTE, 1), 'MB'),
  ];
}

await runCommand(async () => {
  const count = countOf('trades');
  const runs = countOf('runs');
  const subjects = SUBJECTS.filter(({ name }) => name.startsWith(values.only));
  if (subjects.length === 0) {
    const names = SUBJECTS.map(({ name }) => name).join('; ');
    throw new Complaint(
      `No subject starts with "${values.only}"; --only takes the start of one of ${names}.`,
    );
  }
  if (subjects.some(({ peer }) => peer)) await installPeers();
  const folder = folderUntilExit();
  const store = join(folder, 'store');
  await Promise.all([buildWriting(), keepTrades(store, madeTrades(count))]);
  const rows: Row[] = [loadRow('at the start')];
  for (const { name } of subjects) {
    console.error(`${name}…`);
    rows.push(...(await measured(name, { count, folder, store, runs })));
  }
  console.log(shown({ bench: 'export', rows: [...rows, loadRow('at the end')] }, values));
  return 0;
});
