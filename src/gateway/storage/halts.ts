import * as z from 'zod/mini';
import { Halt } from '../../domain/halt';
import type { Database, Step } from './database';

/** Where halts are kept, so that none is forgotten over a restart. All of them stay. */
export interface HaltStore {
  /** Writes a halt, or how it stands now. */
  put(halt: Halt): Promise<void>;
  /** The one with the highest number, whether it is over or not. Rejects when it cannot be read. */
  newest(): Promise<Halt | undefined>;
}

export const STEPS: readonly Step[] = [
  'CREATE TABLE halt (number INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT',
];

const Row = z.object({ json: z.string() });

export function sqliteHalts(database: Database): HaltStore {
  database.migrate('halts', STEPS);
  return {
    put: async (halt) =>
      void database.run(
        'INSERT OR REPLACE INTO halt (number, json) VALUES (?, ?)',
        halt.number,
        JSON.stringify(halt),
      ),
    newest: async () => {
      const row = database.get('SELECT json FROM halt ORDER BY number DESC LIMIT 1');
      return row === undefined ? undefined : Halt.parse(JSON.parse(Row.parse(row).json));
    },
  };
}
