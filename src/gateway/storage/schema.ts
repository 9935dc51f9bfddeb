import * as z from 'zod/mini';
import type { Failure } from '../../domain/failure';
import type { Database, Step } from './database';
import { STEPS as disk } from './disk';
import { STEPS as capture } from './trade-downloads';
import { STEPS as ended } from './ended';
import { STEPS as event } from './events';
import { STEPS as halts } from './halts';
import { STEPS as history } from './history';
import { STEPS as journal } from './sqlite-journal';
import { STEPS as limits } from './limits';
import { STEPS as recalls } from './mass-withdrawals';
import { STEPS as reconciled } from './checkpoint';
import { STEPS as positions } from './position-snapshot';
import { STEPS as ownTrades } from './own-trades';
import { STEPS as parts } from './proven-parts';
import { STEPS as record } from './records';
import { STEPS as standpoint } from './sqlite-standpoint';
import { STEPS as trade } from './sqlite-trades';
import { STEPS as webhook } from './webhook-token';
import { STEPS as usage } from './usage-store';

/** The steps of every store of a data folder, by the name under which its version is kept. */
export const SCHEMA: Readonly<Record<string, readonly Step[]>> = {
  capture,
  disk,
  ended,
  event,
  halts,
  history,
  journal,
  limits,
  'own-trades': ownTrades,
  parts,
  positions,
  recalls,
  reconciled,
  record,
  standpoint,
  trade,
  usage,
  webhook,
};

const Rows = z.array(z.object({ store: z.string(), version: z.int() }));

/**
 * Why this version must leave the database at `path` alone: a store in it has steps that are not known here. It is asked
 * before any store is opened, so that nothing is changed in such a folder. A store of which nothing at all is known is in nobody's
 * way.
 */
export function newerSchema(database: Pick<Database, 'all'>, path: string): Failure | undefined {
  const rows = Rows.parse(database.all('SELECT store, version FROM schema_version ORDER BY store'));
  const newer = rows.filter(({ store, version }) => version > (SCHEMA[store]?.length ?? version));
  if (newer.length === 0) return undefined;
  const named = newer.map(({ store, version }) => `${store} ${version}`).join(', ');
  return {
    kind: 'wrong-state',
    message: `${path} was written by a newer SpreadDesk (${named}), which this one cannot read.`,
    next: 'Install that version again, or put back the copy of the data folder that was made before the upgrade.',
  };
}
