import { parseArgs } from 'node:util';
import { Environment } from '../../domain/desk-status';
import { failed, success, type Outcome } from '../../domain/failure';
import { JOURNAL_FORMATS, type JournalFormat } from '../../contract/desk/http';

interface Folder {
  readonly data: string;
  readonly environment: Environment;
}
export interface ExportOptions extends Folder {
  readonly command: 'export';
  readonly format: JournalFormat;
  readonly out?: string;
}
/** A folder, a file, or a file and the folder that it came from. */
export type VerifyOptions = { readonly command: 'verify' } & (
  { readonly folder: Folder; readonly file?: string } | { readonly folder?: undefined; readonly file: string }
);
export type CommandOptions = ExportOptions | VerifyOptions | { readonly command: 'help' };

export const HELP = `SpreadDesk journal: everything this desk sent, and what came of it. A running gateway is not disturbed.

  npm run journal -- export --data FOLDER --environment NAME [--format jsonl|csv] [--out FILE]
      Writes the whole journal to FILE, which must not be there yet, or to the screen. jsonl (the
      default) can be verified later; csv is for looking at it in a spreadsheet.

  npm run journal -- verify --data FOLDER --environment NAME [--file EXPORTED.jsonl]
  npm run journal -- verify --file EXPORTED.jsonl
      Checks that no line was changed, added or taken away, and names the first that is not right.
      With both, the file is also compared with the journal that it came from.

  --data         the data folder of the gateway (its setting DESK_DATA)
  --environment  simulator, sandbox or production
  --help         shows this

Ends with 0 when everything is right, 1 when the journal or the file is not as it was written, and 2 when
nothing could be said.`;

const KNOWN = {
  data: { type: 'string' },
  environment: { type: 'string' },
  format: { type: 'string' },
  out: { type: 'string' },
  file: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** What was asked for on the command line, or a sentence about what of it is not right. */
export function readOptions(words: readonly string[]): Outcome<CommandOptions> {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options: KNOWN, allowPositionals: true });
    if (values.help) return success({ command: 'help' });
    const [command, more] = positionals;
    if (more !== undefined) return wrong(`${more} is one word too many.`);
    if (command === 'export') return exportOptions(values);
    if (command === 'verify') return verifyOptions(values);
    return wrong(
      command === undefined ? 'Say what to do: export or verify.' : `There is no command ${command}.`,
    );
  } catch (error) {
    return wrong(
      error instanceof Error ? `${error.message.split('\n')[0]}.`.replace('..', '.') : 'That is not right.',
    );
  }
}

type Given = { readonly [K in keyof typeof KNOWN]?: string | boolean | undefined };

function exportOptions({ format = 'jsonl', out, file, ...folder }: Given): Outcome<CommandOptions> {
  if (file !== undefined) return wrong('--file belongs to verify; an export is written to --out.');
  const known = JOURNAL_FORMATS.find((one) => one === format);
  if (!known) return wrong(`--format is ${JOURNAL_FORMATS.join(' or ')}, not ${format}.`);
  const where = folderOf(folder);
  if (!where.ok) return where;
  const named = typeof out === 'string' ? { out } : {};
  return success({ command: 'export', ...where.value, format: known, ...named });
}

function verifyOptions({ format, out, file, ...folder }: Given): Outcome<CommandOptions> {
  if (format !== undefined || out !== undefined) return wrong('--format and --out belong to export.');
  const named = typeof file === 'string' ? { file } : {};
  if (folder.data === undefined && folder.environment === undefined && typeof file === 'string') {
    return success({ command: 'verify', file });
  }
  const where = folderOf(folder);
  return where.ok ? success({ command: 'verify', folder: where.value, ...named }) : where;
}

function folderOf({ data, environment }: Given): Outcome<Folder> {
  if (typeof data !== 'string' || data === '') return wrong('--data FOLDER is needed.');
  const known = Environment.safeParse(environment);
  if (!known.success) return wrong('--environment is needed: simulator, sandbox or production.');
  return success({ data, environment: known.data });
}

const wrong = (message: string) =>
  failed({ kind: 'invalid-argument', message, next: 'See npm run journal -- --help.' });
