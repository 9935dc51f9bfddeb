import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { sentence, type Outcome } from '../../domain/failure';
import { backUp, type Copy } from '../storage/backup';
import { typed } from './program';
import { emptyProblem, optionProblem } from './typed-options';

/** 0: copied, and every journal is whole. 1: copied, but a journal is not as it was written. 2: not copied. */
type ExitCode = 0 | 1 | 2;

const HELP = `SpreadDesk backup: a copy of the data folder. A running gateway is not disturbed.

  ${typed('backup')} --data FOLDER --out FOLDER

  --data   the data folder of the gateway; not needed where DESK_DATA is set as for the gateway
  --out    where the copy goes; nothing is written over
  --help   shows this

Ends with 0 when everything is copied and right, 1 when a journal is not as it was written, and 2 when not
everything could be copied.`;

const KNOWN = { data: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean' } } as const;

/** What is copied unless a data folder is typed. */
interface Place {
  /** Writes a desk that is kept elsewhere than in a data folder to a file. */
  readonly dump?: ((out: string) => Promise<Outcome<readonly Copy[]>>) | undefined;
  /** The setting DESK_DATA; `dump` goes before it. */
  readonly folder?: string | undefined;
}

/** Carries out `npm run backup`. */
export async function backupCommand(
  words: readonly string[],
  streams: { readonly out: Writable; readonly problems: Writable },
  { dump, folder }: Place = {},
): Promise<ExitCode> {
  const complain = (text: string): 2 => {
    streams.problems.write(`${text}\n`);
    return 2;
  };
  const options = optionsIn(words);
  if (typeof options === 'string') return complain(`${options} See ${typed('backup')} --help.`);
  const { data, out, help } = options;
  const copied = data ?? (dump ? undefined : folder);
  if (help) {
    streams.out.write(`${HELP}\n`);
    return 0;
  }
  if (!out || !(copied || dump))
    return complain(`--data FOLDER and --out FOLDER are needed. See ${typed('backup')} --help.`);
  const copies = await (copied || !dump ? backUp(copied ?? '', out) : dump(out));
  if (!copies.ok) return complain(sentence(copies.failure));
  for (const copy of copies.value) streams.out.write(`${told(copy)}\n`);
  return copies.value.every(({ journal }) => journal.state === 'whole') ? 0 : 1;
}

function optionsIn(words: readonly string[]): { data?: string; out?: string; help?: boolean } | string {
  try {
    const { values } = parseArgs({ args: [...words], options: KNOWN });
    return emptyProblem(values) ?? values;
  } catch (error) {
    return optionProblem(error, words, KNOWN);
  }
}

function told({ environment, path, journal }: Copy): string {
  const { sequence } = journal.head;
  return journal.state === 'whole'
    ? `${environment} is copied to ${path}. Its journal is whole: ${sequence === 1 ? '1 line' : `${sequence} lines`}.`
    : `${environment} is copied to ${path}, but its journal is not as it was written. ${journal.problem} What to do: docs/journal.md.`;
}
