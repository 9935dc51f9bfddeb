import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sentence } from '../../../../src/domain/failure';
import { systemClock } from '../../../../src/effects/clock';
import { ManualClock } from '../../../../src/effects/manual-clock';
import { silentLog } from '../../../../src/effects/log';
import { ACCEPTABLE, type Accepted } from '../../../../src/gateway/storage/postgres/accepted';
import { ServerChecks, serverProblem } from '../../../../src/gateway/storage/postgres/server-checks';
import { openPrimary } from '../../../../src/gateway/storage/postgres/session';
import { anyPort } from '../../../../scripts/port.mjs';
import { canRunPostgres, startPostgres } from '../../../postgres';
import { until } from '../../../until';
import { emptyPlace, sessionWith, sharedServer, START_MS_MAX } from './desk';

const PGBOUNCER = '/usr/sbin/pgbouncer';

const RIGHT = {
  version: 150_018,
  encoding: 'UTF8',
  fsync: 'on',
  pages: 'on',
  commit: 'on',
  names: 'ANY 1 (*)',
  standbys: 1,
};
const problem = (over: Partial<typeof RIGHT>, accepts: readonly Accepted[] = []): string => {
  const failure = serverProblem({ ...RIGHT, ...over }, accepts);
  return failure ? sentence(failure) : 'none';
};

describe('a server', () => {
  it('that keeps what it is given has no problem', () => {
    expect(problem({})).toBe('none');
    expect(problem({ commit: 'remote_apply', names: 'FIRST 1 (db2, db3)', standbys: 2 })).toBe('none');
  });

  it.each([
    [{ names: '' }, "synchronous_standby_names = 'ANY 1 (*)'"],
    [{ commit: 'off' }, 'synchronous_commit = on'],
    [{ commit: 'local' }, 'synchronous_commit = on'],
    [{ commit: 'remote_write' }, 'synchronous_commit = on'],
    [{ standbys: 0 }, 'Start a standby'],
  ])('with %j says what to set, unless that is accepted in words', (over, told) => {
    expect(problem(over)).toContain(told);
    expect(problem(over, ['commits-that-a-power-cut-takes'])).toContain(told);
    expect(problem(over, ['commits-that-no-standby-confirms'])).toBe('none');
  });

  it.each([
    [{ fsync: 'off' }, 'fsync = on'],
    [{ pages: 'off' }, 'full_page_writes = on'],
  ])('with %j says what to set, unless that is accepted in words', (over, told) => {
    expect(problem(over)).toContain(told);
    expect(problem(over, ['commits-that-no-standby-confirms'])).toContain(told);
    expect(problem(over, ['commits-that-a-power-cut-takes'])).toBe('none');
  });

  it.each([{ version: 140_011 }, { encoding: 'LATIN1' }])('with %j is never accepted', (over) => {
    expect(problem(over, ACCEPTABLE)).not.toBe('none');
  });
});

describe.runIf(canRunPostgres())('a real server', () => {
  beforeAll(async () => void (await sharedServer()), START_MS_MAX);

  it('is asked at the start and each minute, and told of as it changes', async () => {
    const servers = await startPostgres({ standbys: 1, durable: true });
    onTestFinished(() => servers.end());
    const lead = await sessionWith(servers.place);
    onTestFinished(() => lead.end());
    const clock = new ManualClock(0);
    while ((await lead.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'quorum'")).length === 0);
    const checks = await ServerChecks.open({ lead, accepts: [], clock, log: silentLog });
    onTestFinished(() => checks.stop());
    expect(checks.failure).toBeUndefined();
    const told: (string | undefined)[] = [];
    checks.onChange(() => told.push(checks.failure?.message));
    const changed = async (text: string, waitMs: number): Promise<void> => {
      await servers.primary.sql(text);
      await servers.primary.sql('SELECT pg_reload_conf()');
      const count = told.length;
      await until(async () => {
        await clock.advance(waitMs);
        return told.length > count;
      });
    };
    await changed("ALTER SYSTEM SET synchronous_standby_names = ''", 60_000);
    expect(told).toEqual([expect.stringContaining('no standby has')]);
    await changed("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'", 5_000);
    // The server takes a moment until its standby counts.
    await until(async () => {
      await clock.advance(5_000);
      return told.at(-1) === undefined;
    });
    await servers.standbys[0]?.stop();
    await changed('SELECT 1', 60_000);
    expect(told.at(-1)).toContain('No standby is connected');
    await lead.end();
    await changed('SELECT 1', 5_000);
    expect(told.at(-1)).toContain('could not be asked');
  });

  it.runIf(existsSync(PGBOUNCER))('behind a connection pooler is refused', async () => {
    const place = await emptyPlace();
    const [server] = place.hosts;
    const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-pooler-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const port = await anyPort();
    const settings = join(folder, 'pgbouncer.ini');
    writeFileSync(join(folder, 'users'), '"desk" ""\n');
    writeFileSync(
      settings,
      `[databases]\n* = host=127.0.0.1 port=${server?.port}\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=${port}\n` +
        `unix_socket_dir=\nauth_type=trust\nauth_file=${join(folder, 'users')}\npool_mode=transaction\n` +
        'ignore_startup_parameters=extra_float_digits\n',
    );
    chmodSync(folder, 0o755);
    const pooler = spawn(PGBOUNCER, [...(process.getuid?.() === 0 ? ['-u', 'postgres'] : []), settings], {
      stdio: 'ignore',
    });
    onTestFinished(() => void pooler.kill());
    let said = '';
    await until(async () => {
      const opened = await openPrimary(
        { ...place, hosts: [{ host: '127.0.0.1', port }] },
        { name: 'test', clock: systemClock },
      );
      said = opened.ok ? 'opened' : opened.failure.message;
      return !said.includes('ECONNREFUSED');
    });
    expect(said).toContain('a connection pooler answers there');
  });
});
