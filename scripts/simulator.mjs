import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { projectKit } from './kit.mjs';
import { buildPrograms, programOf } from './programs.mjs';

/** The simulator; with `--dialect SEED` it speaks a drawn dialect. */
await runCommand(async (children) => {
  const kit = projectKit(children);
  const { root, run } = kit;
  const words = process.argv.slice(2);
  const isDialect = words.includes('--dialect');
  if (!isDialect) await buildPrograms(kit);
  const program = isDialect
    ? ['--import', 'tsx', join(root, 'dialects', 'simulator.ts')]
    : [programOf(root, 'simulator')];
  return run({ command: process.execPath, args: [...program, ...words], cwd: root });
});
