import { isDeepStrictEqual } from 'node:util';
import type { MadeThere } from './executed-writes';
import { violation, type Violation, type Wrong } from '../campaign/violation';
import { isFinal, type Action } from '../../src/domain/action';
import type { ActionId } from '../../src/domain/identifiers';

/** What is known of one run when it is over, from three sides: the pages, the journal's file, the service. */
export interface Seen {
  /** The ids under which it was pressed, that of the first press first. */
  readonly ids: readonly ActionId[];
  /** Every action that a page was answered with. */
  readonly told: readonly Action[];
  /** The lines of the journal in the order in which they were written. */
  readonly lines: readonly Action[];
  /** Why the chain of the journal is not whole. */
  readonly brokenChain?: string | undefined;
  /** How many writes of this kind the service received, whatever came of them. */
  readonly sends: number;
  /** How often it was executed, by the service's own truth. */
  readonly executions: number;
  /** The numbers of what the service made of it, and for how much where that counts. */
  readonly made: readonly MadeThere[];
  /** For how much it was wanted, where that counts. */
  readonly quantity?: number | undefined;
  /** Done twice is as good as done once, and it may be sent again; what is made of it has no number of its own. */
  readonly isOnceAndForAll?: boolean | undefined;
  /** Of what takes risk away: there is nothing left to take away, whoever did that. */
  readonly isOver?: boolean | undefined;
  /** What the service showed of it in the end, after all was shown that was late. */
  readonly sight?: Sight | undefined;
  /** Errors that the gateway has not foreseen. */
  readonly errors: readonly string[];
}

/** What could be known in the end, by what the service showed. */
export interface Sight {
  /** What was executed could be read. */
  readonly isReadable: boolean;
  /** Nobody else did anything by which it could be taken for another. */
  readonly isAlone: boolean;
  /** No write reached the service, and no gateway was killed while one was on its way: then that is proven. */
  readonly neverArrived: boolean;
  /** It takes risk away, nothing hindered that in the end, and no refusal said that it cannot be done. */
  readonly mustBeOver: boolean;
  /** The first press could be carried out by all that was there, and nothing broke while it was read. */
  readonly mustBeSent: boolean;
}

export const ENDS = [
  'not taken',
  'cancelled',
  'rejected',
  'done at once',
  'done, found',
  'unknown',
  'unknown, shown',
] as const;
export type End = (typeof ENDS)[number];

export interface Judgement {
  /** How the first press ended that was written down. `not taken`: the gateway died before one was. */
  readonly end: End;
  /** What a person is shown to judge by, where that is how it ended. */
  readonly evidence?: string | undefined;
  readonly violations: readonly Violation[];
}

export function judged(seen: Seen): Judgement {
  const violations = [
    ...broken(seen),
    ...lost(seen),
    ...(seen.isOnceAndForAll ? [] : resent(seen)),
    ...(seen.isOnceAndForAll ? misledOnceAndForAll(seen) : misled(seen)),
    ...misread(seen),
    ...leftOpen(seen),
  ];
  return { ...endOf(seen), violations };
}

export function broken({ brokenChain, errors }: Pick<Seen, 'brokenChain' | 'errors'>): Violation[] {
  const chain =
    brokenChain === undefined ? [] : [violation('lost records', `The journal is broken: ${brokenChain}`)];
  return [
    ...chain,
    ...errors.map((error) => violation('anything else', `The gateway logged an error: ${error}`)),
  ];
}

/** Whatever a page was told stands in the journal, and what was final stayed. */
export function lost({ told, lines }: Pick<Seen, 'told' | 'lines'>): Violation[] {
  const missing = told.flatMap(({ id, state }) => {
    const own = lines.filter((line) => line.id === id);
    if (own.some((line) => line.state === state)) return [];
    const what =
      own.length === 0 ? ', and the journal has no line of it.' : ', which the journal never said.';
    return [violation('lost records', `A page was told that ${id} is ${state}${what}`)];
  });
  const after = lines.flatMap((line, at) => {
    const later = lines.slice(at + 1).find(({ id }) => id === line.id);
    if (later && isReadBack(line, later)) return [];
    return isFinal(line) && later
      ? [violation('wrong final states', `${line.id} was ${line.state}, and ${later.state} after that.`)]
      : [];
  });
  return [...missing, ...after];
}

/**
 * What was traded is read back after an acceptance is done, and how a quote that went live ended, which trades took it, and what a record says otherwise: another
 * line of the same, which adds that alone. A trade that was told stays told.
 */
export const isReadBack = (line: Action, later: Action): boolean =>
  line.state === 'done' &&
  (later.executed !== undefined ||
    later.over !== undefined ||
    later.taken !== undefined ||
    later.contradictions !== undefined ||
    line.contradictions !== undefined) &&
  (line.taken ?? []).every(({ tradeId }) => later.taken?.some((one) => one.tradeId === tradeId)) &&
  isDeepStrictEqual(withoutReading(line), withoutReading(later));

const withoutReading = ({
  executed: _,
  evidence: __,
  over: ___,
  taken: ____,
  contradictions: _____,
  listed: ______,
  ...rest
}: Action): Omit<Action, 'executed' | 'evidence' | 'over' | 'taken' | 'contradictions' | 'listed'> => rest;

/** Each id is sent at most once, and never without a line that says so before. */
function resent({ lines, sends, ids }: Seen): Violation[] {
  const sending = ids.map((id) => lines.filter((line) => line.id === id && line.state === 'sending').length);
  const written = sending.reduce((sum, count) => sum + count, 0);
  return [
    ...(sending.some((count) => count > 1)
      ? [violation('sends too many', 'One id was sent more than once.')]
      : []),
    ...(sends > written
      ? [
          violation(
            'sends too many',
            `The service received ${sends} sends, and the journal has ${written}.`,
            sends - written,
          ),
        ]
      : []),
  ];
}

/** What the journal says last of each id is what the service did. */
function misled({ ids, lines, executions, made, quantity }: Seen): Violation[] {
  const last = ids.flatMap((id) => lastOf(lines, id) ?? []);
  const done = last.filter(({ state }) => state === 'done');
  const open = last.filter((action) => !isFinal(action));
  const wrong: Violation[] = [];
  if (executions > done.length + open.length) {
    const says = `Executed ${executions} times, and the journal has ${done.length} done, ${open.length} open.`;
    wrong.push(violation(tooOften(executions, lines), says));
  }
  if (executions < done.length) {
    const says = `The journal has ${done.length} done, and ${executions} were executed.`;
    wrong.push(violation('wrong final states', says));
  }
  return [...wrong, ...misnamed(done.map(numberOf), made, quantity)];
}

/** The same of what is as good once as often: whether it is so, and whether one of them says so. */
function misledOnceAndForAll({ lines, executions, isOver = false, made }: Seen): Violation[] {
  // The gateway itself sends it again, as an action of its own.
  const last = [...new Map(lines.map((line) => [line.id, line])).values()];
  const done = last.filter(({ state }) => state === 'done');
  const isOpen = last.some((action) => !isFinal(action));
  if (done.length > 0 && !isOver)
    return [violation('wrong final states', `The journal has ${done.length} done, and it is not so.`)];
  const isSent = lines.some(({ state }) => state === 'sending');
  if (executions > 0 && isSent && done.length === 0 && !isOpen)
    return [violation('wrong final states', 'It was executed, and the journal has none done and none open.')];
  return misnamed(done.flatMap((action) => numberOf(action) ?? []).slice(0, 1), made, undefined);
}

/** What an acceptance is said to have traded is what the trade says. */
function misread({ ids, lines, made }: Seen): Violation[] {
  return ids.flatMap((id) => {
    const { executed, tradeId } = lastOf(lines, id) ?? {};
    const trade = made.find((one) => one.id === tradeId);
    if (!executed || !trade) return [];
    const told = [
      [executed.quantity, trade.quantity],
      [executed.price, trade.price],
    ] as const;
    return told.flatMap(([said, is]) =>
      said === undefined || is === undefined || Number(said) === is
        ? []
        : [violation('wrong final states', `${trade.id} is told to be for ${said}, and it is for ${is}.`)],
    );
  });
}

/** Executed and readable, and still open in the end. */
export const isOpenThoughReadable = ({ ids, lines, executions, sight }: Seen): boolean => {
  const last = ids.flatMap((id) => lastOf(lines, id) ?? []);
  const done = last.filter(({ state }) => state === 'done').length;
  return (
    (sight?.isReadable ?? true) &&
    executions > done &&
    last.some((action) => isSent(action) && !isFinal(action))
  );
};

const isSent = ({ sentAt }: Action): boolean => sentAt !== undefined;

/** What is still open, or was given up, although the service showed how it stands. */
function leftOpen(seen: Seen): Violation[] {
  const { ids, lines, sight, isOver = true } = seen;
  const last = ids.flatMap((id) => lastOf(lines, id) ?? []);
  const open = last.filter((action) => !isFinal(action));
  const wrong: Violation[] = [];
  const isShown = open.some(({ evidence }) => evidence !== undefined);
  if (isOpenThoughReadable(seen) && (!isShown || sight?.isAlone === true)) {
    const says = 'Executed, and shown by the service, but still unknown: the look-up did not find it.';
    wrong.push(violation('unknown although readable', says));
  }
  // One that ended while it waited for a connection cannot tell the next one that there was none.
  const isAlive = ({ failure }: Action): boolean =>
    failure?.message.startsWith('The gateway stopped') !== true;
  if (sight?.neverArrived && last.some((one) => one.state === 'unknown' && isAlive(one))) {
    const says = 'No connection came about, so it was not sent; it is unknown all the same.';
    wrong.push(violation('unknown although readable', says));
  }
  if (sight?.mustBeOver && !isOver && last.some(isSent)) {
    wrong.push(violation('risk left on', 'Nothing hindered it in the end, and it was not done.'));
  }
  const [first] = ids;
  const own = lines.filter(({ id }) => id === first);
  if (sight?.mustBeSent && own.at(-1)?.state === 'rejected' && !own.some(isSent)) {
    const says = `Refused without being sent: ${own.at(-1)?.failure?.message ?? 'nothing said why'}`;
    wrong.push(violation('refused without cause', says));
  }
  return wrong;
}

/** More than were ever sent is once too often; fewer were written down wrongly, or not at all. */
function tooOften(executions: number, lines: readonly Action[]): Wrong {
  const sent = new Set(lines.filter(({ state }) => state === 'sending').map(({ id }) => id)).size;
  if (executions > Math.max(1, sent)) return 'double executions';
  return sent === 0 ? 'lost records' : 'wrong final states';
}

function misnamed(
  named: readonly (string | undefined)[],
  made: Seen['made'],
  quantity: number | undefined,
): Violation[] {
  const wrong: string[] = [];
  if (new Set(named).size < named.length) wrong.push(`Two actions claim the same: ${named.join(', ')}.`);
  for (const number of named) {
    const one = made.find(({ id }) => id === number);
    if (!one) wrong.push(`Done as ${number ?? 'nothing'}, which the service has not made.`);
    else if (quantity !== undefined && one.quantity !== quantity) {
      wrong.push(`Done as ${one.id} for ${one.quantity ?? 'nothing'}, and wanted was ${quantity}.`);
    }
  }
  return wrong.map((says) => violation('wrong final states', says));
}

const numberOf = ({ tradeId, quoteId, proposalId, counterofferId, newRequestId }: Action) =>
  tradeId ?? quoteId ?? proposalId ?? counterofferId ?? newRequestId;

export const lastOf = (lines: readonly Action[], id: ActionId): Action | undefined =>
  lines.filter((line) => line.id === id).at(-1);

function endOf({ ids, lines }: Seen): Pick<Judgement, 'end' | 'evidence'> {
  const taken = ids.find((id) => lines.some((line) => line.id === id));
  const own = lines.filter(({ id }) => id === taken);
  const last = own.at(-1);
  switch (last?.state) {
    case undefined:
      return { end: 'not taken' };
    case 'done':
      return { end: own.some(({ state }) => state === 'unknown') ? 'done, found' : 'done at once' };
    case 'rejected':
    case 'cancelled':
      return { end: last.state };
    default:
      return last?.evidence === undefined
        ? { end: 'unknown' }
        : { end: 'unknown, shown', evidence: last.evidence };
  }
}

/** Actions of these that are not over. */
export const openOf = (lines: readonly Action[]): readonly Action[] =>
  [...new Map(lines.map((line) => [line.id, line])).values()].filter((action) => !isFinal(action));
