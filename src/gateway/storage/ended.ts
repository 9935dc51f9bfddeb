import * as z from 'zod/mini';
import type { Database } from './database';

/** A quote or a request that is proven over: by its own record, or by the platform's word that there is none. */
export interface Ended {
  readonly kind: 'quote' | 'request';
  readonly id: string;
}

/** Where is kept what is proven over, so that it is asked once and not after every start. */
export interface EndedStore {
  append(ended: Ended): Promise<void>;
  /** It turned out not to be over. */
  remove(ended: Ended): Promise<void>;
  all(): Promise<readonly Ended[]>;
}

export const STEPS = [
  `CREATE TABLE ended_offer (
    kind TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID`,
];

const Rows = z.array(z.object({ kind: z.enum(['quote', 'request']), id: z.string() }));

/** What is over can be had again by asking, so no write of it waits for the disk. */
export function sqliteEnded(database: Database): EndedStore {
  database.migrate('ended', STEPS);
  return {
    append: async ({ kind, id }) =>
      void database.unhurried(() =>
        database.run('INSERT OR IGNORE INTO ended_offer VALUES (?, ?)', kind, id),
      ),
    remove: async ({ kind, id }) =>
      void database.run('DELETE FROM ended_offer WHERE kind = ? AND id = ?', kind, id),
    all: async () => Rows.parse(database.all('SELECT kind, id FROM ended_offer')),
  };
}
