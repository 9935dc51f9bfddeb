import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  postgresOwner,
  postgresPrograms,
  type PostgresServer,
  type PostgresServers,
} from '../../test/postgres';
import { logSenders } from '../../test/postgres-desk';

const run = promisify(execFile);
const CONFIRMED = "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'";
const RECEIVED = "SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::text AS bytes";

/** Three PostgreSQL servers: one takes writes, and each of its commits waits for one of the others. */
export class Cluster {
  readonly all: readonly PostgresServer[];
  primary: PostgresServer;

  constructor(servers: PostgresServers) {
    this.all = [servers.primary, ...servers.standbys];
    this.primary = servers.primary;
  }

  /** So that a standby which is promoted waits for another one too. `isSafe`: false where that is taken away, to show what it is for. */
  async prepare(isSafe: boolean): Promise<void> {
    for (const server of this.all) {
      await server.sql(isSafe ? CONFIRMED : "ALTER SYSTEM SET synchronous_standby_names = ''");
      await server.sql('SELECT pg_reload_conf()');
    }
  }

  async restart(): Promise<void> {
    await this.primary.stop('SIGQUIT');
    await this.primary.start();
  }

  /** The primary dies; the standby that has more of its log is promoted, and the dead one comes back as its standby. */
  async failover({ lagMs = 0 } = {}): Promise<{ readonly rest: () => Promise<void> }> {
    const old = this.primary;
    const senders = lagMs > 0 ? await this.sendersPaused() : [];
    if (lagMs > 0) await pause(lagMs);
    const stopping = old.stop('SIGQUIT');
    for (const pid of senders) process.kill(pid, 'SIGKILL');
    await stopping;
    const standbys = this.all.filter((server) => server !== old);
    const received = await Promise.all(
      standbys.map(async (server) => ({
        server,
        bytes: Number((await server.sql(RECEIVED))[0]?.['bytes'] ?? 0),
      })),
    );
    const [next, third] = received.sort((a, b) => b.bytes - a.bytes).map(({ server }) => server);
    if (!next || !third) throw new Error('There is no standby to promote.');
    await next.promote();
    this.primary = next;
    await third.sql(`ALTER SYSTEM SET primary_conninfo = 'host=127.0.0.1 port=${next.port} user=postgres'`);
    await third.sql('SELECT pg_reload_conf()');
    return {
      rest: async () => {
        await this.rebuilt(old, next);
        await old.sql(CONFIRMED);
      },
    };
  }

  /** Nothing of the log reaches a standby from here on. */
  private async sendersPaused(): Promise<readonly number[]> {
    const pids = await logSenders(this.primary);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return pids;
  }

  private async rebuilt(server: PostgresServer, from: PostgresServer): Promise<void> {
    const args = [
      '-D',
      server.folder,
      '-R',
      '-c',
      'fast',
      '-h',
      '127.0.0.1',
      '-p',
      String(from.port),
      '-U',
      'postgres',
    ];
    for (let tries = 1; ; tries += 1) {
      rmSync(server.folder, { recursive: true, force: true });
      try {
        await run(join(postgresPrograms ?? '', 'pg_basebackup'), args, { cwd: tmpdir(), ...postgresOwner });
        await server.start();
        return;
      } catch (error) {
        if (tries === 5) throw error;
        await pause(1_000);
      }
    }
  }
}
