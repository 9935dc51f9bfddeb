import { describe, expect, it } from 'vitest';
import type { Program } from '../../scripts/children.mjs';
import { newerPostgresFor, postgresFor } from '../../scripts/postgres.mjs';

const DEBIAN = '/usr/lib/postgresql';

interface Machine {
  env?: Record<string, string>;
  root?: boolean;
  files?: string[];
  codes?: number[];
}
/** A machine with these files, on which apt-get installs what it is asked to while the codes say 0. */
const on = ({ env = {}, root = true, files = [], codes = [0, 0] }: Machine) => {
  const ran: string[] = [];
  const said: string[] = [];
  const run = async ({ command, args }: Program): Promise<number> => {
    ran.push([command, ...args].join(' '));
    const code = codes.shift() ?? 1;
    if (args[0] === 'install' && code === 0) files.push(DEBIAN);
    return code;
  };
  const machine = {
    env,
    root,
    exists: (path: string) => files.includes(path),
    osRelease: () => 'ID=debian\n',
  };
  const kit = { root: '/', run, say: (line: string) => void said.push(line) };
  return { ran, said, found: postgresFor(kit, machine, () => `${DEBIAN}/15/bin`) };
};

describe('PostgreSQL', () => {
  it('is the one asked for, or a complaint', async () => {
    const env = { POSTGRES_BIN: '/x' };
    expect(await on({ env, files: ['/x/postgres', DEBIAN] }).found).toBe('/x');
    await expect(on({ env, files: [DEBIAN] }).found).rejects.toThrow(/POSTGRES_BIN="\/x" has no postgres/);
  });

  it('is the one that is installed', async () => {
    const { found, ran } = on({ files: [DEBIAN], root: false });
    expect(await found).toBe(`${DEBIAN}/15/bin`);
    expect(ran).toEqual([]);
  });

  it('is installed where that is possible, or a complaint', async () => {
    const { found, ran } = on({});
    expect(await found).toBe(`${DEBIAN}/15/bin`);
    expect(ran.at(-1)).toContain('install -y --no-install-recommends postgresql');
    await expect(on({ codes: [0, 100] }).found).rejects.toThrow(/apt-get install .* ended with code 100/);
  });

  it('may be missing where a person tests, who is told what is skipped, and never in CI', async () => {
    const { found, said } = on({ root: false });
    expect(await found).toBeUndefined();
    expect(said.join()).toMatch(/no PostgreSQL here.*are skipped/);
    await expect(on({ root: false, env: { CI: '1' } }).found).rejects.toThrow('no PostgreSQL here');
  });

  it('in a newer version is for Linux on x64 alone, and says so elsewhere', async () => {
    const run = (): Promise<number> => Promise.reject(new Error('nothing is installed'));
    const newer = newerPostgresFor({ root: '/', run, say: () => undefined }, 'darwin arm64');
    await expect(newer).rejects.toThrow(/Linux on x64, and this is darwin arm64/);
  });
});
