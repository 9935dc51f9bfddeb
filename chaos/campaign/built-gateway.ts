import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

export const ROOT = join(import.meta.dirname, '..', '..');

/** Puts a gateway under test into one file, from which it starts sooner than from its many. */
export async function buildGateway(entry: string, file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  await build({
    entryPoints: [join(ROOT, 'chaos', entry, 'gateway-under-test.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
  });
}
