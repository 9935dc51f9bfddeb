import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'undici';
import { pause, systemClock } from '../../src/effects/clock';
import { exchange, openConnections, TIMEOUTS } from '../../src/gateway/platform/http';
import { ClientPlan, type ClientFigures, type ClientWord } from './client-plan';
import { allowanceAt, type Pacer, type Said } from './pacer';
import { pickedSubjects } from './subjects';

/**
 * One client of the counting server, as a process of its own: it warms up, waits to be told to go, and paces its calls
 * with one subject. It ends with its parent.
 */
const CONNECTIONS_WARM = 100;
/** The code is warmed on a service that allows so much that nothing waits long. */
const WARM = { ratePerSecond: 10_000, burst: 100, interval: { calls: 10, ms: 1 } };
const WARM_CALLS = 1_000;

const say = (word: ClientWord): void => void process.send?.(word);

async function get(pool: Pool, url: URL, apiKey: string): Promise<Said> {
  const http = { dispatcher: pool, clock: systemClock, limits: TIMEOUTS };
  const result = await exchange({ method: 'GET', url, headers: { 'x-api-key': apiKey } }, http);
  if (!result.ok) throw new Error(`A call got no answer (${result.trouble}).`);
  return result.answer.status === 429 ? 'refused' : 'served';
}

/** The wait in ms from `dueAt` until the call starts that is served. */
async function paced(
  pacer: Pacer,
  call: () => Promise<Said>,
  { urgent, dueAt }: { urgent: boolean; dueAt: number },
): Promise<number> {
  let startedAt = 0;
  const started = (): Promise<Said> => {
    startedAt = systemClock.monotonicMs();
    return call();
  };
  while ((await pacer.run(started, { urgent })) === 'refused');
  return startedAt - dueAt;
}

async function warmUp(plan: ClientPlan, pool: Pool): Promise<void> {
  const stats = (): Promise<Said> => get(pool, new URL('/stats', plan.baseUrl), plan.apiKey);
  await Promise.all(Array.from({ length: CONNECTIONS_WARM }, stats));
  const folder = join(plan.folder, `warm-${process.pid}`);
  mkdirSync(folder);
  const pacer = await subjectOf(plan).open({ allowance: WARM, folder, full: true });
  const waits = Array.from({ length: WARM_CALLS }, (_, at) =>
    paced(pacer, stats, { urgent: at % 100 === 0, dueAt: 0 }),
  );
  await Promise.all(waits);
  await pacer.close();
}

async function measured(plan: ClientPlan, pool: Pool): Promise<ClientFigures> {
  const { folder, full, urgentEveryMs } = plan;
  const pacer = await subjectOf(plan).open({ allowance: allowanceAt(plan.scale), folder, full });
  const read = (): Promise<Said> => get(pool, new URL('/v2.0/trades/T-1', plan.baseUrl), plan.apiKey);
  const cpu = process.cpuUsage();
  const startedAt = systemClock.monotonicMs();
  const reads = Array.from({ length: plan.reads }, () =>
    paced(pacer, read, { urgent: false, dueAt: startedAt }),
  );
  const urgent: Promise<number>[] = [];
  const urgentLatesMs: number[] = [];
  for (let count = 1; count <= plan.urgentCalls; count++) {
    // When it should have been asked counts, not when this process came to it.
    const dueAt = startedAt + count * urgentEveryMs;
    await pause(systemClock, Math.ceil(dueAt - systemClock.monotonicMs()));
    urgentLatesMs.push(systemClock.monotonicMs() - dueAt);
    urgent.push(paced(pacer, read, { urgent: true, dueAt }));
  }
  await Promise.all(reads);
  const wallMs = systemClock.monotonicMs() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  const urgentWaitsMs = await Promise.all(urgent);
  return { type: 'done', wallMs, cpuMs: (user + system) / 1_000, urgentWaitsMs, urgentLatesMs };
}

function subjectOf({ subject }: ClientPlan) {
  const found = pickedSubjects(subject).find(({ name }) => name === subject);
  if (!found) throw new Error(`There is no subject "${subject}".`);
  return found;
}

const plan = ClientPlan.parse(JSON.parse(process.argv[2] ?? ''));
const told = new Promise<void>((resolve) => process.once('message', () => resolve()));
process.on('disconnect', () => process.exit(0));
try {
  const pool = openConnections(plan.baseUrl);
  await warmUp(plan, pool);
  say({ type: 'warm' });
  await told;
  say(await measured(plan, pool));
} catch (error) {
  say({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
}
