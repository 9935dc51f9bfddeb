import * as z from 'zod/mini';
import type { Environment } from '../../../domain/desk-status';
import { PlatformEvent } from '../../../domain/event';
import { REPEAT_WITHIN_MS, type EventStore, type HeardEvent } from '../events';
import type { PostgresPool } from './pool';
import type { Queries } from './session';
import { turns } from './turns';

/**
 * Events in PostgreSQL. Any machine may keep what it hears: the numbers follow one another over all of them, and whoever listens to
 * `EVENT_CHANNEL` is told of each.
 */
export function postgresEvents(
  pool: Pick<PostgresPool, 'query' | 'write' | 'atomically'>,
  environment: Environment,
): EventStore {
  const turn = turns();
  const columns = 'sequence, times, json';
  const from = `SELECT ${columns} FROM ${environment}.event`;
  const events = (text: string, ...values: readonly unknown[]): Promise<PlatformEvent[]> =>
    turn(async () => Rows.parse(await pool.query(text, values)).map(eventOf));
  const keepOne = `SELECT ${columns} FROM ${environment}.keep_event($1::bigint, $2::bytea, $3::text, $4::bigint)`;
  const kept = async (
    queries: Pick<Queries, 'write'>,
    { body, ...event }: HeardEvent,
  ): Promise<PlatformEvent[]> => {
    const at = Math.floor(event.heardAt);
    const given = [at, Buffer.from(body, 'utf8'), JSON.stringify(event), at - REPEAT_WITHIN_MS];
    return Rows.parse(await queries.write(keepOne, given)).map(eventOf);
  };
  return {
    keep: (heard) =>
      turn(async () => {
        const [only, ...more] = heard;
        if (only === undefined) return [];
        if (more.length === 0) return kept(pool, only);
        return pool.atomically(async (queries) => {
          const all: PlatformEvent[] = [];
          for (const one of heard) all.push(...(await kept(queries, one)));
          return all;
        });
      }),
    newest: (count) => events(`${from} ORDER BY sequence DESC LIMIT $1`, count),
    undigested: () => events(`${from} WHERE NOT digested ORDER BY sequence`),
    digested: (sequences, times = []) =>
      turn(async () => {
        const text = `UPDATE ${environment}.event SET digested = true FROM unnest($1::bigint[], $2::bigint[]) AS drawn (number, repeat)
          WHERE sequence = number AND times <= coalesce(repeat, times)`;
        await pool.write(text, [[...sequences], sequences.map((_, at) => times[at] ?? null)]);
      }),
    forget: (before) =>
      turn(async () => {
        const text = `DELETE FROM ${environment}.event WHERE digested AND last_at < $1::bigint`;
        await pool.write(text, [Math.floor(before)]);
        await pool.write(`DELETE FROM ${environment}.delivery WHERE at < $1::bigint`, [Math.floor(before)]);
      }),
  };
}

const Row = z.object({ sequence: z.number(), times: z.number(), json: z.string() });
const Rows = z.array(Row);

function eventOf({ sequence, times, json }: z.infer<typeof Row>): PlatformEvent {
  const event: unknown = JSON.parse(json);
  return PlatformEvent.parse({ ...z.record(z.string(), z.unknown()).parse(event), sequence, times });
}
