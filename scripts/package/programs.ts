import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { Complaint } from '../complaint.mjs';

/** The programs of the package: what each is called there, and where it begins. */
const PROGRAMS = {
  gateway: 'src/gateway/main.ts',
  journal: 'src/gateway/cli/journal-main.ts',
  backup: 'src/gateway/cli/backup-main.ts',
  export: 'src/gateway/cli/export-main.ts',
  people: 'src/gateway/cli/people-main.ts',
  probe: 'src/gateway/cli/probe-main.ts',
  desk: 'src/gateway/cli/desk-main.ts',
  manifest: 'scripts/package/manifest-main.ts',
  // No command: a thread of the gateway.
  'trade-file': 'src/gateway/trades/export/file-thread-main.ts',
};
/** Packages of the older kind ask for the modules of Node so. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;
/** Where the parts that are no JavaScript lie, as seen from the programs. */
const NATIVE = './native';

const COMMON = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minify: true,
  // Names stand in error messages and in the log.
  keepNames: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'error',
} as const;

/** Bundles the programs into `folder`, with what they share in files beside them. Answers with the paths of what went in. */
export async function bundlePrograms(root: string, folder: string): Promise<ReadonlySet<string>> {
  const natives = nativeParts(root);
  const lib = join(folder, 'lib');
  const programs = await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: Object.entries(PROGRAMS).map(([out, file]) => ({ in: file, out })),
    outdir: lib,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    banner: { js: REQUIRE },
    external: [`${NATIVE}/*`],
    plugins: [besideThePrograms, withoutUnused],
  });
  await build({
    ...COMMON,
    absWorkingDir: root,
    minify: false,
    entryPoints: [join(import.meta.dirname, 'spreaddesk.mjs')],
    outfile: join(folder, 'spreaddesk.mjs'),
  });
  mkdirSync(join(lib, NATIVE), { recursive: true });
  for (const { from, name } of natives) copyFileSync(from, join(lib, NATIVE, name));
  return inputsOf(programs.metafile, root, natives);
}

function inputsOf(metafile: Metafile, root: string, natives: readonly Native[]): ReadonlySet<string> {
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  return new Set([...used, ...natives.map(({ from }) => relative(root, from).replaceAll('\\', '/'))]);
}

interface Native {
  readonly from: string;
  /** What it is called in the package. */
  readonly name: string;
}

/** The parts that were made for this machine: each package finds its own, which Node then has loaded. */
function nativeParts(root: string): readonly Native[] {
  const require = createRequire(join(root, 'package.json'));
  const loaded = (): string[] => Object.keys(require.cache).filter((path) => path.endsWith('.node'));
  return ['libsql', KEYRING].map((of) => {
    const before = loaded();
    require(of);
    const from = loaded().find((path) => !before.includes(path));
    if (from === undefined)
      throw new Complaint(`${of} has no part for this system: install the packages here.`);
    return { from, name: `${basename(of)}.node` };
  });
}

const KEYRING = '@napi-rs/keyring';
const LIBSQL_INDEX = /node_modules[\\/]libsql[\\/]index\.js$/;
/** How libsql loads the package that holds its part for this system. */
const LIBSQL_LOADS = 'return require(`@libsql/${target}`);';

/** Has the packages load their native parts from beside the programs, where they look by the name of a system. */
const besideThePrograms: Plugin = {
  name: 'native-parts-beside-the-programs',
  setup(builder) {
    builder.onLoad({ filter: LIBSQL_INDEX }, ({ path }) => {
      const code = readFileSync(path, 'utf8');
      if (!code.includes(LIBSQL_LOADS)) throw new Error(`${path} loads its native part in another way now.`);
      return { contents: code.replace(LIBSQL_LOADS, `return require('${NATIVE}/libsql.node');`) };
    });
    builder.onResolve({ filter: new RegExp(`^${KEYRING}$`) }, () => ({
      path: KEYRING,
      namespace: 'keyring',
    }));
    builder.onLoad({ filter: /.*/, namespace: 'keyring' }, () => ({
      contents: `export const { AsyncEntry } = require('${NATIVE}/keyring.node');`,
    }));
  },
};

/** What packages load of others and never use here: bundled, it would be read at each start. */
const UNUSED = [
  // zod says its own sentences in fifty languages, none of which is ever shown.
  { filter: /node_modules[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/, contents: 'export {};' },
  // Compilers of JSON schemas, which no route has (src/gateway/web/no-schemas.ts).
  {
    filter: /node_modules[\\/]@fastify[\\/](?:ajv|fast-json-stringify)-compiler[\\/]index\.js$/,
    contents: 'module.exports = undefined;',
  },
  // Files are looked for when a page asks for them, never listed beforehand ("wildcard" of @fastify/static).
  {
    filter: /node_modules[\\/]glob[\\/]dist[\\/].*[\\/]index(?:\.min)?\.js$/,
    contents: 'module.exports = {};',
  },
];

const withoutUnused: Plugin = {
  name: 'without-what-is-never-used',
  setup(builder) {
    for (const { filter, contents } of UNUSED) builder.onLoad({ filter }, () => ({ contents }));
  },
};
