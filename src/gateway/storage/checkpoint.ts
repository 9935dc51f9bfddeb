import * as z from 'zod/mini';
import type { Database } from './database';

const Dated = z.object({ id: z.string(), at: z.number() });

/** What the platform's lists said when they were compared last. Times are epoch ms. */
export const Checkpoint = z.object({
  /** When the lists were asked for. */
  at: z.number(),
  /** Requests that were open, or that are over but wait for their last prices. */
  openIds: z.array(z.string()),
  /** Requests that no list has any more, and since when. */
  missing: z.array(Dated),
  /** Requests concluded lately. */
  concluded: z.array(Dated),
  /** Trades of lately. */
  trades: z.array(Dated),
  /** Calls that comparing has taken on the service's day that ends at `dayEndsAt`. */
  calls: z.number(),
  dayEndsAt: z.number(),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

/** Where the last known moment of one environment is kept. There is one; the newer replaces the older. */
export interface CheckpointStore {
  read(): Promise<Checkpoint | undefined>;
  /** Rejects when it cannot be kept: then the one before stays, and the same is found again. */
  write(checkpoint: Checkpoint): Promise<void>;
}

export const STEPS = [
  `CREATE TABLE reconciled (only INTEGER PRIMARY KEY CHECK (only = 1), json TEXT NOT NULL) STRICT`,
];
const Row = z.object({ json: z.string() });

export function sqliteCheckpoint(database: Database): CheckpointStore {
  database.migrate('reconciled', STEPS);
  return {
    async read() {
      const row = database.get('SELECT json FROM reconciled WHERE only = 1');
      return row === undefined ? undefined : Checkpoint.parse(JSON.parse(Row.parse(row).json));
    },
    write: async (checkpoint) =>
      void database.run(
        'INSERT OR REPLACE INTO reconciled (only, json) VALUES (1, ?)',
        JSON.stringify(checkpoint),
      ),
  };
}
