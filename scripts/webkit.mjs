import { Complaint } from './complaint.mjs';
import { canInstall, installDebian } from './debian.mjs';

const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';
const PACKAGES = ['webkit2gtk-driver', 'xvfb'];

/**
 * The driver of WebKit, the engine of Excel on a Mac, and a screen for it; on Debian and Ubuntu they are installed if they are missing.
 * @param {import('./kit.mjs').Kit} kit
 * @param {import('./chromium.mjs').Machine} machine
 * @returns {Promise<string>} its file
 */
export async function webkitFor(kit, machine) {
  const isThere = () => [DRIVER, SCREEN].every((file) => machine.exists(file));
  if (!isThere() && canInstall(machine)) {
    kit.say('Installing WebKit…');
    await installDebian(kit, machine, PACKAGES);
  }
  if (isThere()) return DRIVER;
  throw new Complaint(
    `--webkit needs ${DRIVER} and ${SCREEN}: on Debian or Ubuntu, apt-get install ${PACKAGES.join(' ')}.`,
  );
}
