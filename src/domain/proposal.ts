import type { ProposalId } from './identifiers';
import type { Offer } from './quote';

export type ProposalKind = 'firm' | 'indicative';

/** A price proposal on an active request: firm can be accepted, indicative only informs (section 2). */
export interface Proposal extends Offer {
  readonly id: ProposalId;
  readonly kind: ProposalKind;
  /** "active", "withdrawn", "accepted" or "rejected"; another value is kept as it came. */
  readonly state?: string;
}
