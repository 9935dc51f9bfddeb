import { requestIdOf, type Action, type ActionBody, type Before, type Made } from '../../../domain/action';
import { success, type Outcome } from '../../../domain/failure';
import type { Asked } from '../../../domain/policy/four-eyes';
import type { RequestId } from '../../../domain/identifiers';
import type { Lane } from '../../../domain/lane';
import type { PricedOn } from '../../../domain/offer-price';
import type { Proposal, Quote } from '../../../domain/offers';
import type { Request } from '../../../domain/request';
import type { Evidence, Sought, Verdict } from '../../../domain/verdict/evidence';
import type { Clock } from '../../../effects/clock';
import type { RemoteResource } from '../../cache/fetch';
import type { Ask, Leaving, Service, Writes } from '../../platform/operations';

/**
 * What the gateway does for one kind of action, from the press to the known outcome. Words, and what it does to the desk's own
 * offers, stand in `domain/actions`.
 */
export interface ActionRules<B extends ActionBody = ActionBody> {
  /** Priority of the action, and of what is read before it is sent. */
  readonly lane: Lane;
  /** Whether {@link prepare} reads nothing; absent where it always reads. */
  readsNothing?(body: B): boolean;
  /**
   * Reads what tells whether it may be sent and what came of it afterwards, and checks it. What only takes risk away waits for no
   * read that it could do without.
   */
  prepare(body: B, reading: Reading): Promise<Outcome<Ready>>;
  /** Sends it, once. */
  send(body: B, service: Writes, sending: Sending): Promise<Outcome<MadeBy>>;
  /** Whether an open action, which is not over yet, is the same thing or cannot be told apart from it. */
  isSameThing(body: B, open: ActionBody): boolean;
  /** What is read to judge a lost outcome. */
  readonly evidence: readonly EvidencePart[];
  /** The outcome that these records prove. */
  verdict(sought: SoughtBody<B>, evidence: Evidence, others: readonly Action[]): Verdict;
  /** Resources that it may have changed, to refresh once it is over. */
  affects(body: B, made: Made): readonly RemoteResource[];
}

/** What came of it, and what the answer says was not done of it, or otherwise. */
export type MadeBy = Made & { readonly beside?: string | undefined };

/** How the reads before sending are made. */
export interface Reading {
  readonly service: Service;
  readonly clock: Clock;
  readonly zone: string;
  /** Epoch ms. */
  readonly now: number;
  /** In the action's own lane. */
  readonly ask: Ask;
}

/** It may be sent. `request` is what an offer is priced on, `offers` what else is on offer there, as it was read. */
export interface Ready {
  readonly before: Before;
  readonly request?: Request;
  readonly offers?: readonly Offered[];
  /** How many more of them cannot be read. */
  readonly unreadable?: number;
  /** Markets of the open requests, read for a new one. */
  readonly markets?: readonly string[];
  /** It may not be sent before another person has approved it, within so many minutes. */
  readonly asks?: Asked & { readonly minutes: number };
}

export type Offered = Quote | Proposal;

/** How a write leaves: until when, and for an offer the request that it is priced on, as it was read a moment ago. */
export interface Sending extends Leaving {
  readonly request?: PricedOn;
}

export type EvidencePart = Exclude<keyof Evidence, 'ownName' | 'withdrawn' | 'isTaken' | 'zone'>;

export type SoughtBody<B extends ActionBody> = Sought & { readonly body: B };

/** Whether two actions are about the same request or the same commodity. */
export function isAboutTheSame(a: ActionBody, b: ActionBody): boolean {
  if ('commodity' in a) return 'commodity' in b && a.commodity === b.commodity;
  const requestId = requestIdOf(a);
  return requestId !== undefined && requestId === requestIdOf(b);
}

/** Whether an open action is about this very quote. */
export const isOnQuote = (open: ActionBody, body: Extract<ActionBody, { quoteId: unknown }>): boolean =>
  isAboutTheSame(open, body) && 'quoteId' in open && open.quoteId === body.quoteId;

/** A request, and the lists that say something of it. */
export const marketOf = (id: RequestId): RemoteResource[] => [
  { kind: 'request', id },
  { kind: 'analytics', id },
  { kind: 'open-requests' },
];

/** The result of a write after which nothing new is there. */
export const nothingMade = (outcome: Outcome<unknown>): Outcome<Made> => (outcome.ok ? success({}) : outcome);
