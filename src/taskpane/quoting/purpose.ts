import type { Direction, Proposal, ProposalKind, Quote } from '../../domain/offers';
import type { Request } from '../../domain/request';
import type { Frozen } from './choice';
import {
  offerInWords,
  oppositeOf,
  oppositeSide,
  ourDirection,
  sidesInWords,
  takerActions,
  type Saying,
} from '../ui/text/offer-text';
import { roleOf } from '../ui/text/request-text';

/** What a ticket is for. */
export type Purpose =
  | { readonly kind: 'quote' }
  /** `replaced`: the price proposals that it takes the place of; absent while they are not known. */
  | { readonly kind: 'proposal'; readonly replaced?: readonly Proposal[] }
  | { readonly kind: 'counteroffer'; readonly answered: Frozen<Quote> };
export type TicketKind = Purpose['kind'];

export const QUOTE: Purpose = { kind: 'quote' };

export const TICKET_WORDS: Record<TicketKind, string> = {
  quote: 'Quote',
  proposal: 'Price proposal',
  counteroffer: 'Counteroffer',
};

/** Who may send what (section 1, use cases): quotes who was asked, counteroffers who asked, price proposals both. */
export const kindsFor = (request: Pick<Request, 'role'>): readonly TicketKind[] => KINDS[roleOf(request)];

const KINDS = {
  recipient: ['quote', 'proposal'],
  initiator: ['proposal', 'counteroffer'],
  unknown: [],
} as const;

/** Whoever was asked stands on the side of the quotes, whoever asked on the other. */
export function sideOf(request: Pick<Request, 'legs' | 'role'>): Direction {
  const quoted = ourDirection(request);
  return roleOf(request) === 'initiator' ? oppositeSide(quoted) : quoted;
}

/** What the desk does with each leg when its offer is taken: the opposite of what the taker does. */
export const ourSide = (request: Pick<Request, 'legs' | 'role'>): string =>
  sidesInWords(request.legs, takerActions(request, sideOf(request)).map(oppositeOf));

/** Why nothing of this kind can be sent, whatever is typed; `undefined` when it can. */
export function unsendable(request: Request, kind: TicketKind): string | undefined {
  if (request.state !== 'open') return `This request is ${request.state}; it takes no more ${PLURALS[kind]}.`;
  const { legs } = request;
  const known = request.swapType === undefined ? legs.length > 0 && legs.length <= 3 : legs.length === 3;
  return known
    ? undefined
    : `This request has ${legs.length} legs, which SpreadDesk does not support. Use the platform’s own web client.`;
}

const PLURALS: Record<TicketKind, string> = {
  quote: 'quotes',
  proposal: 'price proposals',
  counteroffer: 'counteroffers',
};

/** "It replaces all 2 existing price proposals of this request." */
export function replacingInWords(replaced: readonly Proposal[] | undefined): string {
  if (!replaced) {
    return 'It replaces all existing price proposals of this request; their list is not known at the moment.';
  }
  if (replaced.length === 0) return 'There is no price proposal on this request to replace.';
  return replaced.length === 1
    ? 'It replaces the only existing price proposal of this request:'
    : `It replaces all ${replaced.length} existing price proposals of this request:`;
}

/** "PP-1, firm, ask, 84.00 EUR/MWh, 10 MW, Alpha" */
export function proposalInWords(proposal: Proposal, saying: Saying): string {
  const { id, kind, direction, counterparty } = proposal;
  return [id, kind, direction, offerInWords(proposal, saying), counterparty].filter(Boolean).join(', ');
}

/** What the journal keeps beside price and quantity: what is replaced or answered, as it was shown. */
export function contextInWords(purpose: Purpose, saying: Saying): string {
  if (purpose.kind === 'quote') return '';
  if (purpose.kind === 'proposal') {
    if (!purpose.replaced) return ', replacing all price proposals, which were not known';
    const ids = purpose.replaced.map(({ id }) => id);
    return ids.length === 0 ? '' : `, replacing ${ids.length}: ${ids.join(', ')}`;
  }
  const { offer } = purpose.answered;
  const who = offer.counterparty === undefined ? '' : ` of ${offer.counterparty}`;
  return `, in answer to ${offer.id}${who} at ${offerInWords(offer, saying)}`;
}

/** What the button sends: "Send quote", "Send firm proposal". */
export function sendingInWords({ kind }: Purpose, proposalKind: ProposalKind | undefined): string {
  if (kind !== 'proposal') return `Send ${kind}`;
  return proposalKind === undefined ? 'Send proposal' : `Send ${proposalKind} proposal`;
}
