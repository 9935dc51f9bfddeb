import * as z from 'zod/mini';
import { failed, success, type Failure, type Outcome } from '../../../domain/failure';
import { STEPS, type Step } from './schema';
import type { PostgresSession, Queries } from './session';

const Versions = z.array(z.object({ version: z.int(), needs: z.int() }));
const NEW = { version: 0, needs: 0 };
const HAS_SCHEMA = "SELECT 1 FROM pg_class WHERE oid = to_regclass('desk.schema_version')";
const HAS_OTHERS =
  "SELECT 1 FROM pg_namespace WHERE nspname IN ('desk', 'simulator', 'sandbox', 'production')";
const VERSION = 'SELECT version, needs FROM desk.schema_version';

/**
 * Brings the tables up to date: only for a session that holds the lock. What a newer version has added stays, and this one may lead
 * beside it: so an upgrade can be taken back. Where a newer one took something away that this one needs, it is refused.
 */
export async function migrate(
  session: PostgresSession,
  steps: readonly Step[] = STEPS,
): Promise<Outcome<void>> {
  const problem = await schemaProblem(session, steps);
  if (problem) return failed(problem);
  const { version } = await versionOf(session);
  if (version >= steps.length) return success(undefined);
  if (version === 0 && (await session.query(HAS_OTHERS)).length > 0) return failed(NOT_EMPTY);
  const needs = steps.reduce((last, step, at) => (step.contracts ? at + 1 : last), 0);
  await session.wait('BEGIN');
  try {
    if (version === 0) {
      await session.wait(
        'CREATE SCHEMA desk; CREATE TABLE desk.schema_version (version integer NOT NULL, needs integer NOT NULL)',
      );
      await session.wait('INSERT INTO desk.schema_version VALUES (0, 0)');
    }
    for (const { sql } of steps.slice(version)) await session.wait(sql);
    await session.wait('UPDATE desk.schema_version SET version = $1, needs = $2', [steps.length, needs]);
    await session.wait('COMMIT');
    return success(undefined);
  } catch (error) {
    await session.wait('ROLLBACK').catch(() => undefined);
    return failed(notMigrated(error));
  }
}

/** Why this version may not work on the desk, neither lead it nor be a door of it; nothing where nobody has led yet. */
export async function schemaProblem(
  queries: Pick<Queries, 'query'>,
  steps: readonly Step[] = STEPS,
): Promise<Failure | undefined> {
  const { version, needs } = await versionOf(queries);
  return needs > steps.length ? newer(version, steps.length) : undefined;
}

async function versionOf(queries: Pick<Queries, 'query'>): Promise<z.infer<typeof Versions>[number]> {
  if ((await queries.query(HAS_SCHEMA)).length === 0) return NEW;
  return Versions.parse(await queries.query(VERSION))[0] ?? NEW;
}

const newer = (version: number, known: number): Failure => ({
  kind: 'wrong-state',
  message: `The desk in PostgreSQL was brought to version ${version} by a newer SpreadDesk; this one knows version ${known}, and needs what was taken away since.`,
  next: 'Install that version on this machine too.',
});
const NOT_EMPTY: Failure = {
  kind: 'wrong-state',
  message: 'The database of DESK_STORE holds schemas of the same names that are not of SpreadDesk.',
  next: 'Give SpreadDesk a database of its own.',
};
const notMigrated = (error: unknown): Failure => ({
  kind: 'unavailable',
  message: `The tables of the desk could not be brought up to date (${error instanceof Error ? error.message : String(error)}).`,
  next: 'Check that the user of DESK_STORE owns the database, and start the gateway again.',
});
