import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { asAdministrator, asOwner, NO_POSTGRES, postgresOwner, postgresPrograms } from '../../test/postgres';
import { anyPort } from '../../scripts/port.mjs';
import type { PostgresPlace } from '../../src/gateway/storage/postgres/place';

const NODES = 3;
const LOOK_MS = 100;
const READY_MS_MAX = 120_000;
const ANSWER_MS_MAX = 1_000;
const PROGRAMS = ['/usr/bin/etcd', '/usr/bin/patroni'];

/** A server that Patroni keeps up. */
interface Node {
  readonly name: string;
  readonly port: number;
  readonly rest: number;
  readonly folder: string;
  patroni: ChildProcess | undefined;
}

/**
 * Three PostgreSQL servers under Patroni and etcd, set as deploy/patroni/patroni.yml sets them, but for addresses and passwords: who takes
 * writes is Patroni's to say. All of them end with the process that started them.
 */
export class PatroniServers {
  private readonly nodes: Node[] = [];
  private etcd: ChildProcess | undefined;
  private leading: Node | undefined;

  private constructor(
    private readonly root: string,
    private readonly etcdPort: number,
  ) {}

  static async start(): Promise<PatroniServers> {
    const missing = PROGRAMS.filter((program) => !existsSync(program));
    if (missing.length > 0 || !postgresOwner)
      throw new Error(
        'Patroni needs root and its programs here. Debian: apt-get install patroni etcd-server postgresql-15',
      );
    const root = mkdtempSync(join(tmpdir(), 'spreaddesk-patroni-'));
    chownSync(root, postgresOwner.uid, postgresOwner.gid);
    const servers = new PatroniServers(root, await anyPort());
    process.once('exit', () => servers.kill());
    try {
      await servers.begin();
      return servers;
    } catch (error) {
      await servers.end();
      throw error;
    }
  }

  /** All of them, as the user that owns the database `desk` and is no administrator. */
  get place(): PostgresPlace {
    const hosts = this.nodes.map(({ port }) => ({ host: '127.0.0.1', port }));
    return { hosts, user: 'desk', database: 'desk', tls: false };
  }

  /** Who took writes when somebody last looked. */
  get primary(): { readonly port: number; sql(text: string): Promise<readonly Record<string, unknown>[]> } {
    const { port } = this.leading ?? fail('No server takes writes.');
    return { port, sql: (text) => asAdministrator(port, text) };
  }

  /**
   * The primary's machine dies: its Patroni and its PostgreSQL at once, with all of their processes. Resolves when another one takes
   * writes; `rest` brings the machine back, and waits until it follows.
   */
  async failover(): Promise<{ readonly rest: () => Promise<void>; readonly note: string }> {
    const dead = this.leading ?? fail('No server takes writes.');
    const startedMs = performance.now();
    killMachine(dead);
    await this.until(async () => {
      const next = await this.nodeAt('primary', dead);
      if (next) this.leading = next;
      return next !== undefined;
    });
    const note = `promoted after ${Math.round(performance.now() - startedMs)} ms`;
    return {
      note,
      rest: async () => {
        this.startNode(dead);
        await this.whole();
      },
    };
  }

  async end(): Promise<void> {
    this.kill();
    await pause(LOOK_MS);
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }

  private kill(): void {
    for (const node of this.nodes) killMachine(node);
    this.etcd?.kill('SIGKILL');
  }

  private async begin(): Promise<void> {
    const url = `http://127.0.0.1:${this.etcdPort}`;
    const peers = `http://127.0.0.1:${await anyPort()}`;
    this.etcd = leashed('/usr/bin/etcd', [
      ...['--name', 'e', '--data-dir', join(this.root, 'etcd'), '--log-level', 'error'],
      ...['--listen-client-urls', url, '--advertise-client-urls', url],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
      ...['--initial-cluster', `e=${peers}`],
    ]);
    for (let number = 1; number <= NODES; number += 1) {
      const node: Node = {
        name: `db${number}`,
        port: await anyPort(),
        rest: await anyPort(),
        folder: join(this.root, `db${number}`),
        patroni: undefined,
      };
      this.nodes.push(node);
      writeFileSync(this.configOf(node), JSON.stringify(settingsOf(node, this.etcdPort)));
      this.startNode(node);
    }
    await this.whole();
    const { primary } = this;
    await primary.sql('CREATE ROLE desk LOGIN');
    await primary.sql('GRANT pg_monitor TO desk');
    await primary.sql('CREATE DATABASE desk OWNER desk');
  }

  private configOf({ name }: Node): string {
    return join(this.root, `${name}.json`);
  }

  private startNode(node: Node): void {
    node.patroni = leashed('/usr/bin/patroni', [this.configOf(node)]);
  }

  /** Resolves when one takes writes, the others follow, and one of them confirms. */
  private async whole(): Promise<void> {
    await this.until(async () => {
      const roles = await Promise.all(
        this.nodes.map(async (node) => (await isIt(node, 'primary')) || (await isIt(node, 'replica'))),
      );
      const [leading, confirming] = await Promise.all([this.nodeAt('primary'), this.nodeAt('synchronous')]);
      this.leading = leading;
      return leading !== undefined && confirming !== undefined && !roles.includes(false);
    });
  }

  private async nodeAt(role: Role, but?: Node): Promise<Node | undefined> {
    const others = this.nodes.filter((node) => node !== but);
    const are = await Promise.all(others.map((node) => isIt(node, role)));
    return others.find((_, at) => are[at]);
  }

  private async until(done: () => Promise<boolean>): Promise<void> {
    const startedMs = performance.now();
    while (!(await done())) {
      if (performance.now() - startedMs > READY_MS_MAX) throw new Error('Patroni’s servers are not ready.');
      await pause(LOOK_MS);
    }
  }
}

type Role = 'primary' | 'replica' | 'synchronous';

/** Patroni answers with 200 where its server is that. */
const isIt = ({ rest }: Node, role: Role): Promise<boolean> =>
  fetch(`http://127.0.0.1:${rest}/${role}`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status === 200;
    },
    () => false,
  );

const address = (port: number): string => `127.0.0.1:${port}`;

/** Who follows, and how soon: as deploy/patroni/patroni.yml has it. */
export const RULES = {
  ttl: 20,
  loop_wait: 3,
  retry_timeout: 5,
  primary_start_timeout: 0,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  synchronous_node_count: 1,
  postgresql: {
    use_pg_rewind: true,
    parameters: {
      synchronous_commit: 'on',
      wal_log_hints: 'on',
      wal_retrieve_retry_interval: '200ms',
      max_connections: 100,
    },
  },
};

function settingsOf({ name, port, rest, folder }: Node, etcdPort: number): object {
  const superuser = { username: 'postgres' };
  return {
    scope: 'desk',
    name,
    restapi: { listen: address(rest), connect_address: address(rest) },
    etcd3: { host: address(etcdPort) },
    bootstrap: {
      dcs: RULES,
      initdb: [{ auth: 'trust' }, { encoding: 'UTF8' }, { locale: 'C' }],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: address(port),
      connect_address: address(port),
      data_dir: folder,
      bin_dir: postgresPrograms ?? fail(NO_POSTGRES),
      pgpass: `${folder}.pgpass`,
      authentication: { superuser, replication: superuser },
      parameters: { unix_socket_directories: '', shared_buffers: '32MB' },
    },
  };
}

/** The system ends it when the process that started it is killed. */
function leashed(command: string, args: readonly string[]): ChildProcess {
  const log = process.env['CHAOS_LOG'] ? 'inherit' : 'ignore';
  return spawn('setpriv', [...asOwner(), '--pdeathsig', 'SIGKILL', '--', command, ...args], {
    cwd: tmpdir(),
    stdio: ['ignore', log, log],
  });
}

/** Everything at once, as when the power goes: Patroni first, so that it starts nothing again. */
function killMachine(node: Node): void {
  node.patroni?.kill('SIGKILL');
  node.patroni = undefined;
  const first = firstProcessOf(node.folder);
  if (first === undefined) return;
  for (const pid of [first, ...childrenOf(first)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has gone already.
    }
  }
}

function firstProcessOf(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

function fail(why: string): never {
  throw new Error(why);
}
