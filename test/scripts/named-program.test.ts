import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const programsIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder)).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : []));

it.each(['bench', 'chaos'])('npm run %s -- --help lists every name with a sentence', (folder) => {
  const script = join(ROOT, 'scripts', `${folder}.mjs`);
  const lines = execFileSync(process.execPath, [script, '--help'], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
  expect(lines.slice(0, 2)).toEqual([`npm run ${folder} -- NAME, where NAME is one of`, '']);
  const listed = lines.slice(2).map((line) => /^(\S+) +([A-Z].*\.)$/.exec(line)?.[1] ?? line);
  expect(listed).toEqual(programsIn(folder));
});

it('names what there is for a name that there is not, and starts nothing', () => {
  const script = join(ROOT, 'scripts', 'bench.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, 'folder'], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain(
    'There is no benchmark "folder": npm run bench -- NAME, where NAME is one of desk,',
  );
});
