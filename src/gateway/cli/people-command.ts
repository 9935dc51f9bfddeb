import { parseArgs } from 'node:util';
import { Note } from '../../domain/action';
import type { PeopleAnswer } from '../../contract/desk/people';
import { sentence, type Failure, type Outcome } from '../../domain/failure';
import { fourEyesInWords } from '../../domain/policy/policy-words';
import type { Connection, GatewayClient } from './gateway-client';
import { typed } from './program';
import {
  emptyProblem,
  GATEWAY_OPTIONS,
  optionProblem,
  type TypedGateway,
  isOption,
  type Known,
} from './typed-options';

/**
 * A halt of which not every word is known, as a command that is: an emergency does not wait for its words to be right. `notKnown`: what was
 * left out. None where it is no halt, or which gateway is meant cannot be told.
 */
function haltIn(
  args: readonly string[],
  known: Known,
): { readonly words: readonly string[]; readonly notKnown: readonly string[] } | undefined {
  const typed = withoutBareReason(args, known);
  const { positionals, tokens } = parseArgs({
    args: [...typed],
    options: known,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const options = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  const right = options.filter(({ name }) => Object.hasOwn(known, name));
  if (positionals[0] !== 'halt' || !right.every(isClear)) return undefined;
  // The letters of one word, as of "-5 %", are an option each.
  const strange = new Set(options.filter((token) => !right.includes(token)).map(({ index }) => index));
  return {
    words: [
      ...right.map(({ name, value }) => (value === undefined ? `--${name}` : `--${name}=${value}`)),
      '--',
      ...positionals,
    ],
    notKnown: [...strange].flatMap((index) => typed[index] ?? []),
  };
}

/** `--reason $R`, where R is not set, has the next option behind it, or nothing. */
const withoutBareReason = (args: readonly string[], known: Known): readonly string[] =>
  args.filter((word, at) => {
    const next = args[at + 1];
    return word !== '--reason' || !(next === undefined || isOption(next, known));
  });

/** A reason may be any text; a gateway has to be named in words that cannot mean something else. */
function isClear({ name, value, inlineValue }: OptionToken): boolean {
  if (name === 'help') return value === undefined;
  if (!Object.hasOwn(GATEWAY_OPTIONS, name)) return true;
  return value !== undefined && value !== '' && (inlineValue === true || !value.startsWith('-'));
}

interface OptionToken {
  readonly name: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

interface PeopleParts {
  readonly out: { write(text: string): unknown };
  readonly problems: { write(text: string): unknown };
  /** Of the gateway that runs: none is started for this. */
  readonly connect: (gateway: TypedGateway) => Promise<Outcome<Connection>>;
}

const HELP = `SpreadDesk people: who is on the desk of the gateway that runs on this machine; halts the desk and lets it go on.

  ${typed('people')} list --port 4000 --data /tmp/desk

  list              open sessions, paired browsers and the policy in force
  end NAME          ends every session of a person, at once: by the name of the list, or by the provider's id;
                    1 where there is none to end, with the names that have one
  unpair NAME       ends the pairing of one browser, by the short name or the name of the list
  halt [--reason WHY]
                    nothing that takes risk on leaves any more, on every page and over restarts; withdrawing goes on
  resume --reason WHY
                    lets the desk go on

  --port NUMBER     the port of that gateway, as in its address; in place of DESK_PORT (3000)
  --data FOLDER     its data folder; in place of DESK_DATA
  --help            shows this

Ends with 0 when it is done, 1 when it could not be done, and 2 when the words are not right.`;

const KNOWN = { help: { type: 'boolean' }, reason: { type: 'string' }, ...GATEWAY_OPTIONS } as const;

/** 0: done. 1: not done, with a sentence. 2: no such command. */
export async function peopleCommand(args: readonly string[], parts: PeopleParts): Promise<number> {
  const { out, problems } = parts;
  const read = wordsIn(args);
  if (typeof read === 'string') {
    problems.write(`${read} See ${typed('people')} --help.\n`);
    return 2;
  }
  const { values, positionals, notKnown } = read;
  const [verb, ...rest] = positionals;
  // Whether it was given in one word or in several.
  const said = (values.reason === undefined ? rest : [values.reason, ...rest]).join(' ');
  if (values.help) {
    out.write(`${HELP}\n`);
    return 0;
  }
  const { data, port } = values;
  // A halt needs no reason, and so none that is typed empty stops it.
  const empty = emptyProblem(verb === 'halt' ? { data, port } : values);
  if (empty !== undefined) {
    problems.write(`${empty} See ${typed('people')} --help.\n`);
    return 2;
  }
  if (notKnown.length > 0) problems.write(`${passedOver(notKnown)}\n`);
  const work = verb === undefined ? undefined : WORK[verb];
  if (!work || (verb !== 'halt' && (verb === 'list') !== (said === ''))) {
    problems.write(`${wrongIn(verb)}\n\n${HELP}\n`);
    return 2;
  }
  const connected = await parts.connect(values);
  if (!connected.ok) return refused(parts, connected);
  const { door } = connected.value;
  try {
    const outcome = await work(door, said, parts);
    if (!outcome.ok) return refused(parts, outcome);
    out.write(`${outcome.value}\n`);
    return 0;
  } finally {
    await connected.value.close();
  }
}

function wordsIn(args: readonly string[]) {
  try {
    return { ...parsed(args), notKnown: [] };
  } catch (error) {
    const halt = haltIn(args, KNOWN);
    return halt ? { ...parsed(halt.words), notKnown: halt.notKnown } : optionProblem(error, args, KNOWN);
  }
}

const parsed = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: KNOWN, allowPositionals: true });

const passedOver = (words: readonly string[]): string =>
  `Not known here: ${words.join(', ')}. The halt goes to the gateway that --port and --data, or else the settings, name.`;

/** What is missing behind a command, or too much. */
function wrongIn(verb: string | undefined): string {
  if (verb === undefined) return `Say what to do: ${Object.keys(WORK).join(', ')}.`;
  if (!WORK[verb]) return `There is no command ${verb}.`;
  if (verb === 'list') return 'list takes no name: it shows everybody.';
  return verb === 'resume' ? 'resume needs --reason WHY.' : `${verb} needs a NAME, as list shows it.`;
}

function refused({ problems }: PeopleParts, outcome: Outcome<unknown>): number {
  if (!outcome.ok) problems.write(`${sentence(outcome.failure)}\n`);
  return 1;
}

type Work = (
  door: GatewayClient,
  said: string,
  parts: Pick<PeopleParts, 'problems'>,
) => Promise<Outcome<string>>;

const WORK: Readonly<Record<string, Work>> = {
  async halt(door, said, { problems }) {
    const reason = Note.safeParse(said);
    if (!reason.success && said !== '') problems.write(`${TOO_LONG}\n`);
    const answer = await door.halt(reason.data);
    if (!answer.ok) return answer;
    const { underWay } = answer.value;
    const rest =
      underWay === 0 ? '' : ` ${underWay} that had left before have no answer yet: see the journal.`;
    return {
      ok: true,
      value: `The desk is halted: nothing that adds risk is sent any more. ${STAYS_LIVE}${rest}`,
    };
  },
  async resume(door, reason) {
    const answer = await door.resume(reason);
    return answer.ok
      ? { ok: true, value: 'The desk goes on. Trading has to be switched on in each pane.' }
      : answer;
  },
  async list(door) {
    const people = await door.people();
    if (!people.ok) return people;
    const { sessions, pairings, policy } = people.value;
    const commands = sessions.filter(({ isProgram }) => isProgram);
    const lines = [
      ...sessions
        .filter(({ isProgram }) => !isProgram)
        .map(({ name, id, roles, session, openedAt, actedAt, pages }) =>
          [
            `session ${session}`,
            `${name}${id === undefined ? '' : ` (${id})`}`,
            roles.join(', '),
            ...(actedAt === undefined ? [] : [`pressed or typed ${timeOf(actedAt)}`]),
            `since ${timeOf(openedAt)}`,
            counted(pages, 'open workbook'),
          ].join('  '),
        ),
      ...(commands.length > 0
        ? [`commands of the gateway’s account: ${counted(commands.length, 'session')}, this one among them`]
        : []),
      ...pairings.map(
        ({ pairing, name, pairedAt }) => `browser ${pairing}  ${name}  paired ${timeOf(pairedAt)}`,
      ),
      policy
        ? `policy ${policy.path}  read ${timeOf(policy.readAt)}  sha256 ${policy.digest}`
        : 'no policy: a paired browser may do everything, and who signs in at a provider has the roles that their groups are called by',
      ...(policy ? [`another person approves ${fourEyesInWords(policy.fourEyes)}`] : []),
      ...(policy?.problem === undefined ? [] : [`not in force: ${policy.problem}`]),
    ];
    return { ok: true, value: lines.join('\n') };
  },
  async end(door, name) {
    const people = await door.people();
    if (!people.ok) return people;
    const ids = people.value.sessions.filter((one) => one.name === name).map(({ id }) => id ?? name);
    let count = 0;
    for (const person of new Set([...ids, name])) {
      const answer = await door.endPerson(person);
      if (!answer.ok) return answer;
      count += answer.value.ended;
    }
    if (count === 0) return { ok: false, failure: nobodyEnded(name, people.value) };
    return { ok: true, value: `${counted(count, 'session')} of ${name} ended.` };
  },
  async unpair(door, name) {
    const people = await door.people();
    if (!people.ok) return people;
    const { pairings } = people.value;
    const meant = pairings.filter((one) => one.pairing === name || one.name === name);
    let count = 0;
    for (const { pairing } of meant) {
      const answer = await door.unpair(pairing);
      if (!answer.ok) return answer;
      count += answer.value.ended;
    }
    if (meant.length === 0)
      return {
        ok: false,
        failure: {
          kind: 'not-found',
          message: `No browser is paired as ${name}.`,
          next: `${typed('people')} list shows all.`,
        },
      };
    return {
      ok: true,
      value: `${counted(meant.length, 'browser')} of ${name} unpaired, ${counted(count, 'session')} ended.`,
    };
  },
};

/** A name that is typed wrong must not look like a person who is off the desk. */
function nobodyEnded(name: string, { sessions }: PeopleAnswer): Failure {
  const names = sessions
    .filter(({ isProgram }) => !isProgram)
    .map((one) => (one.id === undefined ? one.name : `${one.name} (${one.id})`));
  const known = [...new Set(names)].join(', ');
  return {
    kind: 'not-found',
    message: `Nobody called ${name} has an open session at this desk: none was ended.`,
    next: known === '' ? 'No person has one.' : `Open sessions have: ${known}.`,
  };
}

const STAYS_LIVE =
  'Live quotes stay live until somebody withdraws them: Withdraw all at the top of the pane, or Ctrl+Alt+Shift+K, works on.';
const TOO_LONG = 'A reason has up to 300 characters: the halt goes out without it.';

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
