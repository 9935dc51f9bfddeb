import * as z from 'zod/mini';
import type { Environment } from '../../../domain/desk-status';
import { LANES } from '../../../domain/lane';
import type { Count, UsageStore } from '../../platform/rate-limit/usage';
import type { Queries } from './session';

/** The usage of every plan of an environment, each change in one statement. Only who leads spends calls. */
export function postgresUsage(lead: Queries, environment: Environment): (plan: string) => UsageStore {
  const sql = statements(environment);
  return (plan) => ({
    day: async (day) => {
      const [{ leased }] = Leased.parse(await lead.query(sql.leased, [plan, day]));
      return { leased, counts: Counts.parse(await lead.query(sql.counts, [plan, day])) };
    },
    lease: async (day, { calls, limit, counted }) =>
      Lease.parse(await lead.write(sql.lease, [plan, day, calls, limit, ...columnsOf(counted)]))[0],
    giveBack: async (day, { calls, counted }) =>
      void (await lead.write(sql.giveBack, [plan, day, calls, ...columnsOf(counted)])),
    saveLevel: async ({ tokens, at }) => void (await lead.write(sql.saveLevel, [plan, tokens, at])),
    takeLevel: async () => Levels.parse(await lead.write(sql.takeLevel, [plan]))[0],
  });
}

function statements(at: Environment) {
  const before = `before AS (SELECT coalesce(max(leased), 0) AS leased FROM ${at}.usage_day WHERE plan = $1 AND day = $2)`;
  const counted = (lanes: number): string => `counted AS (
    INSERT INTO ${at}.usage_count (plan, day, lane, operation, calls)
    SELECT $1, $2, lane, operation, sum(calls) FROM unnest($${lanes}::text[], $${lanes + 1}::text[], $${lanes + 2}::bigint[])
      AS given (lane, operation, calls) GROUP BY lane, operation
    ON CONFLICT (plan, day, lane, operation) DO UPDATE SET calls = usage_count.calls + excluded.calls)`;
  const into = (leased: string): string => `day AS (
    INSERT INTO ${at}.usage_day (plan, day, leased) SELECT $1, $2, ${leased} FROM before
    ON CONFLICT (plan, day) DO UPDATE SET leased = excluded.leased RETURNING leased)`;
  return {
    leased: `SELECT coalesce(max(leased), 0) AS leased FROM ${at}.usage_day WHERE plan = $1 AND day = $2`,
    counts: `SELECT lane, operation, calls FROM ${at}.usage_count WHERE plan = $1 AND day = $2 ORDER BY lane, operation`,
    lease: `WITH ${before}, ${counted(5)}, ${into('leased + greatest(0, least($3::bigint, $4::bigint - leased))')}
      SELECT day.leased - before.leased AS granted, day.leased FROM before, day`,
    giveBack: `WITH ${before}, ${counted(4)}, ${into('greatest(0, leased - $3::bigint)')} SELECT leased FROM day`,
    saveLevel: `INSERT INTO ${at}.usage_level (plan, tokens, at) VALUES ($1, $2, $3)
      ON CONFLICT (plan) DO UPDATE SET tokens = excluded.tokens, at = excluded.at`,
    takeLevel: `DELETE FROM ${at}.usage_level WHERE plan = $1 RETURNING tokens, at`,
  };
}

const columnsOf = (counted: readonly Count[]): unknown[] => [
  counted.map(({ lane }) => lane),
  counted.map(({ operation }) => operation),
  counted.map(({ calls }) => calls),
];

const Leased = z.tuple([z.object({ leased: z.int() })]);
const Lease = z.tuple([z.object({ granted: z.int(), leased: z.int() })]);
const Counts = z.array(z.object({ lane: z.enum(LANES), operation: z.string(), calls: z.int() }));
const Levels = z.array(z.object({ tokens: z.number(), at: z.number() }));
