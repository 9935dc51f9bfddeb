import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildBundles } from '../../scripts/bundle.mjs';
import type { Program } from '../../scripts/children.mjs';
import { installPackages } from '../../scripts/install.mjs';

let root: string;
let said: string[];
let ran: string[];
let code: number;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prepare-'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'package-lock.json'), '{}');
  said = [];
  ran = [];
  code = 0;
});
afterEach(() => rmSync(root, { recursive: true }));

/** A run that does what npm and webpack leave behind, if they succeed. */
const run = async ({ args }: Program): Promise<number> => {
  ran.push(args.filter((arg) => !arg.includes('/')).join(' '));
  if (code !== 0) return code;
  for (const folder of ['node_modules', 'dist/addin', 'dist/workbench']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  return 0;
};
const kit = (): Parameters<typeof installPackages>[0] => ({ root, run, say: (line) => void said.push(line) });

describe('the packages', () => {
  it('are installed on a fresh clone, development ones too, and said to be', async () => {
    await installPackages(kit());
    expect(ran).toEqual([expect.stringMatching(/^ci --include=dev/)]);
    expect(said).toEqual(['Installing packages…', expect.stringMatching(/^Installed in \d+ s\.$/)]);
  });

  it('are left alone the second time', async () => {
    await installPackages(kit());
    await installPackages(kit());
    expect(ran).toHaveLength(1);
  });

  it('are installed again when the lock changed, and when the folder was deleted', async () => {
    await installPackages(kit());
    writeFileSync(join(root, 'package-lock.json'), '{"a":1}');
    await installPackages(kit());
    rmSync(join(root, 'node_modules'), { recursive: true });
    await installPackages(kit());
    expect(ran).toHaveLength(3);
  });

  it('are not believed to be there after a failure', async () => {
    code = 1;
    await expect(installPackages(kit())).rejects.toThrow(/npm ci ended with code 1.*start again/);
    code = 0;
    await installPackages(kit());
    expect(ran).toHaveLength(2);
  });
});

describe('the bundles', () => {
  it('are built once for the same sources', async () => {
    await buildBundles(kit());
    await buildBundles(kit());
    expect(ran).toEqual([
      '--config-name=addin --stats=errors-warnings',
      '--config-name=workbench --stats=errors-warnings',
    ]);
    expect(said).toEqual([
      'Building the add-in and the workbench: half a minute to six minutes, with little to read meanwhile.',
      'Building the add-in (1 of 2)…',
      expect.stringMatching(/^Built in \d+ s\.$/),
      'Building the workbench (2 of 2)…',
      expect.stringMatching(/^Built in \d+ s\.$/),
    ]);
  });

  it.each(['src/main.ts', 'assets', 'manifest.xml', 'webpack.config.js', 'package-lock.json'])(
    'are built again when %s changed',
    async (name) => {
      await buildBundles(kit());
      writeFileSync(join(root, name), 'changed');
      await buildBundles(kit());
      expect(ran).toHaveLength(2 * 2);
    },
  );

  it('are built again when one of them was deleted, and always when asked', async () => {
    await buildBundles(kit());
    rmSync(join(root, 'dist/workbench'), { recursive: true });
    await buildBundles(kit());
    await buildBundles({ ...kit(), always: true });
    expect(ran).toHaveLength(3 * 2);
  });

  it('are not believed to be whole after a build that broke off', async () => {
    await buildBundles(kit());
    writeFileSync(join(root, 'src/main.ts'), 'broken');
    code = 2;
    await expect(buildBundles(kit())).rejects.toThrow(/webpack ended with code 2/);
    rmSync(join(root, 'src/main.ts'));
    code = 0;
    await buildBundles(kit());
    // The one that broke off was the first of its two.
    expect(ran).toHaveLength(2 + 1 + 2);
    expect(existsSync(join(root, 'dist/.built-from'))).toBe(true);
  });
});
