import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { chromiumFor } from '../../scripts/chromium.mjs';
import type { Program } from '../../scripts/children.mjs';
import { nodeComplaint } from '../../scripts/node-version.mjs';
import { npmProgram } from '../../scripts/npm.mjs';
import { anyPort, portAsked, portIsFree } from '../../scripts/port.mjs';

describe('Node', () => {
  it.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.11.1'])('%s will do', (version) => {
    expect(nodeComplaint(version)).toBeUndefined();
  });

  it.each(['v20.18.3', 'v18.20.0', 'v0.12.0'])(
    '%s is too old, and the sentence says what to do',
    (version) => {
      expect(nodeComplaint(version)).toMatch(/needs Node 20.19 or newer, and this is v.*Install/);
    },
  );
});

describe('npm', () => {
  it('is the one that started us, run by Node without a shell', () => {
    const env = { npm_execpath: '/opt/npm/bin/npm-cli.js' };
    expect(npmProgram(['ci'], { env, platform: 'win32' })).toEqual({
      command: process.execPath,
      args: ['/opt/npm/bin/npm-cli.js', 'ci'],
      shell: false,
    });
  });

  it.each([
    ['linux', 'npm', false],
    ['darwin', 'npm', false],
    ['win32', 'npm.cmd', true],
  ] as const)('is found by name on %s when something else started us', (platform, command, shell) => {
    const env = { npm_execpath: '/opt/yarn/bin/yarn.js' };
    expect(npmProgram(['ci'], { env, platform })).toEqual({ command, args: ['ci'], shell });
    expect(npmProgram(['ci'], { env: {}, platform })).toEqual({ command, args: ['ci'], shell });
  });
});

describe('a port', () => {
  it('is what the setting says, or nothing when it is not set', () => {
    expect(portAsked({ DESK_PORT: '3010' }, 'DESK_PORT')).toBe(3010);
    expect(portAsked({}, 'DESK_PORT')).toBeUndefined();
    expect(portAsked({ DESK_PORT: '' }, 'DESK_PORT')).toBeUndefined();
  });

  it.each(['0', '65536', '-1', '3000.5', '0x10', ' 3000', 'http'])('is never "%s"', (text) => {
    expect(() => portAsked({ DESK_PORT: text }, 'DESK_PORT')).toThrow(/DESK_PORT=.* is not a port. Set it/);
  });

  it.each(['127.0.0.1', '0.0.0.0', '::1'])(
    'is taken when somebody listens on %s, and free afterwards',
    async (host) => {
      const port = await anyPort();
      const server = createServer().listen(port, host);
      await once(server, 'listening');
      expect(await portIsFree(port)).toBe(false);
      server.close();
      await once(server, 'close');
      expect(await portIsFree(port)).toBe(true);
    },
  );
});

describe('Chromium', () => {
  const DEBIAN = 'NAME="Debian"\nID=debian\n';
  const UBUNTU_CHILD = 'ID=linuxmint\nID_LIKE="ubuntu debian"\n';
  interface Machine {
    env?: Record<string, string>;
    root?: boolean;
    files?: string[];
    osRelease?: string;
    codes?: number[];
  }
  /** A machine with these files, on which apt-get installs what it is asked to while the codes say 0. */
  const on = ({ env = {}, root = true, files = [], osRelease = DEBIAN, codes = [0, 0] }: Machine) => {
    const ran: string[] = [];
    const run = async ({ command, args }: Program): Promise<number> => {
      ran.push([command, ...args].join(' '));
      if (args[0] === 'install') files.push('/usr/bin/chromium');
      return codes.shift() ?? 1;
    };
    const machine = { env, root, exists: (path: string) => files.includes(path), osRelease: () => osRelease };
    return { ran, found: chromiumFor({ root: '/', run, say: () => undefined }, machine) };
  };

  it('is the one asked for', async () => {
    const { found, ran } = on({
      env: { CHROMIUM_PATH: '/x/chrome' },
      files: ['/x/chrome', '/usr/bin/chromium'],
    });
    expect(await found).toBe('/x/chrome');
    expect(ran).toEqual([]);
  });

  it('that was asked for and is not there is a complaint, not another one', async () => {
    const { found } = on({ env: { CHROMIUM_PATH: '/x/chrome' }, files: ['/usr/bin/chromium'] });
    await expect(found).rejects.toThrow(/CHROMIUM_PATH="\/x\/chrome" is not there/);
  });

  it("is Debian's own if that is installed", async () => {
    const { found, ran } = on({ files: ['/usr/bin/chromium'], root: false });
    expect(await found).toBe('/usr/bin/chromium');
    expect(ran).toEqual([]);
  });

  it.each([DEBIAN, UBUNTU_CHILD])('is installed where that is possible', async (osRelease) => {
    const { found, ran } = on({ osRelease });
    expect(await found).toBe('/usr/bin/chromium');
    expect(ran).toEqual(['apt-get update', 'apt-get install -y chromium']);
  });

  it.each<[where: string, machine: Machine]>([
    ['a person who may not install', { root: false }],
    ['another Linux', { osRelease: 'ID=fedora\n' }],
    ['Windows or a Mac', { osRelease: '', root: false }],
  ])('is asked of %s', async (_where, machine) => {
    const { found, ran } = on(machine);
    await expect(found).rejects.toThrow(/no Chromium here. Install .* set CHROMIUM_PATH/);
    expect(ran).toEqual([]);
  });

  it.each([[[100]], [[0, 100]]])('that cannot be installed is a complaint', async (codes) => {
    await expect(on({ codes }).found).rejects.toThrow(/apt-get .* ended with code 100/);
  });
});
