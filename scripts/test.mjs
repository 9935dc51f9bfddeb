import { runChecks } from './checks.mjs';
import { chromiumFor, thisMachine } from './chromium.mjs';
import { runCommand } from './command.mjs';
import { installPackages } from './install.mjs';
import { projectKit } from './kit.mjs';
import { libreOfficeFor } from './libreoffice.mjs';

await runCommand(async (children) => {
  const kit = projectKit(children);
  await installPackages(kit);
  const machine = thisMachine();
  const chromium = await chromiumFor(kit, machine);
  const soffice = await libreOfficeFor(kit, machine);
  const env = { ...process.env, CHROMIUM_PATH: chromium, ...(soffice && { SOFFICE_PATH: soffice }) };
  return runChecks(kit, { env, testArgs: process.argv.slice(2) });
});
