import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { anyPort } from '../../scripts/port.mjs';

const Said = z.record(z.string(), z.unknown());
const START = join(import.meta.dirname, 'fakes/start.mjs');
const started: ChildProcess[] = [];
const servers: Server[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  for (const server of servers.splice(0)) server.close();
});

/** The start command around fake programs, and what it and they have said so far. */
class Start {
  readonly lines: string[] = [];
  private readonly process: ChildProcess;
  private readonly closed: Promise<unknown>;
  private readonly heard = new EventEmitter();

  constructor(
    env: Record<string, string>,
    [command, ...args]: [string, ...string[]] = [process.execPath, START],
  ) {
    const child = spawn(command, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        this.lines.push(line);
        this.heard.emit('more');
      });
    }
    this.closed = once(child, 'close');
    child.once('close', () => this.heard.emit('error', new Error(`It ended:\n${this.lines.join('\n')}`)));
    this.heard.on('error', () => undefined);
    this.process = child;
  }

  /** The first line like this, said already or to come. */
  async until(wanted: RegExp): Promise<string> {
    for (;;) {
      const line = this.lines.find((text) => wanted.test(text));
      if (line !== undefined) return line;
      await once(this.heard, 'more');
    }
  }

  async ended(): Promise<number | null> {
    await this.closed;
    return this.process.exitCode;
  }

  kill(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  /** What a fake program said about itself. */
  async settingsOf(name: string): Promise<Record<string, unknown>> {
    return Said.parse(JSON.parse(await this.until(new RegExp(`^{"name":"${name}","port"`))));
  }
}

async function taken(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
}

/** Resolves once nobody listens there any more; the test's own deadline is the limit. */
async function released(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const free = await new Promise((resolve) => {
      socket.once('error', () => resolve(true));
      socket.once('connect', () => resolve(false));
    });
    socket.destroy();
    if (free) return;
  }
}

const ports = async (): Promise<{ DESK_PORT: string; SIMULATOR_PORT: string }> => ({
  DESK_PORT: String(await anyPort()),
  SIMULATOR_PORT: String(await anyPort()),
});

describe('npm start', () => {
  it('prepares, then starts the simulator and a gateway on it, and says the one address', async () => {
    const env = await ports();
    const start = new Start(env);
    const ready = await start.until(/ready/);
    expect(ready).toBe(`SpreadDesk is ready: http://localhost:${env.DESK_PORT}/?pair=K7QM-2XTP`);
    await start.until(/^Open this address in a browser\. Ctrl-C here ends everything\.$/);
    // Its port may be another than usual, and whoever plays with it needs it.
    expect(start.lines).toContain(`The simulator listens at http://127.0.0.1:${env.SIMULATOR_PORT}`);
    expect(start.lines.slice(0, 2)).toEqual(['prepared', 'Starting the simulator and the gateway…']);
    expect(start.lines).not.toContain('All is well.');
    expect(await start.settingsOf('simulator')).toMatchObject({ port: Number(env.SIMULATOR_PORT) });
    expect(await start.settingsOf('gateway')).toMatchObject({
      port: Number(env.DESK_PORT),
      DESK_DATA: ':memory:',
      SERVICE_ENVIRONMENT: 'simulator',
      SERVICE_URL_SIMULATOR: `http://127.0.0.1:${env.SIMULATOR_PORT}`,
    });
  });

  it('says how another browser is let in once the first one is', async () => {
    const env = await ports();
    const start = new Start({ ...env, FAKE: 'gateway is paired' });
    expect(await start.until(/another browser/)).toBe(
      `For another browser: http://localhost:${env.DESK_PORT}/?pair=2XTP-K7QM`,
    );
  });

  it('keeps to the data folder that was asked for, and never leaves the simulator', async () => {
    const start = new Start({ ...(await ports()), DESK_DATA: 'my/data', SERVICE_ENVIRONMENT: 'production' });
    await start.until(/ready/);
    expect(await start.settingsOf('gateway')).toMatchObject({
      DESK_DATA: 'my/data',
      SERVICE_ENVIRONMENT: 'simulator',
    });
  });

  it('says in one line that a kept folder is of an earlier run, and nothing of a new one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'desk-data-'));
    const told = async (): Promise<string[]> => {
      const start = new Start({ ...(await ports()), DESK_DATA: folder });
      await start.until(/ready/);
      return start.lines.filter((line) => line.startsWith('DESK_DATA'));
    };
    expect(await told()).toEqual([]);
    mkdirSync(join(folder, 'simulator'));
    writeFileSync(join(folder, 'simulator/spreaddesk.db'), '');
    expect(await told()).toEqual([
      'DESK_DATA holds an earlier run, and the simulator begins anew: ids in its journal may now be those of other trades. For a clean start set DESK_DATA to a new folder.',
    ]);
    rmSync(folder, { recursive: true });
  });

  it("hands the real service's key to nobody", async () => {
    const start = new Start({ ...(await ports()), SERVICE_API_KEY: 'real' });
    await start.until(/ready/);
    for (const name of ['simulator', 'gateway']) {
      const settings = await start.settingsOf(name);
      expect(settings).toHaveProperty('port');
      expect(settings).not.toHaveProperty('SERVICE_API_KEY');
    }
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends everything and succeeds when asked by %s', async (signal) => {
    const env = await ports();
    const start = new Start({ ...env, FAKE: 'gateway is polite' });
    await start.until(/ready/);
    start.kill(signal);
    expect(await start.ended()).toBe(0);
    expect(start.lines).toContain('{"name":"gateway","goodbye":true}');
    await released(Number(env.DESK_PORT));
    await released(Number(env.SIMULATOR_PORT));
  });

  it('leaves no child behind when it is killed outright', async () => {
    const env = await ports();
    const start = new Start(env);
    await start.until(/ready/);
    start.kill('SIGKILL');
    await released(Number(env.DESK_PORT));
    await released(Number(env.SIMULATOR_PORT));
  });

  it.skipIf(process.platform === 'win32')(
    'ends when the shell that npm started it in has ended',
    async () => {
      const env = await ports();
      const shell: [string, ...string[]] = ['sh', '-c', `"${process.execPath}" "${START}"; true`];
      const start = new Start({ ...env, npm_lifecycle_event: 'start' }, shell);
      await start.until(/ready/);
      start.kill('SIGTERM');
      await released(Number(env.DESK_PORT));
      await released(Number(env.SIMULATOR_PORT));
    },
  );

  it.each([
    ['SIMULATOR_PORT', 'DESK_PORT', 'The simulator'],
    ['DESK_PORT', 'SIMULATOR_PORT', 'The gateway'],
  ] as const)('ends all when the program at %s ends, and says which', async (dying, other, title) => {
    const env = await ports();
    const start = new Start(env);
    await start.until(/ready/);
    // The fakes end at the first word.
    connect(Number(env[dying]), '127.0.0.1')
      .on('error', () => undefined)
      .write('end');
    expect(await start.ended()).toBe(1);
    expect(start.lines).toContain(`${title} ended (exit code 4). SpreadDesk stops.`);
    await released(Number(env[other]));
  });

  it.each(['simulator', 'gateway'])('says which when the %s cannot start', async (name) => {
    const env = await ports();
    const start = new Start({ ...env, FAKE: `${name} fails` });
    expect(await start.ended()).toBe(1);
    expect(start.lines.join('\n')).toMatch(
      new RegExp(`The ${name} ended \\(exit code 3\\). It was not ready yet`),
    );
    await released(Number(env.SIMULATOR_PORT));
  });

  it('says which setting to change when the port is taken, before it does anything', async () => {
    const env = await ports();
    await taken(Number(env.DESK_PORT));
    const start = new Start(env);
    expect(await start.ended()).toBe(1);
    expect(start.lines).toEqual([expect.stringMatching(`Port ${env.DESK_PORT} is taken.*DESK_PORT`)]);
  });

  it('says so when the port asked for the simulator is taken', async () => {
    const env = await ports();
    await taken(Number(env.SIMULATOR_PORT));
    const start = new Start(env);
    expect(await start.ended()).toBe(1);
    // Before the build, which may take minutes.
    expect(start.lines).toEqual([
      expect.stringMatching(`Port ${env.SIMULATOR_PORT} is taken. Set SIMULATOR_PORT`),
    ]);
  });

  it.each(['DESK_PORT', 'SIMULATOR_PORT'])(
    'refuses a %s that is none, before it does anything',
    async (name) => {
      const start = new Start({ ...(await ports()), [name]: 'http' });
      expect(await start.ended()).toBe(1);
      expect(start.lines).toEqual([expect.stringMatching(`${name}="http" is not a port`)]);
    },
  );

  it('refuses one port for two programs', async () => {
    const { DESK_PORT } = await ports();
    const start = new Start({ DESK_PORT, SIMULATOR_PORT: DESK_PORT });
    expect(await start.ended()).toBe(1);
    expect(start.lines).toEqual([
      expect.stringMatching(`DESK_PORT and SIMULATOR_PORT are both ${DESK_PORT}`),
    ]);
  });
});
