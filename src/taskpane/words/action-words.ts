import type { Action, ActionKind, ActionState } from '../../domain/action';
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

type Told = Pick<Action, 'body' | 'failure' | 'tradeId' | 'quoteId' | 'newRequestId'>;

/** One sentence for a press in each of its states: what happened, and what to do next. */
export function stateSentence(state: PressState, told: Told): string {
  const why = told.failure ? ` ${failureInWords(told.failure)}` : '';
  switch (state) {
    case 'staged':
      return 'Written down, not sent yet.';
    case 'sending':
      return 'Being sent; the answer is awaited.';
    case 'acknowledged':
      return 'The service has taken it; the result is still to come.';
    case 'done':
      return doneSentence(told);
    case 'rejected':
      return `Nothing was executed.${why}`;
    case 'cancelled':
    case 'refused':
      return `It never left the desk.${why}`;
    case 'unknown':
      return `It may have been executed. It is being looked up, and it is never sent again.${why}`;
    case 'unanswered':
      return `The desk did not answer, so it may have been executed. The journal shows it as soon as the desk is heard again.${why}`;
  }
}

function doneSentence({ body, tradeId, quoteId, newRequestId }: Told): string {
  switch (body.kind) {
    case 'send-quote':
      return quoteId === undefined ? 'The quote is live.' : `The quote is live as ${quoteId}.`;
    case 'withdraw-quote':
      return `The quote ${body.quoteId} is withdrawn.`;
    case 'send-proposal':
      return 'The price proposal is live, in place of every other one on the request.';
    case 'delete-proposals':
      return 'No price proposal is left on the request.';
    case 'send-counteroffer':
      return `The counteroffer to ${body.quoteId} is sent.`;
    case 'create-request':
      return newRequestId === undefined ? 'The request is open.' : `The request is open as ${newRequestId}.`;
    case 'switch-risk':
      return `The service took it: risk management of ${body.commodity} switched ${body.on ? 'on' : 'off'}.`;
    case 'set-risk':
      return `The service took the risk settings of ${body.commodity}.`;
    case 'accept-quote':
    case 'accept-proposal':
      return tradeId === undefined
        ? 'Traded; the trade appears when the service has entered it.'
        : `Traded as ${tradeId}.`;
  }
}
