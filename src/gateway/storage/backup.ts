import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Environment } from '../../domain/desk-status';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { openReadOnly } from './database';
import { allLines, verifiedLines, type Verification } from './journal-chain';
import { openJournalReader } from './journal-reader';
import { databasePath, type StoragePlace } from './place';

/** The copy of one environment, and whether its journal is as it was written. */
export interface Copy {
  readonly environment: Environment;
  readonly path: string;
  readonly journal: Verification;
}

/**
 * Copies the data of every environment in a data folder to another folder, as of one moment each. A gateway may be
 * writing meanwhile: it is not disturbed, and what is in its log alone is in the copy. Nothing is written over. Kept credentials
 * are left out: their key lies elsewhere, and a copy is no place for them.
 */
export async function backUp(from: string, to: string): Promise<Outcome<readonly Copy[]>> {
  const placeIn = (dataFolder: string, environment: Environment): StoragePlace => ({
    dataFolder,
    environment,
  });
  const isIn = (folder: string) => (environment: Environment) =>
    existsSync(databasePath(placeIn(folder, environment)));
  const there = Environment.options.filter(isIn(from));
  if (there.length === 0) return failed(nothingIn(from));
  const inTheWay = there.find(isIn(to));
  if (inTheWay !== undefined) return failed(isThere(databasePath(placeIn(to, inTheWay))));
  const copies: Copy[] = [];
  for (const environment of there) {
    const copied = copyDatabase(
      databasePath(placeIn(from, environment)),
      databasePath(placeIn(to, environment)),
    );
    if (!copied.ok) return copied;
    const journal = await journalOf(placeIn(to, environment));
    if (!journal.ok) return journal;
    copies.push({ environment, path: copied.value, journal: journal.value });
  }
  return success(copies);
}

function copyDatabase(from: string, to: string): Outcome<string> {
  const opened = openReadOnly(from);
  if (!opened.ok) return opened;
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    opened.value.all('VACUUM INTO ?', to);
    return success(to);
  } catch (error) {
    return failed(notCopied(from, to, error));
  } finally {
    opened.value.close();
  }
}

async function journalOf(place: StoragePlace): Promise<Outcome<Verification>> {
  const reader = await openJournalReader(place);
  if (!reader.ok) return reader;
  try {
    return success(await verifiedLines(allLines(reader.value), await reader.value.written()));
  } finally {
    await reader.value.close();
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
