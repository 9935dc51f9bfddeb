import type { BodyOf } from '../action';
import { asNumber, LIVE, offerLines, type ActionFacts } from './facts';

/** A new price proposal replaces all others on its request (section 4). */
export const sendProposal: ActionFacts<BodyOf<'send-proposal'>> = {
  label: 'Price proposal',
  noun: 'price proposal',
  outcome: LIVE,
  makes: 'proposalId',
  leaves: 'proposal',
  takesOff: 'proposals',
  done: ({ body, proposalId }) =>
    `The ${body.proposalKind} price proposal went live${asNumber(proposalId)}, replacing all others on the request.`,
  sent: (body, figures) => [['Kind', body.proposalKind], ...offerLines(body, figures)],
};
