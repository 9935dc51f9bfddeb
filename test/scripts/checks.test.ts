import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Program } from '../../scripts/children.mjs';
import { runChecks } from '../../scripts/checks.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checks-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs the checks in an empty folder, where each program ends with the code that is given for it, or succeeds. */
async function checked(codes: Record<string, number>, testArgs: string[] = []) {
  const events: string[] = [];
  const run = async ({ args, env }: Program): Promise<number> => {
    const name = /node_modules[\\/]([\w-]+)/.exec(args[0] ?? '')?.[1] ?? '';
    events.push([name, ...args.slice(1), ...(env?.CHROMIUM_PATH ? ['in a browser'] : [])].join(' '));
    return codes[name] ?? 0;
  };
  const kit = { root, run, say: (line: string) => void events.push(line) };
  const env = { CHROMIUM_PATH: '/x/chrome' };
  return { code: await runChecks(kit, { env, testArgs }), events };
}

describe('the checks', () => {
  it('run in order, the tests last, with their arguments and the browser', async () => {
    const { code, events } = await checked({}, ['test/manifest']);
    const programs = events.filter((line) =>
      /^(prettier|typescript|eslint|dependency-cruiser|webpack-cli|vitest)/.test(line),
    );
    expect(programs.map((line) => line.split(' ')[0])).toEqual([
      'prettier',
      'typescript',
      'eslint',
      'dependency-cruiser',
      ...['webpack-cli', 'webpack-cli'],
      'vitest',
    ]);
    expect(events.at(-1)).toBe('vitest run test/manifest in a browser');
    expect(code).toBe(0);
  });

  it('of what is written run side by side, and the build once they are over', async () => {
    const started: string[] = [];
    const ends: ((code: number) => void)[] = [];
    const run = ({ args }: Program): Promise<number> => {
      started.push(/node_modules[\\/]([\w-]+)/.exec(args[0] ?? '')?.[1] ?? '');
      return started.length > 4 ? Promise.resolve(0) : new Promise((resolve) => void ends.push(resolve));
    };
    const checks = runChecks({ root, run, say: () => undefined }, { env: {}, testArgs: [] });
    expect(started).toEqual(['prettier', 'typescript', 'eslint', 'dependency-cruiser']);
    for (const end of ends) end(0);
    expect(await checks).toBe(0);
    expect(started.slice(4)).toEqual(['webpack-cli', 'webpack-cli', 'vitest']);
  });

  it('fail when a test fails', async () => {
    expect((await checked({ vitest: 1 })).code).toBe(1);
  });

  it.each([
    ['prettier', /^Format: failed. npm run format/],
    ['typescript', /^Types: failed/],
    ['eslint', /^Lint: failed/],
    ['dependency-cruiser', /^Structure: failed/],
    ['webpack-cli', /^The build of the add-in failed/],
  ])('go on after %s failed, name it before the tests, and fail in the end', async (program, says) => {
    const { code, events } = await checked({ [program]: 2 });
    expect(code).toBe(1);
    expect(events.filter((line) => line.includes('failed'))).toEqual([
      expect.stringMatching(says),
      expect.stringMatching(/^This run has failed already/),
    ]);
    expect(events.at(-1)).toBe('vitest run in a browser');
  });
});
