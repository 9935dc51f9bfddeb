import * as z from 'zod/mini';
import { success, type Outcome } from '../../domain/failure';
import { openReadOnly } from './database';
import { databasePath, type StoragePlace } from './place';

const Names = z.array(z.object({ name: z.string() }));
const Counts = z.array(z.object({ count: z.number() }));
const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;

/** How many rows each table of a data folder has, for whoever watches what grows: a gateway may be writing to it meanwhile. */
export function rowCounts(place: StoragePlace): Outcome<Readonly<Record<string, number>>> {
  const opened = openReadOnly(databasePath(place));
  if (!opened.ok) return opened;
  const database = opened.value;
  const counts = Names.parse(database.all(TABLES)).map(({ name }) => {
    const [row] = Counts.parse(database.all(`SELECT count(*) AS count FROM ${name}`));
    return [name, row?.count ?? 0] as const;
  });
  database.close();
  return success(Object.fromEntries(counts));
}
