import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { Environment } from '../../domain/desk-status';
import { failed, sentence, success, type Failure, type Outcome } from '../../domain/failure';
import { openReadOnly } from '../storage/database';
import { allLines, verifiedLines, type Verification } from '../storage/journal-chain';
import { openJournalReader } from '../storage/journal-reader';

/** The copy of one environment, and whether its journal is as it was written. */
interface Copy {
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
async function backUp(from: string, to: string): Promise<Outcome<readonly Copy[]>> {
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

/** 0: copied, and every journal is whole. 1: copied, but a journal is not as it was written. 2: not copied. */
type ExitCode = 0 | 1 | 2;

const HELP = `SpreadDesk backup: a copy of the data folder. A running gateway is not disturbed.

  npm run backup -- --data FOLDER --out FOLDER

  --data   the data folder of the gateway (its setting DESK_DATA)
  --out    where the copy goes; nothing is written over
  --help   shows this

Ends with 0 when everything is copied and right, 1 when a journal is not as it was written, and 2 when not
everything could be copied.`;

const KNOWN = { data: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean' } } as const;

/** Carries out `npm run backup`. */
export async function backupCommand(
  words: readonly string[],
  streams: { readonly out: Writable; readonly problems: Writable },
): Promise<ExitCode> {
  const complain = (text: string): 2 => {
    streams.problems.write(`${text}\n`);
    return 2;
  };
  const options = optionsIn(words);
  if (typeof options === 'string') return complain(`${options} See npm run backup -- --help.`);
  const { data, out, help } = options;
  if (help) {
    streams.out.write(`${HELP}\n`);
    return 0;
  }
  if (!data || !out)
    return complain('--data FOLDER and --out FOLDER are needed. See npm run backup -- --help.');
  const copies = await backUp(data, out);
  if (!copies.ok) return complain(sentence(copies.failure));
  for (const copy of copies.value) streams.out.write(`${told(copy)}\n`);
  return copies.value.every(({ journal }) => journal.state === 'whole') ? 0 : 1;
}

function optionsIn(words: readonly string[]): { data?: string; out?: string; help?: boolean } | string {
  try {
    return parseArgs({ args: [...words], options: KNOWN }).values;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'That is not right.';
  }
}

function told({ environment, path, journal }: Copy): string {
  const { sequence } = journal.head;
  return journal.state === 'whole'
    ? `${environment} is copied to ${path}. Its journal is whole: ${sequence} lines.`
    : `${environment} is copied to ${path}, but its journal is not as it was written. ${journal.problem}`;
}
