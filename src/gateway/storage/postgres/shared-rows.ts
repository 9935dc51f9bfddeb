import * as z from 'zod/mini';
import type { SharedRows } from '../shared-rows';
import type { Queries } from './session';

const Rows = z.array(z.object({ name: z.string(), text: z.string() }));
const READ = 'SELECT name, text FROM desk.shared WHERE kind = $1';
const PUT = `INSERT INTO desk.shared (kind, name, text) VALUES ($1, $2, $3)
  ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text`;
const DROP = 'DELETE FROM desk.shared WHERE kind = $1 AND name = ANY ($2)';

export const postgresSharedRows = (queries: Queries): SharedRows => ({
  read: async (kind) =>
    new Map(Rows.parse(await queries.query(READ, [kind])).map(({ name, text }) => [name, text])),
  put: async (kind, name, text) => void (await queries.write(PUT, [kind, name, text])),
  drop: async (kind, names) => {
    if (names.length > 0) await queries.write(DROP, [kind, [...names]]);
  },
});
