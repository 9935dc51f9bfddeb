import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { movedTo, originOf, withPairing } from './address';
import { parseManifest } from './element';
import { lintManifest } from './lint';
import { surroundingsAt } from './surroundings';
import { keptAt, Stamp, STAMP_FILE, stamped, versionOf, withVersion } from './version';

const ROOT = resolve(import.meta.dirname, '../..');
const HELP = `npm run manifest -- --url https://desk.example.com [--out file] [--pair code]

Writes the manifest for an add-in that is served at another address, to the file or to the screen.
Without --url it checks manifest.xml. With a pairing code the first pane that is opened by it pairs itself.

npm run manifest -- --stamp

Gives manifest.xml a higher version where it, the functions' declarations or the shortcuts have changed: Excel takes
none of them anew under the same one.`;

/** Answers with what to print; throws a sentence. */
async function manifestFor(args: string[]): Promise<string> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string' },
      out: { type: 'string' },
      pair: { type: 'string' },
      stamp: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return HELP;
  if (values.stamp) return stampManifest();
  const template = readFileSync(resolve(ROOT, 'manifest.xml'), 'utf8');
  const xml =
    values.url === undefined ? template : movedTo(originOf(values.url), template, parseManifest(template));
  const findings = lintManifest(xml, surroundingsAt(ROOT));
  if (findings.length > 0) throw new Error(['The manifest would not work:', ...findings].join('\n  '));
  const given = values.pair === undefined ? xml : withPairing(xml, values.pair);
  if (values.out !== undefined) {
    const file = resolve(values.out);
    mkdirSync(dirname(file), { recursive: true });
    // Whoever reads a code before it is used could use it.
    if (values.pair !== undefined) rmSync(file, { force: true });
    writeFileSync(file, given, values.pair === undefined ? {} : { mode: 0o600 });
    return `The manifest is in ${values.out}.`;
  }
  return values.url === undefined ? 'The manifest has no fault.' : given;
}

/** Answers with the version that manifest.xml has now. */
async function stampManifest(): Promise<string> {
  const kept = await keptAt(ROOT);
  const file = resolve(ROOT, STAMP_FILE);
  const stamp = stamped(Stamp.parse(JSON.parse(readFileSync(file, 'utf8'))), kept);
  const version = versionOf(packageVersion(), stamp);
  writeFileSync(file, `{ "build": ${stamp.build}, "of": "${stamp.of}" }\n`);
  writeFileSync(resolve(ROOT, 'manifest.xml'), withVersion(kept.manifest, version));
  return `manifest.xml has version ${version}.`;
}

const Package = z.object({ version: z.string() });
const packageVersion = (): string =>
  Package.parse(JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8'))).version;

try {
  console.log(await manifestFor(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
