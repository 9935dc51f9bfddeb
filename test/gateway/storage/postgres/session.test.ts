import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../../src/effects/clock';
import { ManualClock } from '../../../../src/effects/manual-clock';
import { CommitInDoubt } from '../../../../src/gateway/storage/commit-in-doubt';
import { openPool } from '../../../../src/gateway/storage/postgres/pool';
import {
  openPrimary,
  WRITE_MS_MAX,
  type PostgresSession,
} from '../../../../src/gateway/storage/postgres/session';
import { canRunPostgres, startPostgres, type PostgresServers } from '../../../postgres';

const NAMED = { name: 'test', clock: systemClock };

describe.runIf(canRunPostgres())('a session with PostgreSQL', () => {
  let servers: PostgresServers;
  beforeAll(async () => {
    servers = await startPostgres({ standbys: 1 });
    await using(async (session) => void (await session.query('CREATE TABLE note (text text PRIMARY KEY)')));
  }, 60_000);
  afterAll(() => servers.end());

  async function opened(place = servers.place): Promise<PostgresSession> {
    const session = await openPrimary(place, NAMED);
    if (!session.ok) throw new Error(session.failure.message);
    return session.value;
  }
  async function using(work: (session: PostgresSession) => Promise<void>): Promise<void> {
    const session = await opened();
    try {
      await work(session);
    } finally {
      await session.end();
    }
  }
  const keep = (text: string): [string, string[]] => ['INSERT INTO note VALUES ($1)', [text]];

  it('is with the server that takes writes, wherever that stands in the list', async () => {
    const session = await opened({ ...servers.place, hosts: [...servers.place.hosts].reverse() });
    expect(session.server).toBe(`127.0.0.1:${servers.primary.port}`);
    expect(await session.query('SELECT pg_backend_pid() AS backend')).toEqual([{ backend: session.backend }]);
    await session.end();
  });

  it('is not to be had where no server takes writes, and says what each answered', async () => {
    const [, standby] = servers.place.hosts;
    const free = { host: '127.0.0.1', port: 1 };
    const tried = await openPrimary({ ...servers.place, hosts: standby ? [standby, free] : [] }, NAMED);
    expect(tried.ok ? 'open' : tried.failure.message).toMatch(
      /a standby.*ECONNREFUSED|ECONNREFUSED.*a standby/,
    );
  });

  it('gives whole numbers as numbers', () =>
    using(async (session) => {
      expect(await session.query('SELECT 1795000000000::bigint AS at, $1::bigint AS bound', [7])).toEqual([
        { at: 1_795_000_000_000, bound: 7 },
      ]);
    }));

  it('tells that it has ended, to those who ask later too, and answers nothing afterwards', async () => {
    const session = await opened();
    const ended = new Promise<void>((resolve) => void session.onEnded(resolve));
    await servers.primary.sql(`SELECT pg_terminate_backend(${session.backend})`);
    await ended;
    let isTold = false;
    session.onEnded(() => (isTold = true));
    expect(isTold).toBe(true);
    await expect(session.query('SELECT 1')).rejects.toThrow('has ended');
  });

  it('says of a write that the server refused that it was not done, and goes on', () =>
    using(async (session) => {
      await session.write(...keep('once'));
      const again = session.write(...keep('once'));
      await expect(again).rejects.toThrow('duplicate key');
      await expect(again).rejects.not.toBeInstanceOf(CommitInDoubt);
      await session.write(...keep('another'));
    }));

  it('is in doubt about a write that no standby confirms in time, and ends', async () => {
    const session = await opened();
    const [standby] = servers.standbys;
    await standby?.stop();
    await expect(session.write(...keep('unconfirmed'))).rejects.toBeInstanceOf(CommitInDoubt);
    await expect(session.query('SELECT 1')).rejects.toThrow('has ended');
    await standby?.start();
  });

  it('is in doubt about a write whose wait for the standby was cancelled: the server calls it done', async () => {
    const session = await opened();
    const [standby] = servers.standbys;
    await standby?.stop();
    const written = session.write(...keep('cancelled'));
    const outcome = expect(written).rejects.toThrow(/cancel/);
    for (let cancelled = false; !cancelled;) {
      const rows = await servers.primary.sql(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = ${session.backend} AND wait_event = 'SyncRep'`,
      );
      cancelled = rows.length > 0;
    }
    await outcome;
    await expect(written).rejects.toBeInstanceOf(CommitInDoubt);
    await standby?.start();
  });

  describe('in which a statement waits for a lock', () => {
    const LOCK = 'SELECT pg_advisory_lock(7)';
    /** The session by a clock of its own, the statement that waits, and how it goes on. */
    async function held() {
      const clock = new ManualClock(0);
      const [first] = servers.place.hosts;
      const place = { ...servers.place, hosts: first ? [first] : [] };
      const waiting = await openPrimary(place, { name: 'test', clock });
      if (!waiting.ok) throw new Error(waiting.failure.message);
      const holder = await opened();
      await holder.wait(LOCK);
      onTestFinished(async () => void (await Promise.all([waiting.value.end(), holder.end()])));
      return { session: waiting.value, clock, locked: waiting.value.wait(LOCK), goOn: () => holder.cut() };
    }

    it('is in no doubt about a write that waits for its turn, however long', async () => {
      const { session, clock, goOn } = await held();
      const written = session.write(...keep('in its turn'));
      await clock.advance(WRITE_MS_MAX * 10);
      goOn();
      expect(await written).toEqual([]);
    });

    it('lets what goes first go before everything that waits', async () => {
      const { session, locked, goOn } = await held();
      const order: string[] = [];
      const asked = ['one', 'two', 'three'].map((name) =>
        (name === 'three' ? session.writeFirst('SELECT 1') : session.query('SELECT 1')).then(() =>
          order.push(name),
        ),
      );
      goOn();
      await Promise.all([locked, ...asked]);
      expect(order).toEqual(['three', 'one', 'two']);
    });
  });

  it('is in doubt about a write during which the connection breaks', async () => {
    const session = await opened();
    const written = session.write('SELECT pg_sleep(1), $1::text', ['']);
    session.cut();
    await expect(written).rejects.toBeInstanceOf(CommitInDoubt);
  });

  it('is replaced in a pool once it has ended', async () => {
    const pool = openPool(servers.place, { ...NAMED, sessionsMax: 1 });
    const backend = async (): Promise<unknown> => (await pool.query('SELECT pg_backend_pid() AS pid'))[0];
    const first = await backend();
    expect(await backend()).toEqual(first);
    await expect(pool.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
    expect(await backend()).not.toEqual(first);
    await pool.end();
  });

  it('lies ready in a pool that was prepared, but for one with another server', async () => {
    const pool = openPool(servers.place, { ...NAMED, name: 'ready', sessionsMax: 4 });
    const backends = (): Promise<readonly unknown[]> =>
      servers.primary.sql("SELECT pid FROM pg_stat_activity WHERE application_name = 'spreaddesk ready'");
    await pool.prepare(2);
    const ready = await backends();
    expect(ready).toHaveLength(2);
    await pool.prepare(2);
    pool.keepOnly(`127.0.0.1:${servers.primary.port}`);
    expect(ready).toContainEqual((await pool.query('SELECT pg_backend_pid() AS pid'))[0]);
    expect(await backends()).toEqual(ready);
    pool.keepOnly('127.0.0.1:1');
    expect(ready).not.toContainEqual((await pool.query('SELECT pg_backend_pid() AS pid'))[0]);
    await pool.end();
  });

  it('keeps all or nothing of what a pool does atomically', async () => {
    const pool = openPool(servers.place, { ...NAMED, sessionsMax: 2 });
    const work = pool.atomically(async (queries) => {
      await queries.write(...keep('half'));
      await queries.write(...keep('half'));
    });
    await expect(work).rejects.toThrow('duplicate key');
    expect(await pool.query("SELECT text FROM note WHERE text = 'half'")).toEqual([]);
    await pool.atomically(async (queries) => void (await queries.write(...keep('whole'))));
    expect(await pool.query("SELECT text FROM note WHERE text = 'whole'")).toEqual([{ text: 'whole' }]);
    await pool.end();
  });
});
