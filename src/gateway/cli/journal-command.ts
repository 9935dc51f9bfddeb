import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { JOURNAL_FORMATS, type JournalFormat } from '../../contract/desk/answers';
import { Environment } from '../../domain/desk-status';
import { failed, sentence, success, type Outcome } from '../../domain/failure';
import { exportedCsv, exportedJsonl, linesOf, verifiedFile } from '../actions/journal-export';
import {
  allLines,
  ChainCheck,
  columnsProblem,
  verifiedLines,
  type KeptLine,
  type Verification,
} from '../storage/journal-chain';
import { openJournalReader, type JournalReader } from '../storage/journal-reader';
import { typed } from './program';
import { emptyProblem, optionProblem } from './typed-options';

/** 0: done, and everything is right. 1: the journal, or the file, is not as it was written, or not whole as it has to be. 2: nothing could be said. */
type ExitCode = 0 | 1 | 2;

interface Streams {
  readonly out: Writable;
  readonly problems: Writable;
}

/** Opens the journal of a desk that keeps it elsewhere than in a data folder. */
type OpenStore = (environment: Environment) => Promise<Outcome<JournalReader>>;

/** Where the journal lies unless a data folder is typed. */
interface Place {
  readonly openStore?: OpenStore | undefined;
  /** The setting DESK_DATA; `openStore` goes before it. */
  readonly folder?: string | undefined;
}

/** Carries out `npm run journal`. */
export async function journalCommand(
  words: readonly string[],
  streams: Streams,
  kept: Place = {},
): Promise<ExitCode> {
  const say = (text: string): void => void streams.out.write(`${text}\n`);
  const complain = (text: string): void => void streams.problems.write(`${text}\n`);
  const options = readOptions(words, kept);
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
  if (code === 'ENOENT')
    return `${path} cannot be found, or its folder is not there. Check how it is written.`;
  const reason = error instanceof Error ? error.message : 'no reason was given';
  return `It could not be read or written to the end (${reason}). Check the disk and who may use the file.`;
}
const Named = z.object({ code: z.string(), path: z.string() });

async function withReader(
  { open }: Source,
  complain: Tell,
  work: (reader: JournalReader) => Promise<ExitCode>,
): Promise<ExitCode> {
  const opened = await open();
  if (!opened.ok) {
    complain(sentence(opened.failure));
    return 2;
  }
  try {
    return await work(opened.value);
  } finally {
    await opened.value.close();
  }
}

const exportJournal = (options: ExportOptions, out: Writable, complain: Tell): Promise<ExitCode> =>
  withReader(options, complain, async (reader) => {
    const check = new ChainCheck();
    const lines = checkedLines(reader, check);
    const pieces = Readable.from(
      options.format === 'csv' ? exportedCsv(lines, { ahead: allLines(reader) }) : exportedJsonl(lines),
    );
    // Other people of the machine have no business with what the desk traded; a file that is there is kept.
    if (options.out === undefined) await pipeline(pieces, out, { end: false });
    else await pipeline(pieces, createWriteStream(options.out, { flags: 'wx', mode: 0o600 }));
    const { result } = check;
    if (result.state === 'broken') {
      complain(
        `Everything was exported, but the journal is not as it was written. ${result.problem} ${BROKEN}`,
      );
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
  if (options.source === undefined) return verifyFile(options.file, say, complain);
  const { file, source, isToBeWhole } = options;
  return withReader(source, complain, async (reader) => {
    // Asked first: a gateway may add lines while they are read.
    const written = await reader.written();
    const kept = await verifiedLines(allLines(reader), written);
    const code = told(kept, JOURNAL, { say, complain });
    if (code !== 0 || file === undefined) return code;
    return verifyFile(file, say, complain, { reader, lines: kept.head.sequence, isToBeWhole });
  });
}

async function verifyFile(
  file: string,
  say: Tell,
  complain: Tell,
  beside?: { reader: JournalReader; lines: number; isToBeWhole: boolean },
): Promise<ExitCode> {
  if (await isCsv(file)) {
    complain(`${file} is a CSV export, which cannot be verified. ${AS_LINES}`);
    return 2;
  }
  const result = await verifiedFile(
    linesOf(createReadStream(file)),
    beside && ((sequence) => beside.reader.hashAt(sequence)),
  );
  if (!beside && result.state === 'whole' && result.head.sequence === 0) {
    complain(`${file} is empty, so nothing is proven by it. ${ALONE}`);
    return 2;
  }
  if (beside && beside.lines > 0 && result.state === 'whole' && result.head.sequence === 0) {
    complain(
      `${file} is empty, so nothing is proven by it: the journal that it is held against has ${counted(beside.lines)}.`,
    );
    return 1;
  }
  const code = told(result, file, { say, complain });
  if (code !== 0) return code;
  const missing = (beside?.lines ?? 0) - result.head.sequence;
  if (beside && missing > 0) {
    const goesOn = `The journal goes on: ${counted(missing)} ${missing === 1 ? 'stands' : 'stand'} in it that the file does not have.`;
    if (!beside.isToBeWhole) say(goesOn);
    else {
      complain(`${file} is not whole. ${goesOn}`);
      return 1;
    }
  }
  if (!beside) say(ALONE);
  return code;
}

/** Of whichever version: its columns begin alike. */
async function isCsv(file: string): Promise<boolean> {
  for await (const line of linesOf(createReadStream(file))) return /^\uFEFF?sequence,action-id,/.test(line);
  return false;
}

const AS_LINES = `Export the journal as JSON Lines: ${typed('journal')} export --format jsonl, or JSON Lines in room Journal.`;

const ALONE =
  'It was checked by itself alone: lines cut off at its end cannot be seen this way. ' +
  `${typed('journal')} verify --data FOLDER --environment NAME --file FILE compares it with the journal it came from.`;

const JOURNAL = 'The journal';
const BROKEN = 'Copy the data folder before anything else; docs/journal.md says what follows.';
const ANOTHER = 'Take an earlier copy of it, or export the journal anew.';

function told(
  result: Verification,
  what: string,
  { say, complain }: { say: Tell; complain: Tell },
): ExitCode {
  if (result.state === 'whole') {
    const { sequence, hash } = result.head;
    say(
      sequence === 0
        ? `${what} is empty.`
        : `${what} is ${what === JOURNAL ? 'whole' : 'as it was written'}: ${counted(sequence)}, the last one ${hash}.`,
    );
    return 0;
  }
  const { sequence } = result.head;
  const upTo = sequence === 0 ? 'Nothing of it is proven.' : `Up to line ${sequence} it is whole.`;
  complain(
    `${what} is not as it was written. ${result.problem} ${upTo} ${what === JOURNAL ? BROKEN : ANOTHER}`,
  );
  return 1;
}

const counted = (lines: number): string => (lines === 1 ? '1 line' : `${lines} lines`);

interface Source {
  readonly open: () => Promise<Outcome<JournalReader>>;
}
interface ExportOptions extends Source {
  readonly command: 'export';
  readonly format: JournalFormat;
  readonly out?: string;
}
/** A journal, a file, or a file and the journal that it came from. */
type VerifyOptions = { readonly command: 'verify' } & (
  | { readonly source: Source; readonly file?: string; readonly isToBeWhole: boolean }
  | { readonly source?: undefined; readonly file: string }
);
type CommandOptions = ExportOptions | VerifyOptions | { readonly command: 'help' };

const HELP = `SpreadDesk journal: everything this desk sent, and what came of it. A running gateway is not disturbed.

  ${typed('journal')} export --data FOLDER --environment NAME [--format jsonl|csv] [--out FILE]
      Writes the whole journal to FILE, which must not be there yet, or to the screen. jsonl (the
      default) can be verified later; csv is for looking at it in a spreadsheet. An action
      stands on several lines of it; its column latest says yes on the last one.

  ${typed('journal')} verify --data FOLDER --environment NAME [--file EXPORTED.jsonl [--whole]]
  ${typed('journal')} verify --file EXPORTED.jsonl
      Checks that no line was changed, added or taken away, and names the first that is not right.
      With both, the file is also compared with the journal that it came from. With --whole it
      must have every line that the journal has by now.

  --data         the data folder of the gateway; not needed where DESK_DATA is set as for the gateway, or
                 DESK_STORE: then it is the journal of the desk in PostgreSQL
  --environment  simulator, sandbox or production
  --help         shows this

Ends with 0 when everything is right, 1 when the journal or the file is not as it was written, when the
file has none of the journal's lines or with --whole lacks any, and 2 when nothing could be said, as of an
empty file alone, or of a CSV. Lines cut off at the end of a file are seen with --data alone.`;

const KNOWN = {
  data: { type: 'string' },
  environment: { type: 'string' },
  format: { type: 'string' },
  out: { type: 'string' },
  file: { type: 'string' },
  whole: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** What was asked for on the command line, or a sentence about what of it is not right. */
function readOptions(words: readonly string[], kept: Place): Outcome<CommandOptions> {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options: KNOWN, allowPositionals: true });
    if (values.help) return success({ command: 'help' });
    const empty = emptyProblem(values);
    if (empty !== undefined) return wrong(empty);
    const [command, more] = positionals;
    if (more !== undefined) return wrong(`${more} is one word too many.`);
    if (command === 'export') return exportOptions(values, kept);
    if (command === 'verify') return verifyOptions(values, kept);
    return wrong(
      command === undefined ? 'Say what to do: export or verify.' : `There is no command ${command}.`,
    );
  } catch (error) {
    return wrong(optionProblem(error, words, KNOWN));
  }
}

type Given = { readonly [K in keyof typeof KNOWN]?: string | boolean | undefined };

function exportOptions(
  { format = 'jsonl', out, file, whole, ...place }: Given,
  kept: Place,
): Outcome<CommandOptions> {
  if (whole !== undefined) return wrong('--whole belongs to verify.');
  if (file !== undefined) return wrong('--file belongs to verify; an export is written to --out.');
  const known = JOURNAL_FORMATS.find((one) => one === format);
  if (!known) return wrong(`--format is ${JOURNAL_FORMATS.join(' or ')}, not ${format}.`);
  const where = sourceOf(place, kept);
  if (!where.ok) return where;
  const named = typeof out === 'string' ? { out } : {};
  return success({ command: 'export', ...where.value, format: known, ...named });
}

function verifyOptions(
  { format, out, file, whole = false, ...place }: Given,
  kept: Place,
): Outcome<CommandOptions> {
  if (format !== undefined || out !== undefined) return wrong('--format and --out belong to export.');
  const named = typeof file === 'string' ? { file } : {};
  if (whole && typeof file !== 'string') return wrong('--whole asks it of a --file.');
  if (place.data === undefined && place.environment === undefined && typeof file === 'string') {
    return whole
      ? wrong(
          'A file alone cannot be seen to be whole: --whole wants its journal as well, by --data and --environment.',
        )
      : success({ command: 'verify', file });
  }
  const where = sourceOf(place, kept);
  if (!where.ok) return where;
  return success({ command: 'verify', source: where.value, ...named, isToBeWhole: whole === true });
}

function sourceOf({ data, environment }: Given, { openStore, folder }: Place): Outcome<Source> {
  const dataFolder = typeof data === 'string' ? data : openStore ? undefined : folder;
  if (!dataFolder && !openStore)
    return wrong('--data FOLDER is needed: the data folder of the gateway, or DESK_DATA as at its start.');
  const known = Environment.safeParse(environment);
  if (!known.success) return wrong('--environment is needed: simulator, sandbox or production.');
  const { data: name } = known;
  if (dataFolder) return success({ open: () => openJournalReader({ dataFolder, environment: name }) });
  return openStore ? success({ open: () => openStore(name) }) : wrong('--data FOLDER is needed.');
}

const wrong = (message: string) =>
  failed({ kind: 'invalid-argument', message, next: `See ${typed('journal')} --help.` });
