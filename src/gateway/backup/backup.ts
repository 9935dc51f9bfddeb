import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Environment } from '../../domain/desk-status';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { allLines } from '../journal/journal-source';
import { verifiedLines, type Verification } from '../journal/verification';
import { openReadOnly } from '../store/database';
import { openJournalReader } from '../store/journal-reader';

/** The copy of one environment, and whether its journal is as it was written. */
export interface Copy {
  readonly environment: Environment;
  readonly path: string;
  readonly journal: Verification;
}

const databaseIn = (folder: string, environment: Environment): string =>
  join(folder, environment, 'spreaddesk.db');

/**
 * Copies the database of every environment in a data folder to another folder, as of one moment each. A gateway may be
 * writing meanwhile: it is not disturbed, and what is in its log alone is in the copy. Nothing is written over. Kept credentials
 * are left out: their key lies elsewhere, and a copy is no place for them.
 */
export async function backUp(from: string, to: string): Promise<Outcome<readonly Copy[]>> {
  const there = Environment.options.filter((environment) => existsSync(databaseIn(from, environment)));
  if (there.length === 0) return failed(nothingIn(from));
  const inTheWay = there.map((environment) => databaseIn(to, environment)).find(existsSync);
  if (inTheWay !== undefined) return failed(isThere(inTheWay));
  const copies: Copy[] = [];
  for (const environment of there) {
    const path = databaseIn(to, environment);
    const copied = copyDatabase(databaseIn(from, environment), path);
    if (!copied.ok) return copied;
    const journal = await journalOf(path);
    if (!journal.ok) return journal;
    copies.push({ environment, path, journal: journal.value });
  }
  return success(copies);
}

function copyDatabase(from: string, to: string): Outcome<void> {
  const opened = openReadOnly(from);
  if (!opened.ok) return opened;
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    opened.value.all('VACUUM INTO ?', to);
    return success(undefined);
  } catch (error) {
    return failed(notCopied(from, to, error));
  } finally {
    opened.value.close();
  }
}

async function journalOf(path: string): Promise<Outcome<Verification>> {
  const reader = openJournalReader(path);
  if (!reader.ok) return reader;
  try {
    return success(await verifiedLines(allLines(reader.value), reader.value.written()));
  } finally {
    reader.value.close();
  }
}

const nothingIn = (folder: string): Failure => ({
  kind: 'not-found',
  message: `There is no data of SpreadDesk in ${folder}.`,
  next: 'Name the data folder of the gateway: its setting DESK_DATA.',
});
const isThere = (path: string): Failure => ({
  kind: 'wrong-state',
  message: `${path} is there already, and nothing is written over.`,
  next: 'Name a folder that is new, such as one with the day in its name.',
});
const notCopied = (from: string, to: string, error: unknown): Failure => ({
  kind: 'unavailable',
  message: `${from} could not be copied to ${to} (${error instanceof Error ? error.message : 'no reason given'}).`,
  next: 'Check that there is room and that this account may write there; remove what is half there, and try again.',
});
