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
/** By webpack's names, which are those of their folders in dist, with what each is called on the screen. */
const BUNDLES = [
  { name: 'addin', title: 'the add-in' },
  { name: 'workbench', title: 'the workbench' },
];

/**
 * Builds the add-in and the workbench into dist, unless they were built from exactly these sources before.
 * @param {import('./kit.mjs').Kit & { always?: boolean }} kit
 */
export async function buildBundles({ root, run, say, always = false }) {
  const print = fingerprint(root, SOURCES);
  const stamp = join(root, 'dist/.built-from');
  const built = BUNDLES.every(({ name }) => existsSync(join(root, 'dist', name)));
  if (!always && built && stampHolds(stamp, print)) return;
  // A build that breaks off must not pass for a finished one.
  rmSync(stamp, { force: true });
  const webpack = join(root, 'node_modules/webpack-cli/bin/cli.js');
  say('Building the add-in and the workbench: half a minute to six minutes, with little to read meanwhile.');
  for (const [at, { name, title }] of BUNDLES.entries()) {
    say(`Building ${title} (${at + 1} of ${BUNDLES.length})…`);
    const startedMs = performance.now();
    const args = [webpack, `--config-name=${name}`, '--stats=errors-warnings'];
    const code = await run({ command: process.execPath, args, cwd: root });
    if (code !== 0)
      throw new Complaint(
        `The build of ${title} failed: webpack ended with code ${code} and said why above.`,
      );
    say(`Built in ${Math.round((performance.now() - startedMs) / 1000)} s.`);
  }
  writeStamp(stamp, print);
}
