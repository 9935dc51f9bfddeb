import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { leadPlace, tryLead } from '../../../../src/gateway/storage/postgres/lead';
import { migrate, schemaProblem } from '../../../../src/gateway/storage/postgres/migrations';
import { STEPS, type Step } from '../../../../src/gateway/storage/postgres/schema';
import type { PostgresSession } from '../../../../src/gateway/storage/postgres/session';
import { canRunPostgres } from '../../../postgres';
import { emptyPlace, openDesk, sessionWith, sharedServer, START_MS_MAX } from './desk';

const ADDED: Step = { sql: 'CREATE TABLE desk.added (word text)' };
const TAKEN: Step = { sql: 'DROP TABLE desk.added', contracts: true };

async function empty(): Promise<PostgresSession> {
  const session = await sessionWith(await emptyPlace());
  onTestFinished(() => session.end());
  return session;
}
const problemOf = async (session: PostgresSession, steps: readonly Step[]): Promise<string> => {
  const migrated = await migrate(session, steps);
  return migrated.ok ? 'none' : migrated.failure.message;
};

describe.runIf(canRunPostgres())('the tables of a desk', () => {
  beforeAll(async () => void (await sharedServer()), START_MS_MAX);

  it('are made once, and brought up to date by later versions', async () => {
    const session = await empty();
    expect(await schemaProblem(session)).toBeUndefined();
    expect(await problemOf(session, STEPS)).toBe('none');
    expect(await problemOf(session, [...STEPS, ADDED])).toBe('none');
    expect(await problemOf(session, [...STEPS, ADDED])).toBe('none');
    expect(await session.query('SELECT * FROM desk.added')).toEqual([]);
  });

  it('may be led by an older version again after a newer one has added to them, and stay as they are', async () => {
    const session = await empty();
    await migrate(session, [...STEPS, ADDED]);
    expect(await problemOf(session, STEPS)).toBe('none');
    expect(await schemaProblem(session)).toBeUndefined();
    expect(await session.query('SELECT * FROM desk.added')).toEqual([]);
    expect(await problemOf(session, [...STEPS, ADDED])).toBe('none');
  });

  it('are neither led nor read by a version that needs what a newer one took away', async () => {
    const session = await empty();
    await migrate(session, [...STEPS, ADDED, TAKEN]);
    const newer = new RegExp(`version ${STEPS.length + 2} by a newer SpreadDesk.*needs what was taken away`);
    expect(await problemOf(session, STEPS)).toMatch(newer);
    expect((await schemaProblem(session))?.message).toMatch(newer);
    expect(await schemaProblem(session, [...STEPS, ADDED, TAKEN])).toBeUndefined();
  });

  it('stay as they were when a step fails', async () => {
    const session = await empty();
    expect(await problemOf(session, [...STEPS, ADDED, { sql: 'no SQL at all' }])).toContain('syntax error');
    expect(await problemOf(session, [...STEPS, ADDED])).toBe('none');
  });

  it('are not made among those of somebody else', async () => {
    const session = await empty();
    await session.query('CREATE SCHEMA production');
    expect(await problemOf(session, STEPS)).toContain('not of SpreadDesk');
  });
});

describe.runIf(canRunPostgres())('the lead', () => {
  it('is taken by one session at a time, each with the next epoch', async () => {
    const desk = await openDesk();
    onTestFinished(() => desk.end());
    const other = await sessionWith(desk.place);
    onTestFinished(() => other.end());
    expect(await tryLead(other)).toBe(false);
    await expect(leadPlace(other).take('other')).rejects.toThrow('Only who holds the lock');
    await desk.lead.end();
    expect(await tryLead(other)).toBe(true);
    expect(await leadPlace(other).take('other')).toEqual({ epoch: desk.epoch + 1, floors: {} });
  });

  it('is shown by who has it, and by nobody else', async () => {
    const desk = await openDesk();
    onTestFinished(() => desk.end());
    const beat = `UPDATE desk.lead SET beats = beats + 1, floors = '{"sandbox": 12.5}'`;
    await desk.lead.write(beat);
    await expect(desk.pool.write(beat)).rejects.toThrow('Only who leads shows itself');
    for (const wrong of [
      'UPDATE desk.lead SET epoch = epoch + 2',
      'UPDATE desk.lead SET epoch = epoch - 1',
      'UPDATE desk.lead SET backend = pg_backend_pid()',
      'DELETE FROM desk.lead',
      'TRUNCATE desk.lead',
    ]) {
      await expect(desk.pool.write(wrong), wrong).rejects.toThrow();
    }
    await desk.lead.end();
    const next = await sessionWith(desk.place);
    onTestFinished(() => next.end());
    await tryLead(next);
    expect(await leadPlace(next).take('next')).toMatchObject({ floors: { sandbox: 12.5 } });
  });
});
