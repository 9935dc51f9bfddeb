import type Big from 'big.js';
import type { ContractKind } from './contract-kind';
import { wireLeg, type Leg } from './leg';
import type { OfferPrice } from './offer-price';
import { isoTime } from './zone';

export type Role = 'initiator' | 'recipient';

/** A request for quotes as it really is. `role` is the desk's; the legs' actions are the initiator's. */
export interface TenderRequest {
  readonly id: string;
  readonly state: 'open' | 'closed' | 'traded';
  readonly role: Role;
  readonly initiator: string;
  readonly kind: ContractKind;
  readonly legs: readonly [Leg, ...Leg[]];
  readonly allOrNone: boolean;
  /** What is still to be had, in the quantity of leg 1. */
  readonly remaining: Big;
  readonly createdAt: number;
  /** When its initiator closes it, if nothing was traded before. */
  readonly closesAt: number;
  readonly concludedAt?: number;
  /** What the initiator tells the other participants at the end. */
  readonly feedbackComment?: string;
  readonly tradedPrice?: OfferPrice;
  readonly tradeId?: string;
}

export interface Conclusion {
  readonly state: 'closed' | 'traded';
  readonly at: number;
  readonly feedbackComment?: string;
}

/** Ends a request. A concluded one stays as it is for ever, so ending it again is a bug. */
export function concluded(request: TenderRequest, conclusion: Conclusion): TenderRequest {
  if (request.state !== 'open') throw new Error(`${request.id} is ${request.state} already`);
  const { state, at, feedbackComment } = conclusion;
  return { ...request, state, concludedAt: at, ...(feedbackComment !== undefined && { feedbackComment }) };
}

/** A request as the platform writes it. */
export function wireRequest(request: TenderRequest, proposalId?: string): Record<string, unknown> {
  const { kind } = request;
  return {
    'request-id': request.id,
    state: request.state,
    role: request.role,
    initiator: request.initiator,
    contract: kind.contract,
    ...(kind.spreadType && { 'spread-type': kind.spreadType }),
    ...(kind.swapType && { spreadType: kind.swapType }),
    commodity: request.legs[0].commodity,
    'created-at': isoTime(request.createdAt),
    'concluded-at': request.concludedAt === undefined ? null : isoTime(request.concludedAt),
    'all-or-none': request.allOrNone,
    'remaining-quantity': request.remaining.toNumber(),
    legs: request.legs.map(wireLeg),
    trade: request.tradeId === undefined ? null : { 'trade-id': request.tradeId },
    'price-proposal': proposalId === undefined ? null : { 'price-proposal-id': proposalId },
  };
}
