import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { RENAMED } from '../../test/postgres-desk';
import { mutated } from '../mutations/mutant';
import { buildProgram } from '../../scripts/programs.mjs';
import { ROOT } from '../campaign/built-gateway';

const SCHEMA = 'src/gateway/storage/postgres/schema.ts';
const SHARED_ROWS = 'src/gateway/storage/postgres/shared-rows.ts';
const STANDPOINT = 'src/gateway/storage/postgres/standpoint.ts';

/** One text of a file in the place of another. */
interface Change {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

const EXPANDS = `{ sql: \`${RENAMED.expands}\` },`;
const CONTRACTS = `{ sql: \`${RENAMED.contracts}\`, contracts: true },`;

const LAST_STEP = "  { sql: Environment.options.map(deliveriesOf).join('\\n') },\n";
const stepsAdded = (...steps: readonly string[]): Change => ({
  file: SCHEMA,
  find: LAST_STEP,
  replace: [LAST_STEP, ...steps].join('\n'),
});
const changesOf = (file: string, statements: readonly (readonly [string, string])[]): readonly Change[] =>
  statements.map(([find, replace]) => ({ file, find, replace }));
const USES_NEW: readonly Change[] = [
  ...changesOf(SHARED_ROWS, RENAMED.statements),
  ...changesOf(STANDPOINT, RENAMED.standpoint),
];

/** Versions of the gateway in the order of their release; each can work beside the one before and the one after it. */
export const VERSIONS: Readonly<Record<'now' | 'expanded' | 'contracted', readonly Change[]>> = {
  now: [],
  expanded: [...USES_NEW, stepsAdded(EXPANDS)],
  contracted: [...USES_NEW, stepsAdded(EXPANDS, CONTRACTS)],
};

export async function buildVersion(version: keyof typeof VERSIONS, folder: string): Promise<string> {
  const file = join(folder, `gateway-${version}.mjs`);
  await buildProgram(join(ROOT, 'src', 'gateway', 'main.ts'), file, [changing(VERSIONS[version])]);
  return file;
}

/** Throws where a text does not stand in its file exactly once. */
const changing = (changes: readonly Change[]): Plugin => ({
  name: 'other-version',
  setup(build) {
    for (const file of new Set(changes.map((change) => change.file))) {
      const path = join(ROOT, file);
      build.onLoad({ filter: new RegExp(`${path.replaceAll(/[.\\/]/g, '\\$&')}$`) }, async () => {
        let text = await readFile(path, 'utf8');
        for (const change of changes)
          if (change.file === file) text = mutated(text, { ...change, name: 'another version' });
        return { contents: text, loader: 'ts' };
      });
    }
  },
});
