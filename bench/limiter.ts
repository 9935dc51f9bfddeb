import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Pool } from 'undici';
import * as z from 'zod/mini';
import { DEFAULT_PROFILE } from '../src/contract/service/profile';
import { success } from '../src/domain/failure';
import type { Lane } from '../src/domain/lane';
import { pause, systemClock } from '../src/effects/clock';
import { silentLog } from '../src/effects/log';
import { openConnections } from '../src/gateway/service/connections';
import { exchange, HTTP_LIMITS } from '../src/gateway/service/http';
import { Limiter } from '../src/gateway/service/limiter/limiter';
import { pacingLimits } from '../src/gateway/service/limiter/limits';
import { openDatabase } from '../src/gateway/store/database';
import { SqliteUsageStore } from '../src/gateway/store/usage-store';

/**
 * How close the limiter comes to what the limits allow, and how long an urgent call waits behind a thousand reads.
 * `--scale 10` runs ten times faster limits, `--reads` another number of reads, `--json` prints one line of JSON.
 */
const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    reads: { type: 'string', default: '1000' },
    json: { type: 'boolean', default: false },
  },
});
const scale = Number(values.scale);
const reads = Number(values.reads);
const BURST = 100;
const ratePerSecond = 10 * scale;
const boundMs = ((reads - BURST) / ratePerSecond) * 1000;

const Stats = z.object({ served: z.number(), refused: z.number() });

async function startServer(): Promise<{ child: ChildProcess; baseUrl: string }> {
  const plan = { ratePerSecond, burst: BURST, latencyMs: 25, jitterMs: 8 };
  const file = join(import.meta.dirname, 'counting-server.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', file, JSON.stringify(plan)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
    child.once('exit', (code) => reject(new Error(`The counting server ended with ${code}.`)));
  });
  return { child, baseUrl: `http://127.0.0.1:${port}` };
}

async function openLimiter(folder: string, key: string): Promise<Limiter> {
  const database = openDatabase(join(folder, `${key}.sqlite`));
  if (!database.ok) throw new Error(database.failure.message);
  const store = new SqliteUsageStore(database.value, key);
  await store.saveLevel({ tokens: BURST, at: systemClock.now() });
  const limits = { ratePerSecond, burst: BURST, perDay: 1_000_000 };
  return Limiter.open(pacingLimits({ limits, auth: DEFAULT_PROFILE.auth }), {
    clock: systemClock,
    store,
    log: silentLog,
  });
}

/** One run on an API key of its own: `reads` at once, and an urgent call now and then when asked for. */
async function run(key: string, outside: { baseUrl: string; pool: Pool; folder: string; urgent: boolean }) {
  const limiter = await openLimiter(outside.folder, key);
  const http = { dispatcher: outside.pool, clock: systemClock, limits: HTTP_LIMITS };
  const get = (path: string) =>
    exchange({ method: 'GET', url: new URL(path, outside.baseUrl), headers: { 'x-api-key': key } }, http);
  /** The wait in ms: everything but the service's own time. */
  const call = async (lane: Lane): Promise<number> => {
    const askedAt = systemClock.monotonicMs();
    const outcome = await limiter.run({ lane, operation: 'read-trade' }, async (turn) => {
      const result = await get('/v2.0/trades/T-1');
      if (!result.ok) throw new Error(result.trouble);
      if (result.answer.status === 429) turn.refused({ hint: 'throttled' });
      return success(Number(result.answer.headers['x-latency-ms']));
    });
    if (!outcome.ok) throw new Error(outcome.failure.message);
    return systemClock.monotonicMs() - askedAt - outcome.value;
  };
  // What is measured is the pacing, so connections and code are warm before the clock starts.
  await Promise.all(Array.from({ length: BURST }, () => get('/stats')));
  const cpu = process.cpuUsage();
  const startedAt = systemClock.monotonicMs();
  const all = Array.from({ length: reads }, () => call('visible'));
  const waits: Promise<number>[] = [];
  while (outside.urgent && systemClock.monotonicMs() - startedAt < boundMs - 1000 / scale) {
    await pause(systemClock, 1000 / scale);
    waits.push(call('withdraw'));
  }
  await Promise.all(all);
  const wallMs = systemClock.monotonicMs() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  const urgentMs = await Promise.all(waits);
  const stats = await get('/stats');
  if (!stats.ok) throw new Error(stats.trouble);
  const { served, refused } = Stats.parse(JSON.parse(stats.answer.body));
  await limiter.close();
  return { wallMs, served, refused, cpuMs: (user + system) / 1000, urgentMs };
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-bench-'));
const { child, baseUrl } = await startServer();
const pool = openConnections(baseUrl);
try {
  const plain = await run('reads-only', { baseUrl, pool, folder, urgent: false });
  const mixed = await run('with-urgent', { baseUrl, pool, folder, urgent: true });
  const sorted = [...mixed.urgentMs].sort((a, b) => a - b);
  const figures = {
    scale,
    reads,
    boundSeconds: rounded(boundMs / 1000, 2),
    wallSeconds: rounded(plain.wallMs / 1000, 3),
    wallPerBound: rounded(plain.wallMs / boundMs, 4),
    refusals: plain.refused + mixed.refused,
    cpuMs: rounded(plain.cpuMs, 0),
    urgentCalls: sorted.length,
    urgentWaitP50Ms: rounded(percentile(sorted, 0.5), 2),
    urgentWaitP99Ms: rounded(percentile(sorted, 0.99), 2),
  };
  if (values.json) console.log(JSON.stringify(figures));
  else for (const [name, value] of Object.entries(figures)) console.log(name.padEnd(18), value);
} finally {
  await pool.close();
  child.stdin?.end();
  rmSync(folder, { recursive: true, force: true });
}
