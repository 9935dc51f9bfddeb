import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateCustomFunctionsMetadata } from 'custom-functions-metadata';
import * as z from 'zod/mini';
import { functionsText } from '../functions-text.mjs';

const VERSION = /<Version>[^<]*<\/Version>/;

/** What Excel and the admin centre keep of an add-in, and take anew only under a higher version. */
export interface Kept {
  readonly manifest: string;
  readonly functions: string;
  readonly shortcuts: string;
}

/** The number behind the package's own version, and the fingerprint of what it was given to. */
export const Stamp = z.strictObject({ build: z.int(), of: z.string() });
export type Stamp = z.infer<typeof Stamp>;
export const STAMP_FILE = 'scripts/manifest/version.json';

export async function keptAt(root: string): Promise<Kept> {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const declarations = readdirSync(join(root, 'src/functions/declarations')).sort();
  const { metadataJson } = await generateCustomFunctionsMetadata(
    declarations.map((file) => join(root, 'src/functions/declarations', file)),
    false,
  );
  return {
    manifest: read('manifest.xml'),
    functions: functionsText(metadataJson),
    shortcuts: read('src/taskpane/shortcuts.json'),
  };
}

/** The same for the same contents, whatever version they bear. */
export const fingerprint = ({ manifest, functions, shortcuts }: Kept): string =>
  createHash('sha256')
    .update(JSON.stringify([manifest.replace(VERSION, ''), functions, shortcuts]))
    .digest('hex')
    .slice(0, 16);

/** The next number where anything has changed since the last. */
export const stamped = (last: Stamp, kept: Kept): Stamp =>
  last.of === fingerprint(kept) ? last : { build: last.build + 1, of: fingerprint(kept) };

export const versionOf = (packageVersion: string, { build }: Stamp): string => `${packageVersion}.${build}`;

export const withVersion = (xml: string, version: string): string =>
  xml.replace(VERSION, `<Version>${version}</Version>`);
