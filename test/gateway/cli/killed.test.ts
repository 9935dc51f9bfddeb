import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { TradeDownloadId, type TradeDownload } from '../../../src/domain/trade-download';
import { systemClock } from '../../../src/effects/clock';
import { GatewayClient } from '../../../src/gateway/cli/gateway-client';
import { dayOf } from '../../../src/gateway/platform/zone-time';
import { startSimulator } from '../../../src/simulator/server';

const MAIN = join(import.meta.dirname, '..', '..', '..', 'src', 'gateway', 'main.ts');
const IN_FLIGHT_MAX = 6;
const ID = TradeDownloadId.parse('00000000-0000-4000-8000-000000000001');
const Ready = z.object({ type: z.literal('ready'), url: z.string(), programKey: z.string() });
const Statistics = z.object({ byOperation: z.record(z.string(), z.number()) });

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const exited = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => child.once('exit', () => resolve()));

async function gatewayOn(
  data: string,
  service: string,
): Promise<{ child: ChildProcess; door: GatewayClient }> {
  const child = fork(MAIN, {
    execArgv: ['--import', 'tsx'],
    env: {
      PATH: process.env['PATH'],
      DESK_DATA: data,
      DESK_PORT: '0',
      SERVICE_ENVIRONMENT: 'simulator',
      SERVICE_URL_SIMULATOR: service,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  ends.push(() => child.kill('SIGKILL'));
  const ready = await new Promise<z.infer<typeof Ready>>((resolve) =>
    child.on('message', (message) => {
      const read = Ready.safeParse(message);
      if (read.success) resolve(read.data);
    }),
  );
  const door = new GatewayClient(new URL(ready.url).origin, ready.programKey);
  ends.push(() => door.close());
  return { child, door };
}

/** Looks at the capture until it is so far; the processes are real, so this takes real time. */
async function followed(
  door: GatewayClient,
  isFar: (capture: TradeDownload) => boolean,
): Promise<TradeDownload> {
  for (;;) {
    const answer = await door.captures();
    const capture = answer.ok ? answer.value.captures.find(({ id }) => id === ID) : undefined;
    if (capture && isFar(capture)) return capture;
  }
}

it(
  'goes on after kill -9 where it was: what was kept is not fetched again',
  { timeout: 90_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'killed-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const simulator = await startSimulator({ speed: 0, trades: 60 });
    ends.push(() => simulator.close());
    const details = async (): Promise<number> => {
      const answer = await fetch(new URL('/simulator/stats', simulator.url));
      return Statistics.parse(await answer.json()).byOperation['read-trade'] ?? 0;
    };
    const now = systemClock.now();
    const wanted = {
      from: dayOf(now - 25 * 24 * 3_600_000, 'Europe/Berlin'),
      to: dayOf(now, 'Europe/Berlin'),
    };

    const first = await gatewayOn(folder, simulator.url);
    await first.door.start(ID, wanted);
    const before = await followed(first.door, ({ counts }) => counts.fetched >= 10);
    const dead = exited(first.child);
    first.child.kill('SIGKILL');
    await dead;
    expect(before.state).toBe('fetching');

    const second = await gatewayOn(folder, simulator.url);
    const after = await followed(second.door, ({ state }) => state === 'done');
    expect(after.counts).toMatchObject({ trades: simulator.world.trades.size, missing: 0 });
    expect(after.counts.fetched).toBe(simulator.world.trades.size);
    // Those that were on their way at the kill had been counted by the service and not been kept.
    expect(await details()).toBeLessThanOrEqual(simulator.world.trades.size + IN_FLIGHT_MAX);
  },
);
