import type { Environment } from '../../../../src/domain/desk-status';
import { systemClock, type Clock } from '../../../../src/effects/clock';
import { leadPlace } from '../../../../src/gateway/storage/postgres/lead';
import { migrate } from '../../../../src/gateway/storage/postgres/migrations';
import type { PostgresPlace } from '../../../../src/gateway/storage/postgres/place';
import { openPool, type PostgresPool } from '../../../../src/gateway/storage/postgres/pool';
import { openPrimary, type PostgresSession } from '../../../../src/gateway/storage/postgres/session';
import { startPostgres, type PostgresServers } from '../../../postgres';

/** A desk of its own in PostgreSQL, led from here. */
export interface PostgresDesk {
  readonly place: PostgresPlace;
  readonly lead: PostgresSession;
  readonly pool: PostgresPool;
  readonly epoch: number;
  readonly environment: Environment;
  readonly clock: Clock;
  end(): Promise<void>;
}

const TEMPLATE = 'template_desk';
let shared: Promise<PostgresServers> | undefined;
let count = 0;

/** On a busy machine. */
export const START_MS_MAX = 120_000;

/** One server for all tests of a process; it ends with it. */
export const sharedServer = (): Promise<PostgresServers> => (shared ??= started());

async function started(): Promise<PostgresServers> {
  const servers = await startPostgres();
  await servers.primary.sql(`CREATE DATABASE ${TEMPLATE} OWNER desk`);
  const session = await sessionWith({ ...servers.place, database: TEMPLATE });
  await leadPlace(session).lock();
  const migrated = await migrate(session);
  if (!migrated.ok) throw new Error(migrated.failure.message);
  await session.end();
  return servers;
}

export async function sessionWith(place: PostgresPlace, name = 'test'): Promise<PostgresSession> {
  const opened = await openPrimary(place, { name, clock: systemClock });
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
}

/** An empty database, for what makes the tables itself. */
export async function emptyPlace(from?: string): Promise<PostgresPlace> {
  const { place, primary } = await sharedServer();
  const database = `desk_${(count += 1)}`;
  await primary.sql(`CREATE DATABASE ${database} OWNER desk ${from === undefined ? '' : `TEMPLATE ${from}`}`);
  return { ...place, database };
}

export async function openDesk(): Promise<PostgresDesk> {
  const place = await emptyPlace(TEMPLATE);
  const lead = await sessionWith(place);
  await leadPlace(lead).lock();
  const { epoch } = await leadPlace(lead).take('test');
  const pool = openPool(place, { name: 'test', clock: systemClock, sessionsMax: 3 });
  const end = async (): Promise<void> => void (await Promise.all([lead.end(), pool.end()]));
  return { place, lead, pool, epoch, environment: 'simulator', clock: systemClock, end };
}
