import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

/** Everything that a program loads before it has read a setting: files of the house, and packages. */
async function loadedBy(program: string): Promise<ReadonlySet<string>> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [program],
    outdir: 'dist',
    format: 'esm',
    platform: 'node',
    packages: 'external',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const loaded = new Set<string>();
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === program);
  if (entry) gather(metafile, entry[0], loaded);
  return loaded;
}

function gather({ outputs }: Metafile, path: string, loaded: Set<string>): void {
  const output = outputs[path];
  if (!output || loaded.has(path)) return;
  loaded.add(path);
  for (const input of Object.keys(output.inputs)) loaded.add(input);
  for (const { path: imported, kind, external } of output.imports) {
    if (kind === 'dynamic-import') continue;
    if (external) loaded.add(imported);
    else gather({ inputs: {}, outputs }, imported, loaded);
  }
}

it.each(['main', 'cli/journal-main', 'cli/backup-main', 'cli/export-main'])(
  'nothing of PostgreSQL is loaded by %s where no setting asks for it',
  async (program) => {
    const loaded = [...(await loadedBy(`src/gateway/${program}.ts`))];
    expect(loaded).toContain('zod/mini');
    expect(loaded.filter((path) => /^pg(\W|$)|storage\/postgres\/(?!place|accepted)/.test(path))).toEqual([]);
  },
);

it('what a desk on several machines starts with loads it', async () => {
  expect(await loadedBy('src/gateway/storage/postgres/session.ts')).toContain('pg');
});
