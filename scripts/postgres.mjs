import { readdirSync } from 'node:fs';
import { Complaint } from './complaint.mjs';
import { canInstall, installDebian } from './debian.mjs';

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
