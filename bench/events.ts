import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { burst } from './events/burst';
import { DeskUnderEvents } from './events/desk-under-events';
import { toCells } from './events/to-cells';
import { folderUntilExit } from './kit/folder';
import { loadRow, shown, type Row } from './report/report';

/**
 * From an event to the cells that it concerns, and 1,000 events in one second, beside a receiver that writes each by itself.
 * docs/benchmarks.md says what is measured. `--rounds 200` events to cells, `--runs 3` bursts, `--latency 50` is how long the
 * platform takes for a call, `--json` prints one line of JSON.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    runs: { type: 'string', default: '3' },
    latency: { type: 'string', default: '50' },
    json: { type: 'boolean', default: false },
  },
});

function countOf(option: 'rounds' | 'runs' | 'latency'): number {
  const count = Number(values[option]);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new Complaint(`--${option} takes a whole number, not "${values[option]}".`);
}

/** So wide that no call of this part waits: pacing is measured elsewhere. */
const WIDE = { ratePerSecond: 1_000, burst: 1_000, perDay: 1_000_000 };
const NO_POLLING_MS = '99999999';
const POLLED = ['OPEN_REQUESTS', 'QUOTES', 'REQUEST', 'ANALYTICS', 'TRADES'];

await runCommand(async (children) => {
  const [rounds, runs, latencyMs] = [countOf('rounds'), countOf('runs'), countOf('latency')];
  const folder = folderUntilExit();
  const newFolder = (name: string): string => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  };
  const rows: Row[] = [loadRow('at the start')];
  if (rounds > 0) {
    console.error('from an event to its cells');
    const settings = Object.fromEntries(POLLED.map((name) => [`DESK_POLL_${name}_MS`, NO_POLLING_MS]));
    const desk = await DeskUnderEvents.open({
      folder: newFolder('cells'),
      latencyMs,
      limits: WIDE,
      settings,
    });
    children.beforeEnd(() => desk.end());
    const page = await desk.openPage();
    await desk.signedIn(page);
    rows.push(...(await toCells(desk, page, rounds)));
    page.close();
    await desk.end();
  }
  for (let run = 1; run <= runs; run++) {
    console.error(`1,000 events in a second, run ${run} of ${runs}`);
    rows.push(...(await burst({ folder: newFolder(`burst-${run}`), latencyMs }, run)));
  }
  console.log(shown({ bench: 'events', rows: [...rows, loadRow('at the end')] }, values));
  return 0;
});
