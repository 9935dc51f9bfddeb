import type { Request } from './request';
import { roleOf, takerActions } from './role';
import { isLive, isProposal, type Choosable } from './choice';

/** The kinds of offer that the desk sends on a request. */
export type OfferKind = 'quote' | 'proposal' | 'counteroffer';

/** Who may send what (section 1, use cases): quotes who was asked, counteroffers who asked, price proposals both. */
export const kindsFor = (request: Pick<Request, 'role'>): readonly OfferKind[] => KINDS[roleOf(request)];

const KINDS = {
  recipient: ['quote', 'proposal'],
  initiator: ['proposal', 'counteroffer'],
  unknown: [],
} as const;

/** Why nothing of this kind can be sent, whatever is typed; `undefined` when it can. */
export function unsendable(request: Request, kind: OfferKind): string | undefined {
  if (request.state !== 'open') return `This request is ${request.state}; it takes no more ${PLURALS[kind]}.`;
  const { legs } = request;
  const known = request.swapType === undefined ? legs.length > 0 && legs.length <= 3 : legs.length === 3;
  return known
    ? undefined
    : `This request has ${legs.length} legs, which SpreadDesk does not support. Use the platform’s own web client.`;
}

const PLURALS: Record<OfferKind, string> = {
  quote: 'quotes',
  proposal: 'price proposals',
  counteroffer: 'counteroffers',
};

/** "quote" or "price proposal". */
export const nounOf = (offer: Choosable): string => (isProposal(offer) ? 'price proposal' : 'quote');

/** Why an offer cannot be accepted, whatever its price; `undefined` when it can. */
export function unacceptable(request: Request, offer: Choosable): string | undefined {
  if (request.state !== 'open') return `The request is ${request.state}.`;
  if (!isLive(offer)) return `This ${nounOf(offer)} is ${offer.state}.`;
  if (isProposal(offer) && offer.kind === 'indicative') return 'Indicative: it cannot be accepted.';
  const asked = request.legs[0]?.action;
  const [taken] = takerActions(request, offer.direction);
  const own = roleOf(request) === 'initiator' ? asked !== taken : asked === taken;
  return own ? `This ${offer.direction} is on ${OWN_SIDE[nounOf(offer)]}.` : undefined;
}

const OWN_SIDE: Record<string, string> = {
  quote: 'the side of your own request',
  'price proposal': 'your own side',
};

/** Where the offer does not say, its request does; where neither does, nothing allows a part. */
export const isWhole = (
  request: Pick<Request, 'allOrNone'>,
  { allOrNone }: Pick<Choosable, 'allOrNone'>,
): boolean => allOrNone ?? request.allOrNone ?? true;

/** A part may be taken only where neither side says all or none. */
export const partAllowed = (
  request: Pick<Request, 'allOrNone'>,
  offer: Pick<Choosable, 'allOrNone'>,
): boolean => !isWhole(request, offer) && request.allOrNone !== true;
