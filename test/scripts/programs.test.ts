import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildPrograms, programOf } from '../../scripts/programs.mjs';

let root: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const says = (): string =>
  spawnSync(process.execPath, [programOf(root, 'gateway')], { encoding: 'utf8' }).stdout;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'programs-'));
  write('src/word.ts', "export const word: string = 'one';\n");
  write('src/gateway/main.ts', "import { word } from '../word';\nconsole.log(word);\n");
  write('src/simulator/main.ts', '');
  write('src/gateway/trades/export/file-thread-main.ts', '');
});
afterEach(() => rmSync(root, { recursive: true }));

it('are one file each, made anew when a source has changed and not before', async () => {
  await buildPrograms({ root });
  expect(says()).toBe('one\n');
  const file = programOf(root, 'gateway');
  writeFileSync(file, readFileSync(file, 'utf8').replace("'one'", "'kept'").replace('"one"', '"kept"'));
  await buildPrograms({ root });
  expect(says()).toBe('kept\n');
  write('src/word.ts', "export const word: string = 'two';\n");
  await buildPrograms({ root });
  expect(says()).toBe('two\n');
});

it('are made again after a build that broke off', async () => {
  await buildPrograms({ root });
  write('src/word.ts', 'export const word: = ;\n');
  await expect(buildPrograms({ root })).rejects.toThrow('word.ts');
  write('src/word.ts', "export const word: string = 'one';\n");
  rmSync(programOf(root, 'gateway'));
  await buildPrograms({ root });
  expect(says()).toBe('one\n');
});
