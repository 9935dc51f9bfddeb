import { join } from 'node:path';
import * as z from 'zod/mini';
import { sentence } from '../../src/domain/failure';
import { openReadOnly } from '../../src/gateway/storage/database';

const Row = z.object({ body: z.string(), times: z.number() });
/** An event as it lies on the disk: what was delivered, byte for byte, and how often. */
export type KeptEvent = z.infer<typeof Row>;

/** Every event that was delivered and kept, read past the gateway; without those that it found by looking. */
export function keptEvents(dataFolder: string): readonly KeptEvent[] {
  const opened = openReadOnly(join(dataFolder, 'simulator', 'spreaddesk.db'));
  if (!opened.ok) throw new Error(sentence(opened.failure));
  const database = opened.value;
  try {
    return database.all("SELECT body, times FROM event WHERE body <> ''").map((row) => Row.parse(row));
  } finally {
    database.close();
  }
}
