import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { mutated } from '../../chaos/mutations/mutant';
import type { Outcome } from '../run';
import type { Mutation } from './mutation';

const ROOT = join(import.meta.dirname, '..', '..');
/** Inside the project, for packages are found from there; of this process alone. */
export const FOLDER = join(ROOT, 'dist', 'conformance', String(process.pid));

/** What can be run of a mutant: its rows, by their ids. */
export interface Mutant {
  run(ids: readonly string[]): Promise<readonly Outcome[]>;
}

/** Which program the rows and what they test are put into. */
export type Half = 'platform' | 'product';

let built = 0;

/** The rows and what they test in this very process, with one rule taken back, or as they are. */
export async function mutantOf(half: Half, mutation?: Mutation): Promise<Mutant> {
  mkdirSync(FOLDER, { recursive: true });
  const outfile = join(FOLDER, `${half}-${built++}.mjs`);
  await build({
    entryPoints: [join(ROOT, 'conformance', 'mutations', `${half}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'silent',
    plugins: mutation ? [changing(mutation)] : [],
  });
  const loaded: unknown = await import(/* @vite-ignore */ pathToFileURL(outfile).href);
  return loaded as Mutant;
}

/** Puts the other text into the file while it is read; the file itself stays as it is. */
const changing = (mutation: Mutation): Plugin => ({
  name: 'mutation',
  setup: (bundling) => {
    const file = resolve(ROOT, mutation.file);
    bundling.onLoad({ filter: /[.]tsx?$/ }, ({ path }) =>
      path === file ? { contents: mutated(readFileSync(path, 'utf8'), mutation), loader: 'ts' } : undefined,
    );
  },
});
