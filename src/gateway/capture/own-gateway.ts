import { fork } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { readSettings, type Settings } from '../settings';
import { GatewayDoor } from './gateway-door';

/** A gateway to capture with, and whether it was started for that alone. */
export interface Connection {
  readonly door: GatewayDoor;
  readonly isOwn: boolean;
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const MAIN = join(import.meta.dirname, '..', 'main.ts');
const Ready = z.object({ type: z.literal('ready'), url: z.string() });
const SAID_MAX = 10_000;
const EVERYWHERE = ['0.0.0.0', '::', '[::]'];

/** The gateway that runs on the port of these settings; else one that is started from them, and ends with the connection. */
export async function connect(environment: Environment): Promise<Outcome<Connection>> {
  const settings = readSettings(environment, []);
  if (!settings.ok) return settings;
  const door = new GatewayDoor(addressOf(settings.value));
  if (settings.value.port !== 0 && (await door.isThere())) {
    return success({ door, isOwn: false, close: () => door.close() });
  }
  await door.close();
  return settings.value.credentials ? started(environment) : failed(NOBODY);
}

function addressOf({ host, port, tls }: Pick<Settings, 'host' | 'port' | 'tls'>): string {
  const name = EVERYWHERE.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}:${port}`;
}

/** A process of its own, out of reach of Ctrl-C at this one's terminal: it is told when to stop. */
function started(environment: Environment): Promise<Outcome<Connection>> {
  const child = fork(MAIN, {
    execArgv: ['--import', 'tsx'],
    env: { ...environment, DESK_PORT: '0', DESK_HOST: '127.0.0.1', DESK_TLS_CERT: '', DESK_TLS_KEY: '' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-SAID_MAX)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve) => {
    void ended.then(() => resolve(failed(notStarted(said))));
    child.on('error', (error) => resolve(failed(notStarted(error.message))));
    child.on('message', (message) => {
      const ready = Ready.safeParse(message);
      if (!ready.success) return;
      const door = new GatewayDoor(new URL(ready.data.url).origin);
      const close = async (): Promise<void> => {
        await door.close();
        if (child.connected) child.disconnect();
        await ended;
      };
      resolve(success({ door, isOwn: true, close }));
    });
  });
}

const NOBODY: Failure = {
  kind: 'signed-out',
  message: 'No gateway runs on DESK_PORT, and the settings do not say where to sign in.',
  next: 'Start one and sign in on its pane, or set SERVICE_ENVIRONMENT and the credentials.',
};
/** Its last words to a person; the lines of its log are none. */
const notStarted = (said: string): Failure => ({
  kind: 'unavailable',
  message: ['No gateway could be started for this.', ...said.split('\n').filter(isForPeople)]
    .join(' ')
    .trim(),
  next: 'If one runs on the same data folder, set DESK_PORT to its port, and it is used.',
});
const isForPeople = (line: string): boolean => line.trim() !== '' && !line.startsWith('{');
