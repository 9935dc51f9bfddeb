import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../../src/gateway/cli/program';
import { movedTo, originOf } from '../manifest/address';
import { parseManifest } from '../manifest/element';

const HELP = `node spreaddesk.mjs manifest --url https://desk.example.com:8443 [--out FILE]

Writes the manifest with which Excel finds this gateway, to the file or to the screen.`;

/** Answers with what to print; throws a sentence. */
function manifestFor(args: string[]): string {
  const { values } = parseArgs({
    args,
    options: { url: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return HELP;
  if (values.url === undefined) throw new Error(`--url is needed.\n\n${HELP}`);
  const template = readFileSync(join(ROOT, 'manifest.xml'), 'utf8');
  const xml = movedTo(originOf(values.url), template, parseManifest(template));
  if (values.out === undefined) return xml;
  writeFileSync(values.out, xml);
  return `The manifest is in ${values.out}.`;
}

try {
  console.log(manifestFor(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
