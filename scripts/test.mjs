import { runChecks } from './checks.mjs';
import { chromiumFor, thisMachine } from './chromium.mjs';
import { runCommand } from './command.mjs';
import { installPackages } from './install.mjs';
import { projectKit } from './kit.mjs';

await runCommand(async (children) => {
  const kit = projectKit(children);
  await installPackages(kit);
  const chromium = await chromiumFor(kit, thisMachine());
  const env = { ...process.env, CHROMIUM_PATH: chromium };
  return runChecks(kit, { env, testArgs: process.argv.slice(2) });
});
