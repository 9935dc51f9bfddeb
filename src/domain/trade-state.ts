import type { RawRecord } from './record';

/** That a trade has been made, and goes on to stand: the second line is of its settlement. */
const STANDS =
  /^(executed|traded|matched|filled|done|active|final|confirmed|concluded|affirmed|cleared|settled|completed?|invoiced|delivered)$/;
/** That it was undone, as "cancelled-by-operator" and "BUSTED" say. */
const VOID = /^(cancel|bust|void|annul|revers|reject|withdr|delet|declin|repudiat)/;

/** That a trade counts for nothing, or may: why, as the end of a sentence that names it. */
export interface NotStanding {
  readonly why: string;
  /** It is certain that it counts for nothing, so no sum lacks it. */
  readonly isVoid: boolean;
}

/**
 * Whether a trade does not stand by its record's own state, or may not. The interface names no states of trades: one without any stands, and
 * of a word that is not known nobody knows it.
 */
export function notStanding(raw: RawRecord): NotStanding | undefined {
  const said = raw['state'] ?? raw['status'];
  if (typeof said !== 'string' || said === '') return undefined;
  const word = said.trim().toLowerCase();
  if (VOID.test(word)) return { why: `is ${said} by its record`, isVoid: true };
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
