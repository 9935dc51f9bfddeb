import * as z from 'zod/mini';
import { Limits } from '../../domain/limits/limits';
import type { LimitsStore } from '../actions/limits-keeper';
import type { Database } from './database';

export const STEPS = [
  `CREATE TABLE limits_setting (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, set_at INTEGER NOT NULL, json TEXT NOT NULL
  ) STRICT`,
];
const Row = z.object({ set_at: z.number(), json: z.string() });

export function sqliteLimits(database: Database): LimitsStore {
  database.migrate('limits', STEPS);
  return {
    append: async ({ limits, setAt }) =>
      void database.run(
        'INSERT INTO limits_setting (set_at, json) VALUES (?, ?)',
        Math.floor(setAt),
        JSON.stringify(limits),
      ),
    newest: async () => {
      const row = database.get('SELECT set_at, json FROM limits_setting ORDER BY sequence DESC LIMIT 1');
      if (row === undefined) return undefined;
      const { set_at: setAt, json } = Row.parse(row);
      return { setAt, limits: z.nullable(Limits).parse(JSON.parse(json)) };
    },
  };
}
