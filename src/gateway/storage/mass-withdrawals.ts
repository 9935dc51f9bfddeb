import * as z from 'zod/mini';
import { MassWithdrawal } from '../../domain/mass-withdrawal';
import { By } from '../../domain/person';
import type { Database } from './database';

/** Where mass withdrawals are kept, so that none is forgotten over a restart. All of them stay. */
export interface MassWithdrawalStore {
  append(withdrawal: MassWithdrawal): Promise<void>;
  newest(): Promise<MassWithdrawal | undefined>;
}

export const STEPS = [
  `CREATE TABLE recall (
    number INTEGER PRIMARY KEY, at INTEGER NOT NULL, id TEXT NOT NULL
  ) STRICT`,
  'ALTER TABLE recall ADD COLUMN proposals INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE recall ADD COLUMN by TEXT',
];

const Row = z.extend(MassWithdrawal, { proposals: z.int(), by: z.nullable(z.string()) });

export function sqliteMassWithdrawals(database: Database): MassWithdrawalStore {
  database.migrate('recalls', STEPS);
  return {
    append: async ({ number, at, id, proposals, by }) =>
      void database.run(
        'INSERT OR REPLACE INTO recall (number, at, id, proposals, by) VALUES (?, ?, ?, ?, ?)',
        number,
        Math.floor(at),
        id,
        proposals === true ? 1 : 0,
        by ? JSON.stringify(by) : null,
      ),
    newest: async () => {
      const row = database.get(
        'SELECT number, at, id, proposals, by FROM recall ORDER BY number DESC LIMIT 1',
      );
      if (row === undefined) return undefined;
      const { proposals, by, ...withdrawal } = Row.parse(row);
      return {
        ...withdrawal,
        ...(proposals === 1 && { proposals: true }),
        ...(by !== null && { by: By.parse(JSON.parse(by)) }),
      };
    },
  };
}
