import type { Action, ActionBody, ActionKind, BodyOf } from '../../../domain/action';
import { unknownBut, type Evidence, type Sought, type Verdict } from '../../../domain/verdict/evidence';
import type { RemoteResource } from '../../cache/fetch';
import { acceptProposal } from './accept-proposal';
import { acceptQuote } from './accept-quote';
import { createRequest } from './create-request';
import { deleteProposals } from './delete-proposals';
import type { ActionRules } from './rules';
import { sendCounteroffer } from './send-counteroffer';
import { sendProposal } from './send-proposal';
import { sendQuote } from './send-quote';
import { setRisk } from './set-risk';
import { switchRisk } from './switch-risk';
import { withdrawQuote } from './withdraw-quote';

/** Every kind of action. Its words stand in the table of `domain/actions/kinds.ts`. */
const RULES: { readonly [K in ActionKind]: ActionRules<BodyOf<K>> } = {
  'send-quote': sendQuote,
  'withdraw-quote': withdrawQuote,
  'accept-quote': acceptQuote,
  'send-proposal': sendProposal,
  'delete-proposals': deleteProposals,
  'accept-proposal': acceptProposal,
  'send-counteroffer': sendCounteroffer,
  'create-request': createRequest,
  'switch-risk': switchRisk,
  'set-risk': setRisk,
};

/** Rules of an action's kind. They are asked only about the body that they were looked up by. */
export const rulesOf = ({ kind }: Pick<ActionBody, 'kind'>): ActionRules => RULES[kind];

/** Whether an action leaves without a read before it. */
export const readsNothing = (body: ActionBody): boolean => rulesOf(body).readsNothing?.(body) === true;

/** Resources that an action may have changed, to refresh once it is over. */
export const resourcesAffectedByAction = (action: Action): readonly RemoteResource[] =>
  rulesOf(action.body).affects(action.body, action);

/**
 * Verdict on an action whose answer was lost, by the present records. It is `done` or `rejected` only on positive
 * evidence; neither time nor absence proves anything, because platforms execute and list late. What the platform has
 * taken (202) is never rejected by looking. `others` are the other actions of this desk: what one of them made, or
 * may have made, proves nothing for this one.
 */
export function verdict(action: Sought, evidence: Evidence, others: readonly Action[] = []): Verdict {
  const found = rulesOf(action.body).verdict(action, evidence, others);
  if (found.verdict !== 'rejected' || action.state !== 'acknowledged') return found;
  return unknownBut(`${found.says} But the platform took it and has not said what came of it.`);
}
