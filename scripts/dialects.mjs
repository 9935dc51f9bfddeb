import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { projectKit } from './kit.mjs';

await runCommand((children) => {
  const { root, run } = projectKit(children);
  const file = join(root, 'dialects', 'dialects.ts');
  return run({
    command: process.execPath,
    args: ['--import', 'tsx', file, ...process.argv.slice(2)],
    cwd: root,
  });
});
