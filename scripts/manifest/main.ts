import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { movedTo, originOf } from './address';
import { parseManifest } from './element';
import { lintManifest } from './lint';
import { surroundingsAt } from './surroundings';

const ROOT = resolve(import.meta.dirname, '../..');
const HELP = `npm run manifest -- --url https://desk.example.com [--out file]

Writes the manifest for an add-in that is served at another address, to the file or to the screen.
Without --url it checks manifest.xml.`;

/** Answers with what to print; throws a sentence. */
function manifestFor(args: string[]): string {
  const { values } = parseArgs({
    args,
    options: { url: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return HELP;
  const template = readFileSync(resolve(ROOT, 'manifest.xml'), 'utf8');
  const xml =
    values.url === undefined ? template : movedTo(originOf(values.url), template, parseManifest(template));
  const findings = lintManifest(xml, surroundingsAt(ROOT));
  if (findings.length > 0) throw new Error(['The manifest would not work:', ...findings].join('\n  '));
  if (values.out !== undefined) {
    const file = resolve(values.out);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, xml);
    return `The manifest is in ${values.out}.`;
  }
  return values.url === undefined ? 'The manifest has no fault.' : xml;
}

try {
  console.log(manifestFor(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
