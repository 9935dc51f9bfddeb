import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../../scripts/command.mjs';
import { startDesk } from '../../../scripts/desk.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const service = join(root, 'service.mjs');
const say = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);

// The start command as it is, around fake programs.
await runCommand((children) =>
  startDesk({
    root,
    env: process.env,
    children,
    say,
    prepare: () => Promise.resolve(say('prepared')),
    simulator: service,
    gateway: service,
  }),
);
