import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Children } from '../../scripts/children.mjs';
import { anyPort, portIsFree } from '../../scripts/port.mjs';

const node = process.execPath;
const cwd = import.meta.dirname;
const file = join(cwd, 'fakes/service.mjs');
const run = (code: string): Promise<number> => new Children().run({ command: node, args: ['-e', code], cwd });

describe('a program that runs to its end', () => {
  it('gives its exit code', async () => {
    expect(await run('process.exit(0)')).toBe(0);
    expect(await run('process.exit(7)')).toBe(7);
  });

  it("gives the shell's code when a signal ended it, or when it could not be started", async () => {
    expect(await run("process.kill(process.pid, 'SIGKILL')")).toBe(137);
    expect(await new Children().run({ command: join(cwd, 'nothing-here'), args: [], cwd })).toBe(127);
  });

  it('ends with the others', async () => {
    const children = new Children();
    const code = children.run({ command: node, args: ['-e', 'setInterval(() => {}, 1000)'], cwd });
    await children.end();
    expect(await code).toBe(143);
  });
});

it('a service that does not end is made to', async () => {
  const children = new Children({ endingMsMax: 50 });
  const port = await anyPort();
  const env = { SIMULATOR_PORT: String(port), FAKE: 'simulator is stubborn' };
  await children.serve({ title: 'The simulator', file, args: [], cwd, env });
  expect(await portIsFree(port)).toBe(false);
  await children.end();
  expect(await portIsFree(port)).toBe(true);
});

it('what is to be done first when the time has come is done while the services still run', async () => {
  const children = new Children();
  const port = await anyPort();
  await children.serve({
    title: 'The simulator',
    file,
    args: [],
    cwd,
    env: { SIMULATOR_PORT: String(port) },
  });
  const free: boolean[] = [];
  children.beforeEnd(async () => void free.push(await portIsFree(port)));
  await children.end();
  free.push(await portIsFree(port));
  expect(free).toEqual([false, true]);
});

it('has nothing to wait for when nothing runs', async () => {
  await expect(new Children().end()).resolves.toBeUndefined();
});
