import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { systemClock } from '../src/effects/clock';
import { loadRow, rounded, shown, type Row } from './report/report';
import { KEPT, Month, type DaySample } from './soak/month';
import { slopePerDay, verdictsOf } from './soak/verdict';

/**
 * A month of trading days in fake time at one gateway that is never started again: what it holds at the end of each day, and whether
 * anything grows that is not kept. `--days 30`, `--seed 1`, `--json` prints one line of JSON. Exit code 1 where something grows.
 */
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const DAYS_MIN = 5;
const MB = 1_000_000;
const STARTS_AT = Date.parse('2026-10-05T06:00:00Z');

function numberOf(name: 'days' | 'seed', least: number): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Complaint(`--${name} takes a whole number from ${least}, not "${values[name]}".`);
}

await runCommand(async (children) => {
  const [days, seed] = [numberOf('days', DAYS_MIN), numberOf('seed', 1)];
  const rows: Row[] = [loadRow('at the start')];
  const month = await Month.open(seed, STARTS_AT);
  children.beforeEnd(() => month.end());
  const samples: DaySample[] = [];
  const startedMs = systemClock.monotonicMs();
  for (let count = 0; count < days; count++) {
    const sample = await month.day();
    samples.push(sample);
    const kept = Object.entries(sample.rows).filter(([, number]) => number > 0);
    const minutes = (systemClock.monotonicMs() - startedMs) / 60_000;
    console.error(
      `${sample.day}, after ${minutes.toFixed(1)} min: ${(sample.heapBytes / MB).toFixed(2)} MB, ${(sample.objectBytes / MB).toFixed(2)} of it objects, ${sample.timers} timers, ` +
        `${(sample.diskBytes / MB).toFixed(2)} MB on disk; ${kept.map(([name, number]) => `${name} ${number}`).join(', ')}`,
    );
  }
  const row = (subject: string, metric: string, value: number, unit: string): Row => ({
    scenario: `${days} days`,
    subject,
    metric,
    value: rounded(value, 2),
    unit,
  });
  const ends = (subject: string, of: (sample: DaySample) => number, unit: string): Row[] => {
    const values = samples.map(of);
    return [
      row(subject, 'first day', values[0] ?? NaN, unit),
      row(subject, 'last day', values.at(-1) ?? NaN, unit),
      row(subject, 'a day', slopePerDay(values), unit),
    ];
  };
  rows.push(
    ...ends('memory', ({ heapBytes }) => heapBytes / MB, 'MB'),
    ...ends('objects in memory', ({ objectBytes }) => objectBytes / MB, 'MB'),
    ...ends('disk', ({ diskBytes }) => diskBytes / MB, 'MB'),
    ...ends('timers', ({ timers }) => timers, 'count'),
  );
  for (const table of Object.keys(samples.at(-1)?.rows ?? {}))
    rows.push(...ends(`rows of ${table}`, (sample) => sample.rows[table] ?? 0, 'rows'));
  const verdicts = verdictsOf(samples, Math.max(KEPT.eventDays, KEPT.historyDays));
  console.log(shown({ bench: 'soak', rows: [...rows, loadRow('at the end')] }, values));
  const { books, presses, events, files, downloads } = month.happened;
  console.error(
    `\n${books} workbooks, ${presses} presses, ${events} events, ${downloads} downloads, ${files} files.`,
  );
  for (const { what, perDay, allowedPerDay, unit, grows } of verdicts)
    console.error(
      `${grows ? 'GROWS' : 'holds'}: ${what}, ${Math.round(perDay)} ${unit} a day, ${Math.round(allowedPerDay)} allowed`,
    );
  return verdicts.some(({ grows }) => grows) ? 1 : 0;
});
