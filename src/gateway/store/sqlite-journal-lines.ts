import * as z from 'zod/mini';
import { exactText } from '../journal/chain';
import type { KeptLine } from '../journal/journal-source';
import type { Database } from './database';

/**
 * Text of a column that is read as bytes: a forged byte may be no text at all, at which the driver would end the process.
 * Bytes that are no text give a text that was never written, so that its hash is not right any more.
 */
export const columnText = z.pipe(
  z.instanceof(ArrayBuffer),
  z.transform((bytes: ArrayBuffer) => exactText(bytes) ?? `no text: ${Buffer.from(bytes).toString('hex')}`),
);

const Row = z.object({
  sequence: z.number(),
  id: columnText,
  state: columnText,
  created_at: z.number(),
  line: columnText,
  previous: columnText,
  hash: columnText,
});

/** A text column as {@link columnText} reads it. */
export const BYTES = (name: string): string => `CAST(${name} AS BLOB) AS ${name}`;
const LINES = `SELECT sequence, ${BYTES('id')}, ${BYTES('state')}, created_at, ${BYTES('line')},
  ${BYTES('previous')}, ${BYTES('hash')} FROM journal WHERE sequence > ? ORDER BY sequence LIMIT ?`;

/** Lines that follow the line `after`, or the first ones: also one that was forged to stand before line 1. */
export const keptLines = (
  database: Pick<Database, 'all'>,
  after: number | undefined,
  countMax: number,
): readonly KeptLine[] => database.all(LINES, after ?? Number.MIN_SAFE_INTEGER, countMax).map(keptLine);

function keptLine(row: unknown): KeptLine {
  const { id, state, created_at: createdAt, line: text, ...rest } = Row.parse(row);
  return { ...rest, text, columns: { id, state, createdAt } };
}
