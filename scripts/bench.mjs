import { runCommand } from './command.mjs';
import { runNamed } from './named-program.mjs';

await runCommand((children) =>
  runNamed(children, { folder: 'bench', command: 'npm run bench', noun: 'benchmark' }),
);
