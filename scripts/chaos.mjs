import { runCommand } from './command.mjs';
import { runNamed } from './named-program.mjs';

await runCommand((children) =>
  runNamed(children, { folder: 'chaos', command: 'npm run chaos', noun: 'campaign' }),
);
