import { describe, expect, it } from 'vitest';
import type { Program } from '../../scripts/children.mjs';
import { libreOfficeFor } from '../../scripts/libreoffice.mjs';

const SOFFICE = '/usr/bin/soffice';

interface Machine {
  env?: Record<string, string>;
  root?: boolean;
  files?: string[];
  osRelease?: string;
  codes?: number[];
}
/** A machine with these files, on which apt-get installs what it is asked to while the codes say 0. */
const on = ({ env = {}, root = true, files = [], osRelease = 'ID=debian\n', codes = [0, 0] }: Machine) => {
  const ran: string[] = [];
  const said: string[] = [];
  const run = async ({ command, args }: Program): Promise<number> => {
    ran.push([command, ...args].join(' '));
    const code = codes.shift() ?? 1;
    if (args[0] === 'install' && code === 0) files.push(SOFFICE);
    return code;
  };
  const machine = { env, root, exists: (path: string) => files.includes(path), osRelease: () => osRelease };
  return {
    ran,
    said,
    found: libreOfficeFor({ root: '/', run, say: (line) => void said.push(line) }, machine),
  };
};

describe('LibreOffice', () => {
  it('is the one asked for, or a complaint', async () => {
    const env = { SOFFICE_PATH: '/x/soffice' };
    expect(await on({ env, files: ['/x/soffice', SOFFICE] }).found).toBe('/x/soffice');
    await expect(on({ env, files: [SOFFICE] }).found).rejects.toThrow(
      /SOFFICE_PATH="\/x\/soffice" is not there/,
    );
  });

  it('is the one that is installed', async () => {
    const { found, ran } = on({ files: [SOFFICE], root: false });
    expect(await found).toBe(SOFFICE);
    expect(ran).toEqual([]);
  });

  it('is installed where that is possible, and no more of it than Calc', async () => {
    const { found, ran } = on({});
    expect(await found).toBe(SOFFICE);
    expect(ran).toEqual(['apt-get update', 'apt-get install -y --no-install-recommends libreoffice-calc']);
  });

  it('that cannot be installed is a complaint', async () => {
    await expect(on({ codes: [0, 100] }).found).rejects.toThrow(/apt-get install .* ended with code 100/);
  });

  it('may be missing where a person tests, who is told what is skipped', async () => {
    const { found, said, ran } = on({ root: false });
    expect(await found).toBeUndefined();
    expect(said.join()).toMatch(/no LibreOffice here.*Install it.*are skipped/);
    expect(ran).toEqual([]);
  });

  it('may not be missing in CI', async () => {
    await expect(on({ root: false, env: { CI: 'true' } }).found).rejects.toThrow(/no LibreOffice here/);
  });
});
