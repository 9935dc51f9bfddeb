import { expect, it } from 'vitest';
import type { Program } from '../../scripts/children.mjs';
import { webkitFor } from '../../scripts/webkit.mjs';

const FILES = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];

/** A machine with these files, on which apt-get installs what it is asked to. */
const on = ({ root, files }: { root: boolean; files: string[] }) => {
  const ran: string[] = [];
  const run = async ({ command, args }: Program): Promise<number> => {
    ran.push([command, ...args].join(' '));
    if (args[0] === 'install') files.push(...FILES);
    return 0;
  };
  const machine = {
    env: {},
    root,
    exists: (path: string) => files.includes(path),
    osRelease: () => 'ID=debian\n',
  };
  return { ran, found: webkitFor({ root: '/', run, say: () => undefined }, machine) };
};

it('the driver of WebKit is the one that is installed', async () => {
  const { found, ran } = on({ root: false, files: [...FILES] });
  expect(await found).toBe(FILES[0]);
  expect(ran).toEqual([]);
});

it('it is installed with its screen where that is possible', async () => {
  const { found, ran } = on({ root: true, files: [] });
  expect(await found).toBe(FILES[0]);
  expect(ran).toEqual(['apt-get update', 'apt-get install -y webkit2gtk-driver xvfb']);
});

it.each([{ files: [] }, { files: FILES.slice(0, 1) }])(
  'elsewhere one sentence says what to install',
  async ({ files }) => {
    await expect(on({ root: false, files: [...files] }).found).rejects.toThrow(
      /^--webkit needs .*: on Debian or Ubuntu, apt-get install webkit2gtk-driver xvfb\.$/,
    );
  },
);
