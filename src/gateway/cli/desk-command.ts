import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { sentence, type Outcome } from '../../domain/failure';
import { systemClock } from '../../effects/clock';
import type { PostgresPlace } from '../storage/postgres/place';
import { makeDeskKey } from '../storage/vault/desk-key';
import { typed } from './program';

/** 0: done. 1: not done. 2: the words are not right. */
type ExitCode = 0 | 1 | 2;

const HELP = `SpreadDesk desk: one desk on several machines, in the PostgreSQL that DESK_STORE names.

  ${typed('desk')} key FILE
  ${typed('desk')} import FOLDER

  key      makes the key file of a desk, which each machine holds (DESK_KEY_FILE). Copy it by a way that nobody else can read.
  import   moves a data folder into an empty desk: all of it, compared row by row, or nothing.
           No gateway may run on the folder, and none of the desk. Put the folder aside afterwards.
  --help   shows this

Ends with 0 when it is done, 1 when it could not be done, and 2 when the words are not right.`;

/** Carries out `npm run desk`. */
export async function deskCommand(
  words: readonly string[],
  {
    out,
    problems,
    place,
  }: { out: Writable; problems: Writable; place: () => Promise<Outcome<PostgresPlace>> },
): Promise<ExitCode> {
  const complain = <Code extends ExitCode>(text: string, code: Code): Code => {
    problems.write(`${text}\n`);
    return code;
  };
  const said = wordsIn(words);
  if (said === 'help') {
    out.write(`${HELP}\n`);
    return 0;
  }
  const [command, folder, more] = said;
  if (command === 'key' && folder !== undefined && more === undefined) {
    const made = makeDeskKey(folder);
    if (!made.ok) return complain(sentence(made.failure), 1);
    out.write(
      `${folder} holds the key. Every machine of the desk needs the same file, and nobody else may read it.\n`,
    );
    return 0;
  }
  if (command !== 'import' || folder === undefined || more !== undefined)
    return complain(`Say key FILE or import FOLDER. See ${typed('desk')} --help.`, 2);
  const named = await place();
  if (!named.ok) return complain(sentence(named.failure), 1);
  const { openPrimary } = await import('../storage/postgres/session');
  const { importFolder, shownImport } = await import('../storage/postgres/import');
  const session = await openPrimary(named.value, { name: 'import', clock: systemClock });
  if (!session.ok) return complain(sentence(session.failure), 1);
  try {
    const imported = await importFolder(session.value, { dataFolder: folder, clock: systemClock });
    if (!imported.ok) return complain(sentence(imported.failure), 1);
    for (const one of imported.value) out.write(`${shownImport(one)}\n`);
    out.write(`Put ${folder} aside: a gateway that runs on it would be a second desk.\n`);
    return 0;
  } finally {
    await session.value.end();
  }
}

function wordsIn(words: readonly string[]): readonly string[] | 'help' {
  try {
    const options = { help: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return values.help ? 'help' : positionals;
  } catch {
    return [];
  }
}
