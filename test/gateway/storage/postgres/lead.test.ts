import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/effects/clock';
import { leadPlace, leadView } from '../../../../src/gateway/storage/postgres/lead';
import { migrate } from '../../../../src/gateway/storage/postgres/migrations';
import { openPrimary, type PostgresSession } from '../../../../src/gateway/storage/postgres/session';
import { canRunPostgres, startPostgres, type PostgresServers } from '../../../postgres';

describe.runIf(canRunPostgres())('who leads, in PostgreSQL', () => {
  let servers: PostgresServers;
  const sessions: PostgresSession[] = [];
  beforeAll(async () => {
    servers = await startPostgres();
    const session = await opened();
    await leadPlace(session).lock();
    expect((await migrate(session)).ok).toBe(true);
    await session.end();
  }, 60_000);
  afterEach(() => {
    for (const session of sessions.splice(0)) session.cut();
  });
  afterAll(() => servers.end());

  async function opened(): Promise<PostgresSession> {
    const session = await openPrimary(servers.place, { name: 'test', clock: systemClock });
    if (!session.ok) throw new Error(session.failure.message);
    sessions.push(session.value);
    return session.value;
  }
  const ended = (session: PostgresSession) =>
    new Promise<void>((resolve) => void session.onEnded(() => resolve()));

  it('is one at a time: the next in the queue has the lock when the session of the first ends', async () => {
    const [first, second] = [await opened(), await opened()];
    await leadPlace(first).lock();
    let isGranted = false;
    const waiting = leadPlace(second)
      .lock()
      .then(() => (isGranted = true));
    const { holder, standing } = await leadView(await opened()).look();
    expect(holder).toBe(first.backend);
    expect(standing).toContain(first.backend);
    expect(isGranted).toBe(false);
    first.cut();
    await waiting;
    expect((await leadView(await opened()).look()).holder).toBe(second.backend);
  });

  it('begins an epoch with nobody to press at, and hands over what was left of each plan', async () => {
    const session = await opened();
    const place = leadPlace(session);
    await place.lock();
    const before = await leadView(session).look();
    const { epoch } = await place.take('one');
    expect(epoch).toBe(before.epoch + 1);
    expect(await place.beat(epoch, { plan: 61.5 })).toBe(true);
    expect(await place.open(epoch, 'a:1')).toBe(true);
    expect(await leadView(session).look()).toMatchObject({ epoch, address: 'a:1', beats: before.beats + 2 });
    expect(await place.take('two')).toEqual({ epoch: epoch + 1, floors: { plan: 61.5 } });
    expect((await leadView(session).look()).address).toBeUndefined();
    // A former leader neither beats nor opens.
    expect(await place.beat(epoch, {})).toBe(false);
    expect(await place.open(epoch, 'a:1')).toBe(false);
  });

  it('ends the session that holds the lock, and no other, and only while nothing has changed', async () => {
    const [leading, other, looking] = [await opened(), await opened(), await opened()];
    const place = leadPlace(leading);
    await place.lock();
    const { epoch } = await place.take('one');
    const view = leadView(looking);
    const seen = await view.look();
    expect(await view.endSilent({ ...seen, holder: other.backend })).toBe(false);
    expect(await view.endSilent({ ...seen, epoch: seen.epoch - 1 })).toBe(false);
    await place.beat(epoch, {});
    expect(await view.endSilent(seen)).toBe(false);
    const over = ended(leading);
    expect(await view.endSilent(await view.look())).toBe(true);
    await over;
    expect(await other.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await view.look()).holder).toBeUndefined();
  });
});
