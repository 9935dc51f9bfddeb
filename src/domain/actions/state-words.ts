import { wasStopped, type Action, type ActionState, type QuoteEnd } from '../action';
import { differencesIn } from '../executed';

/** What has become of a press: the journal's states, and two that only the pane can see. */
export type PressState = ActionState | 'unanswered' | 'refused';

export const STATE_WORDS: Record<PressState, string> = {
  waiting: 'Waiting for approval',
  staged: 'Staged',
  sending: 'Sending',
  acknowledged: 'Acknowledged',
  done: 'Done',
  rejected: 'Rejected',
  cancelled: 'Not sent',
  refused: 'Not sent',
  unknown: 'Unknown',
  unanswered: 'Unknown',
};

/** The words for a withdrawal whose quote was gone before it: the same wherever it is told. */
const GONE = {
  traded: 'Already traded',
  withdrawn: 'Already withdrawn',
  over: 'Already over',
} as const;

/** Of a quote whose number no answer told. */
export const FOUND_BY_TERMS = 'No answer named it: it was found by its terms, and may be a colleague’s.';

/** How a withdrawn quote was gone before, by its own line. */
export const goneWord = ({ how }: Pick<QuoteEnd, 'how'>): string =>
  how === 'accepted' ? GONE.traded : how === 'withdrawn' ? GONE.withdrawn : GONE.over;

/** The state of a press, where what the desk's own checks stopped is not one that the platform refused. */
export const endingOf = (
  press: Pick<Action, 'sentAt' | 'endedAt'> & { readonly state: PressState },
): PressState => (wasStopped(press) ? 'refused' : press.state);

/** Whether a withdrawal was refused because its quote is withdrawn, by the platform's own words: nothing is left to be done. */
const wasOffAlready = ({ body, failure }: Pick<Action, 'body' | 'failure'>): boolean =>
  body.kind === 'withdraw-quote' &&
  failure?.service !== undefined &&
  (failure.kind === 'wrong-state' || failure.kind === 'not-found') &&
  /\b(is|was|been|already) withdrawn\b/i.test(failure.message) &&
  !/\b(no|not|never|nothing)\b/i.test(failure.message);

/**
 * Whether a withdrawal came to nothing because its quote had ended, by the platform's own words or by the quote's record, which the desk looked up.
 * Other words prove nothing: of one that is called accepted a rest may be live.
 */
const hadEnded = ({ body, failure }: Pick<Action, 'body' | 'failure'>): boolean => {
  if (body.kind !== 'withdraw-quote' || failure?.kind !== 'wrong-state') return false;
  const rejected = `uote ${body.quoteId} is rejected.`;
  // The desk's own lookup ends a withdrawal only by a record that leaves no rest.
  const ends = failure.service
    ? [`: ${body.quoteId} is rejected.`, `: Q${rejected}`, `: q${rejected}`]
    : [`It was not executed: Q${rejected}`, `It was not executed: Quote ${body.quoteId} is accepted.`];
  return ends.some((end) => failure.message.endsWith(end));
};
/** Nothing of its quote was live any more: that a withdrawal was refused is no alarm. */
export const wasOverBefore = (told: Pick<Action, 'body' | 'failure'>): boolean =>
  wasOffAlready(told) || hadEnded(told);

/** Some platforms name no number: the quote is the one that was to be withdrawn. */
const NAMELESS_TAKEN = /(?:^|: )the quot(?:e|ation) (?:is|was) (?:already )?accepted\.?$/i;

/**
 * The word for a withdrawal that came to nothing because its quote was gone, by what it was answered, and by what else is known: `isTaken`: trades leave nothing of
 * the quote; `isListed`: whether it is listed as live, where that is known. `undefined` for one that was rejected. Of a quote that the platform alone calls accepted a
 * rest may be live: {@link wasOverBefore}.
 */
export function goneBefore(
  told: Pick<Action, 'body' | 'failure'>,
  { isTaken = false, isListed }: { readonly isTaken?: boolean; readonly isListed?: boolean | undefined } = {},
): string | undefined {
  const { body, failure } = told;
  if (body.kind !== 'withdraw-quote' || !failure) return undefined;
  const isWrong = failure.kind === 'wrong-state';
  const isCalledTaken =
    failure.message.includes(`${body.quoteId} is accepted`) ||
    (failure.service !== undefined && NAMELESS_TAKEN.test(failure.message));
  if (isTaken || (isWrong && isCalledTaken)) return GONE.traded;
  if (wasOffAlready(told)) return GONE.withdrawn;
  const isGone = isListed === false && (isWrong || failure.kind === 'not-found');
  return hadEnded(told) || isGone ? GONE.over : undefined;
}

/** A withdrawal that came after its quote had ended. */
export interface LateWithdrawal {
  readonly word: string;
  /** Nothing of the quote is live: that is no rejection. Of one that the platform alone calls accepted a rest may be. */
  readonly isOver: boolean;
}

/** `over`: how its quote ended, by the quote's own line; `isTaken`: trades leave nothing of it. */
export function lateWithdrawal(
  told: Pick<Action, 'body' | 'failure' | 'sentAt' | 'endedAt'> & { readonly state: PressState },
  { over, isTaken }: { readonly over: QuoteEnd | undefined; readonly isTaken: boolean },
): LateWithdrawal | undefined {
  const { body, failure } = told;
  const state = endingOf(told);
  if (body.kind !== 'withdraw-quote') return undefined;
  if (isTaken && (state === 'unknown' || state === 'unanswered')) return { word: GONE.traded, isOver: true };
  if (state !== 'rejected' || !failure) return undefined;
  const { kind } = failure;
  const word = goneBefore(told, { isTaken: kind === 'wrong-state' && isTaken });
  if (word === GONE.traded) return { word, isOver: isTaken || wasOverBefore(told) };
  if (over && (kind === 'wrong-state' || kind === 'not-found')) return { word: goneWord(over), isOver: true };
  return word === undefined ? undefined : { word, isOver: true };
}

/** Whether the platform refused an acceptance because its price was another one. */
export const wasMoved = (state: PressState, { failure }: Pick<Action, 'failure'>): boolean =>
  state === 'rejected' && failure?.kind === 'price-moved';

const OVER_WORDS: Readonly<Record<QuoteEnd['how'], string>> = {
  accepted: 'Filled',
  withdrawn: 'Withdrawn',
  'request-closed': 'Closed',
  'request-traded': 'Closed',
  rejected: 'Declined',
  replaced: 'Replaced',
  ended: 'Ended',
};

/** The word for what has become of an action; of one that is done, how it ended, or that it is not what was asked for. */
export function outcomeWord(
  state: PressState,
  told: Pick<Action, 'body' | 'executed' | 'before' | 'over' | 'failure' | 'contradictions'>,
): string {
  const gone = state === 'rejected' ? goneBefore(told) : undefined;
  if (gone !== undefined) return gone;
  if (wasMoved(state, told)) return 'Rejected: the price moved';
  if (state === 'done' && told.over) return OVER_WORDS[told.over.how];
  const isOtherwise = told.contradictions || differencesIn(told).length > 0;
  return state === 'done' && isOtherwise ? 'Done, but not as asked' : STATE_WORDS[state];
}
