import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { aligned, figure } from '../chaos/campaign/table';
import { fastClock } from '../src/effects/fast-clock';
import { silentLog } from '../src/effects/log';
import { ManualClock } from '../src/effects/manual-clock';
import { probeCommand } from '../src/gateway/cli/probe-command';
import { openConnections } from '../src/gateway/platform/http';
import { CALLS_MAX } from '../src/gateway/probe/calls';
import type { Finding } from '../src/gateway/probe/findings';
import { startSimulator } from '../src/simulator/server';
import { dialectOf, OWN, withReading, type Dialect } from './draw';
import { profileOf, type ProfileFile } from './profile';
import { expectedOf, markOf, type Mark } from './probe-truth';
import { Speaker } from './speaker/speaker';

/** What the probe told of one dialect. */
export interface Probed {
  readonly seed: number;
  /** Of each key that reading can know here. */
  readonly marks: readonly (readonly [string, Mark])[];
  readonly calls: number;
  readonly complaints: readonly string[];
}

export function probeComplaintOf({ seed, complaints }: Probed): string | undefined {
  if (complaints.length === 0) return undefined;
  const again = `npm run dialects -- --probe --replay ${seed}`;
  return [`Seed ${seed}:`, ...complaints.map((one) => `  ${one}`), `  Again: ${again}`].join('\n');
}

/** Of every key that is not always found: in how many runs it was found, left open, or claimed wrongly. */
export function probeTableOf(runs: readonly Probed[]): string {
  const all = runs.flatMap(({ marks }) => marks);
  const count = (wanted: Mark, of?: string): number =>
    all.filter(([key, mark]) => mark === wanted && (of === undefined || key === of)).length;
  const keys = [...new Set(all.map(([key]) => key))];
  const rows = keys
    .filter((key) => count('open', key) + count('wrong', key) > 0)
    .map((key) => [
      key,
      figure(count('right', key)),
      figure(count('open', key)),
      figure(count('wrong', key)),
    ]);
  const share = ((100 * count('right')) / all.length).toFixed(1);
  const calls = Math.max(...runs.map((one) => one.calls));
  return [
    aligned([['key', 'found', 'open', 'wrong'], ...rows]),
    '',
    `${share} % of ${all.length} keys found, ${count('open')} left open, ${count('wrong')} claimed wrongly; at most ${calls} calls.`,
  ].join('\n');
}

interface Report {
  readonly findings: readonly Finding[];
  readonly calls: number;
}

const MORNING = Date.parse('2026-11-20T09:20:00.000Z');
const TRADES_BEFORE = 5;
/** The pace of the calls is kept, in so many times less time. */
const TIMES = 5;

/** What reading knows of the simulator's own dialect, by its cap of a page: of another key there is nothing to be seen. */
const seenBy = new Map<Dialect['page cap'], ReadonlySet<string>>();

/** The probe at a platform of a drawn dialect, with a profile that says nothing but what the operator has to tell. */
export async function probed(seed: number): Promise<Probed> {
  const dialect = dialectOf(seed);
  const seen = await seenIn(dialect);
  const report = await reportOn(dialect);
  if (typeof report === 'string') return { seed, marks: [], calls: 0, complaints: [report] };
  const expected = expectedOf(dialect);
  const complaints: string[] = [];
  const marks = report.findings.flatMap((finding) => {
    const { key, verdict, found } = finding;
    const mark = markOf(finding, expected(key), seen.has(key));
    if (mark === 'wrong')
      complaints.push(`${key}: ${verdict} ${JSON.stringify(found) ?? ''}; ${JSON.stringify(expected(key))}`);
    return mark === undefined ? [] : [[key, mark] as const];
  });
  if (report.calls > CALLS_MAX) complaints.push(`it made ${report.calls} calls`);
  return { seed, marks, calls: report.calls, complaints };
}

async function seenIn({ 'page cap': cap }: Dialect): Promise<ReadonlySet<string>> {
  const known = seenBy.get(cap);
  if (known) return known;
  const report = await reportOn(withReading(OWN, 'page cap', cap));
  if (typeof report === 'string') throw new Error(report);
  const seen = report.findings.filter(({ verdict }) => verdict === 'holds').map(({ key }) => key);
  seenBy.set(cap, new Set(seen));
  return seenIn({ ...OWN, 'page cap': cap });
}

/** Addresses, constant parts and the scope are typed in: no reading shows them. */
function toldByOperator(dialect: Dialect): ProfileFile {
  const { paths, operations, auth } = profileOf(dialect) as Record<
    string,
    Record<string, unknown> | undefined
  >;
  const fields = auth?.['fields'];
  return {
    ...(paths && { paths }),
    ...(operations && { operations }),
    ...(fields !== undefined && { auth: { fields } }),
  };
}

async function reportOn(dialect: Dialect): Promise<Report | string> {
  const folder = await mkdtemp(join(tmpdir(), 'spreaddesk-probe-'));
  const simulator = await startSimulator({
    seed: 1,
    speed: 0,
    trades: TRADES_BEFORE,
    clock: new ManualClock(MORNING),
  });
  const speaker = await Speaker.open(simulator.url, dialect, () => MORNING);
  const [out, problems] = [new PassThrough(), new PassThrough()];
  try {
    const given = join(folder, 'given.json');
    await writeFile(given, JSON.stringify(toldByOperator(dialect)));
    const words = ['--environment', 'simulator', '--url', speaker.url, '--profile', given, '--yes', '--json'];
    await probeCommand(words, {
      out,
      problems,
      environment: { DESK_DATA: ':memory:' },
      clock: fastClock(MORNING, TIMES),
      log: silentLog,
      connect: openConnections,
    });
    const text = String(out.read() ?? '');
    return text === '' ? String(problems.read() ?? 'It said nothing.') : (JSON.parse(text) as Report);
  } finally {
    await speaker.close();
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}
