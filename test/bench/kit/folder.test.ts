import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const BENCH = `
  import { writeFileSync } from 'node:fs';
  import { runCommand } from './scripts/command.mjs';
  import { folderUntilExit } from './bench/kit/folder';
  await runCommand(async () => {
    const folder = folderUntilExit();
    writeFileSync(folder + '/kept', 'figures');
    console.log(folder);
    await new Promise((never) => setTimeout(never, 60_000));
    return 0;
  });
`;

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a benchmark that is ended by %s leaves no folder behind', async (signal, code) => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', BENCH];
  const bench = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(bench.stdout, 'data')) as [Buffer];
  const folder = line.toString().trim();
  expect(existsSync(folder)).toBe(true);
  bench.kill(signal);
  expect(await once(bench, 'exit')).toEqual([code, null]);
  expect(existsSync(folder)).toBe(false);
});
