import type { RawRecord } from './record';

/** That a trade has been made, and goes on to stand: the second line is of its settlement. */
const STANDS =
  /^(executed|traded|matched|filled|done|active|final|confirmed|concluded|affirmed|cleared|settled|completed?|invoiced|delivered)$/;
/** That it was undone, as "cancelled-by-operator" and "BUSTED" say. */
const VOID = /^(cancel|bust|void|annul|revers|reject|withdr|delet|declin|repudiat)/;

/** Fields that say it without a word of their own: true, or when. */
const FLAGS: Readonly<Record<string, string>> = {
  cancelled: 'cancelled',
  canceled: 'cancelled',
  deleted: 'deleted',
  'cancelled-at': 'cancelled',
  'canceled-at': 'cancelled',
  'deleted-at': 'deleted',
};

/** That a trade counts for nothing, or may: why, as the end of a sentence that names it. */
export interface NotStanding {
  readonly why: string;
  /** It is certain that it counts for nothing, so no sum lacks it. */
  readonly isVoid: boolean;
}

/** How a trade stands by its own record: the word that undoes it, where there is one. */
export function stateIn(raw: RawRecord): string | undefined {
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  const words = [raw['state'], raw['status']].filter(isText);
  const flags = Object.entries(FLAGS).flatMap(([field, word]) => {
    const value = raw[field];
    return (field.endsWith('-at') ? isMoment(value) : value === true) ? [word] : [];
  });
  return [...words, ...flags].find(isVoid) ?? words[0];
}

/** Some write a moment that is none as 0, or as the first day of all. */
const isMoment = (value: unknown): boolean =>
  typeof value === 'number' ? value > 0 : typeof value === 'string' && Date.parse(value) > 0;

const isVoid = (said: string): boolean => VOID.test(said.trim().toLowerCase());

/** Whether it counts for nothing, for certain. */
export const isCancelled = (raw: RawRecord): boolean => notStanding(raw)?.isVoid === true;

/**
 * Whether a trade does not stand by its record's own state, or may not. The interface names no states of trades: one without any stands, and
 * of a word that is not known nobody knows it.
 */
export function notStanding(raw: RawRecord): NotStanding | undefined {
  const said = stateIn(raw);
  if (said === undefined) return undefined;
  const word = said.trim().toLowerCase();
  if (isVoid(said)) return { why: `is ${said} by its record`, isVoid: true };
  if (STANDS.test(word)) return undefined;
  return { why: `has a state that is not known, "${said.slice(0, STATE_MAX)}"`, isVoid: false };
}

const STATE_MAX = 40;

/** Why a fill is in no sum, as a position leaves it out too: its record's word for it, or that it is not listed; absent where it counts. */
export const leftOutAs = ({
  state,
  unlisted,
}: {
  readonly state?: string;
  readonly unlisted?: boolean | undefined;
}): string | undefined => (unlisted ? 'not listed any more' : notStanding({ state }) && state);
