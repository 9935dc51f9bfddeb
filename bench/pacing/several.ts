import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { anyPort } from '../../scripts/port.mjs';
import { percentile, rounded, type Row } from '../report/report';
import { allowanceAt } from './pacer';
import type { Run } from './scenarios';
import { GatewayWord, type GatewayPlan, type Way } from './several-plan';

const GATEWAYS = [2, 4];
const NAMES: Readonly<Record<Way, string>> = {
  led: 'ours: one leads, the others are its doors',
  redis: 'bottleneck over Redis',
  alone: 'ours, each for itself',
};
const REDIS = '/usr/bin/redis-server';
const NO_REDIS =
  'There is no Redis here, so bottleneck over Redis is left out. Debian: apt-get install redis-server';
/** A way that takes so many times what the limits allow is given up. */
const PATIENCE = 6;
const PATIENCE_MS_MIN = 60_000;

/** Several gateways on one key, by each way of coming to terms, all reading at once, with an urgent call each second from each of them. */
export async function several(run: Run, hasPeers: boolean): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const gateways of GATEWAYS) {
    for (const way of ['led', 'redis', 'alone'] as const) {
      if (way === 'redis' && !hasPeers) continue;
      if (way === 'redis' && !existsSync(REDIS)) {
        console.error(NO_REDIS);
        continue;
      }
      rows.push(...(await measured(run, way, gateways)));
    }
  }
  return rows;
}

async function measured(run: Run, way: Way, gateways: number): Promise<readonly Row[]> {
  const { ratePerSecond, burst } = allowanceAt(run.scale);
  const urgentEveryMs = 1_000 / run.scale;
  const reads = Math.floor(run.reads / gateways);
  const readsMs = ((reads * gateways - burst) / ratePerSecond) * 1_000;
  const urgentCalls = Math.max(1, Math.floor(readsMs / urgentEveryMs) - 1);
  const boundMs = ((gateways * (reads + urgentCalls) - burst) / ratePerSecond) * 1_000;
  const redis = way === 'redis' ? await startRedis() : undefined;
  const plan = {
    way,
    scale: run.scale,
    baseUrl: run.service.baseUrl,
    apiKey: randomUUID(),
    reads,
    urgentCalls,
    urgentEveryMs,
    key: randomBytes(32).toString('hex'),
    ...(redis && { redisPort: redis.port }),
  };
  const children: Gateway[] = [];
  try {
    for (let number = 0; number < gateways; number += 1) {
      const folder = join(run.folder, randomUUID());
      mkdirSync(folder);
      const leaderPort = children[0]?.port;
      children.push(
        await Gateway.start({ ...plan, folder, ...(leaderPort !== undefined && { leaderPort }) }),
      );
    }
    const patienceMs = PATIENCE_MS_MIN + PATIENCE * boundMs;
    const done = await Promise.all(children.map((child) => child.run(patienceMs)));
    const waits = done.flatMap(({ urgentWaitsMs }) => urgentWaitsMs);
    const row = (metric: string, value: number, unit: string): Row => ({
      scenario: `${gateways} gateways on one key, ${run.reads} reads at once, an urgent call of each every second`,
      subject: NAMES[way],
      metric,
      value,
      unit,
    });
    return [
      row('wall', rounded(Math.max(...done.map(({ wallMs }) => wallMs)) / boundMs, 4), '× bound'),
      row('refusals', await run.service.refusals(plan.apiKey), 'calls'),
      row('urgent wait, median', rounded(percentile(waits, 0.5), 1), 'ms'),
      row('p99', rounded(percentile(waits, 0.99), 1), 'ms'),
      row('worst', rounded(percentile(waits, 1), 1), 'ms'),
    ];
  } finally {
    for (const child of children) child.kill();
    redis?.end();
  }
}

class Gateway {
  private constructor(
    private readonly child: ChildProcess,
    /** Where the others reach it, if it leads or is told who does. */
    readonly port: number | undefined,
  ) {}

  static async start(plan: GatewayPlan): Promise<Gateway> {
    const file = join(import.meta.dirname, 'several-gateway.ts');
    const child = fork(file, [JSON.stringify(plan)], { execArgv: ['--import', 'tsx'] });
    const word = await heard(child, 'warm', PATIENCE_MS_MIN);
    return new Gateway(child, word.port);
  }

  run(withinMs: number) {
    const word = heard(this.child, 'done', withinMs);
    this.child.send('go');
    return word;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

async function heard<Type extends GatewayWord['type']>(
  child: ChildProcess,
  type: Type,
  withinMs: number,
): Promise<Extract<GatewayWord, { type: Type }>> {
  const isWanted = (word: GatewayWord): word is Extract<GatewayWord, { type: Type }> => word.type === type;
  const late = wait(withinMs, undefined, { ref: false }).then(() => {
    throw new Error(`A gateway was not ${type} within ${Math.round(withinMs / 1_000)} s.`);
  });
  const said = new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`A gateway ended early (exit code ${code}).`)));
  });
  const word = GatewayWord.parse(await Promise.race([said, late]));
  if (isWanted(word)) return word;
  throw new Error(word.type === 'failed' ? word.message : `A gateway said ${word.type} too early.`);
}

async function startRedis(): Promise<{ port: number; end(): void }> {
  const port = await anyPort();
  const child = spawn(
    REDIS,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: 'ignore',
    },
  );
  for (let isOpen = false; !isOpen; await wait(50)) {
    isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  }
  return { port, end: () => void child.kill('SIGKILL') };
}
