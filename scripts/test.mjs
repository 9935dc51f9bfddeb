import { runChecks } from './checks.mjs';
import { chromiumFor, thisMachine } from './chromium.mjs';
import { runCommand } from './command.mjs';
import { installPackages } from './install.mjs';
import { projectKit } from './kit.mjs';
import { libreOfficeFor } from './libreoffice.mjs';
import { newerPostgresFor, postgresFor } from './postgres.mjs';
import { webkitFor } from './webkit.mjs';

/**
 * With it, what has to work in every engine runs in WebKit too; `--webkit=first-light,cells` runs those files alone. What else is asked
 * for is the test runner's.
 */
const WEBKIT = /^--webkit(?:=(.+))?$/;
/** With it, the stores are tested in a newer PostgreSQL too. */
const NEWER_POSTGRES = '--newer-postgres';

await runCommand(async (children) => {
  const kit = projectKit(children);
  const asked = process.argv.slice(2);
  const machine = thisMachine();
  const webkit = asked.map((arg) => WEBKIT.exec(arg)).find((match) => match !== null);
  const driver = webkit ? await webkitFor(kit, machine) : undefined;
  await installPackages(kit);
  const chromium = await chromiumFor(kit, machine);
  const soffice = await libreOfficeFor(kit, machine);
  const postgres = await postgresFor(kit, machine);
  const newer = postgres && asked.includes(NEWER_POSTGRES) ? await newerPostgresFor(kit) : undefined;
  const env = {
    ...process.env,
    CHROMIUM_PATH: chromium,
    ...(soffice && { SOFFICE_PATH: soffice }),
    ...(postgres && { POSTGRES_BIN: postgres }),
    ...(newer && { NEWER_POSTGRES_BIN: newer }),
    ...(driver && { WEBKIT_DRIVER_PATH: driver }),
    ...(webkit?.[1] !== undefined && { WEBKIT_FILES: webkit[1] }),
  };
  return runChecks(kit, {
    env,
    testArgs: asked.filter((arg) => !WEBKIT.test(arg) && arg !== NEWER_POSTGRES),
  });
});
