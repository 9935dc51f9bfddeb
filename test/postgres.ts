import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { anyPort } from '../scripts/port.mjs';
import type { PostgresPlace } from '../src/gateway/storage/postgres/place';

/**
 * Real PostgreSQL servers for tests, benchmarks and campaigns: in a folder of their own, on free ports of this machine, ended with the
 * process that started them. `npm test` installs the programs where it may.
 */
export interface PostgresServers {
  readonly primary: PostgresServer;
  readonly standbys: readonly PostgresServer[];
  /** All of them, as the user that owns the database `desk` and is no administrator. */
  readonly place: PostgresPlace;
  end(): Promise<void>;
}

export interface PostgresServer {
  readonly port: number;
  readonly folder: string;
  /** The number of its first process. */
  readonly pid: number;
  /** Asks as the administrator; one statement or several. */
  sql(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Ends it as a crash does, by default; `SIGINT` for an orderly end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  /** Makes a standby take writes. */
  promote(): Promise<void>;
}

export interface PostgresOptions {
  /** How many follow the primary; with any, each commit waits for one of them. */
  readonly standbys?: 0 | 1 | 2;
  /** Whether a commit waits for the disk: where that is what is tried. */
  readonly durable?: boolean;
}

const DEBIAN = '/usr/lib/postgresql';
const ADMINISTRATOR = 'postgres';

/** The folder with the programs of PostgreSQL; `undefined` where there is none. */
export const postgresPrograms = ((): string | undefined => {
  const asked = process.env['POSTGRES_BIN'];
  if (asked !== undefined) return asked;
  const newest = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return newest
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'postgres')));
})();

export const NO_POSTGRES =
  'There is no PostgreSQL here. Install it (Debian: apt-get install postgresql-15) or set POSTGRES_BIN to the folder of its programs.';

/** Whether tests of PostgreSQL run. Where they have to, its absence is an error; elsewhere it is told and they are skipped. */
export function canRunPostgres(): boolean {
  if (postgresPrograms !== undefined) return true;
  if (process.env['CI']) throw new Error(NO_POSTGRES);
  process.stderr.write(`${NO_POSTGRES} Its tests are skipped.\n`);
  return false;
}

/** PostgreSQL refuses to run as root, so there it runs as the user that its package made. */
export const postgresOwner = process.getuid?.() === 0 ? idsOf(ADMINISTRATOR) : undefined;
function idsOf(user: string): { uid: number; gid: number } | undefined {
  try {
    const id = (which: string): number => Number(execFileSync('id', [which, user], { encoding: 'utf8' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

export async function startPostgres({
  standbys = 0,
  durable = false,
}: PostgresOptions = {}): Promise<PostgresServers> {
  const root = mkdtempSync(join(process.env['POSTGRES_FOLDERS'] ?? tmpdir(), 'spreaddesk-postgres-'));
  if (postgresOwner) chownSync(root, postgresOwner.uid, postgresOwner.gid);
  const started: Server[] = [];
  const end = async (): Promise<void> => {
    await Promise.all(started.map((server) => server.stop()));
    rmSync(root, { recursive: true, force: true });
  };
  process.once('exit', () => {
    for (const server of started) server.kill();
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  });
  try {
    const primary = new Server(join(root, 'primary'), await anyPort(), durable);
    started.push(primary);
    await program('initdb', [
      '-D',
      primary.folder,
      '-U',
      ADMINISTRATOR,
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '-N',
    ]);
    await primary.start();
    await primary.sql('CREATE ROLE desk LOGIN; GRANT pg_monitor TO desk;');
    await primary.sql('CREATE DATABASE desk OWNER desk');
    for (let number = 1; number <= standbys; number += 1) {
      const standby = new Server(join(root, `standby${number}`), await anyPort(), durable);
      started.push(standby);
      const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', ADMINISTRATOR];
      await program('pg_basebackup', ['-D', standby.folder, '-R', '-c', 'fast', '-N', ...from]);
      await standby.start();
    }
    if (standbys > 0) {
      await primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'");
      await primary.sql('SELECT pg_reload_conf()');
    }
    const hosts = started.map(({ port }) => ({ host: '127.0.0.1', port }));
    const place = { hosts, user: 'desk', database: 'desk', tls: false };
    return { primary, standbys: started.slice(1), place, end };
  } catch (error) {
    await end();
    throw error;
  }
}

const run = promisify(execFile);
async function program(name: string, args: readonly string[]): Promise<void> {
  await run(programPath(name), args, { ...postgresOwner, cwd: tmpdir() });
}

function programPath(name: string): string {
  if (postgresPrograms === undefined) throw new Error(NO_POSTGRES);
  return join(postgresPrograms, name);
}

/** Small, and of this machine alone; a standby looks for its primary often. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=32MB',
  'max_connections=100',
  'wal_retrieve_retry_interval=200ms',
  'wal_receiver_timeout=5s',
  'wal_sender_timeout=5s',
];
const QUICK = ['fsync=off', 'full_page_writes=off'];
const READY_EVERY_MS = 20;
const END_MS_MAX = 10_000;

class Server implements PostgresServer {
  private child: ChildProcess | undefined;

  constructor(
    readonly folder: string,
    readonly port: number,
    private readonly durable: boolean,
  ) {}

  get pid(): number {
    const pid = this.child?.pid;
    if (pid === undefined) throw new Error('This PostgreSQL does not run.');
    return pid;
  }

  async start(): Promise<void> {
    const settings = [`port=${this.port}`, ...SETTINGS, ...(this.durable ? [] : QUICK)];
    const args = ['-D', this.folder, ...settings.flatMap((setting) => ['-c', setting])];
    const child = spawn(...leashed(programPath('postgres'), args));
    this.child = child;
    let said = '';
    child.stderr?.on('data', (text: Buffer) => void (said = (said + text.toString()).slice(-2_000)));
    for (;;) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`PostgreSQL did not start: ${said}`);
      try {
        await this.sql('SELECT 1');
        return;
      } catch {
        await setTimeout(READY_EVERY_MS);
      }
    }
  }

  sql(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return asAdministrator(this.port, text);
  }

  async stop(signal: NodeJS.Signals = 'SIGQUIT'): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const gone = await Promise.race([ended, setTimeout(END_MS_MAX, undefined, { ref: false })]);
    if (gone === undefined) {
      child.kill('SIGKILL');
      await ended;
    }
  }

  /** Without waiting for its end. */
  kill(): void {
    this.child?.kill('SIGQUIT');
  }

  async promote(): Promise<void> {
    await this.sql('SELECT pg_promote()');
  }
}

/** Asks the server at this port; one statement or several. */
export async function asAdministrator(
  port: number,
  text: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: ADMINISTRATOR, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** On Linux the system ends the server when the process that started it is killed. */
function leashed(
  command: string,
  args: readonly string[],
): [string, string[], { uid?: number; gid?: number; cwd: string; stdio: ['ignore', 'ignore', 'pipe'] }] {
  const options = { cwd: tmpdir(), stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'] };
  if (process.platform !== 'linux') return [command, [...args], { ...postgresOwner, ...options }];
  const as = asOwner();
  return ['setpriv', [...as, '--pdeathsig', 'SIGQUIT', '--', command, ...args], options];
}

/** Options of `setpriv` for the user that PostgreSQL's package made. */
export const asOwner = (): string[] =>
  postgresOwner ? [`--reuid=${postgresOwner.uid}`, `--regid=${postgresOwner.gid}`, '--clear-groups'] : [];
