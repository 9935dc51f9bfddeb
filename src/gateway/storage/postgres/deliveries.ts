import * as z from 'zod/mini';
import { Environment } from '../../../domain/desk-status';
import { REPEAT_WITHIN_MS } from '../events';
import type { Delivery, DeliveryStore } from '../deliveries';
import type { Queries } from './session';

/** One statement, and so one commit and one round trip, for all events of one environment. */
const HEAR = (environment: Delivery['environment']): string =>
  `SELECT ${environment}.hear_event(id, at, body, said, at - ${REPEAT_WITHIN_MS})
   FROM unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::text[]) AS heard (id, at, body, said)`;

export const postgresDeliveries = (queries: Pick<Queries, 'write'>): DeliveryStore => ({
  async hear(deliveries) {
    for (const environment of new Set(deliveries.map((one) => one.environment))) {
      const heard = deliveries.filter((one) => one.environment === environment);
      await queries.write(HEAR(environment), [
        heard.map(({ id }) => id),
        heard.map(({ event }) => Math.floor(event.heardAt)),
        heard.map(({ event }) => Buffer.from(event.body, 'utf8')),
        heard.map(({ event: { body: _, ...said } }) => JSON.stringify(said)),
      ]);
    }
  },
});

const Row = z.array(z.object({ token: z.string() }));

/** The addresses for events that the desk has; none of an environment that nobody has opened yet. */
export async function webhookTokens(
  queries: Pick<Queries, 'query'>,
): Promise<Partial<Record<Environment, string>>> {
  const tokens: Partial<Record<Environment, string>> = {};
  for (const environment of Environment.options) {
    const there = await queries.query('SELECT 1 WHERE to_regclass($1) IS NOT NULL', [
      `${environment}.webhook_token`,
    ]);
    if (there.length === 0) continue;
    const [row] = Row.parse(await queries.query(`SELECT token FROM ${environment}.webhook_token`));
    if (row) tokens[environment] = row.token;
  }
  return tokens;
}
