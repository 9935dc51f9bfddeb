import { existsSync, readFileSync } from 'node:fs';
import { Complaint } from './complaint.mjs';
import { canInstall, installDebian } from './debian.mjs';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';
const OS_RELEASE = '/etc/os-release';

/**
 * @typedef {object} Machine
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} root whether this user may install programs
 * @property {(path: string) => boolean} exists
 * @property {() => string} osRelease the text that names a Linux system; empty elsewhere
 */

/** @returns {Machine} */
export const thisMachine = () => ({
  env: process.env,
  root: process.getuid?.() === 0,
  exists: existsSync,
  osRelease: () => (existsSync(OS_RELEASE) ? readFileSync(OS_RELEASE, 'utf8') : ''),
});

/**
 * The Chromium that the browser tests drive; on Debian and Ubuntu it is installed if it is missing.
 * @param {import('./kit.mjs').Kit} kit
 * @param {Machine} machine
 * @returns {Promise<string>} its file
 */
export async function chromiumFor(kit, machine) {
  const asked = machine.env.CHROMIUM_PATH;
  if (asked) {
    if (machine.exists(asked)) return asked;
    throw new Complaint(
      `CHROMIUM_PATH="${asked}" is not there. Set it to the program file of Chromium or Chrome.`,
    );
  }
  if (machine.exists(DEBIAN_CHROMIUM)) return DEBIAN_CHROMIUM;
  if (!canInstall(machine)) {
    throw new Complaint(
      'The tests drive a browser, and there is no Chromium here. Install Chromium or Chrome, set CHROMIUM_PATH to its ' +
        'program file and run npm test again. (On Debian or Ubuntu: apt-get install chromium.)',
    );
  }
  kit.say('Installing Chromium…');
  await installDebian(kit, machine, ['chromium']);
  if (machine.exists(DEBIAN_CHROMIUM)) return DEBIAN_CHROMIUM;
  throw new Complaint(
    `apt-get installed Chromium, but not as ${DEBIAN_CHROMIUM}. Set CHROMIUM_PATH to its program file.`,
  );
}
