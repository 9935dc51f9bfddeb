import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Environment } from '../../../domain/desk-status';
import { ResourceKey } from '../../../domain/resources/resource';
import type { EndedStore } from '../ended';
import type { HistoryStore } from '../history';
import type { PositionSnapshotStore } from '../position-snapshot';
import type { RecordStore, StoredRecord } from '../records';
import type { PostgresPool } from './pool';
import { turns, withoutRepeats } from './turns';

/** What can be had again by asking the platform, or by counting anew: none of it waits for a disk, or for a standby. */
export interface SeenStores {
  readonly records: RecordStore;
  readonly history: HistoryStore;
  readonly positions: PositionSnapshotStore;
  readonly ended: EndedStore;
}

/** To stand in FROM of a statement: its commit then waits for nothing. */
export const UNHURRIED = "(SELECT set_config('synchronous_commit', 'off', true)) AS unhurried";

export function postgresSeen(pool: PostgresPool, at: Environment): SeenStores {
  return {
    records: recordsIn(pool, at),
    history: historyIn(pool, at),
    positions: positionsIn(pool, at),
    ended: endedIn(pool, at),
  };
}

const RecordRow = z.object({
  key: ResourceKey,
  json: z.string(),
  fetched_at: z.number(),
  final: z.boolean(),
});
const RecordRows = z.array(RecordRow);
const Kind = z.object({ kind: z.string() });

function recordsIn(pool: PostgresPool, at: Environment): RecordStore {
  const turn = turns();
  const columns = 'key, json, fetched_at, final';
  const records = (text: string, ...values: readonly unknown[]): Promise<StoredRecord[]> =>
    turn(async () => RecordRows.parse(await pool.query(text, values)).map(recordOf));
  const save = `INSERT INTO ${at}.record (key, kind, json, fetched_at, final)
    SELECT key, kind, json, fetched_at, final FROM ${UNHURRIED},
      unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::boolean[]) AS given (key, kind, json, fetched_at, final)
    ON CONFLICT (key) DO UPDATE SET json = excluded.json, fetched_at = excluded.fetched_at, final = excluded.final
    WHERE NOT record.final`;
  return {
    find: async (key) => (await records(`SELECT ${columns} FROM ${at}.record WHERE key = $1`, key))[0],
    save: (all) =>
      turn(async () => {
        for (const piece of withoutRepeats(all, ({ key }) => key)) {
          await pool.write(save, [
            piece.map(({ key }) => key),
            piece.map(({ key }) => Kind.parse(JSON.parse(key)).kind),
            piece.map(({ json }) => json),
            piece.map(({ fetchedAt }) => Math.floor(fetchedAt)),
            piece.map(({ final }) => final),
          ]);
        }
      }),
    piece: (kinds, { after = '', countMax }) =>
      records(
        `SELECT ${columns} FROM ${at}.record WHERE key > $1 AND kind = ANY($2::text[]) ORDER BY key LIMIT $3`,
        ...[after, [...kinds], countMax],
      ),
    forget: (before, finalBefore) =>
      turn(async () => {
        const text = `DELETE FROM ${at}.record USING ${UNHURRIED}
          WHERE fetched_at < CASE WHEN final THEN $2::bigint ELSE $1::bigint END`;
        await pool.write(text, [
          Math.floor(before),
          finalBefore === undefined ? null : Math.floor(finalBefore),
        ]);
      }),
  };
}

const recordOf = ({ fetched_at: fetchedAt, ...rest }: z.infer<typeof RecordRow>): StoredRecord => ({
  ...rest,
  fetchedAt,
});

const SeenRows = z.array(z.object({ seen_at: z.number(), until: z.number(), value: z.string() }));

function historyIn(pool: PostgresPool, at: Environment): HistoryStore {
  const turn = turns();
  const keep = `INSERT INTO ${at}.seen_value (request_id, field, seen_at, until, value)
    SELECT request_id, field, seen_at, until, value FROM ${UNHURRIED},
      unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[]) AS given (request_id, field, seen_at, until, value)
    ON CONFLICT (request_id, field, seen_at) DO UPDATE SET until = excluded.until, value = excluded.value`;
  return {
    keep: (values) =>
      turn(async () => {
        const pieces = withoutRepeats(values, (one) =>
          JSON.stringify([one.id, one.field, Math.floor(one.at)]),
        );
        for (const piece of pieces) {
          await pool.write(keep, [
            piece.map(({ id }) => id),
            piece.map(({ field }) => field),
            piece.map((one) => Math.floor(one.at)),
            piece.map(({ until }) => Math.floor(until)),
            piece.map(({ value }) => value),
          ]);
        }
      }),
    find: (id, field, count) =>
      turn(async () => {
        const text = `SELECT seen_at, until, value FROM ${at}.seen_value WHERE request_id = $1 AND field = $2
          ORDER BY seen_at DESC LIMIT $3`;
        const rows = SeenRows.parse(await pool.query(text, [id, field, count]));
        return rows.map(({ seen_at, until, value }) => ({ at: seen_at, until, value })).reverse();
      }),
    forget: (before) =>
      turn(async () => {
        const text = `DELETE FROM ${at}.seen_value USING ${UNHURRIED} WHERE until < $1::bigint`;
        await pool.write(text, [Math.floor(before)]);
      }),
  };
}

const Texts = z.array(z.object({ text: z.string(), hash: z.string() }));

function positionsIn(pool: PostgresPool, at: Environment): PositionSnapshotStore {
  const turn = turns();
  return {
    read: () =>
      turn(async () => {
        const [row] = Texts.parse(await pool.query(`SELECT text, hash FROM ${at}.position_snapshot`));
        return row && hashOf(row.text) === row.hash ? row.text : undefined;
      }),
    write: (text) =>
      turn(async () => {
        const put = `INSERT INTO ${at}.position_snapshot (text, hash) SELECT $1::text, $2::text FROM ${UNHURRIED}
          ON CONFLICT (one) DO UPDATE SET text = excluded.text, hash = excluded.hash`;
        await pool.write(put, [text, hashOf(text)]);
      }),
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const EndedRows = z.array(z.object({ kind: z.enum(['quote', 'request']), id: z.string() }));

function endedIn(pool: PostgresPool, at: Environment): EndedStore {
  const turn = turns();
  return {
    append: ({ kind, id }) =>
      turn(async () => {
        const text = `INSERT INTO ${at}.ended_offer (kind, id) SELECT $1::text, $2::text FROM ${UNHURRIED} ON CONFLICT DO NOTHING`;
        await pool.write(text, [kind, id]);
      }),
    remove: ({ kind, id }) =>
      turn(async () => {
        await pool.write(`DELETE FROM ${at}.ended_offer WHERE kind = $1 AND id = $2`, [kind, id]);
      }),
    all: () => turn(async () => EndedRows.parse(await pool.query(`SELECT kind, id FROM ${at}.ended_offer`))),
  };
}
