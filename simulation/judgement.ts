import { isReadBack } from '../chaos/actions/judgement';
import { DEFAULT_PROFILE } from '../src/contract/service/profile';
import { isFinal, onlyProtects, type Action } from '../src/domain/action';
import { dayOf } from '../src/gateway/platform/zone-time';
import type { By } from '../src/domain/person';
import type { DeskEntry } from '../src/domain/desk-entry';
import { areTwoPeople } from '../src/domain/policy/two-people';
import { PEOPLE, TRADERS } from './people';
import { isAskedForAReason, looksForAnOutcome } from './reasons';
import type { Immutable, LiveSeen, Press, Said, Seen } from './seen';
import type { Call } from './traffic';

const ZONE = 'Europe/Berlin';
/** What the functions promise, and two steps of the clock. */
const CELL_MS_MAX = 10_000 + 200;
/** A write in calm leaves as fast as its own checks are answered, and time passes in steps. */
const WRITE_MS_MAX = 1_000;
const WRITE_LEFT_WITHIN_MS = 30_000;
const AFTER_STRANGER_MS = 120_000;
/** A bucket has its next token within a second: a refusal that asks for more means the day's quota. */
const QUOTA_SECONDS_MIN = 2;

/** One promise: how often it was put to the test, and every time it was broken. */
export interface Verdict {
  readonly promise: number;
  readonly says: string;
  readonly tested: number;
  readonly broken: readonly string[];
}

type Judged = Pick<Verdict, 'tested' | 'broken'>;

const JUDGES: readonly (readonly [string, (seen: Seen) => Judged])[] = [
  ['no write without a press', pressed],
  ['each action executed at most once, its line before it', once],
  ['no 429 drawn by ourselves', unrefused],
  ['immutable records fetched once, equal questions once', asked],
  ['a write waits for no read', unwaiting],
  ['no event lost that was answered 2xx; lost ones found', kept],
  ['no cell without value or sentence beyond its deadline', shown],
  ['malformed answers never became values', unspoiled],
  ['texts stay texts', texts],
  ['no secret in a log', silent],
  ['every line names a person and a session, or the gateway', named],
  ['nothing unapproved above a level, nothing while halted', authorised],
  ['nothing of a program live that its page does not want, nothing twice', wantedLive],
];

/** The promises of simulation/README.md, each as far as a week can put it to the test. */
export const judged = (seen: Seen): readonly Verdict[] =>
  JUDGES.map(([says, judge], place) => ({ promise: place + 1, says, ...judge(seen) }));

export const isWrite = ({ method, path }: Pick<Call, 'method' | 'path'>): boolean =>
  method !== 'GET' && !path.includes('authenticate');

function pressed({ presses, programs, lines, writes, calls }: Seen): Judged {
  const ids = new Set<string>(presses.map(({ id }) => id));
  const started = new Set<string>(programs.map(({ id }) => id));
  // What only takes risk away is sent again by the desk itself until it is known.
  const strange = new Set(
    lines
      .filter(
        ({ id, body, program }) =>
          !ids.has(id) && !(program && started.has(program.id)) && !onlyProtects(body),
      )
      .map(({ id }) => id),
  );
  const sent = lines.filter(({ state }) => state === 'sending').length;
  const left = calls.filter(isWrite).length;
  return {
    tested: writes,
    broken: [
      ...[...strange].map((id) => `The journal has ${id}, which nobody pressed.`),
      ...(writes > sent ? [`The platform counted ${writes} writes, and the journal has ${sent} sent.`] : []),
      ...(left > sent ? [`${left} writes left, and the journal has ${sent} sent.`] : []),
    ],
  };
}

function once({ lines, brokenChain, executions, ownQuoteIds, errors }: Seen): Judged {
  const last = [...new Map(lines.map((line) => [line.id, line])).values()];
  // What only takes risk away goes again under its id, after a refusal that proves that nothing was executed.
  const sending = countedBy(
    lines.filter(({ state, body }) => state === 'sending' && !onlyProtects(body)).map(({ id }) => id),
  );
  const twice = [...sending].filter(([, count]) => count > 1).map(([id]) => `${id} was sent twice.`);
  const moved = lines.filter((line, at) => isFinal(line) && movedOn(lines, line, at));
  return {
    tested: sending.size,
    broken: [
      ...(brokenChain === undefined ? [] : [`The journal is broken: ${brokenChain}`]),
      ...twice,
      ...moved.map(({ id, state }) => `${id} was ${state}, and something else after that.`),
      ...counted(
        'trades',
        executions,
        last.filter(({ body }) => body.kind.startsWith('accept-')),
      ),
      ...counted(
        'quotes',
        ownQuoteIds.length,
        last.filter(({ body }) => body.kind === 'send-quote'),
      ),
      ...claims(last, ownQuoteIds),
      ...errors.map((error) => `The gateway logged an error: ${error}`),
    ],
  };
}

const movedOn = (lines: readonly Action[], action: Action, at: number): boolean =>
  lines.slice(at + 1).some((line) => line.id === action.id && !isReadBack(action, line));

function counted(what: string, made: number, actions: readonly Action[]): string[] {
  const done = actions.filter(({ state }) => state === 'done').length;
  const open = actions.filter((action) => !isFinal(action)).length;
  if (made >= done && made <= done + open) return [];
  return [`The platform made ${made} ${what}, and the journal has ${done} done, ${open} open.`];
}

/** What is done under a number is there under that number, and under no other action's. */
function claims(last: readonly Action[], ownQuoteIds: readonly string[]): string[] {
  const made = new Set(ownQuoteIds);
  const done = last.filter(({ state, body }) => state === 'done' && body.kind === 'send-quote');
  const twice = [...countedBy(done.map(({ quoteId }) => String(quoteId)))].filter(([, count]) => count > 1);
  return [
    ...done.flatMap(({ id, quoteId }) =>
      made.has(String(quoteId)) ? [] : [`${id} is done as ${quoteId}, which the platform has not made.`],
    ),
    ...twice.map(([quoteId]) => `Two actions claim ${quoteId}.`),
  ];
}

function unrefused({ calls, strangers }: Seen): Judged {
  const days = new Set(strangers.map((at) => dayOf(at, ZONE)));
  const isTheirs = ({ at, retryAfter = 0 }: Call): boolean =>
    strangers.some((stolenAt) => at >= stolenAt && at - stolenAt <= AFTER_STRANGER_MS) ||
    (retryAfter >= QUOTA_SECONDS_MIN && days.has(dayOf(at, ZONE)));
  const own = calls.filter((call) => call.status === 429 && !isTheirs(call));
  return {
    tested: calls.length,
    broken: own.map((call) => `429 at ${told(call)}, to wait ${call.retryAfter} s.`),
  };
}

function asked(seen: Seen): Judged {
  const { calls, immutable, lines, spoiled } = seen;
  const reads = calls.filter(({ method }) => method === 'GET');
  const again = immutable.flatMap((record) => fetchedAgain(record, reads, lines));
  return {
    tested: reads.length,
    broken: [...(again.length > spoiled ? again : []), ...atOnce(reads, seen)],
  };
}

function fetchedAgain(
  { path, since }: Immutable,
  reads: readonly Call[],
  lines: readonly Action[],
): string[] {
  const got = reads.filter(
    (call) => call.path === path && call.at >= since && whole(call) && !looksForAnOutcome(call, lines),
  );
  return got.slice(1).map((call) => `Fetched again: ${told(call)}.`);
}

const whole = ({ status, broke }: Call): boolean => status === 200 && broke !== true;

/** The same question while it is being answered already, and nothing has happened that its answer may not know of. */
function atOnce(reads: readonly Call[], seen: Seen): string[] {
  const underWay = new Map<string, Call>();
  return reads.flatMap((call) => {
    const before = underWay.get(call.path);
    underWay.set(call.path, call);
    const isOver = !before || (before.endedAtMs !== undefined && before.endedAtMs <= call.atMs);
    return isOver || isAskedForAReason(call, before, seen)
      ? []
      : [`Asked while it was being answered since ${timeOf(before)}: ${told(call)}.`];
  });
}

function unwaiting(seen: Seen): Judged {
  const waits = calmWaits(seen);
  return {
    tested: waits.length,
    broken: waits
      .filter(({ ms }) => ms > WRITE_MS_MAX)
      .map(({ press, ms }) => {
        const meanwhile = readsBefore(press, ms, seen.calls).map(
          (call) => `${told(call)} ${waitOfRead(call)}`,
        );
        return `${press.kind} on ${press.requestId ?? 'nothing'} left after ${ms} ms. ${meanwhile.join(', ')}`;
      }),
  };
}

const readsBefore = ({ atMs }: Press, ms: number, calls: readonly Call[]): Call[] =>
  calls.filter((call) => call.method === 'GET' && call.atMs >= atMs && call.atMs <= atMs + ms);

const waitOfRead = ({ status, atMs, endedAtMs }: Call): string =>
  `(${status ?? 'no answer'}, ${endedAtMs === undefined ? 'never ended' : `${(endedAtMs - atMs).toFixed(0)} ms`})`;

/** How long after each press in calm its write left, monotonic ms; those that were held back have none. */
export const waitsOf = (seen: Seen): number[] => calmWaits(seen).map(({ ms }) => ms);

function calmWaits({ presses, calls, lines }: Seen): { press: Press; ms: number }[] {
  const writes = calls.filter(isWrite);
  // What was refused may never have left, and the next write on the same request is another press's.
  const done = new Set(lines.filter(({ state }) => state === 'done').map(({ id }) => id));
  // What waited for another person leaves at that person's word.
  const waited = waitedIn(lines);
  const calm = presses.filter(
    ({ id, isCalm, approves = false }) => isCalm && done.has(id) && waited.has(id) === approves,
  );
  return calm.flatMap((press) => waitOf(press, writes));
}

function waitOf(press: Press, writes: readonly Call[]): { press: Press; ms: number }[] {
  const first = writes.find(
    (call) => call.atMs >= press.atMs && call.atMs - press.atMs < WRITE_LEFT_WITHIN_MS && isFor(press, call),
  );
  return first ? [{ press, ms: first.atMs - press.atMs }] : [];
}

const isFor = ({ requestId }: Press, { method, path }: Call): boolean =>
  requestId === undefined
    ? method === 'POST' && path === DEFAULT_PROFILE.paths.createRequest
    : path.includes(requestId);

const FOUND = ['request-closed', 'request-traded'];

function kept({ letters, events }: Seen): Judged {
  const stored = new Map<string, number>();
  for (const { body, times } of events) stored.set(body, (stored.get(body) ?? 0) + times);
  const accepted = countedBy(letters.filter(({ status }) => status === 200).map(({ text }) => text));
  const gone = [...accepted].filter(([text, count]) => (stored.get(text) ?? 0) < count);
  const lost = letters.filter(({ status, type }) => status === undefined && FOUND.includes(type));
  const missed = lost.filter(({ requestId }) => {
    const over = events.some((event) => event.requestId === requestId && FOUND.includes(event.type));
    return !over;
  });
  return {
    tested: letters.length,
    broken: [
      ...gone.map(([text]) => `Answered 2xx and not stored: ${text}`),
      ...missed.map(({ text }) => `Lost on the way and never found: ${text}`),
    ],
  };
}

function shown({ cells, endMs }: Seen): Judged {
  const late = cells.filter(
    ({ openedAtMs, firstAtMs, closedAtMs }) => (firstAtMs ?? closedAtMs ?? endMs) - openedAtMs > CELL_MS_MAX,
  );
  return {
    tested: cells.length,
    broken: late.map(
      ({ name, openedAtMs, firstAtMs }) =>
        `${name} opened at ${openedAtMs} ms showed something at ${firstAtMs ?? 'no time'}.`,
    ),
  };
}

const wrongIn = ({ cells }: Seen, wanted: 'value' | 'text'): string[] =>
  cells.flatMap(({ wrong }) => wrong.filter(({ of }) => of === wanted).map((one) => one.wrong));

function unspoiled(seen: Seen): Judged {
  return { tested: seen.spoiled, broken: wrongIn(seen, 'value') };
}

function texts(seen: Seen): Judged {
  const { cells, fileFields } = seen;
  return {
    tested: cells.reduce((sum, cell) => sum + cell.texts, 0) + fileFields.looked,
    broken: [...wrongIn(seen, 'text'), ...fileFields.wrong.map((field) => `In a file: ${field}`)],
  };
}

function silent({ logged, secrets }: Seen): Judged {
  const telling = logged.filter((line) => secrets.some((secret) => line.includes(secret)));
  return { tested: logged.length, broken: telling };
}

const waitedIn = (lines: readonly Action[]): ReadonlySet<string> =>
  new Set(lines.filter(({ state }) => state === 'waiting').map(({ id }) => id));

const NAMES: readonly string[] = Object.values(PEOPLE);
/** What the gateway does by its settings, where it no longer hears of a page, and what it notices of the platform. */
const OWN = {
  name: 'gateway',
  session: 'gateway',
  entries: [
    ...['started', 'platform-sign-in', 'limits', 'policy', 'program-stop'],
    ...['platform-silent', 'platform-answers'],
  ],
};

/** A session counts where the journal says that this person began it. */
function named({ lines, entries }: Pick<Seen, 'lines' | 'entries'>): Judged {
  const begun = new Set(entries.filter(({ entry }) => entry === 'session-begun').map(({ by }) => byText(by)));
  const isPerson = (by: By | undefined): boolean =>
    by !== undefined && NAMES.includes(by.name) && begun.has(byText(by));
  const isOwn = ({ entry, by }: DeskEntry): boolean =>
    by?.name === OWN.name && by.session === OWN.session && OWN.entries.includes(entry);
  const strange = lines.filter((line) => ![line.by, ...wordsOn(line)].every(isPerson));
  return {
    tested: lines.length + entries.length,
    broken: [
      ...strange.map(({ id, state, by }) => `${id}, ${state}, is by ${byText(by)}.`),
      ...entries
        .filter((entry) => !isPerson(entry.by) && !isOwn(entry))
        .map(({ entry, by }) => `${entry} is by ${byText(by)}.`),
    ],
  };
}

const byText = (by: By | undefined): string => (by ? `${by.name}, session ${by.session}` : 'nobody');

/** Whoever approved, refused or settled it. */
const wordsOn = ({ approvedBy, refusedBy, resolvedBy }: Action): By[] =>
  [approvedBy, refusedBy, resolvedBy].filter((by) => by !== undefined);

function authorised({ lines, calls, presses, halts, endMs }: Seen): Judged {
  const waited = waitedIn(lines);
  const sent = lines.filter(({ state, body }) => state === 'sending' && !onlyProtects(body));
  const above = sent.filter(({ id, body }) => waited.has(id) || body.kind === 'create-request');
  const unapproved = above.filter(
    ({ by, approvedBy }) => approvedBy?.name !== PEOPLE.approver || !areTwoPeople(by, approvedBy),
  );
  const pressed = sent.filter(({ by }) => by === undefined || !TRADERS.includes(by.name));
  const whileHalted = <T extends { readonly atMs: number }>(all: readonly T[]): T[] =>
    all.filter(({ atMs }) => halts.some(({ fromMs, untilMs = endMs }) => atMs > fromMs && atMs < untilMs));
  const stolen = whileHalted(calls).filter(takesRiskOn);
  return {
    tested: above.length + whileHalted(presses).length,
    broken: [
      ...unapproved.map(({ id }) => `${id} was sent, and no other person had approved it.`),
      ...pressed.map(({ id, by }) => `${id} was sent for ${byText(by)}, who may not.`),
      ...stolen.map((call) => `Left while the desk was halted: ${told(call)}.`),
    ],
  };
}

const takesRiskOn = (call: Call): boolean => isWrite(call) && call.method !== 'DELETE';

/** A quote of a program goes within so long, from its page's word or the end of it. */
const WANTED_MS_MAX = 10_000;

function wantedLive({ live, programs, lines }: Seen): Judged {
  const programOf = new Map(
    lines.flatMap(({ quoteId, program, body }) =>
      quoteId !== undefined && program && body.kind === 'send-quote'
        ? [[String(quoteId), program.id] as const]
        : [],
    ),
  );
  const saidBy = new Map(programs.map(({ id, said }) => [id, said]));
  const own = live.filter(({ quoteId }) => programOf.has(quoteId));
  const places = countedBy(own.map(({ atMs, requestId, direction }) => `${atMs} ${requestId} ${direction}`));
  const unwanted = own.filter((one) => {
    const id = programOf.get(one.quoteId);
    return !wasWanted(one, (id && saidBy.get(id)) ?? []);
  });
  return {
    tested: own.length,
    broken: [
      ...[...places].filter(([, count]) => count > 1).map(([place]) => `Two were live at ${place}.`),
      ...unwanted.map(
        ({ quoteId, price, requestId, atMs }) =>
          `${quoteId} at ${price} on ${requestId} was live at ${atMs} ms, and not wanted.`,
      ),
    ],
  };
}

function wasWanted({ requestId, price, atMs }: LiveSeen, said: readonly Said[]): boolean {
  const of = said.filter((one) => one.requestId === requestId);
  return of.some((one, at) => {
    const untilMs = (of[at + 1]?.atMs ?? Infinity) + WANTED_MS_MAX;
    return (
      one.price !== undefined && Number(one.price) === Number(price) && one.atMs <= atMs && atMs <= untilMs
    );
  });
}

function countedBy<T>(items: readonly T[]): Map<T, number> {
  const count = new Map<T, number>();
  for (const item of items) count.set(item, (count.get(item) ?? 0) + 1);
  return count;
}

const told = ({ method, path, at }: Call): string => `${timeOf({ at })} ${method} ${path}`;

const timeOf = ({ at }: Pick<Call, 'at'>): string => new Date(at).toISOString();
