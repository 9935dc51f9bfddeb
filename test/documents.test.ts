import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

const ROOT = resolve(import.meta.dirname, '..');

const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

/** A tool's own page lies beside its code. */
const TOOLS = ['chaos', 'conformance', 'dialects', 'simulation', 'src/simulator'];
const PAGES = [
  'README.md',
  'CHANGELOG.md',
  ...filesBelow('docs', '.md'),
  ...TOOLS.map((tool) => join(tool, 'README.md')),
];
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Every match of the first group in a page, with the page's name. */
const inPages = (pages: readonly string[], form: RegExp): { page: string; found: string }[] =>
  pages.flatMap((page) =>
    [...read(page).matchAll(form)].flatMap(([, found]) => (found === undefined ? [] : [{ page, found }])),
  );

/** The headings of a page as a link names them: small letters, hyphens for blanks, no other signs. */
const headingsOf = (page: string): string[] =>
  [
    ...read(page)
      .replaceAll(/```[\s\S]*?```/g, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

it('no page is empty', () => {
  expect(PAGES.filter((page) => read(page).trim().length < 200)).toEqual([]);
});

it('every link within the project leads to a file', () => {
  const links = inPages(PAGES, /\]\(([^)\s#]+)(?:#[^)]*)?\)/g).filter(({ found }) => !found.includes('://'));
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ page, found }) => !existsSync(join(ROOT, dirname(page), found)))).toEqual([]);
});

it('every link to a heading leads to one', () => {
  const links = inPages(PAGES, /\]\(([^)\s]*#[^)\s]+)\)/g)
    .filter(({ found }) => !found.includes('://'))
    .map(({ page, found }) => {
      const [path = '', heading = ''] = found.split('#');
      return { page, heading, target: path === '' ? page : normalize(join(dirname(page), path)) };
    })
    .filter(({ target }) => target.endsWith('.md'));
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ target, heading }) => !headingsOf(target).includes(heading))).toEqual([]);
});

it('every command of npm that a page names is there', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const named = inPages(PAGES, /\bnpm run ([a-z]+)/g);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ found }) => !Object.hasOwn(scripts, found))).toEqual([]);
});

it('every test that the pages on promises and faults name by its title is there', () => {
  const tests = [...filesBelow('test', '.test.ts'), ...filesBelow('test', '.test.tsx')].map(read).join('\n');
  const plain = (text: string): string => text.replaceAll(/[’']/g, "'").trim();
  const all = plain(tests.replaceAll("\\'", "'"));
  const tables = ['docs/promises.md', 'docs/faults.md'].map((page) => ({
    page,
    rows: read(page)
      .split('\n')
      .filter((line) => line.startsWith('|')),
  }));
  const titles = tables.flatMap(({ page, rows }) =>
    rows
      .flatMap((row) => [...(row.split('|').at(-2) ?? '').matchAll(/"([^"]+)"/g)])
      .flatMap(([, title = '']) => title.split('…'))
      .map((part) => plain(part))
      .filter((part) => part !== '')
      .map((part) => ({ page, part })),
  );
  expect(titles.length).toBeGreaterThan(40);
  expect(titles.filter(({ part }) => !all.includes(part))).toEqual([]);
});
