import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// The house rules that no reviewer should have to repeat. Who may import whom is checked by .dependency-cruiser.cjs.
const DRAWER = /(^|\/)(utils?|helpers?|common|shared|misc|lib|types)(\/|\.tsx?$)/;
const AMBIENT = /\b(Date\.now|new Date\(\)|Math\.random|setTimeout|setInterval)\b/;
// The workbench is a browser host, not part of the product's logic: it may wait for its own grid.
const OWN_TIME = ['effects', 'workbench'];
const MAY_READ_ENVIRONMENT = /[/-](settings|main)\.ts$/;

const SRC = join(import.meta.dirname, '..', 'src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((path) => ({ name: path.replaceAll('\\', '/'), text: readFileSync(join(SRC, path), 'utf8') }));

const room = (name: string): string => name.split('/')[0] ?? '';

it('has no junk drawer, and one source of time and chance', () => {
  expect(files.length).toBeGreaterThan(100);
  const offences: string[] = [];
  for (const { name, text } of files) {
    if (DRAWER.test(name)) offences.push(`${name}: name the thing, not the drawer`);
    if (!OWN_TIME.includes(room(name)) && AMBIENT.test(text)) offences.push(`${name}: take a Clock`);
  }
  expect(offences).toEqual([]);
});

it('reads the environment in one place per process', () => {
  const readers = files.filter(({ text }) => /\bprocess\.env\b/.test(text)).map(({ name }) => name);
  expect(readers).not.toEqual([]);
  expect(readers.filter((name) => !MAY_READ_ENVIRONMENT.test(name))).toEqual([]);
});

const BESIDE = ['bench', 'chaos', 'simulation', 'attack', 'conformance', 'scripts', 'src'];
const SQL =
  /\b(SELECT\b.+\bFROM|INSERT (OR \w+ )?INTO|DELETE FROM|UPDATE \w+ SET|VACUUM INTO)\b|from 'libsql'/;

it('speaks SQL in the folder of the stores alone', () => {
  const root = join(SRC, '..');
  const speakers = BESIDE.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes('node_modules'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => SQL.test(readFileSync(join(root, name), 'utf8'))),
  );
  expect(speakers).toContain('src/gateway/storage/sqlite-journal.ts');
  expect(speakers.filter((name) => !name.startsWith('src/gateway/storage/'))).toEqual([]);
});
