import { existsSync } from 'node:fs';
import * as z from 'zod/mini';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { JournalSource } from './journal-chain';
import { openReadOnly, type Readable } from './database';
import { databasePath, type StoragePlace } from './place';
import { keptLines, STEPS } from './sqlite-journal';

/** The journal of a data folder, for reading alone: a gateway may be writing to it meanwhile. */
export interface JournalReader extends JournalSource {
  /** How many lines were ever written, by the database's own count. */
  written(): Promise<number>;
  /** The hash that line `sequence` has. */
  hashAt(sequence: number): Promise<string | undefined>;
  close(): Promise<void>;
}

/** The version of the journal's tables from which on lines are chained, and the newest that is known. */
const CHAINED = 4;
const NEWEST = STEPS.length;
const Versions = z.array(z.object({ version: z.int() }));
const Counts = z.array(z.object({ seq: z.number() }));
const Hashes = z.array(z.object({ hash: z.string() }));

export async function openJournalReader(place: StoragePlace): Promise<Outcome<JournalReader>> {
  const path = databasePath(place);
  if (!existsSync(path)) return failed(notThere(path));
  const opened = openReadOnly(path);
  if (!opened.ok) return opened;
  const database = opened.value;
  const problem = versionProblem(database, path);
  if (!problem) return success(reader(database));
  database.close();
  return failed(problem);
}

const reader = (database: Readable): JournalReader => ({
  linesAfter: async (after, countMax) => keptLines(database, after, countMax),
  written: async () =>
    Counts.parse(database.all("SELECT seq FROM sqlite_sequence WHERE name = 'journal'"))[0]?.seq ?? 0,
  hashAt: async (sequence) =>
    Hashes.parse(database.all('SELECT hash FROM journal WHERE sequence = ?', sequence))[0]?.hash,
  close: async () => database.close(),
});

function versionProblem(database: Readable, path: string): Failure | undefined {
  const version = versionOf(database);
  if (version === undefined || version > NEWEST) {
    return {
      kind: 'unreadable',
      message: `${path} has no journal that this SpreadDesk can read.`,
      next: 'Check that it is a data folder of SpreadDesk, and use the version that wrote it.',
    };
  }
  if (version >= CHAINED) return undefined;
  return {
    kind: 'wrong-state',
    message: `The journal in ${path} was written by an earlier SpreadDesk, which did not chain its lines.`,
    next: 'Start the gateway on this data folder once: it chains them.',
  };
}

function versionOf(database: Readable): number | undefined {
  try {
    return Versions.parse(database.all("SELECT version FROM schema_version WHERE store = 'journal'"))[0]
      ?.version;
  } catch {
    return undefined;
  }
}

const notThere = (path: string): Failure => ({
  kind: 'not-found',
  message: `There is no journal at ${path}.`,
  next: 'Name the data folder of the gateway (DESK_DATA) and the environment it ran with.',
});
