import * as z from 'zod/mini';
import { PlatformEvent } from '../../domain/event';
import { REPEAT_WITHIN_MS, type EventStore, type HeardEvent } from '../events/event-store';
import type { Database } from './database';

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
    keep: (heard) => database.atomically(() => heard.map((event) => keepOne(database, event))),
    newest: (count) => rows(`SELECT ${COLUMNS} FROM event ORDER BY sequence DESC LIMIT ?`, count),
    undigested: () => rows(`SELECT ${COLUMNS} FROM event WHERE digested = 0 ORDER BY sequence`),
    digested: (sequences) =>
      database.atomically(() => {
        for (const sequence of sequences)
          database.run('UPDATE event SET digested = 1 WHERE sequence = ?', sequence);
      }),
    forget: (before) =>
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
