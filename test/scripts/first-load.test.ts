import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkFirstLoad } from '../../scripts/first-load.mjs';

let root: string;
const said: string[] = [];
const kit = () => ({ root, say: (line: string) => void said.push(line) });
const write = (name: string, content: string | Buffer): void =>
  writeFileSync(join(root, 'dist/addin', name), content);
/** Of as many bytes zipped as not, give or take a few. */
const dense = (bytes: number): Buffer => randomBytes(bytes);

beforeEach(() => {
  said.length = 0;
  root = mkdtempSync(join(tmpdir(), 'first-load-'));
  mkdirSync(join(root, 'dist/addin'), { recursive: true });
  write(
    'taskpane.html',
    '<script src="https://elsewhere.example/office.js"></script><link href="/pane.css" rel="stylesheet">' +
      '<script src="/desk.js"></script><script src=/functions.js></script><script src="/taskpane.js"></script>',
  );
  write('pane.css', dense(500));
  write('desk.js', dense(3_000));
  write('functions.js', dense(2_000));
  write('taskpane.js', dense(10_000));
  write('journal.js', dense(50_000));
});
afterEach(() => rmSync(root, { recursive: true }));

it('the sizes of what loads first are said, without what comes later or from elsewhere', () => {
  checkFirstLoad(kit(), { pane: 20_000, functions: 6_000 });
  expect(said).toEqual([
    expect.stringMatching(/^First load, gzip: pane 15\.[6-9] kB of at most 20\.0 kB\.$/),
    expect.stringMatching(/^First load, gzip: functions 5\.[01] kB of at most 6\.0 kB\.$/),
  ]);
});

it('a pane over its budget fails, with both sizes and what to do', () => {
  expect(() => checkFirstLoad(kit(), { pane: 15_000, functions: 6_000 })).toThrow(
    /^The pane would load 15\.[6-9] kB \(gzip\) at first; the budget is 15\.0 kB\. Let what the first room does not need come later/,
  );
});

it('functions over their budget fail though the pane keeps its own', () => {
  expect(() => checkFirstLoad(kit(), { pane: 20_000, functions: 5_000 })).toThrow(
    /^The functions would load 5\.[01] kB/,
  );
});

it('a page without the functions fails', () => {
  write('taskpane.html', '<script src="/taskpane.js"></script>');
  expect(() => checkFirstLoad(kit())).toThrow(/does not load functions\.js/);
});
