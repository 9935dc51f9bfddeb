import { wasStopped, type Action, type ActionState } from '../action';
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

/** The state of a press, where what the desk's own checks stopped is not one that the platform refused. */
export const endingOf = (
  press: Pick<Action, 'sentAt' | 'endedAt'> & { readonly state: PressState },
): PressState => (wasStopped(press) ? 'refused' : press.state);

/** Whether a withdrawal was refused because its quote is withdrawn, by the platform's own words: nothing is left to be done. */
export const wasOffAlready = ({ body, failure }: Pick<Action, 'body' | 'failure'>): boolean =>
  body.kind === 'withdraw-quote' &&
  failure?.service !== undefined &&
  (failure.kind === 'wrong-state' || failure.kind === 'not-found') &&
  /\b(is|was|been|already) withdrawn\b/i.test(failure.message) &&
  !/\b(no|not|never|nothing)\b/i.test(failure.message);

/** The word for what has become of an action; of one that is done, whether it is over, or not what was asked for. */
export const outcomeWord = (
  state: PressState,
  told: Pick<Action, 'body' | 'executed' | 'before' | 'over' | 'failure'>,
): string =>
  state === 'rejected' && wasOffAlready(told)
    ? 'Already withdrawn'
    : state === 'done' && told.over
      ? 'Over'
      : state === 'done' && differencesIn(told).length > 0
        ? 'Done, but not as asked'
        : STATE_WORDS[state];
