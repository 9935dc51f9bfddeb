import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeComplaint } from './node-version.mjs';

/** `npm run gateway`: the gateway in this process, as `npm start` starts it. */
const tooOld = nodeComplaint(process.version);
if (tooOld) {
  console.error(tooOld);
  process.exit(1);
}
const { buildPrograms, programOf } = await import('./programs.mjs');
const root = join(import.meta.dirname, '..');
await buildPrograms({ root });
await import(pathToFileURL(programOf(root, 'gateway')).href);
