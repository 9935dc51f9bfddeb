import * as z from 'zod/mini';
import type { Database } from './database';
import { readStandpoint, textOf, type Standpoint } from './standpoint';

export const STEPS = [
  `CREATE TABLE standpoint (only INTEGER PRIMARY KEY CHECK (only = 1), text TEXT NOT NULL, hash TEXT NOT NULL) STRICT`,
];

const Row = z.object({ text: z.string(), hash: z.string() });

/** The one that was kept last; nothing where there is none that can be relied on. */
export function keptStandpoint(database: Database): Standpoint | undefined {
  const row = database.get('SELECT text, hash FROM standpoint WHERE only = 1');
  return row === undefined ? undefined : readStandpoint(Row.parse(row));
}

/** It can be had again from the journal, so no write of it waits for the disk. */
export function keepStandpoint(database: Database, standpoint: Standpoint): void {
  const { text, hash } = textOf(standpoint);
  database.unhurried(() => database.run('INSERT OR REPLACE INTO standpoint VALUES (1, ?, ?)', text, hash));
}
