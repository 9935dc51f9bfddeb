import type { ActionBody, ActionKind, BodyOf } from '../action';
import { acceptProposal } from './accept-proposal';
import { acceptQuote } from './accept-quote';
import { createRequest } from './create-request';
import { deleteProposals } from './delete-proposals';
import { EXECUTED, type ActionFacts } from './facts';
import { sendCounteroffer } from './send-counteroffer';
import { sendProposal } from './send-proposal';
import { sendQuote } from './send-quote';
import { setRisk } from './set-risk';
import { switchRisk } from './switch-risk';
import { withdrawQuote } from './withdraw-quote';

/** Every kind of action. What the gateway does for each stands in its own table, `gateway/actions/kinds/kinds.ts`. */
const FACTS: { readonly [K in ActionKind]: ActionFacts<BodyOf<K>> } = {
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

/** A kind of another version: of a stored line, or of a newer gateway than the page that shows its journal. */
const OTHER: ActionFacts = {
  label: 'Action',
  noun: 'action',
  outcome: EXECUTED,
  done: () => 'It was executed.',
  sent: () => [],
};

/** Facts of an action's kind. They are asked only about the body that they were looked up by. */
export const factsOf = ({ kind }: { readonly kind: string }): ActionFacts =>
  isActionKind(kind) ? FACTS[kind] : OTHER;

const isActionKind = (word: string): word is ActionKind => Object.hasOwn(FACTS, word);

/** Whether "Withdraw all" stops this action: offers only. Acceptances and new requests leave nothing live. */
export const isWithdrawnByAll = (body: Pick<ActionBody, 'kind'>): boolean =>
  factsOf(body).leaves !== undefined;
