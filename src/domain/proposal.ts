import type { ProposalId, RequestId } from './identifiers';
import type { Quantity } from './quantity';
import type { Direction, QuotePrice } from './quote';
import type { RawRecord } from './record';

/** A price proposal on an active request: firm can be accepted, indicative only informs (section 2). */
export interface Proposal {
  readonly id: ProposalId;
  readonly requestId: RequestId;
  /** "firm" or "indicative". */
  readonly kind: ProposalKind;
  readonly direction: Direction;
  /** "active", "withdrawn", "accepted" or "rejected"; another value is kept as it came. */
  readonly state?: string;
  readonly price: QuotePrice;
  readonly counterparty?: string;
  readonly allOrNone?: boolean;
  readonly quantity?: Quantity;
  /** Epoch ms. */
  readonly createdAt?: number;
  readonly raw: RawRecord;
}

export type ProposalKind = 'firm' | 'indicative';
