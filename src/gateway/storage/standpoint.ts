import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { factsOf } from '../../domain/actions/kinds';
import { NOTED } from '../../domain/desk-entry';
import { contentOf } from './journal-chain';
import { standingAmong, type DoneLine, type StandingRules } from './standing-lines';

/** The keys of the newest line of an action. */
export interface KeyLine extends DoneLine {
  readonly state: string;
}

/**
 * What a journal came to up to its line `head`: what is open and what may be live, so that a start reads only the lines behind it.
 * The lines before it are bound by the hash of that line, and are still checked one by one after the start.
 */
export interface Standpoint {
  readonly head: { readonly sequence: number; readonly hash: string };
  /** Actions that are not final, in the order of their newest lines. */
  readonly open: readonly Pick<KeyLine, 'id' | 'sequence'>[];
  readonly standing: readonly DoneLine[];
}

/** An action with lines behind a standpoint: its newest one, and the newest before. */
export interface Touched {
  readonly newest: KeyLine;
  readonly before?: KeyLine | undefined;
}

/** An action in this state is not over; a state that is no state is taken for one that is not. */
export const isOpen = (state: string): boolean =>
  state !== 'done' && state !== 'rejected' && state !== 'cancelled';

/**
 * An action in this state goes on by itself. A quote of it may be withdrawn before its own line says that it is done, which no standpoint
 * can follow.
 */
export const isOnItsWay = (state: string): boolean =>
  isOpen(state) && state !== 'waiting' && state !== 'unknown' && state !== NOTED;

/** The standpoint of a whole journal, from the newest line of each action. */
export const standpointOf = (
  head: Standpoint['head'],
  { open, done }: { open: Standpoint['open']; done: readonly DoneLine[] },
  rules: StandingRules,
): Standpoint => ({ head, open, standing: standingAmong(done, rules) });

/**
 * The standpoint at a later line; nothing where it does not follow from the earlier one, as when what had ended ended otherwise:
 * then the whole journal has to be asked.
 */
export function standpointAfter(
  from: Standpoint,
  { head, touched }: { head: Standpoint['head']; touched: readonly Touched[] },
  rules: StandingRules,
): Standpoint | undefined {
  if (!touched.every(follows)) return undefined;
  const ids = new Set(touched.map(({ newest }) => newest.id));
  const stood = new Set(from.standing.map(({ id }) => id));
  const open = [
    ...from.open.filter(({ id }) => !ids.has(id)),
    ...touched.filter(({ newest }) => isOpen(newest.state)).map(({ newest }) => newest),
  ];
  // What had taken effect before has nothing to add, but where it stands.
  const ended = touched.filter(
    ({ newest, before }) => newest.state === 'done' && (before?.state !== 'done' || stood.has(newest.id)),
  );
  const done = [...from.standing.filter(({ id }) => !ids.has(id)), ...ended.map(({ newest }) => newest)];
  return standpointOf(
    head,
    {
      open: open.map(({ id, sequence }) => ({ id, sequence })).sort(bySequence),
      done: done.sort(bySequence),
    },
    rules,
  );
}

const bySequence = (one: { sequence: number }, other: { sequence: number }): number =>
  one.sequence - other.sequence;

/** Whether what an earlier standpoint says stays true beside this action. */
function follows({ newest, before }: Touched): boolean {
  if (!before) return true;
  const { leaves, takesOff } = factsOf({ kind: before.kind ?? '' });
  // What proposals come to hangs on the order of all their lines.
  if (takesOff === 'proposals' && newest.state === 'done') return false;
  // What it left may have been taken off already, by a line of which a standpoint says nothing.
  if (isOpen(before.state)) return newest.state !== 'done' || leaves === undefined;
  const { state, kind, request, target, quote } = before;
  return (
    newest.state === state &&
    newest.kind === kind &&
    newest.request === request &&
    newest.target === target &&
    newest.quote === quote
  );
}

/** To be raised with every change of what a line leaves live or takes off: then standpoints of before are never used. */
const VERSION = 2;
const Key = z.object({
  sequence: z.int(),
  id: z.string(),
  createdAt: z.number(),
  kind: z.nullish(z.string()),
  request: z.nullish(z.string()),
  target: z.nullish(z.string()),
  quote: z.nullish(z.string()),
  overAt: z.nullish(z.number()),
});
const Written = z.object({
  version: z.literal(VERSION),
  head: z.object({ sequence: z.int(), hash: z.string() }),
  open: z.array(z.object({ id: z.string(), sequence: z.int() })),
  standing: z.array(Key),
});

/** A standpoint as stores keep it: the hash is that of the text. */
export interface KeptText {
  readonly text: string;
  readonly hash: string;
}

export function textOf(standpoint: Standpoint): KeptText {
  const text = JSON.stringify({ version: VERSION, ...standpoint });
  return { text, hash: hashOf(text) };
}

/** Nothing where it is not byte for byte what was written, or was written by another version. */
export const readStandpoint = ({ text, hash }: KeptText): Standpoint | undefined =>
  hashOf(text) === hash ? Written.safeParse(contentOf({ text })).data : undefined;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
