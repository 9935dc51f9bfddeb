import { onlyProtects, type Action, type ActionKind, type ActionState, type Made } from '../../domain/action';
import { failureInWords } from './failure-words';

/** What has become of a press: the journal's states, and two that only the pane can see. */
export type PressState = ActionState | 'unanswered' | 'refused';
export type Tone = 'plain' | 'progress' | 'good' | 'bad' | 'alarm';

export const TONES: Record<PressState, Tone> = {
  staged: 'progress',
  sending: 'progress',
  acknowledged: 'progress',
  done: 'good',
  rejected: 'bad',
  cancelled: 'plain',
  refused: 'bad',
  unknown: 'alarm',
  unanswered: 'alarm',
};

export const STATE_WORDS: Record<PressState, string> = {
  staged: 'Staged',
  sending: 'Sending',
  acknowledged: 'Acknowledged',
  done: 'Done',
  rejected: 'Rejected',
  cancelled: 'Never sent',
  refused: 'Not sent',
  unknown: 'Unknown',
  unanswered: 'Unknown',
};

export const KIND_WORDS: Record<ActionKind, string> = {
  'send-quote': 'Quote',
  'withdraw-quote': 'Withdrawal',
  'accept-quote': 'Acceptance',
  'send-proposal': 'Price proposal',
  'delete-proposals': 'Deletion of proposals',
  'accept-proposal': 'Acceptance',
  'send-counteroffer': 'Counteroffer',
  'create-request': 'New request',
  'switch-risk': 'Risk switch',
  'set-risk': 'Risk settings',
};

type Told = Pick<Action, 'body' | 'failure'> & Made;

/** One sentence for a press in each of its states: what happened, and what to do next. */
export function stateSentence(state: PressState, told: Told): string {
  const why = told.failure ? ` ${failureInWords(told.failure)}` : '';
  switch (state) {
    case 'staged':
      return told.failure
        ? `Refused, and nothing was executed. It goes again by itself.${why}`
        : 'Written down, not sent yet.';
    case 'sending':
      return 'Being sent; the answer is awaited.';
    case 'acknowledged':
      return acknowledgedSentence(told);
    case 'done':
      return doneSentence(told);
    case 'rejected':
      return `Nothing was executed.${why}`;
    case 'cancelled':
    case 'refused':
      return `It never left the desk.${why}`;
    case 'unknown':
      return onlyProtects(told.body)
        ? `It may not have been executed. It is being looked up, and sent again by itself.${why}`
        : `It may have been executed. It is being looked up, and it is never sent again.${why}`;
    case 'unanswered':
      return `The desk did not answer, so it may have been executed. The journal shows it as soon as the desk is heard again.${why}`;
  }
}

function acknowledgedSentence({ body }: Told): string {
  if ('lastSeen' in body && body.lastSeen.type === 'standard-spread') {
    return 'The service has taken it and waits for the operator; the trade appears when the leg prices are entered.';
  }
  return 'lastSeen' in body
    ? 'The service has taken it; the trade is still to come.'
    : 'The service has taken it; the result is still to come.';
}

function doneSentence({ body, tradeId, quoteId, proposalId, counterofferId, newRequestId }: Told): string {
  switch (body.kind) {
    case 'send-quote':
      return `The quote went live${named(quoteId)}.`;
    case 'withdraw-quote':
      return `The quote ${body.quoteId} is withdrawn.`;
    case 'send-proposal':
      return `The ${body.proposalKind} price proposal went live${named(proposalId)}, in place of every other one on the request.`;
    case 'delete-proposals':
      return 'No price proposal is left on the request.';
    case 'send-counteroffer':
      return `The counteroffer to ${body.quoteId} went live${named(counterofferId)}.`;
    case 'create-request':
      return `The request is open${named(newRequestId)}.`;
    case 'switch-risk':
      return `The service took it: risk management of ${body.commodity} switched ${body.on ? 'on' : 'off'}.`;
    case 'set-risk':
      return `The service took the risk settings of ${body.commodity}.`;
    case 'accept-quote':
    case 'accept-proposal':
      return tradeId === undefined
        ? 'Accepted. The trade appears when the platform has entered it; what was traded is read from it then.'
        : `Accepted as trade ${tradeId}. Reading what was traded…`;
  }
}

const named = (id: string | undefined): string => (id === undefined ? '' : ` as ${id}`);
