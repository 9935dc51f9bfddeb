import * as z from 'zod/mini';
import { LEAD_LOCK } from './schema';
import type { PostgresSession, Queries } from './session';

const Floors = z.record(z.string(), z.number());
const Taken = z.tuple([z.object({ epoch: z.number(), floors: Floors })]);
const TAKE = `UPDATE desk.lead SET epoch = epoch + 1, beats = beats + 1, process = $1, address = NULL, beat = clock_timestamp()
  RETURNING epoch, floors`;
const BEAT = `UPDATE desk.lead SET beats = beats + 1, beat = clock_timestamp(), floors = $2
  WHERE epoch = $1 RETURNING epoch`;
const OPEN = `WITH opened AS (UPDATE desk.lead SET address = $2 WHERE epoch = $1 RETURNING epoch)
  SELECT epoch, pg_notify('lead', epoch::text) FROM opened`;

/** What the one session does that leads, or waits to. Every write rejects once the session has ended. */
export interface LeadPlace {
  /** Resolves when this session holds the lock, which may be in months. */
  lock(): Promise<void>;
  /** Begins the next epoch. Gives the floors that the last leader has left. */
  take(
    process: string,
  ): Promise<{ readonly epoch: number; readonly floors: Readonly<Record<string, number>> }>;
  /** Shows that the leader of this epoch is there. Whether it still is the leader. */
  beat(epoch: number, floors: Readonly<Record<string, number>>): Promise<boolean>;
  /** From here on presses are taken at this address, or nowhere without one. Whether it still is the leader. */
  open(epoch: number, address: string | undefined): Promise<boolean>;
}

export const leadPlace = (session: Pick<PostgresSession, 'wait' | 'write' | 'writeFirst'>): LeadPlace => ({
  async lock() {
    await session.wait('SELECT pg_advisory_lock($1)', [LEAD_LOCK]);
  },
  async take(process) {
    const [taken] = Taken.parse(await session.write(TAKE, [process]));
    return taken;
  },
  // Who leads is not taken for silent because many wait to write.
  beat: async (epoch, floors) => (await session.writeFirst(BEAT, [epoch, JSON.stringify(floors)])).length > 0,
  open: async (epoch, address) => (await session.write(OPEN, [epoch, address ?? null])).length > 0,
});

const Locked = z.tuple([z.object({ locked: z.boolean() })]);
const TRY = 'SELECT pg_try_advisory_lock($1) AS locked';

/** Takes the lock, unless somebody else has it. */
export const tryLead = async (session: Pick<PostgresSession, 'wait'>): Promise<boolean> =>
  Locked.parse(await session.wait(TRY, [LEAD_LOCK]))[0].locked;

const ASKED = `l.locktype = 'advisory' AND l.classid = 0 AND l.objid = ${LEAD_LOCK}
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
const LOOK = `SELECT epoch, beats, address, (SELECT l.pid FROM pg_locks l WHERE ${ASKED} AND l.granted) AS holder,
  ARRAY(SELECT l.pid FROM pg_locks l WHERE ${ASKED}) AS standing FROM desk.lead`;
/** The session that holds the lock and no other, while no beat has come since it was found silent. */
const END = `SELECT pg_terminate_backend(l.pid) AS ended FROM pg_locks l, desk.lead
  WHERE ${ASKED} AND l.granted AND l.pid = $1 AND lead.epoch = $2 AND lead.beats = $3`;

const Look = z.tuple([
  z.object({
    epoch: z.number(),
    beats: z.number(),
    address: z.nullable(z.string()),
    holder: z.nullable(z.number()),
    standing: z.array(z.number()),
  }),
]);

/** What was seen at one look. */
interface Seen {
  readonly epoch: number;
  readonly beats: number;
  readonly address?: string | undefined;
  readonly holder?: number | undefined;
  /** The numbers of all sessions that hold the lock or wait for it. */
  readonly standing: readonly number[];
}

/** What the others see of who leads, and how they end a leader that shows itself no more. */
export interface LeadView {
  look(): Promise<Seen>;
  /** Ends the session that holds the lock, unless anything is other than it was seen. Whether one was ended. */
  endSilent(seen: Seen): Promise<boolean>;
}

export const leadView = (queries: Pick<Queries, 'query'>): LeadView => ({
  async look() {
    const [{ epoch, beats, address, holder, standing }] = Look.parse(await queries.query(LOOK));
    return { epoch, beats, address: address ?? undefined, holder: holder ?? undefined, standing };
  },
  endSilent: async ({ holder, epoch, beats }) =>
    (await queries.query(END, [holder, epoch, beats])).length > 0,
});
