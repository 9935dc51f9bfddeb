import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

// The house rules that no reviewer should have to repeat. README.md, "Where things live", says why.
interface Room {
  readonly rooms: readonly string[];
  readonly packages: readonly string[];
}
const SCHEMA = 'zod/mini';
const ROOMS: Readonly<Record<string, Room>> = {
  domain: { rooms: [], packages: [SCHEMA, 'big.js'] },
  effects: { rooms: ['domain'], packages: [] },
  contract: { rooms: ['domain'], packages: [SCHEMA] },
  client: { rooms: ['contract', 'domain', 'effects'], packages: [] },
  functions: { rooms: ['client', 'domain'], packages: [] },
  taskpane: { rooms: ['client', 'domain'], packages: ['react', 'react-dom', '@fluentui/'] },
  gateway: {
    rooms: ['contract', 'domain', 'effects'],
    packages: [
      'node:',
      SCHEMA,
      'undici',
      'ws',
      'libsql',
      'fastify',
      '@fastify/',
      'pino',
      'temporal-polyfill',
      '@napi-rs/keyring',
      'csv-stringify',
      'fflate',
    ],
  },
  simulator: {
    rooms: ['contract', 'effects'],
    packages: ['node:', SCHEMA, 'fastify', 'big.js', 'temporal-polyfill'],
  },
  workbench: { rooms: [], packages: [SCHEMA, '@univerjs/', 'rxjs', 'react', 'react-dom'] },
};
const DRAWER = /(^|\/)(utils?|helpers?|common|shared|misc|lib|types)(\/|\.tsx?$)/;
const AMBIENT = /\b(Date\.now|new Date\(\)|Math\.random|setTimeout|setInterval)\b/;
// The workbench is a browser host, not part of the product's logic: it may wait for its own grid.
const OWN_TIME = ['effects', 'workbench'];

const SRC = join(import.meta.dirname, '..', 'src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((path) => {
    const name = path.replaceAll('\\', '/');
    const text = readFileSync(join(SRC, path), 'utf8');
    const specifiers = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
    return {
      name,
      text,
      packages: specifiers.filter((specifier) => !specifier.startsWith('.')),
      files: specifiers
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => relative(SRC, join(SRC, dirname(name), specifier)).replaceAll('\\', '/')),
    };
  });

const room = (name: string): string => name.split('/')[0] ?? '';
const allowed = (name: string, packages: readonly string[]): boolean =>
  packages.some((known) => name === known || name.startsWith(/[:/]$/.test(known) ? known : `${known}/`));

it('each room imports only the rooms and packages it may', () => {
  const offences = files.flatMap((file) => {
    const may = ROOMS[room(file.name)];
    if (!may) return [`${file.name}: no such room`];
    const strangers = file.files.filter(
      (target) => room(target) !== room(file.name) && !may.rooms.includes(room(target)),
    );
    const parcels = file.packages.filter((name) => !allowed(name, may.packages));
    return [...strangers, ...parcels].map((target) => `${file.name} -> ${target}`);
  });
  expect(offences).toEqual([]);
});

it('nothing imports a main', () => {
  const mains = files.flatMap(({ name, files }) =>
    files.filter((target) => /(^|\/)main$/.test(target)).map((target) => `${name} -> ${target}`),
  );
  expect(mains).toEqual([]);
});

it('no file reaches itself through its imports', () => {
  const known = new Set(files.map(({ name }) => name));
  const resolved = (target: string): string =>
    [`${target}.ts`, `${target}.tsx`, target].find((name) => known.has(name)) ?? target;
  const edges = new Map(files.map((file) => [file.name, file.files.map(resolved)]));
  const reaches = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of edges.get(from) ?? []) if (!seen.has(next)) reaches(next, seen.add(next));
    return seen;
  };
  expect([...edges.keys()].filter((name) => reaches(name).has(name))).toEqual([]);
});

it('has no junk drawer, and one source of time and chance', () => {
  const offences: string[] = [];
  for (const { name, text } of files) {
    if (DRAWER.test(name)) offences.push(`${name}: name the thing, not the drawer`);
    if (!OWN_TIME.includes(room(name)) && AMBIENT.test(text)) offences.push(`${name}: take a Clock`);
  }
  expect(offences).toEqual([]);
});

it('reads the environment in one place per process', () => {
  const offences = files.filter(
    ({ name, text }) => /\bprocess\.env\b/.test(text) && !/\/(settings|main)\.ts$/.test(name),
  );
  expect(offences.map(({ name }) => name)).toEqual([]);
});
