import type { Limits } from '../../domain/limits/limits';
import * as z from 'zod/mini';
import { STORED_VERSION, storedLimits } from '../../domain/limits/stored';

import type { Database } from './database';

export const STEPS = [
  `CREATE TABLE limits_setting (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, set_at INTEGER NOT NULL, json TEXT NOT NULL
  ) STRICT`,
  // An older gateway would pass over what it does not know in newer levels; with this step it refuses the folder instead.
  'ALTER TABLE limits_setting ADD COLUMN version INTEGER NOT NULL DEFAULT 1',
];
const Row = z.object({ set_at: z.number(), json: z.string(), version: z.int() });

export function sqliteLimits(database: Database): LimitsStore {
  database.migrate('limits', STEPS);
  return {
    append: async ({ limits, setAt }) =>
      void database.run(
        'INSERT INTO limits_setting (set_at, json, version) VALUES (?, ?, ?)',
        Math.floor(setAt),
        JSON.stringify(limits),
        STORED_VERSION,
      ),
    newest: async () => {
      const row = database.get(
        'SELECT set_at, json, version FROM limits_setting ORDER BY sequence DESC LIMIT 1',
      );
      if (row === undefined) return undefined;
      const { set_at: setAt, json, version } = Row.parse(row);
      return { setAt, limits: storedLimits(version, JSON.parse(json)) };
    },
  };
}

/** Levels that the pane set, or that it gave them up; `setAt` is epoch ms. */
export interface SetLimits {
  readonly limits: Limits | null;
  readonly setAt: number;
}

/** Where the levels that the pane set are kept. Every setting stays, so that it can be told who was held to what. */
export interface LimitsStore {
  append(set: SetLimits): Promise<void>;
  /** Rejects when the newest cannot be read as a whole. */
  newest(): Promise<SetLimits | undefined>;
}
