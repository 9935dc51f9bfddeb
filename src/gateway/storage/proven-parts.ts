import * as z from 'zod/mini';
import { PartKind } from '../../domain/limits/limits';
import type { Database } from './database';

/** Where is kept that the platform of this environment took a part as it was sent, by the kind of what was a part. */
export interface ProvenPartsStore {
  append(kind: PartKind): Promise<void>;
  all(): Promise<readonly PartKind[]>;
}

export const STEPS = ['CREATE TABLE proven_part (kind TEXT PRIMARY KEY) STRICT, WITHOUT ROWID'];

const Rows = z.array(z.object({ kind: PartKind }));

export function sqliteProvenParts(database: Database): ProvenPartsStore {
  database.migrate('parts', STEPS);
  return {
    append: async (kind) => void database.run('INSERT OR IGNORE INTO proven_part VALUES (?)', kind),
    all: async () => Rows.parse(database.all('SELECT kind FROM proven_part')).map(({ kind }) => kind),
  };
}
