import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MAIN = join(import.meta.dirname, '../../src/simulator/main.ts');

interface Run {
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
  readonly exited: Promise<unknown[]>;
  /** Exited, and everything it said has been read. */
  readonly closed: Promise<unknown[]>;
}

function run(settings: Record<string, string>, args: string[] = [], ipc = false): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], {
    env: { ...process.env, SIMULATOR_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  });
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return {
    process: child,
    output: () => output,
    errors: () => errors,
    exited: once(child, 'exit'),
    closed: once(child, 'close'),
  };
}

it('says where it is, tells who started it, and ends with them', async () => {
  const simulator = run({}, [], true);
  const [message] = (await once(simulator.process, 'message')) as [{ type: string; url: string }];
  expect(message.type).toBe('ready');
  expect(simulator.output()).toBe(`Simulator is ready: ${message.url}\n`);
  expect((await fetch(`${message.url}/simulator/stats`)).status).toBe(200);
  simulator.process.disconnect();
  expect(await simulator.exited).toEqual([0, null]);
});

it('ends cleanly with a signal, even while a call hangs', async () => {
  const simulator = run({ SIMULATOR_CLOCK: 'manual', SIMULATOR_START: '2026-11-20T09:20:00Z' }, [], true);
  const [{ url }] = (await once(simulator.process, 'message')) as [{ url: string }];
  await fetch(`${url}/simulator/faults`, { method: 'POST', body: '{"kind":"hang-before"}' });
  const hanging = fetch(`${url}/ping`, { headers: { 'x-api-key': 'simulator-key' } }).catch(() => 'cut');
  const moved = await fetch(`${url}/simulator/clock`, { method: 'POST', body: '{"advanceMs":1000}' });
  expect(await moved.json()).toEqual({ now: '2026-11-20T09:20:01.000Z' });
  simulator.process.kill('SIGTERM');
  expect(await simulator.closed).toEqual([0, null]);
  expect(await hanging).toBe('cut');
});

it('says that its port is taken', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const simulator = run({ SIMULATOR_PORT: port });
  expect(await simulator.closed).toEqual([1, null]);
  expect(simulator.errors()).toContain(`Port ${port} is taken; set SIMULATOR_PORT to another one`);
  blocker.close();
});

it('ends with a sentence for a bad setting', async () => {
  const simulator = run({ SIMULATOR_SPEED: 'fast' });
  expect(await simulator.closed).toEqual([1, null]);
  expect(simulator.errors()).toBe('SIMULATOR_SPEED must be a number from 0 to 9999, not "fast".\n');
});

it('explains itself', async () => {
  const simulator = run({}, ['--help']);
  expect(await simulator.closed).toEqual([0, null]);
  expect(simulator.output()).toContain('SIMULATOR_SEED');
});
