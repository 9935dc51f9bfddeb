import { homedir } from 'node:os';
import { join } from 'node:path';
import { Complaint } from './complaint.mjs';
import { npmProgram } from './npm.mjs';

// Not a dependency: docs/decisions/0006-sideloading-by-npx.md.
const DEBUGGING = 'office-addin-debugging@7.0.0';
const EXCEL_SYSTEMS = ['win32', 'darwin'];
const CERTIFICATES = '.office-addin-dev-certs';

/**
 * The sentence for a system that Excel does not exist on, or nothing.
 * @param {NodeJS.Platform} platform
 */
export function excelComplaint(platform) {
  if (EXCEL_SYSTEMS.includes(platform)) return undefined;
  return (
    'Excel runs on Windows and Mac, and this is neither. Use npm start here: it opens the workbench, a spreadsheet in ' +
    'the browser that runs the same add-in. For Excel on the web, serve the gateway at an https address of your own and ' +
    'upload the manifest that npm run manifest -- --url https://… writes for it.'
  );
}

/**
 * Makes Excel trust https://localhost, once; the system may ask for leave. Throws a complaint if it is refused.
 * @param {import('./kit.mjs').Kit} kit
 * @returns {Promise<NodeJS.ProcessEnv>} the gateway's settings for it
 */
export async function trustedCertificate({ root, run, say }) {
  say('Checking the certificate for https://localhost (your system may ask whether to trust it)…');
  const installer = join(root, 'node_modules/office-addin-dev-certs/cli.js');
  const code = await run({ command: process.execPath, args: [installer, 'install'], cwd: root });
  if (code !== 0) {
    throw new Complaint(
      'The certificate for https://localhost was not installed, and Excel loads nothing without it. ' +
        'Start again and agree when your system asks.',
    );
  }
  const folder = join(homedir(), CERTIFICATES);
  return { DESK_TLS_CERT: join(folder, 'localhost.crt'), DESK_TLS_KEY: join(folder, 'localhost.key') };
}

/**
 * The manifest for the port in use. Throws a complaint if it cannot be written.
 * @param {import('./kit.mjs').Kit} kit
 * @param {number} port
 * @param {string} [pairingCode] with which the pane pairs itself
 * @returns {Promise<string>} its file
 */
export async function manifestFor({ root, run }, port, pairingCode) {
  const file = join(root, 'dist/manifest.xml');
  const script = join(root, 'scripts/manifest/main.ts');
  const args = ['--import', 'tsx', script, '--url', `https://localhost:${port}`, '--out', file];
  if (pairingCode !== undefined) args.push('--pair', pairingCode);
  const code = await run({ command: process.execPath, args, cwd: root });
  if (code !== 0) throw new Complaint('The manifest has a fault, named above, and Excel would not take it.');
  return file;
}

/**
 * Microsoft's program that puts an add-in into Excel (`start`) or takes it out (`stop`).
 * @param {'start' | 'stop'} verb
 * @param {string} manifest its file
 * @param {{ root: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform }} where
 * @returns {import('./children.mjs').Program}
 */
export function sideloading(verb, manifest, { root, env, platform }) {
  const what = verb === 'start' ? [manifest, 'desktop'] : [manifest];
  const npm = npmProgram(['exec', '--yes', '--', DEBUGGING, verb, ...what], { env, platform });
  return { ...npm, cwd: root, env };
}
