import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';

export const ROOT = join(import.meta.dirname, '..', '..');

/** Packages that load parts of their own by where they lie. */
const NOT_BUNDLED = ['libsql', '@napi-rs/keyring', 'pino', 'pg'];
/** Packages of the older kind ask for the modules of Node so. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;

/** Puts a gateway under test with its packages into one file: it starts with two thirds of the work that its many take. */
export const buildGateway = (entry: string, file: string): Promise<void> =>
  buildProgram(join(ROOT, 'chaos', entry, 'gateway-under-test.ts'), file);

/** Puts a program and the packages it uses into one file. `plugins`: by which it is made another version of itself. */
export async function buildProgram(
  main: string,
  file: string,
  plugins: readonly Plugin[] = [],
): Promise<void> {
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
