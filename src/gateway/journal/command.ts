import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { sentence } from '../../domain/failure';
import { openJournalReader, type JournalReader } from '../store/journal-reader';
import { HELP, readOptions, type ExportOptions, type VerifyOptions } from './command-options';
import { exported } from './export';
import { allLines, type KeptLine } from './journal-source';
import { linesOf, verifiedFile } from './jsonl';
import { ChainCheck, columnsProblem, verifiedLines, type Verification } from './verification';

/** 0: done, and everything is right. 1: the journal, or the file, is not as it was written. 2: nothing could be said. */
export type ExitCode = 0 | 1 | 2;

export interface Streams {
  readonly out: Writable;
  readonly problems: Writable;
}

/** Carries out `npm run journal`. */
export async function journalCommand(words: readonly string[], streams: Streams): Promise<ExitCode> {
  const say = (text: string): void => void streams.out.write(`${text}\n`);
  const complain = (text: string): void => void streams.problems.write(`${text}\n`);
  const options = readOptions(words);
  if (!options.ok) {
    complain(sentence(options.failure));
    return 2;
  }
  if (options.value.command === 'help') {
    say(HELP);
    return 0;
  }
  try {
    const { value } = options;
    return await (value.command === 'export'
      ? exportJournal(value, streams.out, complain)
      : verifyJournal(value, say, complain));
  } catch (error) {
    complain(reasonOf(error));
    return 2;
  }
}

type Tell = (text: string) => void;

function reasonOf(error: unknown): string {
  const { code, path } = Named.safeParse(error).data ?? {};
  if (code === 'EEXIST') return `${path} is there already. Name a file that is not, so that none is lost.`;
  if (code === 'ENOENT') return `${path} cannot be found. Check how it is written.`;
  const reason = error instanceof Error ? error.message : 'no reason was given';
  return `It could not be read or written to the end (${reason}). Check the disk and who may use the file.`;
}
const Named = z.object({ code: z.string(), path: z.string() });

const folderPath = ({ data, environment }: { data: string; environment: string }): string =>
  join(data, environment, 'spreaddesk.db');

async function withReader(
  path: string,
  complain: Tell,
  work: (reader: JournalReader) => Promise<ExitCode>,
): Promise<ExitCode> {
  const opened = openJournalReader(path);
  if (!opened.ok) {
    complain(sentence(opened.failure));
    return 2;
  }
  try {
    return await work(opened.value);
  } finally {
    opened.value.close();
  }
}

const exportJournal = (options: ExportOptions, out: Writable, complain: Tell): Promise<ExitCode> =>
  withReader(folderPath(options), complain, async (reader) => {
    const check = new ChainCheck();
    const pieces = Readable.from(exported(checkedLines(reader, check), options.format));
    // Other people of the machine have no business with what the desk traded; a file that is there is kept.
    if (options.out === undefined) await pipeline(pieces, out, { end: false });
    else await pipeline(pieces, createWriteStream(options.out, { flags: 'wx', mode: 0o600 }));
    const { result } = check;
    if (result.state === 'broken') {
      complain(`Everything was exported, but the journal is not as it was written. ${result.problem}`);
      return 1;
    }
    if (options.out !== undefined) complain(`${counted(result.head.sequence)} exported to ${options.out}.`);
    return 0;
  });

async function* checkedLines(reader: JournalReader, check: ChainCheck): AsyncGenerator<KeptLine> {
  for await (const line of allLines(reader)) {
    check.add(line, columnsProblem(line));
    yield line;
  }
}

function verifyJournal(options: VerifyOptions, say: Tell, complain: Tell): Promise<ExitCode> {
  if (options.folder === undefined) return verifyFile(options.file, say, complain);
  const { file, folder } = options;
  return withReader(folderPath(folder), complain, async (reader) => {
    // Asked first: a gateway may add lines while they are read.
    const written = reader.written();
    const kept = await verifiedLines(allLines(reader), written);
    const code = told(kept, 'The journal', { say, complain });
    if (code !== 0 || file === undefined) return code;
    return verifyFile(file, say, complain, { reader, lines: kept.head.sequence });
  });
}

async function verifyFile(
  file: string,
  say: Tell,
  complain: Tell,
  beside?: { reader: JournalReader; lines: number },
): Promise<ExitCode> {
  const result = await verifiedFile(
    linesOf(createReadStream(file)),
    beside && (async (sequence) => beside.reader.hashAt(sequence)),
  );
  const code = told(result, file, { say, complain });
  if (code !== 0) return code;
  const missing = (beside?.lines ?? 0) - result.head.sequence;
  if (beside && missing > 0)
    say(`The journal goes on: ${counted(missing)} stand in it that the file does not have.`);
  if (!beside)
    say('It was checked by itself alone; with --data it is also compared with the journal it came from.');
  return code;
}

function told(
  result: Verification,
  what: string,
  { say, complain }: { say: Tell; complain: Tell },
): ExitCode {
  if (result.state === 'whole') {
    const { sequence, hash } = result.head;
    say(
      sequence === 0 ? `${what} is empty.` : `${what} is whole: ${counted(sequence)}, the last one ${hash}.`,
    );
    return 0;
  }
  const { sequence } = result.head;
  const upTo = sequence === 0 ? 'Nothing of it is proven.' : `Up to line ${sequence} it is whole.`;
  complain(`${what} is not as it was written. ${result.problem} ${upTo}`);
  return 1;
}

const counted = (lines: number): string => (lines === 1 ? '1 line' : `${lines} lines`);
