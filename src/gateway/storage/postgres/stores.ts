import type { Environment } from '../../../domain/desk-status';
import type { Clock } from '../../../effects/clock';
import type { DiskState } from '../disk';
import type { Stores } from '../stores';
import { postgresDeskState } from './desk-state';
import { postgresEvents } from './events';
import { postgresJournal } from './journal';
import type { PostgresPool } from './pool';
import { postgresSeen } from './seen';
import type { Queries } from './session';
import { postgresTrades } from './trades';
import { postgresUsage } from './usage';

/** Of who leads: the session that holds the lock, and beside it the connections for what must not hold the journal up. */
export interface LeadPlace {
  readonly lead: Queries;
  readonly pool: PostgresPool;
  /** The number of this leader. */
  readonly epoch: number;
  readonly environment: Environment;
  /** Whether the server keeps what it is given. */
  readonly disk: DiskState;
  readonly clock: Clock;
}

/**
 * Everything that is kept of one environment, in PostgreSQL. A write that resolved is on the disks of the server and of a standby, as the
 * checks of the server ask for, unless its store says otherwise. The session and the pool stay with whoever opened them.
 */
export function postgresStores({ lead, pool, epoch, environment, disk, clock }: LeadPlace): Stores {
  return {
    journal: postgresJournal({ lead, environment, epoch, clock }),
    ...postgresSeen(pool, environment),
    ...postgresDeskState(lead, environment),
    trades: postgresTrades(pool, environment),
    events: postgresEvents(pool, environment),
    usage: postgresUsage(lead, environment),
    disk,
    close: async () => undefined,
  };
}
