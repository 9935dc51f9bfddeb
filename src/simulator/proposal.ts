import { wireOffer, type Offer } from './offer';
import { ruleOf } from './spread-rule';
import type { TenderRequest } from './tender-request';

export interface Proposal extends Offer {
  readonly id: string;
  readonly kind: 'firm' | 'indicative';
}

export const wireProposal = (
  proposal: Proposal,
  request: TenderRequest,
  version: string,
): Record<string, unknown> => ({
  'price-proposal-id': proposal.id,
  kind: proposal.kind,
  ...wireOffer(proposal, request, ruleOf('proposal', version)),
});
