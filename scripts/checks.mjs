import { join } from 'node:path';
import { buildBundles } from './bundle.mjs';
import { Complaint } from './complaint.mjs';

/** Everything that is checked before a test runs: packages' programs, which Node starts on every system alike. */
const CHECKS = [
  {
    title: 'Format',
    program: ['prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'],
    remedy: 'npm run format puts it right.',
  },
  { title: 'Types', program: ['typescript/bin/tsc', '-p', '.'], remedy: 'The compiler said where, above.' },
  {
    title: 'Lint',
    program: ['eslint/bin/eslint.js', '--max-warnings=0', '.'],
    remedy: 'The linter said where, above.',
  },
  {
    title: 'Structure',
    program: ['dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.cjs', 'src'],
    remedy: 'The rules are in .dependency-cruiser.cjs.',
  },
];

/**
 * Format, types, lint, structure, build and all tests. Each runs even if one before it failed, so that one run shows all there is to
 * do; the test runner comes last and its counts are the closing lines.
 * @param {import('./kit.mjs').Kit} kit
 * @param {{ env: NodeJS.ProcessEnv, testArgs: readonly string[] }} options
 * @returns {Promise<number>} the exit code
 */
export async function runChecks(kit, { env, testArgs }) {
  const failures = [...(await failedChecks(kit)), ...(await failedBuild(kit))];
  for (const failure of failures) kit.say(failure);
  kit.say(failures.length > 0 ? 'This run has failed already. The tests:' : 'Tests:');
  const vitest = ['vitest/vitest.mjs', 'run', ...testArgs];
  const code = await kit.run({ ...packageProgram(kit, vitest), env });
  return failures.length > 0 ? 1 : code;
}

/**
 * Side by side: each of them works on one core, and says little unless something is wrong.
 * @param {import('./kit.mjs').Kit} kit
 * @returns {Promise<string[]>}
 */
async function failedChecks(kit) {
  kit.say(`${CHECKS.map(({ title }) => title).join(', ')}…`);
  const codes = await Promise.all(CHECKS.map(({ program }) => kit.run(packageProgram(kit, program))));
  return CHECKS.filter((_, index) => codes[index] !== 0).map(
    ({ title, remedy }) => `${title}: failed. ${remedy}`,
  );
}

/**
 * @param {import('./kit.mjs').Kit} kit
 * @returns {Promise<string[]>}
 */
async function failedBuild(kit) {
  try {
    await buildBundles(kit);
    return [];
  } catch (error) {
    if (error instanceof Complaint) return [error.message];
    throw error;
  }
}

/**
 * @param {import('./kit.mjs').Kit} kit
 * @param {readonly string[]} program its file below node_modules, then its arguments
 */
const packageProgram = ({ root }, [file = '', ...args]) => ({
  command: process.execPath,
  args: [join(root, 'node_modules', file), ...args],
  cwd: root,
});
