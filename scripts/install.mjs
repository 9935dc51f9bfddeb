import { join } from 'node:path';
import { Complaint } from './complaint.mjs';
import { npmProgram } from './npm.mjs';
import { fingerprint, stampHolds, writeStamp } from './stamp.mjs';

const ARGS = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs the packages of package-lock.json, unless exactly these were installed here by this before.
 * @param {import('./kit.mjs').Kit} kit
 */
export async function installPackages({ root, run, say }) {
  // Some packages hold a program for one system only: a folder carried to another system is not installed there.
  const print = `${process.platform} ${process.arch} ${fingerprint(root, ['package-lock.json'])}`;
  const stamp = join(root, 'node_modules/.spreaddesk-installed');
  if (stampHolds(stamp, print)) return;
  say('Installing packages…');
  const startedMs = performance.now();
  const npm = npmProgram(ARGS, { env: process.env, platform: process.platform });
  const code = await run({ ...npm, cwd: root });
  if (code !== 0) {
    throw new Complaint(
      `The packages could not be installed: npm ci ended with code ${code} and said why above. ` +
        'Check the connection to the package registry and start again.',
    );
  }
  writeStamp(stamp, print);
  say(`Installed in ${Math.round((performance.now() - startedMs) / 1000)} s.`);
}
