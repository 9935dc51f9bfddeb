import { fileURLToPath } from 'node:url';
import { runCommand } from '../../../scripts/command.mjs';
import { startDesk } from '../../../scripts/desk.mjs';

const say = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);

// The start command as it is, around fake programs.
await runCommand((children) =>
  startDesk({
    root: fileURLToPath(new URL('.', import.meta.url)),
    env: process.env,
    children,
    say,
    prepare: () => Promise.resolve(say('prepared')),
    simulator: 'service.mjs',
    gateway: 'service.mjs',
    preloads: [],
  }),
);
