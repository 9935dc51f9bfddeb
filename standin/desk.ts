import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { GatewayClient } from '../src/client/client';
import { createGatewayClient } from '../src/client/gateway-client';
import { keptProgramKey } from '../src/gateway/storage/vault/pairings';
import type { Transport } from '../src/client/transport';
import { isFinal, type Action, type ActionBody } from '../src/domain/action';
import type { Failure } from '../src/domain/failure';
import type { Resource, ValueOf } from '../src/domain/resources/resource';
import { systemChance } from '../src/effects/chance';
import { systemClock } from '../src/effects/clock';
import { systemIds } from '../src/effects/ids';

const ROOT = join(import.meta.dirname, '..');
const START_MS_MAX = 60_000;
const READ_MS_MAX = 15_000;
const LOOK_MS = 50;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A value, or the sentence in its place. */
export type Seen<T> = { readonly value: T; readonly failure?: undefined } | { readonly failure: Failure };

/** A program of this command: it ends with it. */
export class Program {
  private readonly process: ChildProcess;
  output = '';

  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.process = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env } });
    this.process.stdout?.on('data', (text: Buffer) => (this.output += text.toString()));
    this.process.stderr?.on('data', (text: Buffer) => (this.output += text.toString()));
  }

  async isReached(url: string): Promise<void> {
    const until = Date.now() + START_MS_MAX;
    while (Date.now() < until && this.process.exitCode === null) {
      if ((await fetch(url).catch(() => undefined))?.ok === true) return;
      await pause(LOOK_MS);
    }
    throw new Error(`${url} was not reached:\n${this.output}`);
  }

  async end(): Promise<void> {
    if (this.process.exitCode !== null) return;
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGTERM');
    await ended;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return address.port;
}

/** A gateway of its own process and folder, and one page of it. */
export class Desk {
  private constructor(
    private readonly gateway: Program,
    private readonly folder: string,
    readonly url: string,
    readonly page: GatewayClient,
  ) {}

  static async start(env: NodeJS.ProcessEnv): Promise<Desk> {
    const folder = mkdtempSync(join(tmpdir(), 'standin-'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const gateway = new Program(['--import', 'tsx', 'src/gateway/main.ts'], {
      DESK_PORT: String(port),
      DESK_DATA: folder,
      ...env,
    });
    await gateway.isReached(`${url}/api/health`);
    const page = createGatewayClient({
      transport: transportTo(url, folder),
      clock: systemClock,
      ids: systemIds,
      chance: systemChance,
    });
    return new Desk(gateway, folder, url, page);
  }

  get log(): string {
    return this.gateway.output;
  }

  async end(): Promise<void> {
    await this.gateway.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The first value that is as wanted, else the last that there was. */
  async read<R extends Resource>(
    resource: R,
    isWanted: (value: ValueOf<R>) => boolean = () => true,
    maxMs = READ_MS_MAX,
  ): Promise<Seen<ValueOf<R>>> {
    const held: { value?: ValueOf<R>; failure?: Failure } = {};
    const stop = this.page.watch(resource, ({ value, failure }) => {
      if (value !== undefined) held.value = value;
      if (failure) held.failure = failure;
      else delete held.failure;
    });
    const until = Date.now() + maxMs;
    const isThere = (): boolean => held.value !== undefined && isWanted(held.value);
    while (Date.now() < until && !isThere() && !(held.failure && held.value === undefined))
      await pause(LOOK_MS);
    stop();
    if (held.value !== undefined) return { value: held.value };
    return {
      failure: held.failure ?? { kind: 'unavailable', message: 'Neither a value nor a sentence.', next: '' },
    };
  }

  /** One press and what became of it. */
  async press(body: ActionBody, maxMs = 30_000, accepted: readonly string[] = []): Promise<Pressed> {
    const pressed = await this.page.act(this.page.newActionId(), {
      body,
      shown: 'as shown',
      accepted: [...accepted],
    });
    if (!pressed.ok) return { refused: pressed.failure };
    const held = { action: pressed.value };
    const stop = this.page.watch({ kind: 'journal' }, ({ value }) => {
      held.action = value?.find(({ id }) => id === pressed.value.id) ?? held.action;
    });
    const until = Date.now() + maxMs;
    const isOver = ({ tradeId, executed }: Action): boolean =>
      tradeId === undefined || executed !== undefined;
    while (Date.now() < until && !(isFinal(held.action) && isOver(held.action))) await pause(LOOK_MS);
    stop();
    return { action: held.action };
  }
}

export type Pressed = { readonly action: Action } | { readonly refused: Failure };

function transportTo(url: string, dataFolder: string): Transport {
  return {
    key: { read: () => keptProgramKey(dataFolder), keep: () => undefined },
    openSocket(events) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/api/socket`, { origin: url });
      socket.on('open', () => events.opened());
      socket.on('message', (data: Buffer) => events.received(data.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => events.closed());
      return { send: (text) => socket.send(text), close: () => socket.close() };
    },
    fetch: (path, init) => fetch(url + path, { ...init, headers: { ...init.headers, origin: url } }),
  };
}
