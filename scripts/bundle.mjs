import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Complaint } from './complaint.mjs';
import { fingerprint, stampHolds, writeStamp } from './stamp.mjs';

const SOURCES = [
  'src',
  'assets',
  'manifest.xml',
  'webpack.config.js',
  'scripts/pure-schemas.mjs',
  'scripts/theme-variables.mjs',
  'scripts/token-values.mjs',
  'scripts/written-styles.mjs',
  'package-lock.json',
];
const BUNDLES = ['dist/addin', 'dist/workbench'];

/**
 * Builds the add-in and the workbench into dist, unless they were built from exactly these sources before.
 * @param {import('./kit.mjs').Kit & { always?: boolean }} kit
 */
export async function buildBundles({ root, run, say, always = false }) {
  const print = fingerprint(root, SOURCES);
  const stamp = join(root, 'dist/.built-from');
  const built = BUNDLES.every((folder) => existsSync(join(root, folder)));
  if (!always && built && stampHolds(stamp, print)) return;
  // A build that breaks off must not pass for a finished one.
  rmSync(stamp, { force: true });
  say('Building the add-in and the workbench…');
  const startedMs = performance.now();
  const webpack = join(root, 'node_modules/webpack-cli/bin/cli.js');
  const code = await run({
    command: process.execPath,
    args: [webpack, '--stats=errors-warnings'],
    cwd: root,
  });
  if (code !== 0) {
    throw new Complaint(`The build failed: webpack ended with code ${code} and said why above.`);
  }
  writeStamp(stamp, print);
  say(`Built in ${Math.round((performance.now() - startedMs) / 1000)} s.`);
}
