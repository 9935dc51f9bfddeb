import type { Proposal, ProposalKind, Quote } from '../../domain/offers';
import type { Request } from '../../domain/request';
import type { Frozen } from '../../domain/choice';
import type { OfferKind } from '../../domain/offer-rules';
import { offerInWords, priceInShort, sidesInWords, type Saying } from '../ui/text/offer-text';
import { oppositeOf, takerActions, sideOf } from '../../domain/role';

/** What a ticket is for. */
export type Purpose =
  | { readonly kind: 'quote' }
  /** `replaced`: the price proposals that it takes the place of; absent while they are not known. */
  | { readonly kind: 'proposal'; readonly replaced?: readonly Proposal[] }
  | { readonly kind: 'counteroffer'; readonly answered: Frozen<Quote> };

export const QUOTE: Purpose = { kind: 'quote' };

export const TICKET_WORDS: Record<OfferKind, string> = {
  quote: 'Quote',
  proposal: 'Price proposal',
  counteroffer: 'Counteroffer',
};

/** Said before a counteroffer is sent, and beside one that is live. */
export const NEVER_WITHDRAWN =
  'A counteroffer cannot be withdrawn on this platform. It ends with its quote or with the request.';

/** What the desk does with each leg when its offer is taken: the opposite of what the taker does. */
export const ourSide = (request: Pick<Request, 'legs' | 'role'>): string =>
  sidesInWords(request.legs, takerActions(request, sideOf(request)).map(oppositeOf));

/** "You offer to sell", or of several legs "You bid to buy leg 1 (DE), sell leg 2 (FR)": what an offer is for as long as nobody has taken it. */
export const ourOffer = (request: Pick<Request, 'legs' | 'role'>): string =>
  ourSide(request).replace(/^You/, `${verbOf(request)} to`);

const verbOf = (request: Pick<Request, 'legs' | 'role'>): string =>
  sideOf(request) === 'bid' ? 'You bid' : 'You offer';

/** "You bid", or of several legs "You bid to buy leg 1 (DE), sell leg 2 (FR)": what is sent, before anybody takes it. */
export const ourBid = (request: Pick<Request, 'legs' | 'role'>): string =>
  request.legs.length > 1 ? ourOffer(request) : verbOf(request);

/** "It replaces all 2 existing price proposals of this request." */
export function replacingInWords(replaced: readonly Proposal[] | undefined): string {
  if (!replaced) {
    return 'It replaces all existing price proposals of this request; their list is not known now.';
  }
  if (replaced.length === 0) return 'There is no price proposal on this request to replace.';
  return replaced.length === 1
    ? 'It replaces the only existing price proposal of this request:'
    : `It replaces all ${replaced.length} existing price proposals of this request:`;
}

/** "It deletes the firm bid PP-1 at 71.00 of Alpha.": those that can be taken, by the button; nothing where there is none. */
export function deletingInWords(
  replaced: readonly Proposal[] | undefined,
  { request, formatters }: Saying,
): string | undefined {
  const firm = (replaced ?? []).filter(({ kind }) => kind === 'firm');
  if (firm.length === 0) return undefined;
  const named = firm.map((proposal) => {
    const { id, direction, price, counterparty } = proposal;
    const at = priceInShort(price, { request, formatters });
    return `the firm ${direction} ${id} at ${at}${counterparty === undefined ? '' : ` of ${counterparty}`}`;
  });
  return `It deletes ${named.join(', ')}.`;
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
