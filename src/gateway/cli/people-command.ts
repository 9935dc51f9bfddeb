import { parseArgs } from 'node:util';
import type { Outcome } from '../../domain/failure';
import { sentence } from '../../domain/failure';
import { fourEyesInWords } from '../../domain/policy/policy-words';
import type { Connection, GatewayClient } from './gateway-client';
import { typed } from './program';

interface PeopleParts {
  readonly out: { write(text: string): unknown };
  readonly problems: { write(text: string): unknown };
  /** Of the gateway that runs: none is started for this. */
  readonly connect: () => Promise<Outcome<Connection>>;
}

const HELP = `Who is on the desk of the gateway that runs on this machine, and whether it is halted.

  list              open sessions, paired browsers and the policy in force
  end NAME          ends every session of a person, at once: by the name of the list, or by the provider's id
  unpair NAME       ends the pairing of one browser, by the short name or the name of the list
  halt [--reason WHY]
                    nothing that takes risk on leaves any more, on every page and over restarts; withdrawing goes on
  resume --reason WHY
                    lets the desk go on
  --help            shows this`;

/** 0: done. 1: not done, with a sentence. 2: no such command. */
export async function peopleCommand(args: readonly string[], parts: PeopleParts): Promise<number> {
  const { out, problems } = parts;
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { help: { type: 'boolean', default: false }, reason: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const [verb, ...rest] = positionals;
  // Whether it was given in one word or in several.
  const said = (typeof values['reason'] === 'string' ? [values['reason'], ...rest] : rest).join(' ');
  if (values['help'] === true) {
    out.write(`${HELP}\n`);
    return 0;
  }
  const work = verb === undefined ? undefined : WORK[verb];
  if (!work || (verb !== 'halt' && (verb === 'list') !== (said === ''))) {
    problems.write(`${HELP}\n`);
    return 2;
  }
  const connected = await parts.connect();
  if (!connected.ok) return refused(parts, connected);
  const { door } = connected.value;
  try {
    const outcome = await work(door, said);
    if (!outcome.ok) return refused(parts, outcome);
    out.write(`${outcome.value}\n`);
    return 0;
  } finally {
    await connected.value.close();
  }
}

function refused({ problems }: PeopleParts, outcome: Outcome<unknown>): number {
  if (!outcome.ok) problems.write(`${sentence(outcome.failure)}\n`);
  return 1;
}

type Work = (door: GatewayClient, said: string) => Promise<Outcome<string>>;

const WORK: Readonly<Record<string, Work>> = {
  async halt(door, reason) {
    const answer = await door.halt(reason === '' ? undefined : reason);
    if (!answer.ok) return answer;
    const { underWay } = answer.value;
    const rest =
      underWay === 0 ? '' : ` ${underWay} that had left before have no answer yet: see the journal.`;
    return {
      ok: true,
      value: `The desk is halted: nothing that takes risk on leaves any more. Withdrawing goes on.${rest}`,
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

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
