import * as z from 'zod/mini';
import type { Database } from './database';

export const STEPS = [
  `CREATE TABLE webhook_token (
    one INTEGER PRIMARY KEY CHECK (one = 1), token TEXT NOT NULL
  ) STRICT`,
];
const Row = z.object({ token: z.string() });

/** The token of this environment: made once, the same ever after. */
export function webhookTokenIn(database: Database, newToken: () => string): string {
  database.migrate('webhook', STEPS);
  return database.atomically(() => {
    const known = database.get('SELECT token FROM webhook_token');
    if (known !== undefined) return Row.parse(known).token;
    const token = newToken();
    database.run('INSERT INTO webhook_token (one, token) VALUES (1, ?)', token);
    return token;
  });
}
