import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint, stampHolds, writeStamp } from './stamp.mjs';

const SOURCES = ['src', 'scripts/programs.mjs', 'package-lock.json'];
/** What each is called in dist/programs, two folders below the root, and where it begins. */
const PROGRAMS = {
  gateway: 'src/gateway/main.ts',
  simulator: 'src/simulator/main.ts',
  // No command: a thread of the gateway, which looks for it beside itself.
  'trade-file': 'src/gateway/trades/export/file-thread-main.ts',
};

/** Packages that load parts of their own by where they lie. */
const NOT_BUNDLED = ['libsql', '@napi-rs/keyring', 'pino', 'pg'];
/** Packages of the older kind ask for the modules of Node so. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;

/**
 * @param {string} root
 * @param {keyof typeof PROGRAMS} name
 */
export const programOf = (root, name) => join(root, 'dist/programs', `${name}.mjs`);

/**
 * Puts the gateway and the simulator each into one file in dist/programs, unless they were made from exactly these sources before: so
 * they start in a third of the time that their many files of TypeScript take.
 * @param {Pick<import('./kit.mjs').Kit, 'root'>} kit
 */
export async function buildPrograms({ root }) {
  const print = fingerprint(root, SOURCES);
  const stamp = join(root, 'dist/programs/.built-from');
  const names = /** @type {(keyof typeof PROGRAMS)[]} */ (Object.keys(PROGRAMS));
  if (stampHolds(stamp, print) && names.every((name) => existsSync(programOf(root, name)))) return;
  // Apart first: another start may build or read the same files.
  const apart = (/** @type {keyof typeof PROGRAMS} */ name) => `${programOf(root, name)}.${process.pid}`;
  await Promise.all(names.map((name) => buildProgram(join(root, PROGRAMS[name]), apart(name))));
  // A build that breaks off must not pass for a finished one.
  rmSync(stamp, { force: true });
  for (const name of names) renameSync(apart(name), programOf(root, name));
  writeStamp(stamp, print);
}

/**
 * Puts a program and the packages it uses into one file.
 * @param {string} main
 * @param {string} file
 * @param {readonly import('esbuild').Plugin[]} [plugins] by which it is made another version of itself
 */
export async function buildProgram(main, file, plugins = []) {
  // It is not there before the packages are installed.
  const { build } = await import('esbuild');
  mkdirSync(dirname(file), { recursive: true });
  await build({
    entryPoints: [main],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: NOT_BUNDLED,
    banner: { js: REQUIRE },
    plugins: [...plugins],
  });
}
