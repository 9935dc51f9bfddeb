import { runChecks } from './checks.mjs';
import { runCommand } from './command.mjs';
import { projectKit } from './kit.mjs';

await runCommand((children) =>
  runChecks(projectKit(children), { env: process.env, testArgs: process.argv.slice(2) }),
);
