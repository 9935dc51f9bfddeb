import type { Profile } from '../src/contract/service/profile';
import { Absent, type Check, type Finding, type Row } from './row';
import { withSimulator } from './site/simulated';
import type { Site } from './site/site';

export type Result = 'held' | 'failed' | 'not testable' | 'not run';

/** A row with what became of it. */
export interface Outcome {
  readonly row: Row;
  readonly result: Result;
  /** What the check met, or why there was no check. */
  readonly met: string;
}

type Rows = readonly Row[];

/** Runs every row against a simulator of its own, so that none sees what another has done. */
export function runSimulated(rows: Rows, profile?: Profile): Promise<readonly Outcome[]> {
  return each(rows, async (check) => {
    if (check.needs === 'https') return NOT_HTTPS;
    return withSimulator((site) => check.run(site), profile);
  });
}

/** Runs the rows against another service: what only the simulator can do is left out, and so is all writing unless asked for. */
export function runForeign(
  rows: Rows,
  site: Site,
  may: { readonly write: boolean },
): Promise<readonly Outcome[]> {
  return each(rows, async (check) => {
    if (check.needs === 'simulator') return left('needs the simulator');
    if (check.writes && !may.write) return left('writes; see --write');
    return check.run(site);
  });
}

const left = (why: string): Finding => ({ outcome: 'absent', met: why });
const NOT_HTTPS = left('the simulator listens on this machine only, without TLS');

async function each(rows: Rows, run: (check: Check) => Promise<Finding>): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const row of rows) outcomes.push(await outcomeOf(row, run));
  return outcomes;
}

async function outcomeOf(row: Row, run: (check: Check) => Promise<Finding>): Promise<Outcome> {
  if (row.untestable !== undefined) return { row, result: 'not testable', met: row.untestable };
  if (!row.check) return { row, result: 'failed', met: 'no check covers this sentence' };
  try {
    const { outcome, met } = await run(row.check);
    return { row, result: outcome === 'absent' ? 'not run' : outcome, met };
  } catch (error) {
    if (error instanceof Absent) return { row, result: 'not run', met: error.message };
    return { row, result: 'failed', met: `the check broke: ${String(error)}` };
  }
}
