import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { percentile, rounded, type Row } from '../report/report';
import type { ClientPlan } from './client-plan';
import { ClientProcess } from './client-process';
import type { CountingService } from './counting-service';
import { allowanceAt, type Subject } from './pacer';

/** One benchmark run: the subjects come one after the other, each scenario on an API key of its own. */
export interface Run {
  readonly scale: number;
  readonly reads: number;
  readonly service: CountingService;
  readonly folder: string;
}

type Scenario = (run: Run, subject: Subject) => Promise<readonly Row[]>;

const SPLIT_READS = 300;
/** A subject that takes this many times what the limits allow is given up. */
const PATIENCE = 4;
const PATIENCE_MS_MIN = 30_000;

const boundMs = ({ scale }: Run, calls: number): number => {
  const { ratePerSecond, burst } = allowanceAt(scale);
  return (Math.max(0, calls - burst) / ratePerSecond) * 1_000;
};
const patienceMs = (run: Run, calls: number): number => PATIENCE_MS_MIN + PATIENCE * boundMs(run, calls);

const STARTS_MS = 10_000;

/** How long all scenarios of one subject take at least, roughly. */
export const expectedMs = (run: Run): number =>
  STARTS_MS + 2.1 * boundMs(run, run.reads) + 2 * boundMs(run, SPLIT_READS);

function planFor(run: Run, subject: Subject): ClientPlan {
  const apiKey = randomUUID();
  const folder = join(run.folder, apiKey);
  mkdirSync(folder);
  return {
    subject: subject.name,
    scale: run.scale,
    baseUrl: run.service.baseUrl,
    apiKey,
    folder,
    full: true,
    reads: run.reads,
    urgentCalls: 0,
    urgentEveryMs: 1_000 / run.scale,
  };
}

const rowsOf =
  (scenario: string, { name }: Subject) =>
  (metric: string, value: number, unit: string): Row => ({ scenario, subject: name, metric, value, unit });

async function throughput(run: Run, subject: Subject): Promise<readonly Row[]> {
  const row = rowsOf(`${run.reads} reads at once`, subject);
  const plan = planFor(run, subject);
  const client = await ClientProcess.start(plan);
  const { wallMs, cpuMs } = await client.run(patienceMs(run, run.reads));
  await client.kill();
  const bound = boundMs(run, run.reads);
  return [
    row('wall', rounded(wallMs / bound, 4), '× bound'),
    row('over the bound', rounded(wallMs - bound, 0), 'ms'),
    row('refusals', await run.service.refusals(plan.apiKey), 'calls'),
    row('CPU', rounded(cpuMs, 0), 'ms'),
  ];
}

async function urgency(run: Run, subject: Subject): Promise<readonly Row[]> {
  const row = rowsOf('an urgent call each second under that load', subject);
  const plan = { ...planFor(run, subject) };
  plan.urgentCalls = Math.max(1, Math.floor(boundMs(run, run.reads) / plan.urgentEveryMs) - 1);
  const client = await ClientProcess.start(plan);
  const { urgentWaitsMs, urgentLatesMs } = await client.run(patienceMs(run, run.reads + plan.urgentCalls));
  await client.kill();
  return [
    row('calls', urgentWaitsMs.length, 'calls'),
    row('wait, median', rounded(percentile(urgentWaitsMs, 0.5), 1), 'ms'),
    row('wait, p99', rounded(percentile(urgentWaitsMs, 0.99), 1), 'ms'),
    row('wait, worst', rounded(percentile(urgentWaitsMs, 1), 1), 'ms'),
    row('asked late, worst', rounded(percentile(urgentLatesMs, 1), 1), 'ms'),
    row('refusals', await run.service.refusals(plan.apiKey), 'calls'),
  ];
}

/** Half of the reads, then the process is killed; another, warm already, does the other half at once. */
async function restart(run: Run, subject: Subject): Promise<readonly Row[]> {
  const row = rowsOf(`killed after half of ${SPLIT_READS} reads`, subject);
  const plan = { ...planFor(run, subject), reads: SPLIT_READS / 2 };
  const withinMs = patienceMs(run, SPLIT_READS);
  const first = await ClientProcess.start(plan);
  const second = await ClientProcess.start({ ...plan, full: false });
  await first.run(withinMs);
  await first.kill();
  await second.run(withinMs);
  await second.kill();
  return [row('refusals', await run.service.refusals(plan.apiKey), 'calls')];
}

async function pair(run: Run, subject: Subject): Promise<readonly Row[]> {
  const row = rowsOf(`two processes on one key, ${SPLIT_READS} reads`, subject);
  const plan = { ...planFor(run, subject), reads: SPLIT_READS / 2 };
  const folder = join(plan.folder, 'other');
  mkdirSync(folder);
  const clients = [await ClientProcess.start(plan), await ClientProcess.start({ ...plan, folder })];
  await Promise.all(clients.map((client) => client.run(patienceMs(run, SPLIT_READS))));
  const rows = [row('refusals', await run.service.refusals(plan.apiKey), 'calls')];
  if (!subject.peer)
    rows.push(row('second on the same folder is refused', await refusedFolder(plan), 'times'));
  for (const client of clients) await client.kill();
  return rows;
}

/** 1 when a client cannot open a folder that another one holds. */
async function refusedFolder(plan: ClientPlan): Promise<number> {
  const intruder = await ClientProcess.start(plan);
  const refused = await intruder.run(PATIENCE_MS_MIN).then(
    () => 0,
    (error: unknown) => (String(error).includes('already running') ? 1 : 0),
  );
  await intruder.kill();
  return refused;
}

export const SCENARIOS: readonly Scenario[] = [throughput, urgency, restart, pair];
