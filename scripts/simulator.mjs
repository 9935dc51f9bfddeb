import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { projectKit } from './kit.mjs';

/** The simulator; with `--dialect SEED` it speaks a drawn dialect. */
await runCommand((children) => {
  const { root, run } = projectKit(children);
  const words = process.argv.slice(2);
  const isDialect = words.includes('--dialect');
  const file = isDialect ? ['dialects', 'simulator.ts'] : ['src', 'simulator', 'main.ts'];
  return run({
    command: process.execPath,
    args: ['--import', 'tsx', join(root, ...file), ...words],
    cwd: root,
  });
});
