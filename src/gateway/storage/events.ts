import * as z from 'zod/mini';
import { PlatformEvent } from '../../domain/event';
import { success, type Outcome } from '../../domain/failure';
import { openReadOnly, type Database } from './database';
import { databasePath, type StoragePlace } from './place';

/** What was heard, before it has a number. `body` is the delivery as it came, byte for byte; empty for what was detected by polling. */
export type HeardEvent = Omit<PlatformEvent, 'sequence' | 'times'> & { readonly body: string };

/** A delivery that is equal to one heard this shortly before is counted with it. Both may be real: each is a reason to look. */
export const REPEAT_WITHIN_MS = 600_000;

/** Where the events of one environment are kept. */
export interface EventStore {
  /**
   * Keeps all of them, or rejects and keeps none; they are on disk when it resolves. The answer has one event for each, in
   * their order, as it stood right after it was taken in; repeats of one event share its number. Numbers ascend, and none is
   * given out twice.
   */
  keep(heard: readonly HeardEvent[]): Promise<readonly PlatformEvent[]>;
  /** Newest first. */
  newest(count: number): Promise<readonly PlatformEvent[]>;
  /** Those whose consequences were not drawn yet, oldest first. */
  undigested(): Promise<readonly PlatformEvent[]>;
  /**
   * The consequences of these were drawn. A repeat that is kept later makes its event undigested again; `times`: as which repeat each was
   * known then, so that one which another machine kept meanwhile is not taken for drawn. A power cut may take it: they are drawn again.
   */
  digested(sequences: readonly number[], times?: readonly number[]): Promise<void>;
  /** Forgets the digested ones that were last heard before this moment (epoch ms). */
  forget(before: number): Promise<void>;
}

export const STEPS = [
  `CREATE TABLE event (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, heard_at INTEGER NOT NULL, last_at INTEGER NOT NULL,
    body TEXT NOT NULL, times INTEGER NOT NULL, digested INTEGER NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX event_by_body ON event (body, last_at);
  CREATE INDEX event_undigested ON event (sequence) WHERE digested = 0`,
];
const Row = z.object({ sequence: z.number(), times: z.number(), json: z.string() });
const COLUMNS = 'sequence, times, json';
const REPEATED = `UPDATE event SET times = times + 1, last_at = ?, digested = 0 WHERE sequence =
  (SELECT max(sequence) FROM event WHERE body = ? AND last_at >= ?) RETURNING ${COLUMNS}`;
const KEPT = `INSERT INTO event (heard_at, last_at, body, times, digested, json) VALUES (?, ?, ?, 1, 0, ?)
  RETURNING ${COLUMNS}`;

export function sqliteEvents(database: Database): EventStore {
  database.migrate('event', STEPS);
  const rows = (sql: string, ...bound: readonly number[]): PlatformEvent[] =>
    database.all(sql, ...bound).map(eventOf);
  return {
    // A burst of them must not hold up everything else while the disk works.
    keep: (heard) => database.committed(() => heard.map((event) => keepOne(database, event))),
    newest: async (count) => rows(`SELECT ${COLUMNS} FROM event ORDER BY sequence DESC LIMIT ?`, count),
    undigested: async () => rows(`SELECT ${COLUMNS} FROM event WHERE digested = 0 ORDER BY sequence`),
    digested: async (sequences) =>
      database.unhurried(() =>
        database.atomically(() => {
          for (const sequence of sequences)
            database.run('UPDATE event SET digested = 1 WHERE sequence = ?', sequence);
        }),
      ),
    forget: async (before) =>
      void database.run('DELETE FROM event WHERE digested = 1 AND last_at < ?', Math.floor(before)),
  };
}

function keepOne(database: Database, { body, ...event }: HeardEvent): PlatformEvent {
  const at = Math.floor(event.heardAt);
  const repeated = body === '' ? undefined : database.get(REPEATED, at, body, at - REPEAT_WITHIN_MS);
  return eventOf(repeated ?? database.get(KEPT, at, at, body, JSON.stringify(event)));
}

function eventOf(row: unknown): PlatformEvent {
  const { sequence, times, json } = Row.parse(row);
  const event: unknown = JSON.parse(json);
  return PlatformEvent.parse({ ...z.record(z.string(), z.unknown()).parse(event), sequence, times });
}

/** An event as it lies on the disk, with its delivery byte for byte; empty for one that was detected by polling. */
export interface StoredEvent {
  readonly event: PlatformEvent;
  readonly body: string;
}

const BodyRow = z.object({ body: z.string() });

/** Every event of a data folder, oldest first, read past the gateway: for programs that check what it kept. */
export async function storedEvents(place: StoragePlace): Promise<Outcome<readonly StoredEvent[]>> {
  const opened = openReadOnly(databasePath(place));
  if (!opened.ok) return opened;
  try {
    const rows = opened.value.all(`SELECT body, ${COLUMNS} FROM event ORDER BY sequence`);
    return success(rows.map((row) => ({ event: eventOf(row), body: BodyRow.parse(row).body })));
  } finally {
    opened.value.close();
  }
}
