import type { BodyOf } from '../action';
import { acceptanceDone, acceptanceLines, EXECUTED, type ActionFacts } from './facts';

export const acceptProposal: ActionFacts<BodyOf<'accept-proposal'>> = {
  label: 'Acceptance',
  noun: 'acceptance',
  outcome: EXECUTED,
  makes: 'tradeId',
  done: acceptanceDone,
  sent: (body, figures) => [['Proposal', body.proposalId], ...acceptanceLines(body, figures)],
};
