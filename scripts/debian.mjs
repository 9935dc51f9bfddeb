import { Complaint } from './complaint.mjs';

/**
 * Whether programs can be installed here without asking anybody.
 * @param {import('./chromium.mjs').Machine} machine
 */
export const canInstall = (machine) =>
  machine.root && /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(machine.osRelease());

/**
 * Installs a package of Debian or Ubuntu.
 * @param {import('./kit.mjs').Kit} kit
 * @param {import('./chromium.mjs').Machine} machine
 * @param {readonly string[]} install the arguments of the installation: options, then the package
 */
export async function installDebian({ root, run }, machine, install) {
  for (const args of [['update'], ['install', '-y', ...install]]) {
    const env = { ...machine.env, DEBIAN_FRONTEND: 'noninteractive' };
    const code = await run({ command: 'apt-get', args, cwd: root, env });
    if (code !== 0)
      throw new Complaint(`apt-get ${args.join(' ')} ended with code ${code} and said why above.`);
  }
}
