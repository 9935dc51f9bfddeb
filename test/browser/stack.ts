import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pairedAhead } from '../../simulation/paired-browser';
import { programOf } from '../../scripts/programs.mjs';

const ROOT = join(import.meta.dirname, '..', '..');

/** The simulator and the gateway with the workbench, as processes of their own on free ports. */
export interface Stack {
  readonly workbenchUrl: string;
  readonly simulatorUrl: string;
  /** Of a browser that the gateway knows; `keyFor` finds it by the address. */
  readonly key: string;
  /** The code by which it lets in one more. */
  readonly pairingCode: string;
  /** Tells the simulator to do something, or reads from it: its own addresses, not the platform's. */
  simulator(path: string, body?: unknown): Promise<unknown>;
  /** Kills the gateway, lets `meanwhile` happen, and starts it again at the same address with what it had on disk. */
  restartGateway(meanwhile: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

/** As long as it can be set: whatever is called is then called because of what a person did. */
const NEVER_MS = '99999999';
const POLLED = ['OPEN_REQUESTS', 'QUOTES', 'REQUEST', 'ANALYTICS', 'TRADES'];
/** Settings with which nothing is polled. */
export const NO_POLLING = Object.fromEntries(POLLED.map((name) => [`DESK_POLL_${name}_MS`, NEVER_MS]));

/** `settings` are laid over those of the gateway, `simulator` over those of the simulator. */
export async function startStack(
  speed = 0,
  settings: Record<string, string> = {},
  simulator: Record<string, string> = {},
): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'spreaddesk-stack-'));
  const children: ChildProcess[] = [];
  const serve = async (room: 'simulator' | 'gateway', args: string[], own: Record<string, string>) => {
    const child = fork(programOf(ROOT, room), args, {
      cwd: ROOT,
      execArgv: [],
      env: { ...process.env, ...own },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.push(child);
    return { child, ...(await ready(child, room)) };
  };
  const { url: simulatorUrl } = await serve('simulator', [], {
    SIMULATOR_PORT: '0',
    SIMULATOR_SPEED: String(speed),
    SIMULATOR_SEED: '1',
    ...simulator,
  });
  const serveGateway = (port: string) =>
    serve('gateway', ['--workbench'], {
      DESK_PORT: port,
      DESK_DATA: folder,
      SERVICE_ENVIRONMENT: 'simulator',
      SERVICE_URL_SIMULATOR: simulatorUrl,
      ...settings,
    });
  const key = await pairedAhead(folder);
  let gateway = await serveGateway('0');
  const { url: workbenchUrl, webhook, pairingCode } = gateway;
  KEYS.set(new URL(workbenchUrl).origin, key);
  const stack: Stack = {
    workbenchUrl,
    simulatorUrl,
    key,
    pairingCode,
    async simulator(path, body) {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      };
      const answer = await fetch(new URL(path, simulatorUrl), body === undefined ? {} : init);
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      const read: unknown = await answer.json();
      return read;
    },
    async restartGateway(meanwhile) {
      const end = once(gateway.child, 'exit');
      gateway.child.kill('SIGKILL');
      await end;
      await meanwhile();
      gateway = await serveGateway(new URL(workbenchUrl).port);
    },
    async close() {
      await Promise.all(children.map(ended));
      await rm(folder, { recursive: true, force: true });
    },
  };
  if (webhook !== undefined) await stack.simulator('/simulator/webhook', { url: webhook });
  return stack;
}

/** By origin: a browser is opened at an address, and is to be one that was paired there before. */
const KEYS = new Map<string, string>();
export const keyFor = (url: string): string => KEYS.get(new URL(url).origin) ?? '';

interface Ready {
  readonly url: string;
  readonly pairingCode: string;
  /** Where events are delivered to the gateway. */
  readonly webhook: string | undefined;
}

function ready(child: ChildProcess, room: string): Promise<Ready> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The ${room} ended before it was ready (${code}).`)));
    child.on('message', (message) => {
      if (typeof message !== 'object' || !('url' in message)) return;
      const webhook =
        'webhook' in message && typeof message.webhook === 'string' ? message.webhook : undefined;
      const pairingCode = 'pairingCode' in message ? String(message.pairingCode) : '';
      resolve({ url: String(message.url), webhook, pairingCode });
    });
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = once(child, 'exit');
  child.disconnect();
  await end;
}
