import type { Profile } from '../src/contract/service/profile';
import { Absent, type Check, type Finding, type Row } from './row';
import { withSimulator } from './site/simulated';
import type { Site } from './site/site';
import { Late, within } from './time-limit';

export type Result = 'held' | 'failed' | 'not testable' | 'not run';

/** A row with what became of it. */
export interface Outcome {
  readonly row: Row;
  readonly result: Result;
  /** What the check met, or why there was no check. */
  readonly met: string;
}

type Rows = readonly Row[];

const SIMULATED_MS_MAX = 20_000;
/** Another service is asked slowly. */
const FOREIGN_MS_MAX = 120_000;
/** Of so many rows in succession none has ended in time: the service no longer answers. */
const LATE_ROWS_MAX = 3;

/** Runs every row against a simulator of its own, so that none sees what another has done. */
export function runSimulated(
  rows: Rows,
  { profile, rowMsMax = SIMULATED_MS_MAX }: { readonly profile?: Profile; readonly rowMsMax?: number } = {},
): Promise<readonly Outcome[]> {
  return each(rows, async (check) => {
    if (check.needs === 'product') return left('needs the product');
    if (check.needs === 'https') return left('the simulator listens on this machine only, without TLS');
    return withSimulator((site) => check.run(site), { profile, msMax: rowMsMax });
  });
}

/** Runs the rows against another service: what only the simulator can do is left out, and so is all writing unless asked for. */
export function runForeign(
  rows: Rows,
  site: Site,
  { write, rowMsMax = FOREIGN_MS_MAX }: { readonly write: boolean; readonly rowMsMax?: number },
): Promise<readonly Outcome[]> {
  let late = 0;
  return each(rows, async (check) => {
    if (check.needs === 'product') return left('needs the product');
    if (check.needs === 'simulator') return left('needs the simulator');
    if (check.writes && !write) return left('writes; see --write');
    if (late >= LATE_ROWS_MAX) return left('the service no longer answers');
    const control = new AbortController();
    try {
      const service = site.service.until(control.signal);
      const found = await within(rowMsMax, () => check.run({ ...site, service }));
      late = 0;
      return found;
    } catch (error) {
      late = error instanceof Late ? late + 1 : 0;
      throw error;
    } finally {
      control.abort();
    }
  });
}

const left = (why: string): Finding => ({ outcome: 'absent', met: why });

async function each(rows: Rows, run: (check: Check) => Promise<Finding>): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const row of rows) outcomes.push(await outcomeOf(row, run));
  return outcomes;
}

/** What became of one row, whatever its check does. */
export async function outcomeOf(row: Row, run: (check: Check) => Promise<Finding>): Promise<Outcome> {
  if (row.untestable !== undefined) return { row, result: 'not testable', met: row.untestable };
  if (!row.check) return { row, result: 'failed', met: 'no check covers this sentence' };
  try {
    const { outcome, met } = await run(row.check);
    return { row, result: outcome === 'absent' ? 'not run' : outcome, met };
  } catch (error) {
    if (error instanceof Absent) return { row, result: 'not run', met: error.message };
    if (error instanceof Late) return { row, result: 'failed', met: error.message };
    return { row, result: 'failed', met: `the check broke: ${String(error)}` };
  }
}
