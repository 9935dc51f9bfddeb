import { execFileSync } from 'node:child_process';
import { anyPort } from '../port.mjs';

/** One machine of the desk: an address of its own, and how a command runs there. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** Before a command that is to run there. */
  readonly prefix: readonly string[];
  /** A port of it for each use: the usual one where the machine has an address of its own. */
  port(usual: number): Promise<number>;
}

export interface Machines {
  readonly all: readonly Machine[];
  /** Where pages, HAProxy and the simulator are. */
  readonly edge: Machine;
  end(): void;
}

const NAMES = ['north', 'south', 'west'] as const;
const BRIDGE = 'spreaddesk0';
const EDGE = '10.77.0.254';

/**
 * Three machines on one: as root each is a network namespace with an address of its own, so that a line can be cut in earnest
 * (`ip link set dev veth-north down`). Else all of them are this machine's loopback, with ports of their own.
 */
export function openMachines(): Machines {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !hasNamespaces()) return loopback();
  const made: string[][] = [];
  const ip = (...words: string[]): void =>
    void execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = (): void => {
    for (const words of made.splice(0).reverse()) {
      try {
        ip(...words);
      } catch {
        // Gone with another one already.
      }
    }
  };
  try {
    ip('link', 'add', BRIDGE, 'type', 'bridge');
    made.push(['link', 'del', BRIDGE]);
    ip('addr', 'add', `${EDGE}/24`, 'dev', BRIDGE);
    ip('link', 'set', BRIDGE, 'up');
    const all = NAMES.map((name, at) => {
      const space = `spreaddesk-${name}`;
      const address = `10.77.0.${at + 1}`;
      ip('netns', 'add', space);
      made.push(['netns', 'del', space]);
      ip('link', 'add', `veth-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
      ip('link', 'set', `veth-${name}`, 'master', BRIDGE, 'up');
      for (const words of [
        ['addr', 'add', `${address}/24`, 'dev', 'eth0'],
        ['link', 'set', 'eth0', 'up'],
        ['link', 'set', 'lo', 'up'],
      ])
        ip('-n', space, ...words);
      return { name, address, prefix: ['ip', 'netns', 'exec', space], port: async (usual: number) => usual };
    });
    return { all, edge: { name: 'edge', address: EDGE, prefix: [], port: async (usual) => usual }, end };
  } catch (error) {
    end();
    throw error;
  }
}

function hasNamespaces(): boolean {
  try {
    execFileSync('ip', ['netns', 'list'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function loopback(): Machines {
  const machine = (name: string): Machine => ({ name, address: '127.0.0.1', prefix: [], port: anyPort });
  return { all: NAMES.map(machine), edge: machine('edge'), end: () => undefined };
}
