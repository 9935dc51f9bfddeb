#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeComplaint } from '../node-version.mjs';

/** What the package runs: each is a file of `lib`, which reads its options from the command line by itself. */
const COMMANDS = {
  gateway: 'the gateway; meant where no command is named',
  journal: 'verifies the journal, and writes it to a file',
  backup: 'copies the data folder, also while the gateway runs',
  export: 'downloads trades into a file',
  people: 'who is on the desk; ends sessions, halts and resumes it',
  probe: 'reads a platform: what of the service profile holds there',
  desk: 'moves a data folder into a desk on several machines, and makes its key',
  manifest: 'writes the manifest with which Excel finds this gateway',
};
const FOLDER = fileURLToPath(new URL('.', import.meta.url));

const help = () => `SpreadDesk ${version()}

  node spreaddesk.mjs [COMMAND] [OPTIONS]

${Object.entries(COMMANDS)
  .map(([name, does]) => `  ${name.padEnd(12)}${does}`)
  .join('\n')}

  node spreaddesk.mjs COMMAND --help    the options of a command; of the gateway every setting
  node spreaddesk.mjs --version`;

const version = () => /"version": "(.+)"/.exec(readFileSync(join(FOLDER, 'package.json'), 'utf8'))?.[1] ?? '';

/** @param {string} text */
function refuse(text) {
  console.error(text);
  process.exit(1);
}

const tooOld = nodeComplaint(process.version);
if (tooOld) refuse(tooOld);
const [first] = process.argv.slice(2);
if (first === '--version') console.log(version());
else if (first === '--help') console.log(help());
else {
  const isNamed = first !== undefined && !first.startsWith('-');
  if (isNamed && !Object.hasOwn(COMMANDS, first)) refuse(`There is no command ${first}.\n\n${help()}`);
  if (isNamed) process.argv.splice(2, 1);
  await import(pathToFileURL(join(FOLDER, 'lib', `${isNamed ? first : 'gateway'}.mjs`)).href);
}
