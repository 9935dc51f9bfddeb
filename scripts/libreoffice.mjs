import { Complaint } from './complaint.mjs';
import { canInstall, installDebian } from './debian.mjs';

const DEBIAN_SOFFICE = '/usr/bin/soffice';
// What it recommends, Java and a desktop among it, would take minutes.
const INSTALL = ['--no-install-recommends', 'libreoffice-calc'];

/**
 * The LibreOffice that opens exported files in the tests; on Debian and Ubuntu it is installed if it is missing. A person
 * may test without it, and is told; in CI it has to be there.
 * @param {import('./kit.mjs').Kit} kit
 * @param {import('./chromium.mjs').Machine} machine
 * @returns {Promise<string | undefined>} its file
 */
export async function libreOfficeFor(kit, machine) {
  const asked = machine.env.SOFFICE_PATH;
  if (asked) {
    if (machine.exists(asked)) return asked;
    throw new Complaint(
      `SOFFICE_PATH="${asked}" is not there. Set it to the program file of LibreOffice, soffice.`,
    );
  }
  if (machine.exists(DEBIAN_SOFFICE)) return DEBIAN_SOFFICE;
  if (canInstall(machine)) {
    kit.say('Installing LibreOffice Calc…');
    await installDebian(kit, machine, INSTALL);
    if (machine.exists(DEBIAN_SOFFICE)) return DEBIAN_SOFFICE;
    throw new Complaint(
      `apt-get installed LibreOffice, but not as ${DEBIAN_SOFFICE}. Set SOFFICE_PATH to its program file.`,
    );
  }
  const missing =
    'There is no LibreOffice here to open exported files in. Install it or set SOFFICE_PATH to its program file, soffice.';
  if (machine.env.CI) throw new Complaint(missing);
  kit.say(`${missing} Those tests are skipped.`);
  return undefined;
}
