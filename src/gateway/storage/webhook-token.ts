import * as z from 'zod/mini';
import type { Database } from './database';

/** Where the secret part of the address for events is kept. */
export interface WebhookTokenStore {
  /** The token of this environment: made once, the same ever after, whoever asks first. It is on disk when it is given out. */
  token(newToken: () => string): Promise<string>;
}

export const STEPS = [
  `CREATE TABLE webhook_token (
    one INTEGER PRIMARY KEY CHECK (one = 1), token TEXT NOT NULL
  ) STRICT`,
];
const Row = z.object({ token: z.string() });

export function sqliteWebhookToken(database: Database): WebhookTokenStore {
  database.migrate('webhook', STEPS);
  return {
    token: async (newToken) =>
      database.atomically(() => {
        const known = database.get('SELECT token FROM webhook_token');
        if (known !== undefined) return Row.parse(known).token;
        const token = newToken();
        database.run('INSERT INTO webhook_token (one, token) VALUES (1, ?)', token);
        return token;
      }),
  };
}
